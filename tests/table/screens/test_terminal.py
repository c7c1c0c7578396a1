"""What a stranger writes into a file is shown on the terminal and never obeyed."""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
from contextlib import chdir
from pathlib import Path

import pytest

from table.screens.terminal import json_document, visible
from tests import warmed

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u2028\u2029\u3164\ue000\U000e0041"
CONTROL = "\x1b[31m\x07\x08\x7f\x9b2J\x85\r"
HOSTILE = "Anna\u202e\u200b\u2028\u3164"
"""A name that a log may have: control characters are refused there already."""
SHOWN = "Anna\\u202e\\u200b\\u2028\\u3164"

LOG = f"""game: cartino
players: {HOSTILE}, Ünal 🎲
me: {HOSTILE}

setup
rack 1: K7 K8 K9 K10 KB

1 {HOSTILE}: a1 / ?  ; {HOSTILE}
"""
FINAL = f"game: cartino\n{HOSTILE}: track 20\nÜnal 🎲: track 30 out\n"


def run(*arguments: str, cwd: Path, text: str = "") -> tuple[int, str, str]:
    """Exit code and raw output of the program in a process of its own."""
    with chdir(cwd):
        done = warmed.run(arguments, text)
    return done.returncode, done.stdout, done.stderr


def obeyed(text: str) -> set[str]:
    """What a terminal would do something with."""
    unseen = {letter for letter in text if unicodedata.category(letter)[0] == "C" or letter in "\u2028\u2029\u3164"}
    return unseen - {"\n"}


@pytest.mark.parametrize("letter", [*BIDI, *UNSEEN, *CONTROL.replace("[31m", "").replace("2J", ""), "\ud800"])
def test_every_hidden_character_is_written_out(letter: str) -> None:
    shown = visible(f"a{letter}b")
    assert shown.isprintable() and shown.isascii() and len(shown) > 3


@pytest.mark.parametrize("text", ["Jürgen Müßig", "🎲 ♠ ✚▼⚜★≈■", "│ ─ ┌", "1\u00a0000", "two\nlines"])
def test_what_is_seen_stays_as_it_is(text: str) -> None:
    assert visible(text) == text


def test_json_keeps_the_data_and_hides_nothing() -> None:
    data = {"name": HOSTILE + CONTROL + BIDI + UNSEEN, "Ünal": ["🎲", 1]}
    written = json_document(data)
    assert json.loads(written) == data
    assert not obeyed(written) and "Ünal" in written and "🎲" in written


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "game.tbk").write_text(LOG, encoding="utf-8")
    (tmp_path / "end.txt").write_text(FINAL, encoding="utf-8")
    (tmp_path / f"{HOSTILE}.tbk").write_text("no log\n", encoding="utf-8")
    (tmp_path / "control.tbk").write_text(LOG.replace("a1 / ?", "\x9b2J\u202e"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "game.tbk"),
        ("legal", "game.tbk"),
        ("score", "game.tbk", "--detail"),
        ("score", "end.txt"),
        ("advise", "game.tbk", "--simulations", "20", "--lang", "de"),
        ("log", "game.tbk", f"{HOSTILE}: a2"),
        ("log", "game.tbk", "--undo"),
        ("log", "control.tbk", "--undo"),
    ],
    ids=" ".join,
)
def test_names_are_shown_and_not_obeyed(table: Path, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments, cwd=table)
    assert code in (0, 1), err
    assert not obeyed(out + err)
    assert SHOWN in out + err or "Ünal 🎲" in out + err


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", f"{HOSTILE}.tbk"),
        ("show", f"none{CONTROL}.tbk"),
        ("pdf", f"{HOSTILE}{CONTROL}"),
        (f"sh{CONTROL}ow",),
        ("show", f"--{CONTROL}{HOSTILE}"),
        (f"--{CONTROL}{HOSTILE}",),
        ("new", "cartino", "--player", f"A{CONTROL}", "--player", "B", "--seed", "1"),
        ("new", "cartino", "--player", "A", "--player", "B", "--seed", "1", "--option", CONTROL + HOSTILE),
        ("log", "game.tbk", f"a2 {CONTROL}{HOSTILE}"),
        ("log", "control.tbk", "a2"),
        ("pdf", "cartino", "--paper", CONTROL + HOSTILE),
        ("chart", "cartino", "--from", f"none{CONTROL}{HOSTILE}"),
    ],
    ids=lambda arguments: arguments[0] + str(len(arguments)),
)
def test_complaints_are_shown_and_not_obeyed(table: Path, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments, cwd=table)
    assert code in (1, 2) and err and not obeyed(out + err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "game.tbk", "--json"),
        ("score", "end.txt", "--json"),
        ("score", "game.tbk", "--json", "--detail"),
        ("log", "game.tbk", "--undo", "--json"),
    ],
    ids=" ".join,
)
def test_programs_get_names_exactly(table: Path, arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments, cwd=table)
    assert code == 0 and not obeyed(out + err)
    assert HOSTILE in json.dumps(json.loads(out), ensure_ascii=False)


def test_a_new_log_is_told_of_without_obeying_its_players(table: Path) -> None:
    code, out, err = run("new", "cartino", "--player", HOSTILE, "--player", "[/b]", "--seed", "1", cwd=table)
    assert code == 0 and not obeyed(out + err) and SHOWN in out


def test_names_that_look_like_markup_are_names(table: Path) -> None:
    """`play` with bots alone: Rich would stumble over the closing of a tag that nobody opened."""
    arguments = ("--player", "[/b]=ai:random", "--player", f"{HOSTILE}=ai:random", "--seed", "1", "--log", "bots.tbk")
    code, out, err = run("play", "cartino", *arguments, cwd=table)
    assert code == 0, err
    assert not obeyed(out + err) and "[/b]" in out and SHOWN in out


def test_a_strangers_game_is_checked_without_obeying_its_words(table: Path) -> None:
    assert run("init", "mygame", cwd=table)[0] == 0
    definition = table / "mygame" / "game.toml"
    hostile = definition.read_text(encoding="utf-8").replace(
        'tell_apart = ["guild"]', f'tell_apart = ["{HOSTILE}\\u001b"]'
    )
    definition.write_text(hostile, encoding="utf-8")
    code, out, err = run("check", "mygame", cwd=table)
    assert code == 2 and not obeyed(out + err) and "\\u202e" in err


def on_a_terminal(*arguments: str, cwd: Path) -> str:
    """What the program writes to a real terminal."""
    import pty

    shown = bytearray()

    def read(descriptor: int) -> bytes:
        got = os.read(descriptor, 4096)
        shown.extend(got)
        return got

    program = f"import os; os.chdir({str(cwd)!r}); from table.cli import main; main()"
    pty.spawn([sys.executable, "-c", program, *arguments], read)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no pty")
def test_on_a_terminal_colours_come_through_and_a_strangers_do_not(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "120")
    points = on_a_terminal("score", "end.txt", cwd=table)
    assert "\x1b[1m" in points and SHOWN in points
    assert not obeyed(re.sub(r"\x1b\[[0-9;]*m", "", points))
    missing = on_a_terminal("show", "none\x1b[31m\x9b2J.tbk", cwd=table)
    assert "none\\x1b[31m\\x9b2J.tbk" in missing and not obeyed(missing)
