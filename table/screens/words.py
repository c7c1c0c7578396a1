"""What the table says: the sentences stand in `assets/table.<language>.toml`, the numbers are filled in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shelf import paths
from shelf.language import Language
from shelf.messages import Tellable, in_language
from shelf.phrases import read_phrases

_HELP = 1_000
"""Letters of the longest sentence: what one may type at the table is told at once."""
_OWN_FILES = ("advice", "puzzles", "review", "web")


@dataclass(frozen=True)
class Words:
    """One language. Whoever speaks is given it, so that one process can speak several at the same time."""

    language: Language

    def said(self, key: str, **values: object) -> str:
        """The sentence `group.name` with its values; messages among them are told in this language, too."""
        return str(self.entry(key)).strip("\n").format(**{name: self._value(value) for name, value in values.items()})

    def decimals(self, number: str) -> str:
        """A number as the language writes it."""
        return number.replace(".", self.said("advice.decimal"))

    def _value(self, value: object) -> object:
        return value.said(self.language) if isinstance(value, Tellable) else value

    def told(self, message: object) -> str:
        """A message, or an error that has one."""
        return in_language(message, self.language)

    def entry(self, key: str) -> Any:
        """What stands there, as it stands; advice, puzzles, reviews and the pages have files of their own."""
        group, _, name = key.partition(".")
        return (self._file(group) if group in _OWN_FILES else self._file("table")[group])[name]

    def entries(self, group: str) -> Mapping[str, Any]:
        """All that stands in a group."""
        found: Mapping[str, Any] = self._file("table")[group]
        return found

    def _file(self, name: str) -> Mapping[str, Any]:
        return read_phrases(paths.ASSETS, name, self.language, _HELP)
