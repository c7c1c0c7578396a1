"""What can go wrong between a definition and its PDF, told so that the person at the table can mend it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path


class PrintingError(Exception):
    """Anything a user can mend; the command line prints it as it is and leaves with code 2."""


@dataclass
class DefinitionError(PrintingError):
    """A fault in a game's folder, with the place where it stands."""

    file: Path
    message: str
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        place = str(self.file) if self.line is None else f"{self.file}, line {self.line}"
        return f"{place}: {self.field}: {self.message}" if self.field else f"{place}: {self.message}"


class DoesNotFitError(PrintingError):
    """A text that is larger than its box, even at its smallest size."""


def nearest(word: str, known: Iterable[str]) -> str:
    """' Did you mean X?' for a misspelt word, or what there is to choose from."""
    choices = sorted(known)
    close = get_close_matches(word.lower(), [choice.lower() for choice in choices], n=1, cutoff=0.6)
    if close:
        return " Did you mean " + repr(next(choice for choice in choices if choice.lower() == close[0])) + "?"
    shown = ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")
    return f" Known: {shown}." if choices else ""
