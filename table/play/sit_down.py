"""Sitting down at a table: on the whole screen where the terminal has one, line by line everywhere else."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

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

        FullScreen(sitting).sit_down()


def has_screen() -> bool:
    """Whether a person sits at a terminal that can be drawn on anywhere, and it is large enough."""
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if not all(stream and not stream.closed and stream.isatty() for stream in streams):
        return False
    if os.environ.get("TERM", "dumb" if os.name == "posix" else "") in ("dumb", "unknown"):
        return False
    size = shutil.get_terminal_size()
    return size.columns >= LEAST_COLUMNS and size.lines >= LEAST_LINES
