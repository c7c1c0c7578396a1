"""The table speaks German and English: the same sentences with the same gaps, and no English left in a German game.

Both at the same time, too: a process that serves several tables speaks with each of them in its own language.
"""

from __future__ import annotations

import io
import re
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from click.testing import CliRunner

from shelf import paths
from shelf.errors import DefinitionError
from shelf.language import LANGUAGES, Language
from shelf.phrases import read_phrases
from shelf.safe_files import read_toml
from solver.games import playable_ids
from table.cli import house

FILES = [paths.ASSETS / "table", paths.ASSETS / "advice"] + [
    paths.GAMES / game / name for game in playable_ids() for name in ("play",)
]


def gaps(entry: Any) -> Any:
    if isinstance(entry, dict):
        return {key: gaps(value) for key, value in entry.items()}
    if isinstance(entry, list):
        return [gaps(value) for value in entry]
    return {field for _, field, _, _ in Formatter().parse(str(entry)) if field}


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_both_languages_have_the_same_sentences_with_the_same_gaps(file: Path) -> None:
    german, english = (read_toml(file.with_name(f"{file.name}.{language}.toml")) for language in ("de", "en"))
    assert gaps(german) == gaps(english)


@pytest.mark.parametrize("game", playable_ids())
def test_a_game_is_played_from_deal_to_score_in_german(game: str, tmp_path: Path) -> None:
    log = tmp_path / "abend.tbk"
    seats = [f"--player={name}=ai:random" for name in ("Ada", "Bo", "Cleo")]
    played = CliRunner().invoke(house, ["play", game, *seats, "--seed=2", f"--log={log}", "--lang=de"])
    assert played.exit_code == 0, played.output
    assert "Punkte jetzt" in played.output and "Das Spiel ist nach" in played.output
    counted = CliRunner().invoke(house, ["score", str(log), "--lang=de"])
    assert "Summe" in counted.output and "gewinn" in counted.output
    for english in (" takes ", " builds ", " places ", " lays ", "points now", " wins", "total"):
        assert english not in played.output + counted.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_that_one_language_lacks_is_refused_in_both(language: Language, tmp_path: Path) -> None:
    (tmp_path / "say.de.toml").write_text('hello = "Hallo {name}"\n', encoding="utf-8")
    (tmp_path / "say.en.toml").write_text('hello = "Hello {name}"\nbye = "Bye"\n', encoding="utf-8")
    with pytest.raises(DefinitionError, match=r"say\.de\.toml.*bye.*missing"):
        read_phrases(tmp_path, "say", language)


class OwnEar(io.TextIOBase):
    """A standard output of which every thread hears only what it says itself."""

    def __init__(self) -> None:
        self._heard: dict[int, list[str]] = {}

    def write(self, text: str, /) -> int:
        if not isinstance(text, str):
            raise TypeError("what is said is text")  # Click asks by trying whether it may write bytes
        self._heard.setdefault(threading.get_ident(), []).append(text)
        return len(text)

    def heard(self) -> str:
        return "".join(self._heard.pop(threading.get_ident(), []))


def evening(ear: OwnEar, folder: Path, language: Language, begin: threading.Barrier) -> str:
    """All that is said while a game is dealt, played by bots, shown, counted and advised on."""
    log, half = folder / "evening.tbk", folder / "half.tbk"
    begin.wait()
    bots = [f"--player={name}=ai:greedy" for name in ("Ada", "Bo", "Cleo")]
    commands = [
        ["new", "kk-card", "--player=Ada, Bo, Cleo", "--seed=5", f"--out={half}"],
        ["play", "kk-card", *bots, "--seed=5", f"--log={log}"],
        ["show", str(log), "--at=7"],
        ["score", str(log), "--detail"],
        ["advise", str(half), "--simulations=400", "--threads=1"],
    ]
    for name, *arguments in commands:
        command = import_module(f"table.commands.{name}").command
        command.main([*arguments, f"--lang={language}"], standalone_mode=False)
    return re.sub(r"in \d+[.,]\d s", "in N s", ear.heard()).replace(str(folder), "")


def test_two_tables_of_one_process_speak_two_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ear = OwnEar()
    monkeypatch.setattr(sys, "stdout", ear)
    folders = [tmp_path / name for name in ("de", "en", "de2", "en2", "de3", "en3")]
    for folder in folders:
        folder.mkdir()
    alone = {language: evening(ear, tmp_path / language, language, threading.Barrier(1)) for language in LANGUAGES}
    assert "Das Spiel ist nach" in alone["de"] and "The game is over" in alone["en"]
    together = threading.Barrier(4)
    with ThreadPoolExecutor(4) as tables:
        said = {
            folder.name: tables.submit(evening, ear, folder, "de" if "de" in folder.name else "en", together)
            for folder in folders[2:]
        }
    assert {name: words.result() for name, words in said.items()} == {
        "de2": alone["de"],
        "en2": alone["en"],
        "de3": alone["de"],
        "en3": alone["en"],
    }
