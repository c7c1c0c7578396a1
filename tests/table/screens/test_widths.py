"""Running text on terminals of 60, 80 and 120 columns: broken at words, never in the middle of one."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from shelf.language import LANGUAGES
from table.cli import COMMANDS, house
from table.screens.console import Console
from table.screens.fitting import Numbered
from table.screens.terminal import wrapped
from tests.conftest import Workshop

WIDTHS = (60, 80, 120)


class Screen(io.StringIO):
    """What a terminal was sent."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def shown(*arguments: str) -> list[str]:
    """The lines that a command shows on a terminal, without colours."""
    screen = Screen()
    with redirect_stdout(screen), redirect_stderr(screen), pytest.raises(SystemExit):
        house.main(arguments, prog_name="timbuktu")
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen.getvalue()).splitlines()


def too_long(lines: list[str], width: int) -> list[str]:
    """Lines that do not fit although they could be broken."""
    return [line for line in lines if len(line) > width and " " in line.strip()]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_screens_fit(width: int, language: str, workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TIMBUKTU_LANG", language)
    Path("bad.tbk").write_text("game: kk-card\nplayers: Ada, Bo, Cleo\nwhatever: yes\nsetup\n", encoding="utf-8")
    commands = [[name, "--help"] for name in COMMANDS]
    commands += [["--help"], ["games"], ["games", "kk-card"], ["frobnicate"], ["show", "bad.tbk"], ["trust", "nowhere"]]
    commands += [["new", "kk-card", "--player", "Ada,Bo,Cleo", "--option", "nothing"], ["check", "nothing"]]
    for arguments in commands:
        lines = shown(*arguments)
        assert lines and too_long(lines, width) == [], arguments


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_a_tournament_has_a_line_a_bot(width: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TIMBUKTU_LANG", language)
    bots = ("--bot", "greedy", "--bot", "random", "--games", "3", "--workers", "1")
    lines = shown("tournament", "kardinal", "--players", "3", *bots)
    assert max(map(len, lines)) <= width
    share = r"\d+,\d" if language == "de" else r"\d+\.\d"
    for bot in ("greedy", "random"):
        row = next(line for line in lines if re.match(rf"{bot} +\d", line))
        assert re.search(rf" {share} % +{share} – {share} % .*[+-]\d+ \([+-]\d+ – [+-]\d+\)", row), row


def test_a_numbered_paragraph_is_broken_under_its_first_word() -> None:
    console = Console(width=20)
    drawn = console.render_lines(Numbered("1. Opens Hungary: 6 for you"))
    lines = ["".join(part.text for part in line) for line in drawn]
    assert [line.rstrip() for line in lines] == ["1. Opens Hungary: 6", "   for you"]


def test_lines_are_broken_at_words_under_their_indent() -> None:
    assert wrapped("  hint   where to look", 14) == "  hint   where\n  to look"
    assert wrapped("short", 14) == "short"
    assert wrapped("a-code-without-blanks-that-is-long", 10) == "a-code-without-blanks-that-is-long"
    assert wrapped("Anna and Ben> ", 6) == "Anna\nand\nBen> "
