"""The command line: help at once, sensible reports, nothing in the way of a pipe."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from shelf import paths
from table.cli import COMMANDS, Visit, house
from tests.conftest import Workshop
from tests.pseudo_terminal import shown_on

MAIN = "from table.cli import main; main()"
HEAVY = ("cairosvg", "jinja2", "numba", "numpy", "ortools", "pikepdf", "PIL", "pydantic", "reportlab", "rich")


def run(*arguments: str, cwd: Path, program: str = MAIN) -> CompletedProcess[str]:
    """Runs the command in a process of its own, as in a pipe."""
    command = [sys.executable, "-c", program, *arguments]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, encoding="utf-8", check=False)


# ---- the end ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("games",), ("score", "game.tbk"), ("score", "nothing.tbk")])
def test_who_asked_to_be_called_at_the_end_is_called(workshop: Workshop, arguments: tuple[str, ...]) -> None:
    """As coverage asks, or a pool of processes; a command that leaves at once is no exception."""
    begun = workshop.run("new", "kk-card", "--player", "Ada", "--player", "Ben", "--player", "Cem", "--seed", "1",
                         "--out", "game.tbk")  # fmt: skip
    assert begun.exit_code == 0, begun.output
    program = f"import atexit, sys; atexit.register(print, 'the end', file=sys.stderr); {MAIN}"
    done = run(*arguments, cwd=workshop.root, program=program)
    assert done.stderr.endswith("the end\n")
    assert done.returncode == (2 if "nothing.tbk" in arguments else 0)


def test_a_thread_that_is_still_at_work_is_waited_for(workshop: Workshop) -> None:
    program = f"""
import sys, threading
threading.Thread(target=lambda: (threading.main_thread().join(), print("at work", file=sys.stderr))).start()
{MAIN}
"""
    done = run("score", "nothing.tbk", cwd=workshop.root, program=program)
    assert done.stderr.endswith("at work\n") and done.returncode == 2


# ---- help ---------------------------------------------------------------------------------------------------------


def test_help_loads_nothing_heavy(tmp_path: Path) -> None:
    program = f"""
import sys
from table.cli import house
for arguments in (["--help"], ["--version"], *([name, "--help"] for name in {COMMANDS!r})):
    house(arguments, standalone_mode=False)
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    result = run(cwd=tmp_path, program=program)
    assert (result.returncode, result.stderr) == (0, "[]\n")


def test_every_call_knows_its_own_command(workshop: Workshop) -> None:
    first, second = Visit(), Visit()
    house(["games", "--json"], obj=first, standalone_mode=False)
    assert house(["score", "nothing.tbk"], obj=second, standalone_mode=False) == 2
    assert (first.command, second.command) == ("games", "score")


def test_printing_needs_no_kernels(workshop: Workshop) -> None:
    program = """
import sys
from table.cli import house
house(["pdf", "mygame", "--out", "out"], standalone_mode=False)
print([name for name in ("numba", "solver.kernel.contract") if name in sys.modules], file=sys.stderr)
"""
    result = run(cwd=workshop.root, program=program)
    assert (result.returncode, result.stderr) == (0, "[]\n")


