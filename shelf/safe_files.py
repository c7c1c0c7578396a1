"""Reading the files of a folder: never outside it, never without end."""

from __future__ import annotations

import re
import stat
import tomllib
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from shelf.errors import DefinitionError, reason
from shelf.messages import Message

MOST_BYTES = 4_000_000
"""The largest text file that is read: twenty thousand rows of two hundred letters."""

MOST_KEPT_BYTES = 400_000_000
"""The largest record of a tournament or a training, which the program wrote itself."""

MOST_FILES = 5_000
"""Of a folder that is looked at; more are not a game's."""

_NO_TEXT = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
DEEPEST = 32
"""Tables of TOML within tables."""
_TOO_DEEP = Message("files.too_deep", deepest=DEEPEST)
_LONG_KEY = re.compile(
    r"""
    ^ [ \t]*+ \[{0,2}+ [ \t]*+
    (?: (?: [A-Za-z0-9_-]++ | " (?: [^"\\\n]++ | \\. )*+ " | ' [^'\n]*+ ' ) [ \t]*+ \. [ \t]*+ ){32}
    """,
    re.VERBOSE | re.MULTILINE,
)
"""A key of too many parts: the standard parser would take time that grows with their square."""
_TOML_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


def stamp_of(folder: Path) -> int:
    """Another number when a file of the folder was saved, has come or has gone."""
    found = []
    for file in islice(folder.rglob("*"), MOST_FILES):
        with suppress(OSError):
            facts = file.stat()
            found.append((str(file), facts.st_mtime_ns, facts.st_size))
    return hash(tuple(sorted(found)))


def inside(folder: Path, name: str) -> Path | None:
    """The file `name` of a folder, or None where the name or a link would lead out of it."""
    try:
        path = (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return path if path.is_relative_to(folder.resolve()) else None


def file_in(folder: Path, name: str) -> Path | None:
    """The same, and None also where there is no such file."""
    try:
        path = inside(folder, name)
        return path if path is not None and path.is_file() else None
    except (OSError, ValueError):
        return None


def within(folder: Path, name: str) -> Path:
    """The path of `name` in a folder as its owner writes it; one that leads out of the folder is an error."""
    if inside(folder, name) is None:
        raise DefinitionError(folder / name, Message("files.leads_out"))
    return folder / name


def read_text(file: Path, most_bytes: int = MOST_BYTES) -> str:
    """A text file in UTF-8."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise DefinitionError(file, Message("files.no_file"))
        with file.open("rb") as source:
            content = source.read(most_bytes + 1)
    except FileNotFoundError as missing:
        raise DefinitionError(file, Message("files.missing")) from missing
    except (OSError, ValueError) as unreadable:
        raise DefinitionError(file, Message("files.unreadable", reason=reason(unreadable))) from unreadable
    return decoded(file, content, most_bytes)


def decoded(file: Path, content: bytes, most_bytes: int = MOST_BYTES) -> str:
    """The text that these bytes of a file are; whoever writes a file asks here whether it can be read again."""
    if len(content) > most_bytes:
        raise DefinitionError(file, Message("files.too_large", most_bytes=most_bytes // 1_000_000))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as strange:
        line = content.count(b"\n", 0, strange.start) + 1
        raise DefinitionError(file, Message("files.not_utf8"), line) from strange
    if found := _NO_TEXT.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise DefinitionError(file, Message("files.strange", found=repr(found[0])), line)
    return text


def read_toml(file: Path) -> dict[str, Any]:
    """The values of a TOML file."""
    return parse_toml(file, read_text(file))


def parse_toml(file: Path, text: str) -> dict[str, Any]:
    """The values of a TOML text that was read from `file`."""
    if deep := _LONG_KEY.search(text):
        raise DefinitionError(file, _TOO_DEEP, text.count("\n", 0, deep.start()) + 1)
    try:
        values = tomllib.loads(text)
    except RecursionError as fault:
        raise DefinitionError(file, _TOO_DEEP) from fault
    except ValueError as fault:
        place = _TOML_PLACE.search(str(fault))
        line = int(place[1]) if place and place[1] else None
        raise DefinitionError(file, Message("files.not_toml", reason=_TOML_PLACE.sub("", str(fault))), line) from fault
    _check_values(file, values)
    return values


def _check_values(file: Path, values: dict[str, Any]) -> None:
    """Tables and lists within each other, and whole numbers, within the bounds of what the program goes through."""
    waiting: list[tuple[Any, int]] = [(values, 0)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, int) and value.bit_length() > 63:
            raise DefinitionError(file, Message("files.large_number"))
        if isinstance(value, dict | list):
            if depth > DEEPEST:
                raise DefinitionError(file, _TOO_DEEP)
            inner = value.values() if isinstance(value, dict) else value
            waiting += [(item, depth + 1) for item in inner]
