"""Closed or full standard streams: what is done is done once, the exit code is right, and the trouble is told once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests import warmed
from tests.playing import OPENING

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")

MAIN = "from table.cli import main; main()"
REPORTS = (
    ["games"],
    ["games", "--json"],
    ["show", "game.tbk"],
    ["legal", "game.tbk"],
    ["score", "game.tbk"],
    ["advise", "game.tbk", "--json", "--simulations", "40"],
    ["tournament", "kk-card", "--bot", "random", "--games", "1", "--workers", "1", "--json"],
)
NEW = [
    "new",
    "kk-card",
    *("--player", "Anna", "--player", "Ben", "--player", "Clara"),
    "--seed",
    "7",
    "--out",
    "new.tbk",
]
DEEDS = (
    (["log", "game.tbk", "FK4"], "game.tbk", f"{OPENING}1 Anna: FK4\n"),
    (["log", "game.tbk", "FK4", "--json"], "game.tbk", f"{OPENING}1 Anna: FK4\n"),
    (NEW, "new.tbk", None),
    (["calibrate"], "calibration.pdf", None),
)
FULL = "timbuktu: Standard output could not be written: No space left on device.\n"
CLOSED = "timbuktu: Standard output could not be written: Bad file descriptor.\n"


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.tbk").write_text(OPENING, encoding="utf-8")


def run_afresh(streams: str, *words: str, program: str = MAIN) -> CompletedProcess[str]:
    """Runs the command with its streams turned as a shell does it."""
    command = ["sh", "-c", f'exec "$@" {streams}', "sh", sys.executable, "-c", program, *words]
    return calm(subprocess.run(command, capture_output=True, text=True, check=False, timeout=300))


def run(streams: str, *words: str) -> CompletedProcess[str]:
    """The same without starting Python."""
    with Path("/dev/full").open("wb") as full:
        shell = {">/dev/full": (1, full.fileno()), "<&-": (0, None), ">&-": (1, None), "2>&-": (2, None)}
        return calm(warmed.run(words, turned=dict(shell[turned] for turned in streams.split())))


def calm(result: CompletedProcess[str]) -> CompletedProcess[str]:
    assert "Traceback" not in result.stderr and "Exception" not in result.stderr, result.stderr
    return result


def run_unread(*words: str, typed: str = "") -> CompletedProcess[str]:
    """Runs the command into a pipe that nobody reads, as in `timbuktu ... | head -0`."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return warmed.run(words, typed, turned={1: writing})
    finally:
        os.close(writing)


@pytest.mark.parametrize("streams", [">/dev/full", ">&-", ">&- 2>&-", "2>&-", "<&-"])
def test_a_process_that_was_loaded_before_does_what_a_fresh_one_does(streams: str) -> None:
    """The other tests rely on it; here for a report and a deed."""
    for words in (["games"], ["log", "game.tbk", "FK4"]):
        answers = []
        for runs in (run_afresh, run):
            ran = runs(streams, *words)
            answers.append((ran.returncode, ran.stdout, ran.stderr, Path("game.tbk").read_text(encoding="utf-8")))
            Path("game.tbk").write_text(OPENING, encoding="utf-8")
        assert answers[0] == answers[1]


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_a_report_that_cannot_be_written_is_told_and_has_failed(words: list[str]) -> None:
    for streams, told in ((">/dev/full", FULL), (">&-", CLOSED)):
        result = run(streams, *words)
        said = [line for line in result.stderr.splitlines(keepends=True) if not line.startswith("block ")]
        assert (result.returncode, said) == (2, [told])


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_a_reader_who_has_seen_enough_gets_no_complaint(words: list[str]) -> None:
    result = run_unread(*words)
    said = [line for line in result.stderr.splitlines() if not line.startswith("block ")]
    assert (result.returncode, said) == (0, [])


@pytest.mark.parametrize(("words", "file", "content"), DEEDS, ids=lambda case: str(case)[:20])
def test_what_is_done_is_done_once_and_is_no_failure_when_nobody_hears_of_it(
    words: list[str], file: str, content: str | None
) -> None:
    before = Path(file).read_bytes() if Path(file).exists() else None
    for streams, told in ((">/dev/full", FULL), (">&-", CLOSED), (">&- 2>&-", ""), ("2>&-", ""), ("<&-", "")):
        result = run(streams, *words)
        assert (result.returncode, result.stderr) == (0, told)
        assert Path(file).exists() and (content is None or Path(file).read_text(encoding="utf-8") == content)
        if before is None:
            Path(file).unlink()
        else:
            Path(file).write_bytes(before)
    result = run_unread(*words)
    assert (result.returncode, result.stderr) == (0, "") and Path(file).exists()


