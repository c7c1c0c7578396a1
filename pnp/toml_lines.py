"""Finds the line of a key in a TOML file, which the standard parser does not tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""^\s*("[^"]+"|'[^']+'|[\w-]+)(?:\s*\.[^=]*)?\s*=""")


def line_of(text: str, path: Sequence[str | int]) -> int | None:
    """The 1-based line where `path` (keys and list positions, as pydantic names them) is set.

    Walks headers and keys only: for a key inside an inline table the line of the outermost key is given.
    """
    seen: dict[str, int] = {}
    here: tuple[str | int, ...] = ()
    best: tuple[int, int] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = tuple(part.strip().strip("\"'") for part in header[2].split("."))
            if header[1] == "[[":
                position = seen.get(header[2], -1) + 1
                seen[header[2]] = position
                here = (*here, position)
            elif len(here) > 1 and (owner := str(here[0])) in seen:
                here = (owner, seen[owner], *here[1:])
            spot = here
        elif key := _KEY.match(line):
            spot = (*here, key[1].strip("\"'"))
        else:
            continue
        if tuple(path[: len(spot)]) == spot and (best is None or len(spot) > best[0]):
            best = (len(spot), number)
    return best[1] if best else None
