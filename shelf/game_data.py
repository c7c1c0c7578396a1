"""A game's data as its players need it: tables, words and palette, just as they stand in the folder.

`pnp.definition.game` reads the same folder for printing and checks every cell of it; players start too often to wait
for that, so they take what was checked before: the games of the house by its tests, a stranger's when it was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from shelf import paths
from shelf.csv_files import Row, read_csv
from shelf.errors import DefinitionError
from shelf.language import LANGUAGES, Language
from shelf.messages import Message, Translated, in_each_language
from shelf.phrases import read_phrases
from shelf.safe_files import read_text, read_toml, within


@dataclass(frozen=True)
class GameData:
    """The folder of a game."""

    folder: Path
    variant: str = ""
    """Which of several maps in it is played; the first, if not named."""
    plays: str = ""
    """The game of the house by whose rules a stranger's folder is played; its own, if not named."""

    @cached_property
    def spec(self) -> Mapping[str, Any]:
        """The contents of `game.toml`."""
        return self._toml("game.toml")

    @property
    def id(self) -> str:
        """The id that commands and logs use."""
        return self.plays or str(self.spec["id"])

    @property
    def players(self) -> range:
        """How many may play."""
        fewest, most = self.spec["players"]
        return range(fewest, most + 1)

    @cached_property
    def tables(self) -> Mapping[str, tuple[Row, ...]]:
        """The rows of every table."""
        return {name: read_csv(within(self.folder, spec["file"])).rows for name, spec in self.spec["table"].items()}

    def table_file(self, table: str) -> Path:
        """The file that a table is read from."""
        return self.folder / str(self.spec["table"][table]["file"])

    def fault(self, message: str, *place: str | int) -> DefinitionError:
        """An error about `game.toml`; `place` is the keys and list positions that lead there."""
        from shelf.toml_models import fault_at

        file = self.folder / "game.toml"
        return fault_at(file, read_text(file), message, *place)

    def chosen(self, table: str) -> Row:
        """The row of a table of variants, the first where none is named."""
        rows = self.tables[table]
        return next((row for row in rows if row["id"] == self.variant), rows[0])

    @cached_property
    def words(self) -> Mapping[Language, Mapping[str, Any]]:
        """The game's words."""
        return {language: self._toml(f"words.{language}.toml") for language in LANGUAGES}

    def called(self, thing: str, language: Language) -> str:
        """A thing that tables and scores know by its id, by its name; what has none keeps its id."""
        groups = [group for group in self.words[language].values() if isinstance(group, dict)]
        names = (group[thing] for group in groups if thing in group)
        found = next((name if isinstance(name, str) else name.get("name") or name.get("title") for name in names), None)
        return str(found or thing)

    def phrases(self, language: Language) -> Mapping[str, Any]:
        """What is said while the game is played: on the screen, of a turn, about the score, as a reason."""
        return read_phrases(self.folder, "play", language)

    def refused(self, key: str, /, **values: object) -> Message:
        """Why something cannot be played or read, in the words of this game."""
        return Message(key, self.folder / "refusals", **values)

    def named(self, group: str, *keys: str) -> Translated:
        """One of the game's own words, in every language."""
        return in_each_language(lambda language: str(_leaf(self.words[language][group], keys)))

    @cached_property
    def palette(self) -> Mapping[str, Any]:
        """The game's colours."""
        return self._toml("palette.toml")

    def _toml(self, name: str) -> dict[str, Any]:
        return read_toml(within(self.folder, name))


def _leaf(words: Any, keys: tuple[str, ...]) -> Any:
    for key in keys:
        words = words[key]
    return words


@cache
def game_data(game_id: str) -> GameData:
    """A game of the house."""
    return GameData(paths.GAMES / game_id)