def test_turns_from_a_pipe_are_all_written_when_nobody_reads_the_answers() -> None:
    typed = "FK4\nKA2\nSA2\n"
    shell = ["sh", "-c", '"$@" 2>said | head -c 0; cat said', "sh", sys.executable, "-c", MAIN, "log", "game.tbk"]
    afresh = subprocess.run(shell, capture_output=True, text=True, input=typed, check=False, timeout=300)
    assert afresh.stdout == ""
    written = Path("game.tbk").read_text(encoding="utf-8")
    Path("game.tbk").write_text(OPENING, encoding="utf-8")
    result = run_unread("log", "game.tbk", typed=typed)
    assert (result.returncode, result.stderr) == (0, "")
    assert written == f"{OPENING}1 Anna: FK4\n2 Ben: KA2\n3 Clara: SA2\n"
    assert Path("game.tbk").read_text(encoding="utf-8") == written


def test_a_turn_that_is_refused_stays_a_failure_and_is_told_alone() -> None:
    for streams in (">/dev/full", ">&-"):
        result = run(streams, "log", "game.tbk", "FR1")
        assert result.returncode == 1 and result.stderr.count("timbuktu:") == 1 and "FR1" in result.stderr
    assert run(">&- 2>&-", "log", "game.tbk", "FR1").returncode == 1
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


def test_a_closed_input_is_an_input_that_has_ended() -> None:
    result = run("<&-", "log", "game.tbk")
    assert (result.returncode, result.stderr) == (0, "")
    result = run("<&-", *(word for word in NEW if word not in ("--seed", "7")))
    assert result.returncode == 2 and "The setup is not complete" in result.stderr
    assert not Path("new.tbk").exists()


@pytest.mark.parametrize(("typed", "code"), [(b"FK4 ; caf\xe9\n", 2), (b"FK\xe9\n", 1)])
def test_a_byte_that_is_no_text_is_refused_with_its_line(typed: bytes, code: int) -> None:
    command = [sys.executable, "-c", MAIN, "log", "game.tbk"]
    environment = os.environ | {"PYTHONUTF8": "1"}
    result = subprocess.run(command, input=typed, capture_output=True, env=environment, check=False, timeout=300)
    assert result.returncode == code and result.stderr.count(b"timbuktu: ") == 1 and b"broke" not in result.stderr
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


def test_no_file_comes_to_stand_where_a_closed_stream_was() -> None:
    """A log that is opened as number 1 would get whatever a library prints there."""
    printing = "import os\nfrom table.screens import standard_streams\nstandard_streams.open_mouths()\n"
    opening = "log = open('game.tbk', 'ab')\nos._exit(log.fileno())"
    assert run_afresh("<&- >&- 2>&-", program=printing + opening).returncode > 2


# ---- Ctrl-C -------------------------------------------------------------------------------------------------------

IN_A_CALLBACK = """
import ctypes, signal, time
from table.log import referee
from table.cli import main

def compiling(*_names, **_wishes):
    '''As the compiler does it: Python code that is called from C, where Ctrl-C finds it.'''
    ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))()
    while True:
        time.sleep(0.01)

referee.rules = compiling
main()
"""


def test_an_interrupt_in_a_callback_of_the_compiler_ends_the_program_quietly() -> None:
    result = run_afresh("", *NEW, program=IN_A_CALLBACK)
    assert (result.returncode, result.stdout, result.stderr.strip()) == (130, "", "")


def test_an_interrupt_while_the_rules_are_compiled_ends_the_program_quietly(tmp_path: Path) -> None:
    home = os.environ | {"TIMBUKTU_HOME": str(tmp_path / "home")}
    home.pop("NUMBA_CACHE_DIR", None)
    command = [sys.executable, "-c", MAIN, *NEW]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=home) as program:
        assert program.stderr is not None
        assert "compiled for this machine" in program.stderr.readline()
        program.send_signal(signal.SIGINT)
        said = program.communicate(timeout=300)
    assert program.returncode == 130 and said[0] == "" and said[1].strip() == ""
    assert not Path("new.tbk").exists()


def test_an_interrupted_tournament_tells_its_table_and_leaves_nobody_behind() -> None:
    """Ctrl-C at a terminal goes to every process of the tournament."""
    words = ["tournament", "kk-card", "--bot", "random", "--games", "1000000", "--workers", "2"]
    program = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert program.stderr is not None
    try:
        while not (line := program.stderr.readline()).startswith("block "):
            assert line, "it ended by itself"
        os.killpg(program.pid, signal.SIGINT)
        told, said = program.communicate(timeout=60)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
    assert program.returncode == 0 and "random" in told
    assert all(line.startswith("block ") for line in said.splitlines()), said
