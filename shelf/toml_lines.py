"""Finds the line of a key in a TOML file, which the standard parser does not tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Place = tuple[str | int, ...]

_LONGEST = 200_000
"""Letters of a file in which lines are looked for; to take a longer one apart again would keep people waiting."""

_PIECE = re.compile(
    r"""
      "{3} (?: [^"\\]++ | \\. | "{1,2}(?!") )*+ "{3,5}
    | '{3} (?: [^']++ | '{1,2}(?!') )*+ '{3,5}
    | " (?: [^"\\\n]++ | \\. )*+ "
    | ' [^'\n]*+ '
    | \# [^\n]*+
    | (?P<open> [\[{] ) | (?P<close> [\]}] ) | (?P<end> \n )
    | [^\n\[\]{}"'\#]++ | .
    """,
    re.VERBOSE | re.DOTALL,
)
"""A string or a comment as a whole, a bracket, the end of a line, or whatever else."""


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The 1-based line where `path` (keys and list positions, as pydantic names them) is set.

    For a key that is missing it is the line of the table that should have it, for a key in an inline table or a list
    the line where that begins.
    """
    if len(text) > _LONGEST:
        return None
    wanted = tuple(path)
    best, closest = None, (0, False)
    for number, place, value in _statements(text):
        reached = _common(place, wanted)
        whole = reached == len(place)
        if whole:
            reached += _steps(value, wanted[reached:])
        if reached and (reached, whole) > closest:
            best, closest = number, (reached, whole)
    return best


def _statements(text: str) -> Iterator[tuple[int, Place, Any]]:
    """Every header and every assignment with its line, the table in which it stands, and its value."""
    here: Place = ()
    counts: dict[Place, int] = {}
    for number, chunk in _chunks(text):
        try:
            value = tomllib.loads(chunk)
        except (ValueError, RecursionError):
            return
        if chunk.lstrip().startswith("["):
            here = _header(value, chunk.lstrip().startswith("[["), counts)
            yield number, here, {}
        elif value:
            yield number, here, value


def _chunks(text: str) -> Iterator[tuple[int, str]]:
    """The text in its statements, each with its first line: a line that ends outside of strings and brackets ends one.

    The text is gone through once; each piece is parsed once, by itself.
    """
    begin, line, depth = 0, 1, 0
    for piece in _PIECE.finditer(f"{text}\n"):
        depth += (piece["open"] is not None) - (piece["close"] is not None)
        if piece["end"] and depth <= 0:
            chunk = text[begin : piece.start()]
            yield line, chunk.removesuffix("\r")
            begin, line, depth = piece.end(), line + chunk.count("\n") + 1, 0


def _header(value: Mapping[str, Any], many: bool, counts: dict[Place, int]) -> Place:
    """Where a [table] or [[table]] stands: its keys, with the position in every list of tables on the way."""
    place: Place = ()
    inner: Any = value
    while isinstance(inner, dict) and inner:
        key, inner = next(iter(inner.items()))
        place = (*place, key)
        last = not (isinstance(inner, dict) and inner)
        if many and last:
            counts[place] = counts.get(place, -1) + 1
        if place in counts:
            place = (*place, counts[place])
    return place


def _common(one: Place, other: Place) -> int:
    """How many steps two places have in common."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _steps(value: Any, path: Place) -> int:
    """How many steps of a path lead into a value."""
    for number, step in enumerate(path):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return number
    return len(path)
