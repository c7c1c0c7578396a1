"""What a line means that is typed at the table: a turn, or one of a few requests; the same everywhere, in any language.

The words stand in `assets/requests.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, cast, get_args

from shelf import paths
from shelf.language import Language
from shelf.safe_files import read_toml

Kind = Literal["hint", "advise", "legal", "undo", "score", "show", "help", "quit", "turn"]
KINDS: tuple[Kind, ...] = get_args(Kind)[:-1]
"""What can be asked for instead of a turn."""
WITH_MORE: tuple[Kind, ...] = ("legal", "advise")
"""Requests that the steps of a turn may follow."""
THINKING: tuple[Kind, ...] = ("hint", "advise")
"""Requests that take their time."""


@dataclass(frozen=True)
class Request:
    """A line as it is meant; of a turn `rest` is the whole line."""

    kind: Kind
    rest: str


def request_of(line: str, refused: str = "") -> Request:
    """What a line asks for; a request typed behind the line that was refused, which was offered again, counts alone."""
    line = line.strip()
    if refused.strip() and line.startswith(refused.strip()):
        behind = request_of(line.removeprefix(refused.strip()))
        if behind.kind != "turn":
            return behind
    word, _, rest = line.partition(" ")
    kind = _kinds().get(word.casefold(), "turn")
    if kind == "turn" or (rest.strip() and kind not in WITH_MORE):
        return Request("turn", line)
    return Request(kind, rest.strip())


def word_for(kind: Kind, language: Language) -> str:
    """The word of a language for a request."""
    return _table()[kind][language][0]


@cache
def _kinds() -> dict[str, Kind]:
    return {word: cast(Kind, kind) for kind, of in _table().items() for words in of.values() for word in words}


@cache
def _table() -> dict[str, dict[str, list[str]]]:
    return cast(dict[str, dict[str, list[str]]], read_toml(paths.ASSETS / "requests.toml"))
