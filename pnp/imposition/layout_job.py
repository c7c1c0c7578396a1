"""What is to be laid out on sheets, and what is known about it while that is being worked out.

Lengths are whole hundredths of a millimetre.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pnp.imposition.layout_bounds import Size


@dataclass(frozen=True)
class Part:
    """One kind of component: all copies have the same trim size."""

    key: str
    width: float
    height: float
    count: int
    may_turn: bool = True


EFFORT = 60_000
"""So many drafts are made in search of something better: one or two seconds."""
_PATIENCE = 3
"""After so many times the effort even the plain way ends: sets of a hundred sizes with thousands of copies."""
Content = tuple[int, ...]
"""How many copies of each format a sheet holds, or is to hold."""


class Format(NamedTuple):
    """A trim size with the ways it may lie on the sheet, and the parts of this size: they may stand in one block."""

    sizes: tuple[Size, ...]
    parts: tuple[Part, ...]

    @property
    def copies(self) -> int:
        return sum(part.count for part in self.parts)


class Block(NamedTuple):
    """A grid (columns, rows) of copies, placed by its top left corner (x, y); only the last row may be incomplete."""

    format: int
    corner: tuple[int, int]
    size: Size
    grid: tuple[int, int]
    copies: int


class DraftSheet(NamedTuple):
    """A layout with what it holds and how many strokes it takes."""

    content: Content
    strokes: int
    blocks: tuple[Block, ...]


@dataclass
class Job:
    """What to lay out, the effort made for it, and the best layout known so far for each content that came up.

    Effort is counted in steps and never in seconds: the same set is laid out alike on a fast and on a busy machine.
    `worth` is the number of strokes that a copy of each format takes on a sheet of its own kind, once that is known.
    """

    formats: tuple[Format, ...]
    area: Size
    gap: int
    gutter: int
    effort: int = EFFORT
    steps: int = 0
    worth: list[float] = field(default_factory=list)
    drafts: dict[Content, DraftSheet] = field(default_factory=dict)
    composed: set[tuple[Content, int]] = field(default_factory=set)

    @cached_property
    def demand(self) -> Content:
        return tuple(fmt.copies for fmt in self.formats)

    @cached_property
    def areas(self) -> list[int]:
        return [fmt.sizes[0].width * fmt.sizes[0].height for fmt in self.formats]

    @cached_property
    def largest_first(self) -> list[int]:
        return sorted(range(len(self.formats)), key=lambda n: -self.areas[n])

    @property
    def tired(self) -> bool:
        return self.steps >= self.effort

    @property
    def spent(self) -> bool:
        return self.steps >= _PATIENCE * self.effort

    def keep(self, sheet: DraftSheet) -> None:
        known = self.drafts.get(sheet.content)
        if known is None or sheet.strokes < known.strokes:
            self.drafts[sheet.content] = sheet

    def alone(self, index: int) -> list[DraftSheet]:
        """The drafts that hold nothing but this format."""
        return [sheet for sheet in self.drafts.values() if sheet.content[index] == sum(sheet.content)]
