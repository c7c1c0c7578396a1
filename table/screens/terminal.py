"""The gate to the terminal: whatever a name, a file or an argument brings along is shown there, and never obeyed.

Control and escape characters, marks that turn the direction of writing, characters without width and those that
nobody has assigned are written out as `\\x1b` or `\\u202e`. Line breaks and colours are the program's own: colours
come from `table.screens.console` alone, which is the only one to write past the gate.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import IO, Any

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of Unicode that show nothing by themselves, or nobody knows what."""
_BLANK = {*"\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"}
"""Letters and marks of Unicode that are blank all the same."""


class _Escapes(dict[int, str]):
    """For `str.translate`: every character as it is or written out, found out once."""

    def __init__(self, written: Callable[[str], str], kept: str = "") -> None:
        super().__init__({ord(letter): letter for letter in kept})
        self._written = written

    def __missing__(self, code: int) -> str:
        letter = chr(code)
        unseen = unicodedata.category(letter) in _UNSEEN or letter in _BLANK
        self[code] = self._written(letter) if unseen else letter
        return self[code]


def _in_python(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def _in_json(letter: str) -> str:
    return json.dumps(letter)[1:-1]


_SHOWN = _Escapes(_in_python, kept="\n\t")
_JSON = _Escapes(_in_json, kept="\n")


def visible(text: str) -> str:
    """A text with everything written out that a terminal would obey or hide; lines stay lines."""
    return text if text.isascii() and text.isprintable() else text.translate(_SHOWN)


def json_document(document: object) -> str:
    """One JSON document, the data exact: what a terminal would obey or hide stands there as JSON escapes it."""
    return json.dumps(document, ensure_ascii=False, indent=2).translate(_JSON)


def wrapped(text: str, columns: int) -> str:
    """Lines that are longer than the terminal, broken at words under their own indent; a single word stays whole."""
    return "\n".join(line if len(line) <= columns else _broken(line, columns) for line in text.split("\n"))


def _broken(line: str, columns: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()))
    pieces = textwrap.wrap(
        line.lstrip(), columns, initial_indent=indent, subsequent_indent=indent, break_long_words=False,
        break_on_hyphens=False, drop_whitespace=True,
    )  # fmt: skip
    return "\n".join(pieces) + (" " if line.endswith(" ") else "")


class Gate:
    """An output stream that lets only visible text through."""

    def __init__(self, stream: IO[str]) -> None:
        self.behind = stream

    def write(self, text: str) -> int:
        """Writes a text, made visible; on a terminal its lines are broken at words."""
        shown = visible(text)
        return self.behind.write(wrapped(shown, shutil.get_terminal_size().columns) if self.behind.isatty() else shown)

    def writelines(self, lines: Iterable[str]) -> None:
        """Writes texts, made visible."""
        for line in lines:
            self.write(line)

    def fileno(self) -> int:
        """The stream's number; on Windows there is none, for Click would write to the console of that number itself."""
        if os.name == "nt":
            raise io.UnsupportedOperation("fileno")
        return self.behind.fileno()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.behind, name)


@contextmanager
def gated() -> Iterator[None]:
    """Standard output and standard error behind the gate, for Click, for warnings and for whoever prints."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (stream if isinstance(stream, Gate) else Gate(stream) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
