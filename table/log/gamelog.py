"""The log of a game as a file: reading it, adding lines, cutting the last one. What lines mean is the referee's matter.

A header of `key: value` lines, the line `setup`, the setup, then a line for each turn: `NUMBER NAME: STEPS  ; comment`.
`reveal NAME: THINGS` tells what a player showed without playing a turn. docs/notation.md describes it for people.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

from shelf.atomic_write import write_new, write_whole
from shelf.errors import DefinitionError, PrintingError, nearest, place, quoted, reason, told
from shelf.language import Language
from shelf.messages import Message, in_language, joined
from shelf.safe_files import decoded, read_text
from table.log.locking import locked

SUFFIX = ".tbk"
KEYS = ("game", "players", "me", "date", "seed")
LONGEST_NAME = 40

_TURN = re.compile(r"([0-9]{1,6})(?:\s*[.)])?\s(.*)")
_REVEAL = re.compile(r"reveal\s(.*)", re.IGNORECASE)
_HEADER = re.compile(r"[A-Za-z_][A-Za-z0-9_ -]*")
"""What stands before the colon of a line. None of the three tries a long line in more than one way."""


@dataclass(eq=False)
class GameLogError(PrintingError):
    """A log that cannot be read or replayed, with the line where it fails."""

    file: Path
    message: str
    line: int | None = None

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: Language) -> str:
        """File and line, and what is wrong there."""
        return f"{in_language(place(self.file, self.line), language)}: {told(in_language(self.message, language))}"


@dataclass
class NobodyError(LookupError):
    """A name that nobody at the table has, or several may have."""

    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True)
class Entry:
    """A line after the setup: a turn, or without a number something that a player showed."""

    line: int
    number: int | None
    name: str
    steps: str
    fault: str = ""
    """Why it is neither; then it has no name, and nobody can play it."""

    def __str__(self) -> str:
        if self.fault:
            return self.steps
        return f"{'reveal' if self.number is None else self.number} {self.name}: {self.steps}"


@dataclass(frozen=True)
class GameLog:
    """A log taken apart into lines."""

    file: Path
    text: str
    header: Mapping[str, str]
    setup: tuple[tuple[int, str], ...]
    entries: tuple[Entry, ...]
    lines: Mapping[str, int] = field(default_factory=dict)
    """The line of each header key, and of `setup`."""

    def fault(self, message: str, line: int | None = None) -> GameLogError:
        """An error about a line; without one it is about the end of the file."""
        return GameLogError(self.file, message, line or _last_line(self.text))


def _last_line(text: str) -> int:
    return text.rstrip().count("\n") + 1


def content_of(line: str) -> str:
    """A line without its comment."""
    return line.split(";", 1)[0].strip()


def numbered(text: str) -> list[tuple[int, str]]:
    """The lines that say something: number and content."""
    lines = ((number, content_of(line)) for number, line in enumerate(text.split("\n"), start=1))
    return [(number, line) for number, line in lines if line]


def read_log_text(file: Path) -> str:
    """A log's text."""
    try:
        return read_text(file)
    except DefinitionError as fault:
        raise GameLogError(file, fault.message, fault.line) from None


def read(file: Path) -> GameLog:
    """Reads a log and takes it apart."""
    return parse(read_log_text(file), file)


def read_back(text: str, file: Path) -> GameLog:
    """A text that is about to be written, read as if it stood in the file already."""
    try:
        return parse(decoded(file, text.encode()), file)
    except UnicodeEncodeError as strange:
        line = text.count("\n", 0, strange.start) + 1
        raise GameLogError(file, Message("log.no_text", text=repr(text[strange.start])), line) from None
    except DefinitionError as fault:
        raise GameLogError(file, fault.message, fault.line) from None


def parse(text: str, file: Path) -> GameLog:
    """Takes a log apart; a line that fits nowhere is an error, and behind the first turn an entry with its fault."""
    lines = numbered(text)
    starts = [index for index, (_, line) in enumerate(lines) if line.lower().rstrip(": ") == "setup"]
    if not starts:
        _complain_about_header(lines, text, file)
    header, places = _read_header(lines[: starts[0]], file)
    places["setup"] = lines[starts[0]][0]
    setup: list[tuple[int, str]] = []
    entries: list[Entry] = []
    for number, line in lines[starts[0] + 1 :]:
        if entry := parse_entry(number, line):
            entries.append(entry)
        elif not entries:
            setup.append((number, line))
        else:
            expected = Message("log.no_turn", line=quoted(line))
            entries.append(Entry(number, None, "", line, expected))
    return GameLog(file, text, header, tuple(setup), tuple(entries), places)


