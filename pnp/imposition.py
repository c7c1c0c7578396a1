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

1. `_compose` drafts layouts of one sheet by beam search, with an eye on waste and on strokes: hundreds of them, each
   with another content, first for each size alone, then for the whole set, sheet by sheet.
2. `_choose` (OR-Tools CP-SAT) picks from all drafts the sheets that together hold every copy.
3. `_fitted` takes superfluous copies off and composes each of these sheets anew for just what it holds. Then any two of
   them are composed together, which gives new drafts for step 2, until nothing improves.

A set of one size needs step 1 only. Lengths are whole hundredths of a millimetre in here.
"""

from __future__ import annotations

import operator
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, combinations, islice, pairwise
from typing import NamedTuple

from pnp.cutting import Cut, Rect, order_cuts
from pnp.layout_bounds import Demand, Size, most_on_a_sheet, sheets_needed, strokes_needed, weighings


@dataclass(frozen=True)
class Part:
    """One kind of component: all copies have the same trim size."""

    key: str
    width: float
    height: float
    count: int
    may_turn: bool = True


@dataclass(frozen=True)
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
        super().__init__(f"{part.key} ({size}) does not fit into {area[0]:g} x {area[1]:g} mm")
        self.key = part.key
        self.size = part.width, part.height
        self.area = area


def impose(
    parts: Sequence[Part], area: tuple[float, float], gap: float, gutter: float, seconds: float = 10.0
) -> Imposition:
    """Lay out all copies of all parts on sheets with this usable area (width, height); all lengths in mm.

    `gap` lies between neighbours in a block, `gutter` (never narrower than the gap) between blocks. The search is
    limited by counted steps, so that a faster machine finds nothing else; `seconds` is an emergency brake: a fifth of
    it is kept back for ordering the cuts.
    """
    sheet = Size(_hundredths(area[0]), _hundredths(area[1]))
    formats = _formats(parts, sheet, area)
    if not formats:
        return Imposition((), 0, 0)
    apart = _hundredths(gap)
    job = _Job(formats, sheet, apart, max(apart, _hundredths(gutter)), time.monotonic() + 0.8 * seconds)
    demands = [Demand(fmt.sizes, fmt.copies) for fmt in formats]
    ways = weighings(demands, sheet, apart)
    most = most_on_a_sheet(demands, ways)
    bound = sheets_needed(demands, ways, most)
    copies = sum(job.demand)
    sheets = _plan(job, (bound, strokes_needed(copies, bound, most, apart)))
    sheets.sort(key=lambda sheet: [-copies for copies in sheet.content])
    return Imposition(tuple(_numbered(job, sheets, parts)), bound, strokes_needed(copies, len(sheets), most, apart))


_EFFORT = 60_000
"""So many drafts are made in all: one or two seconds."""
_Content = tuple[int, ...]
"""How many copies of each format a sheet holds, or is to hold."""


class _Format(NamedTuple):
    """A trim size with the ways it may lie on the sheet, and the parts of this size: they may stand in one block."""

    sizes: tuple[Size, ...]
    parts: tuple[Part, ...]

    @property
    def copies(self) -> int:
        return sum(part.count for part in self.parts)


class _Block(NamedTuple):
    """A grid (columns, rows) of copies, placed by its top left corner (x, y); only the last row may be incomplete."""

    format: int
    corner: tuple[int, int]
    size: Size
    grid: tuple[int, int]
    copies: int


class _Sheet(NamedTuple):
    """A layout with what it holds and how many strokes it takes."""

    content: _Content
    strokes: int
    blocks: tuple[_Block, ...]


@dataclass
class _Job:
    """What to lay out, the effort left for it, and the best layout known so far for each content that came up.

    `worth` is the number of strokes that a copy of each format takes on a sheet of its own kind, once that is known.
    """

    formats: tuple[_Format, ...]
    area: Size
    gap: int
    gutter: int
    deadline: float
    steps: int = _EFFORT
    worth: list[float] = field(default_factory=list)
    drafts: dict[_Content, _Sheet] = field(default_factory=dict)
    composed: set[tuple[_Content, int]] = field(default_factory=set)

    @cached_property
    def demand(self) -> _Content:
        return tuple(fmt.copies for fmt in self.formats)

    @cached_property
    def areas(self) -> list[int]:
        return [fmt.sizes[0].width * fmt.sizes[0].height for fmt in self.formats]

    @cached_property
    def largest_first(self) -> list[int]:
        return sorted(range(len(self.formats)), key=lambda n: -self.areas[n])

    @property
    def late(self) -> bool:
        return time.monotonic() > self.deadline

    @property
    def tired(self) -> bool:
        return self.steps <= 0 or self.late

    def keep(self, sheet: _Sheet) -> None:
        known = self.drafts.get(sheet.content)
        if known is None or sheet.strokes < known.strokes:
            self.drafts[sheet.content] = sheet

    def alone(self, index: int) -> list[_Sheet]:
        """The drafts that hold nothing but this format."""
        return [sheet for sheet in self.drafts.values() if sheet.content[index] == sum(sheet.content)]


def _hundredths(length: float) -> int:
    return round(100 * length)


def _formats(parts: Sequence[Part], sheet: Size, area: tuple[float, float]) -> tuple[_Format, ...]:
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
    return tuple(_Format(sizes, tuple(group)) for sizes, group in groups.items())


# Composing one sheet

_EXTRA_BLOCKS = 4
"""So many more blocks than sizes may stand on a sheet; more of them cost strokes and hardly ever save a sheet."""
_MOST_KINDS = 8
"""So many sizes are tried in a room, the largest that fit, as one fills a suitcase."""
_BREADTH = 2000
"""So many new drafts end a round of the search, however many parents are still waiting."""


class _Room(NamedTuple):
    """A free rectangle of a sheet."""

    x: int
    y: int
    width: int
    height: int


class _Draft(NamedTuple):
    """A sheet in the making: its free rooms, the copies not yet placed, its blocks, and the lines along their edges."""

    rooms: tuple[_Room, ...]
    left: _Content
    blocks: tuple[_Block, ...]
    lines: tuple[frozenset[int], frozenset[int]]

    @property
    def least_strokes(self) -> int:
        return len(self.lines[0]) + len(self.lines[1])


def _compose(job: _Job, demand: _Content, width: int) -> None:
    """Draft layouts of up to `demand` copies by beam search, and keep the best for each content that comes up.

    Block by block, the `width` drafts with the least waste are pursued, and as many of those with the fewest strokes,
    compared with what the copies still to place would take elsewhere. Of drafts with the same content only the best of
    either kind goes on, or they would all be alike.
    """
    if (demand, width) in job.composed:
        return
    job.composed.add((demand, width))

    def waste(draft: _Draft) -> tuple[float, ...]:
        usable = sum(room.width * room.height for room in draft.rooms)
        return sum(map(operator.mul, draft.left, job.areas)) - usable, draft.least_strokes

    def expense(draft: _Draft) -> tuple[float, ...]:
        return draft.least_strokes + sum(map(operator.mul, draft.left, job.worth)), *waste(draft)

    beam: Iterable[_Draft] = [_Draft((_Room(0, 0, *job.area),), demand, (), (frozenset(), frozenset()))]
    for _ in range(sum(map(bool, demand)) + _EXTRA_BLOCKS):
        drafts = _next_round(job, demand, beam)
        if job.late or (job.tired and width > 1):
            break
        best = (_best_of_each_content(drafts, cost)[:width] for cost in (waste, expense))
        beam = dict.fromkeys(chain.from_iterable(zip(*best, strict=True)))


def _next_round(job: _Job, demand: _Content, beam: Iterable[_Draft]) -> list[_Draft]:
    """All drafts with one more block that still have rooms; of those with the same rooms and content only the best."""
    drafts: dict[tuple[_Content, tuple[_Room, ...]], _Draft] = {}
    steps = 0
    for parent in beam:
        if steps > _BREADTH:
            break
        for draft in _continued(job, parent):
            steps += 1
            _record(job, demand, draft)
            known = drafts.get((draft.left, draft.rooms))
            if draft.rooms and (known is None or draft.least_strokes < known.least_strokes):
                drafts[draft.left, draft.rooms] = draft
    job.steps -= steps
    return list(drafts.values())


def _best_of_each_content(drafts: list[_Draft], cost: Callable[[_Draft], tuple[float, ...]]) -> list[_Draft]:
    best: dict[_Content, tuple[tuple[float, ...], _Draft]] = {}
    for draft in drafts:
        price = cost(draft)
        if draft.left not in best or price < best[draft.left][0]:
            best[draft.left] = price, draft
    return [draft for _, draft in sorted(best.values(), key=operator.itemgetter(0))]


def _record(job: _Job, demand: _Content, draft: _Draft) -> None:
    content = tuple(map(operator.sub, demand, draft.left))
    known = job.drafts.get(content)
    if known is None or draft.least_strokes < known.strokes:
        job.keep(_Sheet(content, _strokes(draft.blocks, job.gap), draft.blocks))


def _continued(job: _Job, draft: _Draft) -> Iterator[_Draft]:
    """All drafts that put one more block into the last room, or leave that room empty."""
    *others, room = draft.rooms
    if others:
        yield draft._replace(rooms=tuple(others))
    fitting = (n for n in job.largest_first if draft.left[n] and _fits_any(room, job.formats[n].sizes))
    for index in islice(fitting, _MOST_KINDS):
        copies = draft.left[index]
        for size in job.formats[index].sizes:
            for grid in _grids(room, size, copies, job.gap):
                block = _Block(index, (room.x, room.y), size, grid, min(copies, grid[0] * grid[1]))
                left = (*draft.left[:index], copies - block.copies, *draft.left[index + 1 :])
                lines = draft.lines[0] | _lines(block, 0, job.gap), draft.lines[1] | _lines(block, 1, job.gap)
                sizes = [size for fmt, some in zip(job.formats, left, strict=True) if some for size in fmt.sizes]
                kept = [other for other in others if _fits_any(other, sizes)]
                for pair in _split(job, room, block):
                    rooms = (*kept, *(new for new in pair if _fits_any(new, sizes)))
                    yield _Draft(rooms, left, (*draft.blocks, block), lines)


def _grids(room: _Room, size: Size, copies: int, gap: int) -> list[tuple[int, int]]:
    """For each number of columns the tallest grid that makes sense, and for each number of rows the widest."""
    columns = min(copies, (room.width + gap) // (size.width + gap))
    rows = min(copies, (room.height + gap) // (size.height + gap))
    if not columns or not rows:
        return []
    limits = [(n, rows) for n in range(1, columns + 1)]
    limits += [(min(columns, -(-copies // n)), n) for n in range(1, rows + 1)]
    return list(dict.fromkeys((n, min(limit, -(-copies // n))) for n, limit in limits))


def _split(job: _Job, room: _Room, block: _Block) -> Iterator[tuple[_Room, _Room]]:
    """The two ways to part what is left of a room: below and beside its block."""
    width, height = _extent(block, 0, job.gap), _extent(block, 1, job.gap)
    right, bottom = width + job.gutter, height + job.gutter
    x, y = room.x + right, room.y + bottom
    yield _Room(room.x, y, room.width, room.height - bottom), _Room(x, room.y, room.width - right, height)
    yield _Room(room.x, y, width, room.height - bottom), _Room(x, room.y, room.width - right, room.height)


def _fits_any(room: _Room, sizes: Sequence[Size]) -> bool:
    return any(size.width <= room.width and size.height <= room.height for size in sizes)


def _extent(block: _Block, axis: int, gap: int) -> int:
    return block.grid[axis] * (block.size[axis] + gap) - gap


def _lines(block: _Block, axis: int, gap: int) -> frozenset[int]:
    """The lines along the edges of its copies: upright ones (x) for axis 0, level ones (y) for axis 1."""
    return _edges(block.corner[axis], block.size[axis], block.grid[axis], gap)


@lru_cache(maxsize=4096)
def _edges(start: int, length: int, number: int, gap: int) -> frozenset[int]:
    starts = range(start, start + number * (length + gap), length + gap)
    return frozenset(starts).union(at + length for at in starts)


def _strokes(blocks: Sequence[_Block], gap: int) -> int:
    """The runs of the layout (see `pnp.cutting`): one for each line, and one more where a block bars a shared line."""
    runs = 0
    for axis in (0, 1):
        sharing: dict[int, list[int]] = {}
        for block in blocks:
            for line in _lines(block, axis, gap):
                sharing.setdefault(line, []).append(block.corner[1 - axis])
        runs += len(sharing)
        for line, places in sharing.items():
            if len(places) > 1:
                bars = [block.corner[1 - axis] for block in blocks if _bars(block, axis, line, gap)]
                runs += sum(any(a < bar < b for bar in bars) for a, b in pairwise(sorted(places)))
    return runs


def _bars(block: _Block, axis: int, line: int, gap: int) -> bool:
    inside, length = line - block.corner[axis], block.size[axis]
    return 0 < inside < _extent(block, axis, gap) and 0 < inside % (length + gap) < length


# Choosing the sheets


def _plan(job: _Job, goal: tuple[int, int]) -> list[_Sheet]:
    """The sheets for the whole demand; no plan has fewer sheets, or as few and fewer strokes, than the `goal`.

    The widths of all searches are measured: twice as wide takes twice as long and hardly ever saves a stroke.
    """
    for index in range(len(job.formats)):
        _compose(job, tuple(copies if n == index else 0 for n, copies in enumerate(job.demand)), 3)
    job.worth = [min(sheet.strokes / sheet.content[n] for sheet in job.alone(n)) for n in range(len(job.formats))]
    plan = _separately(job, job.demand)
    if len(job.formats) == 1:
        return _fitted(job, plan)
    plan = min(plan, _sheet_by_sheet(job), key=_price)
    if _price(plan)[:2] != goal and not job.late:
        plan = _choose(job, plan)
    plan = _fitted(job, plan)
    while _price(plan)[:2] != goal and not job.tired:
        for one, other in combinations(dict.fromkeys(plan), 2):
            if not job.tired:
                _compose(job, tuple(map(operator.add, one.content, other.content)), 8)
        better = _fitted(job, _choose(job, plan))
        if _price(better) >= _price(plan):
            break
        plan = better
    return plan


def _price(sheets: Sequence[_Sheet]) -> tuple[int, int, int]:
    """What counts: few sheets, then few strokes, then, for tidiness, few blocks."""
    return len(sheets), sum(sheet.strokes for sheet in sheets), sum(len(sheet.blocks) for sheet in sheets)


def _separately(job: _Job, demand: _Content) -> list[_Sheet]:
    """Each format on sheets of its own."""
    return [sheet for n, copies in enumerate(demand) if copies for sheet in _spread(job.alone(n), copies)]


def _spread(drafts: list[_Sheet], copies: int) -> list[_Sheet]:
    """The fewest sheets, then strokes, for copies of a single format: all full but the last few, which may share."""
    drafts = sorted(drafts, key=lambda sheet: (-sum(sheet.content), sheet.strokes))
    full = sum(drafts[0].content)
    number = -(-copies // full)
    spare = number * full - copies
    few = min(number, 6)
    cheapest: dict[int, tuple[int, tuple[_Sheet, ...]]] = {0: (0, ())}
    for _ in range(few):
        longer: dict[int, tuple[int, tuple[_Sheet, ...]]] = {}
        for unused, (strokes, chosen) in cheapest.items():
            for sheet in drafts:
                more, price = unused + full - sum(sheet.content), strokes + sheet.strokes
                if more <= spare and (more not in longer or price < longer[more][0]):
                    longer[more] = price, (*chosen, sheet)
        cheapest = longer
    _, last = min(cheapest.values(), key=operator.itemgetter(0))
    return [drafts[0]] * (number - few) + list(last)


def _sheet_by_sheet(job: _Job) -> list[_Sheet]:
    """Fill one sheet after the other as densely as possible with what is left."""
    sheets: list[_Sheet] = []
    left = job.demand
    while any(left) and not job.late:
        _compose(job, left, 4 if job.steps > _EFFORT / 2 else 1)
        fitting = (sheet for sheet in job.drafts.values() if all(map(operator.le, sheet.content, left)))
        fullest = max(fitting, key=lambda sheet: (sum(map(operator.mul, sheet.content, job.areas)), -sheet.strokes))
        times = min(have // take for have, take in zip(left, fullest.content, strict=True) if take)
        sheets += [fullest] * times
        left = tuple(have - times * take for have, take in zip(left, fullest.content, strict=True))
    return sheets + _separately(job, left)


def _choose(job: _Job, plan: list[_Sheet]) -> list[_Sheet]:
    """The fewest drafts that hold all copies together, and among such selections the one with the fewest strokes.

    With few constraints and many columns the linear relaxation is nearly all there is to solve: milliseconds, where
    presolve alone would take a second.
    """
    from ortools.sat.python import cp_model

    drafts = list(job.drafts.values())
    known = Counter(sheet.content for sheet in plan)
    model = cp_model.CpModel()
    times = []
    for sheet in drafts:
        most = max(-(-copies // held) for copies, held in zip(job.demand, sheet.content, strict=True) if held)
        times.append(model.new_int_var(0, most, ""))
        model.add_hint(times[-1], known[sheet.content])
    for n, copies in enumerate(job.demand):
        model.add(cp_model.LinearExpr.weighted_sum(times, [sheet.content[n] for sheet in drafts]) >= copies)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.cp_model_presolve = False
    solver.parameters.linearization_level = 2
    solver.parameters.max_deterministic_time = 0.1
    for cost in ([1 for _ in drafts], [1000 * sheet.strokes + len(sheet.blocks) for sheet in drafts]):
        model.minimize(cp_model.LinearExpr.weighted_sum(times, cost))
        solver.parameters.max_time_in_seconds = max(0.0, job.deadline - time.monotonic())
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        plan = [sheet for var, sheet in zip(times, drafts, strict=True) for _ in range(solver.value(var))]
        model.add(cp_model.LinearExpr.sum(times) <= len(plan))
    return plan


def _fitted(job: _Job, plan: list[_Sheet]) -> list[_Sheet]:
    """Take superfluous copies off the emptiest sheets, and compose every sheet anew for just what it holds."""
    held = [list(sheet.content) for sheet in plan]
    for n, copies in enumerate(job.demand):
        superfluous = sum(content[n] for content in held) - copies
        for content in sorted(held, key=operator.itemgetter(n)):
            taken = min(superfluous, content[n])
            content[n] -= taken
            superfluous -= taken
    wanted = [(sheet, tuple(content)) for sheet, content in zip(plan, held, strict=True) if any(content)]
    for sheet, copies_left in wanted:
        job.keep(_without(job, sheet, copies_left))
        if not job.tired:
            _compose(job, copies_left, 16)
    return [job.drafts[copies_left] for _, copies_left in wanted]


def _without(job: _Job, sheet: _Sheet, content: _Content) -> _Sheet:
    """The sheet with only so many of its copies."""
    left = list(content)
    blocks = []
    for block in sheet.blocks:
        copies = min(block.copies, left[block.format])
        left[block.format] -= copies
        if copies:
            columns = min(block.grid[0], copies)
            blocks.append(block._replace(grid=(columns, -(-copies // columns)), copies=copies))
    return _Sheet(content, _strokes(blocks, job.gap), tuple(blocks))


# Numbering the copies


def _numbered(job: _Job, sheets: Sequence[_Sheet], parts: Sequence[Part]) -> Iterator[SheetLayout]:
    """Deal the copies out to the sheets: parts in their order, copies in reading order."""
    order = {part.key: n for n, part in enumerate(parts)}
    copies = [iter([(part, n) for part in fmt.parts for n in range(part.count)]) for fmt in job.formats]
    cuts: dict[_Sheet, tuple[Cut, ...]] = {}
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


def _cells(block: _Block, gap: int) -> Iterator[tuple[int, int]]:
    """The corners of its copies, as (y, x)."""
    for n in range(block.copies):
        row, column = divmod(n, block.grid[0])
        yield block.corner[1] + row * (block.size.height + gap), block.corner[0] + column * (block.size.width + gap)
