"""Whatever a stranger's folder does, it is over in time, within its memory, and leaves nothing behind."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from pnp import jobbing
from pnp.definition.game import load
from pnp.jobbing import BreakdownError, Journeyman, Progress, outside, trusted
from pnp.pdf.printing import printed_set
from pnp.print_options import Order
from shelf import paths
from shelf.errors import PrintingError
from shelf.kept import Kept
from tests.conftest import Workshop

MAIN = "from table.cli import main; main()"
PATIENCE = 120
"""Seconds after which a command hangs; the limits under test are far below."""
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells of other processes in /proc")
UNIX = pytest.mark.skipif(os.name == "nt", reason="Windows knows no such limits and signals")

DOUBLED_LISTS = (
    "{% set n = namespace(a=[1], b=[1]) %}{% for i in range(40) %}{% set n.a = [n.a, n.a] %}"
    "{% set n.b = [n.b, n.b] %}{% endfor %}{{ n.a == n.b }}"
)
"""Compared in one step of C, which no alarm interrupts."""


def environment(**limits: str) -> dict[str, str]:
    return {**os.environ, **limits, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def complaint(workshop: Workshop, command: str = "pdf", **limits: str) -> str:
    """What the program says, in a process that a hang does not take the tests along with."""
    arguments = [command, "mygame", *(("--out", "out") if command == "pdf" else ())]
    result = subprocess.run(
        [sys.executable, "-c", MAIN, *arguments],
        cwd=workshop.root,
        env=environment(**limits),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert (result.returncode, result.stdout) == (2, ""), result.stderr
    assert result.stderr.startswith("timbuktu: ") and result.stderr.count("\n") == 1, result.stderr
    assert sorted(path.name for path in workshop.root.iterdir() if not path.name.startswith("secret")) == ["mygame"]
    return result.stderr.removeprefix("timbuktu: ").rstrip("\n")


def draw(workshop: Workshop, template: str) -> None:
    """Puts something before what is on every card."""
    workshop.change("templates/card.svg.j2", "{# One card.", template + "{# One card.")


# ---- time ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["pdf", "check"])
def test_one_endless_step_of_c_is_stopped(workshop: Workshop, command: str) -> None:
    draw(workshop, DOUBLED_LISTS)
    assert "takes longer than" in complaint(workshop, command, TIMBUKTU_SECONDS="3")


def test_what_is_computed_while_compiling_is_stopped(workshop: Workshop) -> None:
    draw(workshop, "{{ 1 | round(-300000000) }}" * 1000)
    assert "takes longer than" in complaint(workshop, TIMBUKTU_SECONDS="3")


def test_an_endless_booklet_is_stopped(workshop: Workshop) -> None:
    page = '[[page]]\nid = "b"\nname = { de = "B", en = "B" }\nface = "b.svg.j2"\nfold = "zine"\n'
    workshop.write("game.toml", (workshop.game / "game.toml").read_text(encoding="utf-8") + page)
    workshop.write("templates/b.svg.j2", DOUBLED_LISTS)
    assert "takes longer than" in complaint(workshop, "rules", TIMBUKTU_SECONDS="3")


def test_an_endless_chart_is_stopped(workshop: Workshop) -> None:
    (workshop.root / "mygame" / "templates" / "common").mkdir()
    workshop.write("templates/common/chart.svg.j2", DOUBLED_LISTS)
    workshop.write("chart.toml", 'title = "Block"\n[[row]]\nid = "total"\nlabel = "Total"\n[[column]]\nid = "points"\n')
    assert "takes longer than" in complaint(workshop, "chart", TIMBUKTU_SECONDS="3")


def test_the_time_is_that_of_all_faces_together(workshop: Workshop) -> None:
    """Each of two thousand cards takes a moment, which is no more than a face may take."""
    workshop.change("game.toml", "count = 18", "")
    text = (workshop.game / "cards.csv").read_text(encoding="utf-8")
    head, first, *_ = text.splitlines()
    rows = [first.replace("BA1", f"X{number}") for number in range(2000)]
    workshop.write("cards.csv", "\n".join([head, *rows]))
    draw(workshop, "{{ row.id }}{% for n in range(90000) %}{% endfor %}")
    assert "takes longer than" in complaint(workshop, TIMBUKTU_SECONDS="4")


def test_wrapped_text_takes_no_longer_than_the_rest(workshop: Workshop) -> None:
    block = "{{ block('a ' * 49999, 0, 0, 60, 80, size=2000, min_size=1) }}"
    draw(workshop, f"{{% for n in range(30) %}}{block}{{% endfor %}}")
    assert "takes longer than" in complaint(workshop, TIMBUKTU_SECONDS="4")


def test_boards_take_no_longer_than_the_rest(workshop: Workshop) -> None:
    keep = '<rect data-keep="x" x="{{ n % 150 * 9 }}" y="{{ n // 150 * 9 }}" width="8" height="8" fill="none"/>'
    workshop.write("templates/map.svg.j2", f"{{% for n in range(22500) %}}{keep}{{% endfor %}}")
    board = '[[board]]\nid = "b{0}"\nname = {{ de = "B", en = "B" }}\nface = "map.svg.j2"\nsize = [1400, 1400]\n'
    text = (workshop.game / "game.toml").read_text(encoding="utf-8")
    workshop.write("game.toml", text + "".join(board.format(number) for number in range(20)))
    assert "takes longer than" in complaint(workshop, TIMBUKTU_SECONDS="4")


# ---- memory -------------------------------------------------------------------------------------------------------


def pictures(workshop: Workshop, number: int, side: int) -> None:
    """Every card shows some pictures of its own."""
    for n in range(number):
        Image.new("RGB", (side, side), (n, 0, 0)).save(workshop.game / "symbols" / f"{n}.png")
    place = '{{ image("symbols/" ~ n ~ ".png", 0, 0, 9, 9) }}'
    draw(workshop, f"{{% for n in range({number}) %}}{place}{{% endfor %}}")


@LINUX
def test_a_picture_too_large_for_the_memory_is_refused(workshop: Workshop) -> None:
    pictures(workshop, 1, 8_800)
    said = complaint(workshop, TIMBUKTU_MEGABYTES="200")
    assert said.startswith("mygame/templates/card.svg.j2: BA1") and "needs more than 200 MB of memory" in said


@LINUX
def test_many_pictures_need_no_more_memory_than_one(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """A dozen of them has 144 MB of pixels, once."""
    monkeypatch.setenv("TIMBUKTU_MEGABYTES", "100")
    pictures(workshop, 12, 2_000)
    result = workshop.run("pdf", "mygame", "--out", "out")
    assert result.exit_code == 0, result.stderr


def test_a_picture_is_stored_once_under_whatever_names(workshop: Workshop) -> None:
    Image.effect_noise((500, 500), 90).save(workshop.game / "symbols" / "one.png")
    shutil.copy(workshop.game / "symbols" / "one.png", workshop.game / "symbols" / "two.png")
    draw(workshop, '{% for n in ("one", "two") %}{{ image("symbols/" ~ n ~ ".png", 0, 0, 9, 9) }}{% endfor %}')
    assert workshop.run("pdf", "mygame", "--out", "out").exit_code == 0
    (file,) = (workshop.root / "out").iterdir()
    assert 250_000 < file.stat().st_size < 400_000


# ---- the limits themselves ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", ["soon", "0", "-3", "inf", "nan"])
@pytest.mark.parametrize("variable", ["TIMBUKTU_SECONDS", "TIMBUKTU_MEGABYTES"])
def test_a_limit_is_a_number(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    assert workshop.printing() == f"{variable}: a number above 0 was expected, but found {value!r}."


def test_only_what_lies_on_the_shelf_is_trusted(workshop: Workshop) -> None:
    assert all(map(trusted, ["kk-card", *paths.GAMES.iterdir(), paths.ASSETS / "starter"]))
    assert not any(map(trusted, ["mygame", workshop.game, paths.ASSETS / ".." / "elsewhere", "nothing", "a\0b", ""]))


def test_a_stranger_gets_the_same_bytes(workshop: Workshop) -> None:
    assert workshop.run("pdf", "mygame", "--lang", "de", "--out", "out").exit_code == 0
    printed, content = printed_set(load("mygame"), Order())
    assert (workshop.root / "out" / printed.file).read_bytes() == content


def test_a_game_that_cannot_be_printed_keeps_the_others_from_the_disk(workshop: Workshop) -> None:
    draw(workshop, "{{ nothing }}")
    assert "'nothing' is not known here" in workshop.complaint("pdf", "kk-card", "mygame", "--out", "out")


# ---- a child that misbehaves --------------------------------------------------------------------------------------


def killed(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os.kill(os.getpid(), signal.SIGKILL)
    return name, b""


def segfault(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os.kill(os.getpid(), signal.SIGSEGV)
    return name, b""


def vanished(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os._exit(0)


def line_to(progress: Progress) -> Any:
    """The child's end of the line to its parent."""
    return next(cell.cell_contents for cell in progress.__closure__ if hasattr(cell.cell_contents, "send_bytes"))