def _complain_about_header(lines: Sequence[tuple[int, str]], text: str, file: Path) -> NoReturn:
    _read_header(lines, file)
    raise GameLogError(file, Message("log.no_setup" if lines else "log.empty"), _last_line(text))


def _read_header(lines: Sequence[tuple[int, str]], file: Path) -> tuple[dict[str, str], dict[str, int]]:
    header: dict[str, str] = {}
    places: dict[str, int] = {}
    for number, line in lines:
        key, colon, value = line.partition(":")
        if not colon or not _HEADER.fullmatch(key):
            raise GameLogError(file, Message("log.no_key", line=quoted(line)), number)
        key = key.rstrip().lower()
        if key in header:
            raise GameLogError(file, Message("log.key_twice", key=quoted(key), places=places[key]), number)
        header[key], places[key] = value.strip(), number
    return header, places


def parse_entry(number: int, line: str) -> Entry | None:
    """A line of play, or None."""
    head, colon, steps = line.partition(":")
    if not colon:
        return None
    if (turn := _TURN.fullmatch(head)) and (name := turn[2].strip()):
        return Entry(number, int(turn[1]), name, steps.strip())
    if (shown := _REVEAL.fullmatch(head)) and (name := shown[1].strip()):
        return Entry(number, None, name, steps.strip())
    return None


def split_names(value: str) -> list[str]:
    """Player names with commas between them."""
    return [name.strip() for name in value.split(",")]


def name_fault(names: Sequence[str]) -> str | None:
    """What is wrong with a list of names, or None."""
    for name in names:
        if not name:
            return Message("log.nameless")
        if len(name) > LONGEST_NAME or re.search(r"[,:;\x00-\x1f\x7f-\x9f]", name):
            return Message("log.no_name", name=quoted(name), longest_name=LONGEST_NAME)
    seen = Counter(name.casefold() for name in names)
    twice = next((name for name in names if seen[name.casefold()] > 1), None)
    return Message("log.same_name", twice=quoted(twice)) if twice else None


def find_name(names: Sequence[str], typed: str) -> int:
    """The seat of a name, or of the only one that begins so; a NobodyError tells what is wrong."""
    wanted = typed.strip().casefold()
    lower = [name.casefold() for name in names]
    if wanted in lower:
        return lower.index(wanted)
    fitting = [seat for seat, name in enumerate(lower) if name.startswith(wanted)]
    if len(fitting) == 1:
        return fitting[0]
    if len(fitting) > 1:
        raise NobodyError(
            Message("log.ambiguous", typed=quoted(typed), names=joined("or", [names[seat] for seat in fitting]))
        )
    raise NobodyError(Message("log.nobody", typed=quoted(typed), hint=nearest(typed, names)))


def written(header: Mapping[str, str], setup: Sequence[str]) -> str:
    """The text of a new log."""
    return "\n".join([*(f"{key}: {value}" for key, value in header.items()), "", "setup", *setup, "", ""])


def create(file: Path, text: str) -> None:
    """Writes a new log, whole or not at all; an old one is never written over."""
    try:
        write_new(file, text.encode())
    except FileExistsError:
        raise GameLogError(file, Message("log.exists")) from None


@contextmanager
def alone_with(file: Path) -> Iterator[Path]:
    """Keeps other programs from changing the log; gives the file itself where a link was named."""
    read_log_text(file)
    try:
        file = file.resolve()
        with locked(file):
            yield file
    except OSError as fault:
        raise GameLogError(file, Message("log.fixed", fault=reason(fault))) from fault


def replace(file: Path, text: str) -> None:
    """Puts a new text in the place of the old one; a crash at any moment leaves one of the two, whole."""
    write_whole(file, text.encode())


def with_lines(log: GameLog, lines: Sequence[str]) -> str:
    """The log's text with more lines at its end, broken as the others are."""
    end = line_end(log.text)
    text = log.text if log.text.endswith("\n") else log.text + end
    if not log.entries and content_of(text.rstrip("\r\n").rsplit("\n", 1)[-1]) and not text.endswith(end + end):
        text += end
    return text + "".join(line + end for line in lines)


def line_end(text: str) -> str:
    """How lines end in a text."""
    return "\r\n" if "\r\n" in text else "\n"


def without_last(log: GameLog) -> str:
    """The log's text without its last turn; comments and blank lines around it stay."""
    lines = whole_lines(log.text)
    del lines[log.entries[-1].line - 1]
    return "".join(lines)


def whole_lines(text: str) -> list[str]:
    """The lines of a text with their ends."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)
