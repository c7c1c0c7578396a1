"""Imposition: mixed components on the fewest sheets, and then with the fewest strokes of the knife.

A sheet is cut with a ruler, so it is composed of *blocks*: grids of components of one size that lie the same way, `gap`
apart (0: they touch, and one stroke parts two neighbours). Blocks keep a wider distance, the *gutter*, where tick marks
and the numbers of the cuts stand. A block goes into the corner of a free room and leaves two smaller rooms, which can
be parted in two ways:

    +-------+---+      +-------+---+
    | block | 1 |      | block | 1 |      The left one makes bands across the sheet, the right one bands down; rooms 1
    +-------+---+      +-------+   |      and 2 are filled in the same manner. So every band, every block and every
    |     2     |      |   2   |   |      component can be cut off with a straight stroke from edge to edge.
    +-----------+      +-------+---+

Three steps lead to the sheets, and all of them give the same result at every run:

1. `sheet_drafts` drafts layouts of one sheet by beam search, with an eye on waste and on strokes: hundreds of
   them, each with another content, first for each size alone, then for the whole set, sheet by sheet.
2. `sheet_plans` (OR-Tools CP-SAT) picks from all drafts the sheets that together hold every copy.
3. It takes superfluous copies off and composes each of these sheets anew for just what it holds. Then any two of
   them are composed together, which gives new drafts for step 2, until nothing improves.

A set of one size needs step 1 only. Lengths are whole hundredths of a millimetre in here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.imposition.cutting import Cut, Rect, order_cuts
from pnp.imposition.layout_bounds import Demand, Size, most_on_a_sheet, sheets_needed, strokes_needed, weighings
from pnp.imposition.layout_job import EFFORT, Block, DraftSheet, Format, Job, Part
from pnp.imposition.sheet_plans import best_plan
from shelf.messages import Message

__all__ = ["Imposition", "Part", "SheetLayout", "Slot", "TooLarge", "impose"]


@dataclass(frozen=True, slots=True)
class Slot:
    """The trimmed rectangle of one component, mm from the top left of the usable area.

    `turned` means by 90 degrees; width and height are as the component lies on the sheet.
    """

    part: str
    index: int
    x: float
    y: float
    width: float
    height: float
    turned: bool


@dataclass(frozen=True)
class SheetLayout:
    """One sheet: its components, its strokes in order, and the extent of the components from the top left."""

    slots: tuple[Slot, ...]
    cuts: tuple[Cut, ...]
    width: float
    height: float


@dataclass(frozen=True)
class Imposition:
    """All sheets of a set. Fewer than `bound` are impossible; so are, on this many, fewer strokes than `cuts_bound`."""

    sheets: tuple[SheetLayout, ...]
    bound: int
    cuts_bound: int

    @property
    def proved(self) -> bool:
        """Whether fewer sheets are impossible."""
        return len(self.sheets) == self.bound

    @property
    def cuts(self) -> int:
        """The strokes of all sheets."""
        return sum(len(sheet.cuts) for sheet in self.sheets)

    @property
    def cuts_proved(self) -> bool:
        """Whether fewer strokes are impossible, given that fewer sheets are."""
        return self.proved and self.cuts == self.cuts_bound


class TooLarge(ValueError):  # noqa: N818
    """A part that fits on the sheet in no way."""

    def __init__(self, part: Part, area: tuple[float, float]) -> None:
        size = f"{part.width:g} x {part.height:g} mm"
        super().__init__(
            Message("paper.too_large", key=part.key, size=size, width=f"{area[0]:g}", height=f"{area[1]:g}")
        )
        self.key = part.key
        self.size = part.width, part.height
        self.area = area


def impose(
    parts: Sequence[Part], area: tuple[float, float], gap: float, gutter: float, effort: int = EFFORT
) -> Imposition:
    """Lay out all copies of all parts on sheets with this usable area (width, height); all lengths in mm.

    `gap` lies between neighbours in a block, `gutter` (never narrower than the gap) between blocks. The search is
    limited by counted steps (`effort`), so that neither a faster machine nor a busy one finds anything else.
    """
    sheet = Size(_hundredths(area[0]), _hundredths(area[1]))
    formats = _formats(parts, sheet, area)
    if not formats:
        return Imposition((), 0, 0)
    apart = _hundredths(gap)
    job = Job(formats, sheet, apart, max(apart, _hundredths(gutter)), effort)
    demands = [Demand(fmt.sizes, fmt.copies) for fmt in formats]
    ways = weighings(demands, sheet, apart)
    most = most_on_a_sheet(demands, ways)
    bound = sheets_needed(demands, ways, most)
    copies = sum(job.demand)
    sheets = best_plan(job, (bound, strokes_needed(copies, bound, most, apart)))
    sheets.sort(key=lambda sheet: [-copies for copies in sheet.content])
    return Imposition(tuple(_numbered(job, sheets, parts)), bound, strokes_needed(copies, len(sheets), most, apart))


def _hundredths(length: float) -> int:
    return round(100 * length)


def _formats(parts: Sequence[Part], sheet: Size, area: tuple[float, float]) -> tuple[Format, ...]:
    """Group the parts by size, in the order of their first appearance."""
    groups: dict[tuple[Size, ...], list[Part]] = {}
    for part in parts:
        size = Size(_hundredths(part.width), _hundredths(part.height))
        ways = {size, Size(size.height, size.width)} if part.may_turn else {size}
        fitting = tuple(sorted(way for way in ways if way.width <= sheet.width and way.height <= sheet.height))
        if not fitting:
            raise TooLarge(part, area)
        if part.count:
            groups.setdefault(fitting, []).append(part)
    return tuple(Format(sizes, tuple(group)) for sizes, group in groups.items())


def _numbered(job: Job, sheets: Sequence[DraftSheet], parts: Sequence[Part]) -> Iterator[SheetLayout]:
    """Deal the copies out to the sheets: parts in their order, copies in reading order."""
    order = {part.key: n for n, part in enumerate(parts)}
    copies = [iter([(part, n) for part in fmt.parts for n in range(part.count)]) for fmt in job.formats]
    cuts: dict[DraftSheet, tuple[Cut, ...]] = {}
    for sheet in sheets:
        cells = sorted((cell, block.size, block.format) for block in sheet.blocks for cell in _cells(block, job.gap))
        left, top = min(x for (_, x), _, _ in cells), min(y for (y, _), _, _ in cells)
        slots = []
        for (y, x), size, index in cells:
            part, number = next(copies[index])
            turned = size != (_hundredths(part.width), _hundredths(part.height))
            place = (x - left) / 100, (y - top) / 100
            slots.append(Slot(part.key, number, *place, size.width / 100, size.height / 100, turned))
        slots.sort(key=lambda slot: (order[slot.part], slot.index))
        if sheet not in cuts:
            cuts[sheet] = order_cuts(Rect(s.x, s.y, s.x + s.width, s.y + s.height) for s in slots)
        right, bottom = max(s.x + s.width for s in slots), max(s.y + s.height for s in slots)
        yield SheetLayout(tuple(slots), cuts[sheet], round(right, 2), round(bottom, 2))


def _cells(block: Block, gap: int) -> Iterator[tuple[int, int]]:
    """The corners of its copies, as (y, x)."""
    for n in range(block.copies):
        row, column = divmod(n, block.grid[0])
        yield block.corner[1] + row * (block.size.height + gap), block.corner[0] + column * (block.size.width + gap)
