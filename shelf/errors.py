"""What can go wrong between a definition and its PDF, told so that the person at the table can mend it."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

_LONGEST = 60
"""Characters of a strange value that a message repeats."""

_LONGEST_MESSAGE = 800
"""Characters of a whole message; a stranger's file can make one of any length."""

_COMPARED = 5_000
"""Words among which the nearest one is looked for."""


class PrintingError(Exception):
    """Anything a user can mend; the command line prints it as it is and leaves with code 2."""

    def __str__(self) -> str:
        return told(super().__str__())


@dataclass(eq=False)
class DefinitionError(PrintingError):
    """A fault in a game's folder, with the place where it stands."""

    file: Path
    message: str
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        place = near(self.file) if self.line is None else f"{near(self.file)}, line {self.line}"
        message = told(self.message)
        return f"{place}: {cut_short(self.field)}: {message}" if self.field else f"{place}: {message}"


class DoesNotFitError(PrintingError):
    """A text that is larger than its box, even at its smallest size."""


def near(file: Path) -> str:
    """A path as one would type it: relative below the working directory, as given elsewhere."""
    whole = Path(os.path.normpath(file.absolute()))
    return str(whole.relative_to(Path.cwd())) if whole.is_relative_to(Path.cwd()) else str(file)


def quoted(value: object) -> str:
    """A value as it stands in a file, cut short."""
    return cut_short(repr(value))


def cut_short(text: str, most: int = _LONGEST) -> str:
    """A strange text, as much of it as a message can bear."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def told(message: str) -> str:
    """A message that can be read at a glance, whatever found its way into it."""
    return cut_short(message, _LONGEST_MESSAGE)


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean X?' for a misspelt word, or what there is to choose from."""
    choices = sorted(known)
    lower = {choice.lower(): choice for choice in reversed(choices)}
    likely = lower if len(lower) <= _COMPARED else ()
    close = get_close_matches(word.lower()[:_LONGEST], likely, n=1, cutoff=0.6)
    if close:
        return f" Did you mean {quoted(lower[close[0]])}?"
    shown = ", ".join(map(cut_short, choices[:12])) + (" and others" if len(choices) > 12 else "")
    return f" Known: {shown}." if choices else ""
