"""Where things lie on the screen: the board always in sight, what is told about it where there is room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Where = Literal["beside", "below", "drawer"]
"""Log and answers beside the board or below it; a drawer opens over the board's foot while there is an answer."""

FRAME = 3
"""Lines of the title, the words on offer and the prompt."""
WIDE, NARROW, SLIM = 38, 26, 14
"""Columns beside the board that are comfortable, that are enough, and that are enough for what is short."""
LOW = 6
"""Lines below the board that are enough."""


@dataclass(frozen=True)
class Arrangement:
    """What goes where on a screen of some size."""

    where: Where
    tight: bool
    """Whether the board leaves out blank lines."""
    holdings: int
    """Lines for what everybody has, below a board that has the rest beside it; 0 where they would not fit."""


def arranged(
    columns: int, lines: int, board: tuple[int, int], tight_lines: int, holdings: int, long: bool = False
) -> Arrangement:
    """For a screen, a board of so many columns and lines, lines of it without blank ones, and of the holdings.

    `long` is an answer that needs room.
    """
    wide, high = board
    tight = high > lines - FRAME - (LOW if columns - wide - 1 < NARROW else 0)
    high = tight_lines if tight else high
    beside, below = columns - wide - 1, lines - FRAME - high - 1
    if beside >= WIDE or (beside >= NARROW and below < LOW):
        return Arrangement("beside", tight, holdings if holdings < below else 0)
    if below >= LOW:
        return Arrangement("below", tight, 0)
    return Arrangement("drawer" if long or beside < SLIM else "beside", tight, 0)
