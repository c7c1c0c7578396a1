"""Rules are code: those of a folder run only when they are trusted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shelf.catalogue import Catalogue
from shelf.errors import PrintingError
from solver.games import playable, trust
from solver.games.outside import UntrustedError
from tests.conftest import Workshop
from tests.pnp.test_jobbing import MAIN, PATIENCE, environment
from tests.pseudo_terminal import shown_on
from tests.table.outside.night_market import MARK, NEW, begun, change, marked, run

pytestmark = pytest.mark.long
UNIX = pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are a matter of Unix")


def test_rules_that_nobody_trusts_are_not_imported(workshop: Workshop, night: Path, mark: Path) -> None:
    for command in (NEW, ("play", "night-market"), ("tournament", "night-market", "--bot", "random")):
        said = workshop.complaint("--games", "games", *command)
        assert "Python code that can do whatever you can do" in said and said.endswith(f"timbuktu trust {night}")
    with pytest.raises(UntrustedError):
        playable("night-market", catalogue=Catalogue((night,)))
    assert not mark.exists()
    run(workshop, "trust", str(night))
    assert not mark.exists()
    run(workshop, *NEW)
    assert mark.exists()


def rename(night: Path) -> None:
    (night / "rules" / "view.py").rename(night / "rules" / "views.py")


def add(night: Path) -> None:
    (night / "rules" / "more.py").write_text("", encoding="utf-8")


def touch_up(night: Path) -> None:
    change(night / "rules" / "hidden.py", "Any lantern", "any lantern")


def move(night: Path) -> None:
    """The end of one file becomes the beginning of the next: together they are the same."""
    first, second = night / "rules" / "game.py", night / "rules" / "hidden.py"
    whole = first.read_text(encoding="utf-8")
    first.write_text(whole[:-10], encoding="utf-8")
    second.write_text(whole[-10:] + second.read_text(encoding="utf-8"), encoding="utf-8")


@pytest.mark.parametrize("alter", [rename, add, touch_up, move])
def test_any_change_of_the_rules_asks_for_trust_again(workshop: Workshop, night: Path, mark: Path, alter) -> None:
    run(workshop, "trust", "games/night")
    alter(night)
    assert "timbuktu trust" in workshop.complaint("--games", "games", *NEW)
    assert not mark.exists()


def test_the_same_rules_elsewhere_are_trusted(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    night.rename(workshop.root / "games" / "moved")
    begun(workshop)


LOG = "game: {}\nplayers: A, B\n\nsetup\n\n"
FINAL = "game: {}\nA: 1\nB: 2\n"


@pytest.mark.parametrize("content", [LOG, FINAL])
@pytest.mark.parametrize(
    "name", ["night-market", "./games/night", "games/night", "night-market:games/night", "kk-board:games/night"]
)
def test_no_log_leads_to_rules(workshop: Workshop, night: Path, mark: Path, name: str, content: str) -> None:
    (workshop.root / "a.tbk").write_text(content.format(name), encoding="utf-8")
    run(workshop, "trust", "games/night")
    workshop.complaint("score", "a.tbk")
    trust.forget(night)
    workshop.complaint("--games", "games", "score", "a.tbk")
    assert not mark.exists()


def test_no_definition_leads_to_rules(workshop: Workshop, night: Path, mark: Path) -> None:
    """Neither by a name of its own, nor by one of the house."""
    before = "night-market"
    for game_id in ("rules", "solver", "kk-card"):
        change(night / "game.toml", f'id = "{before}"', f'id = "{game_id}"')
        before = game_id
        workshop.complaint("--games", "games", "new", game_id, "--player", "A", "--player", "B", "--seed", "1")
    assert not mark.exists()


def test_printing_imports_nothing(workshop: Workshop, night: Path, mark: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TIMBUKTU_KEEP")  # the same is printed four times
    others = [marked(workshop, night / "rules" / f"{name}.py") for name in ("game", "state")]
    for _ in range(2):
        for game in ("night-market", "games/night"):
            run(workshop, "pdf", game, "--out", "out")
            run(workshop, "chart", game)
            run(workshop, "rules", game)
        run(workshop, "games")
        assert not any(file.exists() for file in (mark, *others))
        run(workshop, "trust", "games/night")


def test_a_check_looks_at_rules_only_when_they_are_trusted(workshop: Workshop, night: Path, mark: Path) -> None:
    for game in ("night-market", "games/night"):
        assert run(workshop, "check", game).stdout.endswith(f"timbuktu trust {night}\n")
    assert not mark.exists()
    run(workshop, "trust", "games/night")
    for game in ("night-market", "games/night"):
        assert run(workshop, "check", game).stdout.endswith("night-market plays, for 2 to 4 players.\n")


def test_what_is_imported_is_what_was_trusted(workshop: Workshop, night: Path) -> None:
    """Files that change after they were read, here by the first of them, change nothing; none can be added."""
    state = night / "rules" / "state.py"
    before = state.read_text(encoding="utf-8")
    first = night / "rules" / "__init__.py"
    mark = workshop.root / "swapped.mark"
    swap = f"from pathlib import Path\nPath({str(state)!r}).write_text({MARK.format(mark.name) + before!r})\n"
    first.write_text(swap, encoding="utf-8")
    run(workshop, "trust", "games/night")
    with pytest.raises(UntrustedError):  # `new` reads its log back, and meets the swapped file then
        playable("night-market", catalogue=Catalogue((night,))), playable("night-market", catalogue=Catalogue((night,)))
    assert "mark" in state.read_text(encoding="utf-8") and not mark.exists()
    state.write_text(before, encoding="utf-8")
    late = night / "rules" / "late.py"
    lines = (
        f"from pathlib import Path\nPath({str(late)!r}).write_text({MARK.format(mark.name)!r})\nfrom . import late\n"
    )
    first.write_text(lines, encoding="utf-8")
    run(workshop, "trust", "games/night")
    with pytest.raises(PrintingError, match="ImportError"):
        playable("night-market", catalogue=Catalogue((night,)))
    assert late.exists() and not mark.exists()


def test_folders_within_the_rules_are_not_imported(workshop: Workshop, night: Path) -> None:
    inner = night / "rules" / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("", encoding="utf-8")
    mark = marked(workshop, inner / "__init__.py")
    change(night / "rules" / "__init__.py", '"""', 'from . import inner\n"""')
    run(workshop, "trust", "games/night")
    assert "ImportError: cannot import name 'inner'" in workshop.run("--games", "games", *NEW).stderr
    assert not mark.exists()


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="no links")
def test_rules_do_not_lie_elsewhere(workshop: Workshop, night: Path) -> None:
    (night / "rules").rename(workshop.root / "rules")
    (night / "rules").symlink_to(workshop.root / "rules")
    assert "leads out of the game's folder" in workshop.complaint("trust", "games/night")
    (night / "rules").unlink()
    (workshop.root / "rules").rename(night / "rules")
    (night / "rules" / "far.py").symlink_to(workshop.root / "mygame" / "game.toml")
    assert "leads out of the game's folder" in workshop.complaint("trust", "games/night")


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("rules.py", "s = opened(state)", "s == = state", "SyntaxError: invalid syntax (rules.py, line 12)"),
        ("state.py", "u1, u8", "u1, u9", "state.py, line 9: ImportError"),
        ("rules.py", "int(s.seat)", "len(s.seat)", "TypingError"),
        ("game.py", "PLAYABLE = NightMarket", "PLAYABLE = 3", "have no class PLAYABLE that is a Playable"),
    ],
)
def test_broken_rules_are_told_with_their_place(
    workshop: Workshop, night: Path, file: str, old: str, new: str, said: str
) -> None:
    change(night / "rules" / file, old, new)
    run(workshop, "trust", "games/night")
    result = workshop.run("--games", "games", *NEW)
    assert result.exit_code == 2 and "The rules of night-market" in result.stderr and said in result.stderr
    assert "Traceback" not in result.stderr


def test_what_is_trusted_can_be_listed_and_forgotten(workshop: Workshop, night: Path) -> None:
    assert workshop.run("trust", "--list").stdout == ""
    run(workshop, "trust", "games/night")
    (row,) = json.loads(workshop.run("trust", "--list", "--json").stdout)
    assert row["folder"] == str(night) and row["sha256"].startswith(workshop.run("trust", "--list").stdout.split()[0])
    touch_up(night)
    run(workshop, "trust", "games/night")
    assert len(json.loads(workshop.run("trust", "--list", "--json").stdout)) == 1, "earlier rules of it are forgotten"
    assert workshop.run("trust", "--forget", "games/night").exit_code == 0
    assert workshop.run("trust", "--list").stdout == ""
    assert workshop.run("trust", "--forget", "games/night").exit_code == 1
    assert "timbuktu trust" in workshop.complaint("--games", "games", *NEW)


@pytest.mark.parametrize(
    "arguments", [(), ("--forget",), ("--list", "mygame"), ("--list", "--forget"), ("x", "--json")]
)
def test_trust_wants_one_thing_at_a_time(workshop: Workshop, arguments: tuple[str, ...]) -> None:
    assert workshop.run("trust", *arguments).exit_code == 2


def test_a_folder_without_rules_cannot_be_trusted(workshop: Workshop) -> None:
    assert "game.py: this file is missing" in workshop.complaint("trust", "mygame")
    assert "this file is missing" in workshop.complaint("trust", "nowhere")


@pytest.mark.parametrize("content", ["{", "[]", '{"a": 1}', "[" * 100_000])
def test_a_spoilt_memory_trusts_nothing(workshop: Workshop, night: Path, content: str) -> None:
    trust.memory().parent.mkdir(exist_ok=True)
    trust.memory().write_text(content, encoding="utf-8")
    said = workshop.complaint("--games", "games", *NEW)
    assert "Delete it to start anew." in said


# ---- asked at a terminal ------------------------------------------------------------------------------------------


def answered(workshop: Workshop, answer: str, *arguments: str) -> tuple[int, str]:
    """Exit code and what a terminal shows when a person answers so."""
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-c", MAIN, *arguments]
    with subprocess.Popen(
        command, cwd=workshop.root, env=environment(), stdin=follower, stdout=subprocess.DEVNULL, stderr=follower
    ) as process:
        os.close(follower)
        os.write(leader, answer.encode())
        shown = shown_on(leader)
        return process.wait(PATIENCE), " ".join(shown.decode().split())


@UNIX
def test_a_person_is_asked_once_and_again_after_a_change(workshop: Workshop, night: Path, mark: Path) -> None:
    new = ("--games", "games", *NEW[:-1])
    for answer in ("\n", "n\n", "\x04"):
        code, shown = answered(workshop, answer, *new, "a.tbk")
        assert code != 0 and f"files of Python code in {night / 'rules'}" in shown and "[y/N]" in shown
        assert not mark.exists() and not (workshop.root / "a.tbk").exists()
    code, shown = answered(workshop, "y\n", *new, "a.tbk")
    assert code == 0 and "whatever you can do" in shown and mark.exists()
    code, shown = answered(workshop, "", *new, "b.tbk")
    assert code == 0 and "[y/N]" not in shown
    mark.unlink()
    touch_up(night)
    code, shown = answered(workshop, "n\n", "--games", "games", "score", "--lang", "de", "a.tbk")
    assert code == 2 and "Vertraust du ihm?" in shown and not mark.exists()
