"""Sitting down at a table: on the whole screen where the terminal has one, line by line everywhere else."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from table.play.sitting import Sitting

LEAST_COLUMNS, LEAST_LINES = 60, 20
"""The smallest terminal that shows a board, a log and a prompt at the same time."""


def sit_down(sitting: Sitting, plain: bool) -> None:
    """Stays until somebody leaves."""
    if plain or not has_screen():
        from table.play.plain_table import PlainTable

        PlainTable(sitting).sit_down()
    else:
        from table.play.full_screen.app import FullScreen

        with _measured():
            FullScreen(sitting).sit_down()


def has_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on anywhere, and it is large enough."""
    screen = sys.__stdout__
    if not screen or not all(map(_is_terminal, (sys.__stdin__, screen, sys.__stderr__))):
        return False
    if os.environ.get("TERM", "dumb" if os.name == "posix" else "") in ("dumb", "unknown"):
        return False
    size = os.get_terminal_size(screen.fileno())
    return size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


@contextmanager
def _measured() -> Iterator[None]:
    """Within it the screen is as large as the terminal is; what COLUMNS and LINES say may be of another one."""
    said = {name: os.environ.pop(name) for name in ("COLUMNS", "LINES") if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(said)
