"""Every screen in both languages: no word of the other language stands on it, and no line is longer than the terminal.

The words are those of the phrase files themselves: what only German files say is German, what only English ones say is
English. Names, codes, options and file names are neither, and are not looked at.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from shelf import paths
from shelf.language import LANGUAGES, Language
from solver.games import playable_ids
from solver.players.bots import BOTS
from table.cli import COMMANDS, house
from table.log import gamelog
from tools.catalogue import texts

PLAYERS = ("Ada", "Bo", "Cleo")
FUNCTION_WORDS = {
    "de": "der das und ist nicht ein eine einer mit für auf von wird werden kann auch oder zum zur nach noch",
    "en": "the and is not with for from will cannot also this that there which of to be by was has have",
}
NO_WORDS = re.compile(
    r"`[^`]*`|'[^']*'|\"[^\"]*\"|„[^“]*“|--?[\w-]+(?:[= ][A-Z\[]\S*)?|\b\S*[/.:=*]\S+|\b[A-Z]{2,}\w*\b|\[[^\]]*\]"
    r"|timbuktu \w+"
)
"""What is quoted from elsewhere: codes, options and their values, file names, commands."""
IDENTIFIERS = {*COMMANDS, *gamelog.KEYS, *BOTS}
"""What is written alike in every language."""


def words_of(text: str) -> set[str]:
    return set(re.findall(r"(?<![^\W\d_])[a-zäöüß]{3,}(?![^\W\d_])", NO_WORDS.sub(" ", text)))


def phrases(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for inner in value.values():
            yield from phrases(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from phrases(inner)
    else:
        yield re.sub(r"\{\w*\}", " ", str(value))


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """All words that the files of a language say."""
    folders = [paths.ASSETS, *(paths.GAMES / game for game in paths.game_ids())]
    files = [file for folder in folders for file in folder.glob(f"*.{language}.toml") if file.name != "click.de.toml"]
    said = [phrase for file in files for phrase in phrases(tomllib.loads(file.read_text(encoding="utf-8")))]
    catalogue = texts()
    said += catalogue.values() if language == "de" else catalogue.keys()
    found = set[str]().union(*map(words_of, said), FUNCTION_WORDS[language].split())
    return frozenset(found)


def strange(text: str, language: Language) -> list[str]:
    """The words of the other language on a screen."""
    other: Language = "en" if language == "de" else "de"
    return sorted(words_of(text) & (vocabulary(other) - vocabulary(language) - IDENTIFIERS))


def run(*arguments: str, language: Language, typed: str | None = None, width: int = 80) -> Result:
    environment = {"LC_ALL": f"{language}_XX.UTF-8", "COLUMNS": str(width)}
    return CliRunner().invoke(house, arguments, prog_name="timbuktu", env=environment, input=typed)


def test_the_check_knows_the_languages_apart() -> None:
    assert strange("The game is over after 7 turns.", "de") and not strange("The game is over.", "en")
    assert strange("Das Spiel ist nach 7 Zügen zu Ende.", "en") and not strange("Das Spiel ist zu Ende.", "de")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help(command: str, language: Language) -> None:
    result = run(*filter(None, [command]), "--help", language=language)
    assert result.exit_code == 0 and strange(result.output, language) == []


@pytest.mark.parametrize("command", ["", "log"])
def test_help_speaks_one_language_after_the_other(command: str) -> None:
    """In one process, whichever was asked for first."""
    for language in (*LANGUAGES, *LANGUAGES):
        result = run(*filter(None, [command]), "--help", language=language)
        assert ("Zeigt diese Hilfe." in result.output) == (language == "de")
        assert ("Show this message and exit." in result.output) == (language == "en")


USAGE = [
    ("frobnicate",),
    ("--frobnicate",),
    ("games", "nothing"),
    ("pdf",),
    ("pdf", "nothing"),
    ("pdf", "kk-card", "--paper", "a5"),
    ("pdf", "kk-card", "--core", "2"),
    ("pdf", "kk-card", "--back-offset", "x"),
    ("chart", "kk-card", "--games", "9"),
    ("rules", "nothing"),
    ("check", "nothing"),
    ("init", "x1"),
    ("trust",),
    ("trust", "--forget", "nowhere"),
    ("new", "kk-card", "--player", "Ada"),
    ("new", "kk-card"),
    ("new", "kk-card", "--player", "Ada,Bo,Cleo", "--option", "nothing"),
    ("new", "kk-card", "--player", "Ada,Bo,Ada", "--seed", "1"),
    ("new", "kk-card", "--player", "Ada,Bo,Cleo", "--me", "Dan", "--seed", "1"),
    ("new", "checkers", "--player", "Ada,Bo"),
    ("log", "nothing.tbk", "--undo", "FR1"),
    ("show", "nothing.tbk"),
    ("show", "broken.tbk"),
    ("score", "empty.tbk"),
    ("advise", "nothing.tbk", "--time", "soon"),
    ("play", "kk-card", "--player", "Ada=genius"),
    ("tournament", "kardinal", "--bot", "nobody"),
    ("tournament", "kardinal"),
    ("train", "kk-card"),
    ("train", "kk-card", "--players", "7"),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_use(arguments: tuple[str, ...], language: Language, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x1").mkdir()
    (tmp_path / "x1" / "x").write_text("x")
    (tmp_path / "empty.tbk").write_text("")
    (tmp_path / "broken.tbk").write_text("game: kk-card\nplayers: Ada, Bo, Cleo\nwhat: ever\nsetup\nrow 1: FR1\n")
    result = run(*arguments, language=language)
    assert result.exit_code in (1, 2), result.output
    assert strange(result.output, language) == []


WRONG_TURNS = {
    "kk-card": ["XX1", "FR1 FR2 FR3 FR4", "!C", "stop", "--", "+FR1", "FR9", "-SA1", "EN4 =M"],
    "kardinal": ["XX", "RT9,9", "RT0,0", "@1,1", "+R", "--", "RC2,0", "QT2,0"],
    "kk-board": ["XX", "F9", "F1 E1", "-FA -FA", "stop", "+F +F +F", "F1 F2 / FA", "? ?"],
    "cartino": ["XX", "d3 a1", "xd3", "--", "KA", "* d3", "a1 / K10 K10"],
}


@pytest.fixture(scope="module", params=playable_ids())
def evening(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A game and the log of some turns of it."""
    game, folder = request.param, tmp_path_factory.mktemp("evening")
    whole, log = folder / "whole.tbk", folder / "evening.tbk"
    seats = [f"--player={name}=ai:random" for name in PLAYERS]
    played = run("play", game, *seats, "--seed=2", f"--log={whole}", language="en")
    assert played.exit_code == 0, played.output
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    last = next(number for number, line in enumerate(lines) if line.startswith("9 "))
    log.write_text("".join(lines[:last]), encoding="utf-8")
    return game, log


