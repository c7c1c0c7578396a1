"""Standard input, output and error as they may come: closed, full, or with a reader who has seen enough.

What a command does must not depend on whether somebody listens. So writing never fails in the middle of a turn: what
cannot be said is dropped, and at the end the first fault is told, once.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import TextIO

from shelf.errors import reason


class Mouth(io.TextIOWrapper):
    """A stream that remembers its first fault and says nothing from then on."""

    fault: OSError | None = None

    def write(self, words: str, /) -> int:
        """Takes the words in any case."""
        if self.fault is None:
            try:
                return super().write(words)
            except OSError as fault:
                self.fault = fault
        return len(words)

    def flush(self) -> None:
        """Says what was taken."""
        if self.fault is None:
            try:
                super().flush()
            except OSError as fault:
                self.fault = fault

    @property
    def complaint(self) -> str | None:
        """Why not everything was said, or None; a reader who went away has seen enough, which is no fault."""
        if self.fault is None or self.fault.errno == errno.EPIPE:
            return None
        return reason(self.fault)


def open_mouths() -> Mouth:
    """Gives the program a standard input where it has none, and outputs that never fail; returns standard output."""
    _close_gaps()
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")  # a byte that is no text is refused with the line it stands in
    sys.stdout, sys.stderr = out, _ = _mouth(sys.stdout, 1), _mouth(sys.stderr, 2)
    return out


def _close_gaps() -> None:
    """No file of ours may come to be number 0, 1 or 2, or a library that prints would print into it.

    What stands there instead can be read and ends at once; writing to it is the same fault as to a closed stream.
    """
    while (number := os.open(os.devnull, os.O_RDONLY)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


def _mouth(stream: TextIO | None, number: int) -> Mouth:
    """As the stream was; letters that it does not know are replaced."""
    if stream is None:
        return Mouth(io.BufferedWriter(io.FileIO(number, "wb", closefd=False)), "utf-8")
    at_once = stream.isatty() or number == 2
    return Mouth(stream.buffer, stream.encoding, errors="replace", line_buffering=at_once)