def test_help_names_every_command_and_works_in_a_pipe(tmp_path: Path) -> None:
    result = run("--help", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    listed = [line.split()[0] for line in result.stdout.split("Commands:")[1].splitlines() if line.strip()]
    assert [name for name in listed if name in COMMANDS] == list(COMMANDS)
    assert "\x1b" not in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(workshop: Workshop, name: str) -> None:
    result = workshop.run(name, "-h")
    assert result.exit_code == 0 and f"timbuktu {name}" in result.stdout
    options = result.stdout.split("Options:")[1]
    assert "\n  --" in options or "-h, --help" in options


def test_every_command_has_a_module_and_every_module_is_a_command() -> None:
    modules = {file.stem for file in (Path(paths.__file__).parent.parent / "table" / "commands").glob("[a-z]*.py")}
    assert modules == set(COMMANDS)


def test_a_terminal_without_umlauts_is_no_reason_to_break(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-c", MAIN, "games"]
    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
    assert result.returncode == 0 and b"kk-card" in result.stdout


# ---- init, check, games -------------------------------------------------------------------------------------------


def test_init_writes_a_game_that_checks_and_prints(workshop: Workshop) -> None:
    result = workshop.run("init", "new/game")
    assert result.exit_code == 0 and "timbuktu pdf new/game" in result.stdout
    written = {file.relative_to("new/game") for file in Path("new/game").rglob("*")}
    assert written == {file.relative_to(paths.ASSETS / "starter") for file in (paths.ASSETS / "starter").rglob("*")}
    result = workshop.run("check", "new/game")
    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout == (
        "cards: 18 copies of 63 x 88 mm\nmarket-day is fit to print (de, en): 2 sheets on A4, proved minimal.\n"
    )
    result = workshop.run("pdf", "new/game", "--out", "out")
    assert result.exit_code == 0 and result.stderr == ""
    assert [file.name for file in Path("out").iterdir()] == ["market-day-a4-en.pdf"]


def test_init_takes_an_empty_folder_and_no_other(workshop: Workshop) -> None:
    Path("empty").mkdir()
    assert workshop.run("init", "empty").exit_code == 0
    assert Path("empty/game.toml").exists()
    before = {file: file.read_bytes() for file in workshop.game.rglob("*") if file.is_file()}
    assert workshop.complaint("init", "mygame") == "mygame exists and is not empty; choose a new folder."
    assert {file: file.read_bytes() for file in workshop.game.rglob("*") if file.is_file()} == before
    Path("file").write_text("old", encoding="utf-8")
    assert workshop.complaint("init", "file") == "file exists and is not empty; choose a new folder."
    assert Path("file").read_text(encoding="utf-8") == "old"
    workshop.complaint("init", "file/game")


def test_check_writes_nothing(workshop: Workshop) -> None:
    before = sorted(workshop.root.rglob("*"))
    assert workshop.run("check", "mygame").exit_code == 0
    assert sorted(workshop.root.rglob("*")) == before


def test_check_looks_at_every_language_the_game_has_words_in(workshop: Workshop) -> None:
    workshop.change("words.en.toml", "smith", "smiht")
    assert "words.guild (words.en.toml) has no 'smith'" in workshop.complaint("check", "mygame")
    assert workshop.run("check", "mygame", "--lang", "de").exit_code == 0
    (workshop.game / "words.en.toml").unlink()
    assert "(de)" in workshop.run("check", "mygame").stdout


def test_games_lists_what_is_on_the_shelf(workshop: Workshop) -> None:
    rows = json.loads(workshop.run("games", "--json").stdout)
    assert [row["id"] for row in rows] == paths.game_ids()
    card_game = next(row for row in rows if row["id"] == "kk-card")
    assert card_game["players"] == [3, 5] and {"cards", "laws", "stones"} <= set(card_game["parts"])
    assert "print" in card_game["can"] and card_game["designer"] == "Michael Schacht"
    lines = workshop.run("games").stdout.splitlines()
    assert len(lines) == 1 + len(rows) + 1
    assert "Kardinal & König – Das Kartenspiel" in workshop.run("games").stdout


# ---- pipes --------------------------------------------------------------------------------------------------------


def test_no_progress_bar_in_a_pipe_and_json_alone_on_standard_output(workshop: Workshop) -> None:
    result = run("pdf", "mygame", "--out", "out", "--json", cwd=workshop.root)
    assert (result.returncode, result.stderr) == (0, "")
    (printed,) = json.loads(result.stdout)
    assert printed["game"] == "market-day" and printed["bytes"] == (workshop.root / printed["file"]).stat().st_size
    result = run("check", "mygame", cwd=workshop.root)
    assert (result.returncode, result.stderr) == (0, "") and "\x1b" not in result.stdout


@pytest.mark.skipif(os.name == "nt", reason="pseudo terminals are a matter of Unix")
def test_a_progress_bar_on_a_terminal(workshop: Workshop) -> None:
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-c", MAIN, "check", "mygame"]
    with subprocess.Popen(command, cwd=workshop.root, stdout=subprocess.DEVNULL, stderr=follower) as process:
        os.close(follower)
        shown = shown_on(leader)
    assert process.returncode == 0 and b"market-day de" in shown


def test_a_bug_is_told_as_such_and_shown_on_request(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_name: str) -> None:
        raise RuntimeError("the ink has dried")

    monkeypatch.setattr("pnp.jobs.load", broken)
    result = workshop.run("pdf", "kk-card")
    assert result.exit_code == 1 and "RuntimeError: the ink has dried" in result.stderr
    monkeypatch.setenv("TIMBUKTU_TRACEBACK", "1")
    assert isinstance(workshop.run("pdf", "kk-card").exception, RuntimeError)