@pytest.mark.parametrize("language", LANGUAGES)
def test_looking_at_a_game(evening: tuple[str, Path], language: Language, tmp_path: Path) -> None:
    game, log = evening
    whole = log.with_name("whole.tbk")
    for arguments in (
        ("games",),
        ("show", str(log)),
        ("show", str(log), "--at", "3"),
        ("show", str(whole)),
        ("score", str(log), "--detail"),
        ("score", str(whole), "--detail"),
        ("advise", str(log), "--simulations", "300"),
        ("new", game, "--player", ",".join(PLAYERS), "--seed", "3", "--out", str(tmp_path / "new.tbk")),
        ("tournament", game, "--bot", "random", "--games", "1", "--workers", "1"),
    ):
        result = run(*arguments, language=language)
        assert result.exit_code == 0, result.output
        assert strange(result.output.replace(str(log.parent), ""), language) == [], arguments


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_about_a_game(language: Language) -> None:
    """All but its parts, which go by their ids."""
    *facts, parts = run("games", "kk-card", language=language).output.splitlines()
    assert strange("\n".join(facts), language) == [] and "--only" in parts


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_refused(evening: tuple[str, Path], language: Language) -> None:
    game, log = evening
    refused = [("log", str(log), turn) for turn in WRONG_TURNS[game]]
    refused += [("log", str(log), "--at", "99", "XX"), ("legal", str(log), "XX"), ("log", str(log), "reveal Ada: XX")]
    refused += [("legal", str(log.with_name("whole.tbk"))), ("advise", str(log.with_name("whole.tbk")))]
    for arguments in refused:
        result = run(*arguments, language=language)
        said = result.output.replace(str(log.parent), "")
        if result.exit_code == 0:
            run("log", str(log), "--undo", language=language)
        assert strange(said, language) == [], arguments


@pytest.mark.parametrize("language", LANGUAGES)
def test_sitting_at_the_table(evening: tuple[str, Path], language: Language, tmp_path: Path) -> None:
    """What one may type is understood in both languages, whichever is spoken."""
    _, log = evening
    own = tmp_path / "own.tbk"
    own.write_bytes(log.read_bytes())
    typed = "help\nhilfe\n?\nerlaubt\nshow\ntisch\nscore\npunkte\nundo\nzurück\nende\n"
    result = run("log", str(own), language=language, typed=typed)
    assert result.exit_code == 0, result.output
    assert strange(result.output.replace(str(tmp_path), ""), language) == []
    assert own.read_text(encoding="utf-8").count("\n") == log.read_text(encoding="utf-8").count("\n") - 2
