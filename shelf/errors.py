"""What can go wrong between a definition and its PDF, told so that the person at the table can mend it."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from shelf.language import Language
from shelf.messages import Message, Tellable, in_language, is_message

_LONGEST = 60
"""Characters of a strange value that a message repeats."""

_LONGEST_MESSAGE = 800
"""Characters of a whole message; a stranger's file can make one of any length."""

_COMPARED = 5_000
"""Words among which the nearest one is looked for."""


class PrintingError(Exception):
    """Anything a user can mend; the command line tells it in the person's language and leaves with code 2."""

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: Language) -> str:
        """The message in a language."""
        return told(in_language(self.args[0], language) if self.args else "")


@dataclass(eq=False)
class DefinitionError(PrintingError):
    """A fault in a game's folder, with the place where it stands."""

    file: Path
    message: str
    line: int | None = None
    field: str | None = None

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: Language) -> str:
        """File, line and field, and what is wrong there."""
        message = told(in_language(self.message, language))
        begin = in_language(place(self.file, self.line), language)
        field = f"{cut_short(in_language(self.field, language))}: " if self.field else ""
        return f"{begin}: {field}{message}"


def message_of(fault: Exception) -> Message:
    """What an error tells, as part of another message; errors of a library may have been given one of ours."""
    ours = next((given for given in fault.args if isinstance(given, Message)), fault)
    return Message("told.plain", said=fault if isinstance(fault, Tellable) else ours)


def sentence(message: str) -> str:
    """A message with its full stop."""
    return message if message.endswith((".", "?", "!")) else Message("told.stop", message=message)


class DoesNotFitError(PrintingError):
    """A text that is larger than its box, even at its smallest size."""


def place(file: Path, line: int | None) -> str:
    """Where something stands."""
    return near(file) if line is None else Message("place.line", file=near(file), line=line)


def near(file: Path) -> str:
    """A path as one would type it: relative below the working directory, as given elsewhere."""
    whole = Path(os.path.normpath(file.absolute()))
    return str(whole.relative_to(Path.cwd())) if whole.is_relative_to(Path.cwd()) else str(file)


def reason(fault: Exception) -> str:
    """What the system says, in our words where it is one of the usual things."""
    name = errno.errorcode.get(getattr(fault, "errno", None) or 0, "")
    system = getattr(fault, "strerror", None) or str(fault)
    return Message(f"system.{name}", said=system) if is_message(f"system.{name}") else system


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
        return Message("nearest.meant", word=quoted(lower[close[0]]))
    shown = ", ".join(map(cut_short, choices[:12]))
    return Message("nearest.more" if len(choices) > 12 else "nearest.known", words=shown) if choices else ""