def babble(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    line_to(progress).send_bytes(b"\x80\x04garbage")
    return name, b""


def noise(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os.write(line_to(progress).fileno(), b"\xff" * 1000)
    return name, b""


def half_a_message(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os.write(line_to(progress).fileno(), b"\x00\x00\x10\x00half")
    time.sleep(PATIENCE)
    return name, b""


def long_speech(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    return "x" * (jobbing.MOST_TOLD + 1), b""


def wrong_facts(name: str, progress: Progress, kept: Kept) -> tuple[Any, bytes]:
    return {"file": "../../.profile"}, b""


def escape(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    progress("\x1b[2J", 1, 2)
    return name, b""


def chatter(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    while True:
        progress("on and on", 1, 2)


def hoard(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    return name, bytes(10**10)


def idle(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    time.sleep(PATIENCE)
    return name, b""


def scribble(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    with Path("scribble").open("wb") as file:
        file.write(b"x" * 100_000)
    return name, b""


def broken(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    return name[1000], b""


def shouting(name: str, progress: Progress, kept: Kept) -> tuple[str, bytes]:
    os.write(1, b"out")
    os.write(2, b"err")
    print("and more", flush=True)
    return name, b"printed"


def unseen(_label: str, _done: int, _whole: int) -> None:
    """Nobody looks at the bar."""


@pytest.fixture(params=[pytest.param("fork", marks=LINUX), "spawn"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Both ways to a child: that of Linux, and that of the other systems."""
    monkeypatch.setattr(jobbing, "_context", lambda: multiprocessing.get_context(request.param))
    return str(request.param)


@pytest.fixture
def nothing_left(workshop: Workshop) -> Iterator[None]:
    """Neither a process, nor an open file; a journeyman of another test may still be there."""
    shutil.rmtree(workshop.game)
    others = set(multiprocessing.active_children())
    folder = Path("/proc/self/fd")
    before = len(list(folder.iterdir())) if folder.exists() else 0
    yield
    assert set(multiprocessing.active_children()) <= others
    # Python keeps one line to its own tracker of resources, once something was spawned.
    assert (len(list(folder.iterdir())) if folder.exists() else 0) <= before + 1


@UNIX
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize(
    ("work", "message"),
    [
        (killed, "broke the process that printed it (SIGKILL)"),
        (segfault, "broke the process that printed it (SIGSEGV)"),
        (vanished, "gave no answer that makes sense"),
        (babble, "gave no answer that makes sense"),
        (noise, "gave no answer that makes sense"),
        (long_speech, "gave no answer that makes sense"),
        (wrong_facts, "gave no answer that makes sense"),
        (escape, "gave no answer that makes sense"),
    ],
)
def test_a_parent_survives_its_child(work: Callable[..., tuple[str, bytes]], message: str, way: str) -> None:
    with pytest.raises(PrintingError) as told:
        outside(work, str, "mygame", progress=unseen)
    assert message in str(told.value)


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("work", [half_a_message, chatter, idle])
def test_a_child_has_its_time_and_no_more(
    work: Callable[..., tuple[str, bytes]], way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMBUKTU_SECONDS", "2")
    with pytest.raises(PrintingError) as told:
        outside(work, str, "mygame", progress=unseen)
    assert str(told.value) == "mygame takes longer than 2 seconds; if you trust it, TIMBUKTU_SECONDS=4 allows more."


@UNIX
@pytest.mark.usefixtures("nothing_left")
def test_a_child_writes_no_file(way: str) -> None:
    with pytest.raises(PrintingError, match="File too large"):
        outside(scribble, str, "mygame", progress=unseen)
    assert Path("scribble").stat().st_size == 0


@LINUX
@pytest.mark.usefixtures("nothing_left")
def test_a_child_has_its_memory_and_no_more(way: str) -> None:
    with pytest.raises(PrintingError, match="mygame needs more than 2,000 MB of memory"):
        outside(hoard, str, "mygame", progress=unseen)


@pytest.mark.usefixtures("nothing_left")
def test_a_bug_in_the_child_is_told_as_one(way: str) -> None:
    with pytest.raises(BreakdownError, match="IndexError: string index out of range"):
        outside(broken, str, "mygame", progress=unseen)


@pytest.mark.usefixtures("nothing_left")
def test_a_child_speaks_only_to_its_parent(way: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert outside(shouting, str, "mygame", progress=unseen) == ("mygame", b"printed")
    assert capfd.readouterr() == ("", "")


def own_number(name: str, progress: Progress, kept: Kept) -> tuple[None, bytes]:
    return None, str(os.getpid()).encode()


@LINUX
def test_one_that_stays_outlives_the_thread_that_wanted_it_first() -> None:
    """Threads of a server come and go; whoever is hired by one of them goes on for the others."""
    journeyman, seen = Journeyman(own_number), list[bytes]()
    for _ in range(2):
        thread = threading.Thread(target=lambda: seen.append(journeyman.do("mygame")))
        thread.start()
        thread.join()
        time.sleep(0.2)  # for a signal that must not come
    assert len(set(seen)) == 1
    os.kill(int(seen[0]), signal.SIGTERM)
    wait_for(lambda: not lives(int(seen[0])))


# ---- a parent that goes -------------------------------------------------------------------------------------------


def children_of(pid: int) -> list[int]:
    """Its forks, not the compilers and linkers that ctypes asks for a library."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            parent = (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == pid and b"mygame" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue
    return found


def lives(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(condition: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


@LINUX
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_child_goes_with_its_parent(workshop: Workshop, number: signal.Signals) -> None:
    """Although it is in the middle of an endless step of C."""
    draw(workshop, DOUBLED_LISTS)
    command = [sys.executable, "-c", MAIN, "pdf", "mygame", "--out", "out"]
    with subprocess.Popen(command, cwd=workshop.root, env=environment(), stderr=subprocess.DEVNULL) as parent:
        try:
            wait_for(lambda: children_of(parent.pid))
            (child,) = children_of(parent.pid)
            parent.send_signal(number)
            assert parent.wait(PATIENCE) != 0
            wait_for(lambda: not lives(child))
        finally:
            parent.kill()
    assert [path.name for path in workshop.root.iterdir()] == ["mygame"]


@UNIX
def test_the_report_of_a_stranger_is_as_ever(workshop: Workshop) -> None:
    result = workshop.run("pdf", "mygame", "--out", "out", "--json")
    (facts,) = json.loads(result.stdout)
    assert (facts["game"], facts["sheets"], facts["pages"], facts["proved"]) == ("market-day", 2, 4, True)
    assert facts["file"] == str(Path("out") / "market-day-a4-en.pdf")
