"""A game's data as its players need it: tables, words and palette, just as they stand in the folder.

`pnp.definition.game` reads the same folder for printing and checks every cell of it; players start too often to wait for
that, so they open boxes that were checked before: those of the house by its tests, a stranger's when it was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from shelf import paths
from shelf.csv_files import Row, read_csv
from shelf.language import LANGUAGES, Language
from shelf.safe_files import read_toml, within


@dataclass(frozen=True)
class Box:
    """The folder of a game."""

    folder: Path
    variant: str = ""
    """Which of several maps in it is played; the first, if not named."""

    @cached_property
    def spec(self) -> Mapping[str, Any]:
        """The contents of `game.toml`."""
        return self._toml("game.toml")

    @property
    def id(self) -> str:
        """The id that commands and logs use."""
        return str(self.spec["id"])

    @property
    def players(self) -> range:
        """How many may play."""
        fewest, most = self.spec["players"]
        return range(fewest, most + 1)

    @cached_property
    def tables(self) -> Mapping[str, tuple[Row, ...]]:
        """The rows of every table."""
        return {name: read_csv(within(self.folder, spec["file"])).rows for name, spec in self.spec["table"].items()}

    def chosen(self, table: str) -> Row:
        """The row of a table of variants, the first where none is named."""
        rows = self.tables[table]
        return next((row for row in rows if row["id"] == self.variant), rows[0])

    @cached_property
    def words(self) -> Mapping[Language, Mapping[str, Any]]:
        """The game's words."""
        return {language: self._toml(f"words.{language}.toml") for language in LANGUAGES}

    @cached_property
    def palette(self) -> Mapping[str, Any]:
        """The game's colours."""
        return self._toml("palette.toml")

    def _toml(self, name: str) -> dict[str, Any]:
        return read_toml(within(self.folder, name))


def open_box(game_id: str) -> Box:
    """A game of the house."""
    return Box(paths.GAMES / game_id)
