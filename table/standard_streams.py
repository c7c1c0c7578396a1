"""Standard input, output and error as they may come: closed, full, or with a reader who has seen enough.

What a command does must not depend on whether somebody listens. So writing never fails in the middle of a turn: what
cannot be said is dropped, and at the end the first fault is told, once.
"""

from __future__ import annotations

import errno
import io
import os
import select
import sys
from typing import Any, TextIO, cast


class Mouth(io.RawIOBase):
    """A stream that remembers its first fault and says nothing from then on."""

    def __init__(self, stream: io.RawIOBase) -> None:
        self.stream = stream
        self.fault: OSError | None = None

    def write(self, words: Any) -> int:
        """Takes the words in any case."""
        if self.fault is None:
            try:
                while (written := self.stream.write(words)) is None:
                    select.select([], [self.stream], [])
                return written
            except OSError as fault:
                self.fault = fault
        return len(words)

    def writable(self) -> bool:
        """It takes everything."""
        return True

    def fileno(self) -> int:
        """The stream's own."""
        return self.stream.fileno()

    def isatty(self) -> bool:
        """Whether a person is looking."""
        return self.stream.isatty()

    @property
    def complaint(self) -> str | None:
        """Why not everything was said, or None; a reader who went away has seen enough, which is no fault."""
        if self.fault is None or self.fault.errno == errno.EPIPE:
            return None
        return self.fault.strerror or str(self.fault)


def open_mouths() -> Mouth:
    """Gives the program a standard input where it has none, and outputs that never fail; returns standard output's."""
    _close_gaps()
    if sys.stdin is None:
        sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    out, err = _mouth(sys.stdout, 1), _mouth(sys.stderr, 2)
    sys.stdout, sys.stderr = _speaking(out, sys.stdout), _speaking(err, sys.stderr)
    return out


def _close_gaps() -> None:
    """No file of ours may come to be number 0, 1 or 2, or a library that prints would print into it.

    What stands there instead can be read and ends at once; writing to it is the same fault as to a closed stream.
    """
    while (number := os.open(os.devnull, os.O_RDONLY)) <= 2:
        os.set_inheritable(number, True)
    os.close(number)


def _mouth(stream: TextIO | None, number: int) -> Mouth:
    if stream is None:
        return Mouth(io.FileIO(number, "wb", closefd=False))
    return Mouth(cast(io.RawIOBase, getattr(stream.buffer, "raw", stream.buffer)))


def _speaking(mouth: Mouth, stream: TextIO | None) -> io.TextIOWrapper:
    """As the stream was; letters that it does not know are replaced."""
    encoding = stream.encoding if stream else "utf-8"
    at_once = mouth.isatty() or mouth.fileno() == 2
    return io.TextIOWrapper(io.BufferedWriter(mouth), encoding, errors="replace", line_buffering=at_once)
