"""README and the pages in docs: their command lines work as they stand, in order, and their links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from shelf import paths
from tests.conftest import Workshop

pytestmark = pytest.mark.long
ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"```(?:sh)?\n(.*?)```", re.DOTALL)
_ANSWER = re.compile(r"(?:\w+ \d+|open): ")
_COMPLETION = re.compile(r"_TIMBUKTU_COMPLETE=(\w+)_source timbuktu > (\S+)")


def blocks(page: Path) -> list[tuple[bool, str]]:
    """What stands between fences: whether it is for a shell, and the lines."""
    return [(found[0].startswith("```sh"), found[1]) for found in _BLOCK.finditer(page.read_text(encoding="utf-8"))]


def command_lines(page: Path) -> list[tuple[str, str]]:
    """The lines for a shell, each with what one types when it asks: the block behind it that begins with an answer."""
    lines: list[tuple[str, str]] = []
    for for_shell, block in blocks(page):
        if for_shell:
            lines += [(line, "") for line in block.splitlines()]
        elif lines and _ANSWER.match(block):
            lines[-1] = lines[-1][0], block
    return lines


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "games"], ids=lambda page: page.stem)
def test_every_command_line_works_in_order(page: Path, workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `make` does is what runs this test; `init` finds no folder of its name where it is the first to be run.

    The lines of docs/games.md are run in `test_games_page`, which also looks at what they answer.
    """
    monkeypatch.setenv("HOME", str(workshop.root))
    monkeypatch.delenv("TIMBUKTU_KEEP")
    shutil.copytree(paths.ASSETS / "starter-plays", workshop.root / "games" / "night")
    lines = command_lines(page)
    if any("timbuktu init mygame" in line for line, _ in lines):
        workshop.game.rename(workshop.root / "example")
    if any("~/games" in line for line, _ in lines):
        assert workshop.run("trust", "games/night").exit_code == 0
    for line, typed in lines:
        _run(line, typed, workshop)


def _run(line: str, typed: str, workshop: Workshop) -> None:
    words = [word.replace("~", str(workshop.root)) for word in shlex.split(line, comments=True)]
    if completion := _COMPLETION.match(line):
        assert "timbuktu" in _completion(completion[1], workshop)
    elif words and words[0] == "cp":
        shutil.copytree(ROOT / words[2], workshop.root / words[3])
    elif words and words[0] == "mkdir":
        (workshop.root / words[2]).mkdir(parents=True, exist_ok=True)
    elif words[:2] in (["timbuktu", "serve"], ["timbuktu", "preview"]):
        _serve(words[1:], workshop)
    elif words and words[0] == "timbuktu":
        thinks = {"advise", "review", "practise"} & {*words}
        quick = ["--time", "1"] if thinks and "--time" not in words else []
        result = workshop.run(*words[1:], *quick, typed=typed)
        assert result.exit_code == 0, (line, result.output)
    else:
        assert not words or words[0] in ("make", "pip"), line


def _serve(words: list[str], workshop: Workshop) -> None:
    """In a process of its own: it says its address, and Ctrl-C ends it."""
    program = "import sys; sys.argv[0] = 'timbuktu'; from table.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", program, *words, "--no-open"],
        cwd=workshop.root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout
        said = server.stdout.readline()
        server.send_signal(signal.SIGINT)
        rest = server.stdout.read()
    assert "http://" in said, said + rest
    assert server.returncode == 0, said + rest


def _completion(shell: str, workshop: Workshop) -> str:
    """In a process of its own, for the script names the program that is run; Bash is asked for its version."""
    program = "import sys; sys.argv[0] = 'timbuktu'; from table.cli import main; main()"
    environment = {"_TIMBUKTU_COMPLETE": f"{shell}_source", "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [sys.executable, "-c", program], cwd=workshop.root, env=environment, capture_output=True, text=True, check=True
    ).stdout


def test_readme_begins_at_a_real_table() -> None:
    """With tiles and cards that lie there; what the program deals comes later."""
    (begin,) = [line for line, _ in command_lines(PAGES[0]) if "timbuktu new" in line]
    assert "--seed" not in begin


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
