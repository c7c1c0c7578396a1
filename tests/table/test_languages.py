"""The table speaks German and English: the same sentences with the same gaps, and no English left in a German game."""

from __future__ import annotations

from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from click.testing import CliRunner

from shelf import paths
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
