"""Drafts of one sheet by beam search, block by block; `pnp.imposition.packing` tells what blocks and rooms are."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import NamedTuple

from pnp.imposition.layout_bounds import Size
from pnp.imposition.layout_job import Block, Content, DraftSheet, Job

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
    left: Content
    blocks: tuple[Block, ...]
    lines: tuple[frozenset[int], frozenset[int]]

    @property
    def least_strokes(self) -> int:
        return len(self.lines[0]) + len(self.lines[1])


def compose(job: Job, demand: Content, width: int) -> None:
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
        if job.spent or (job.tired and width > 1):
            break
        best = (_best_of_each_content(drafts, cost)[:width] for cost in (waste, expense))
        beam = dict.fromkeys(chain.from_iterable(zip(*best, strict=True)))


def _next_round(job: Job, demand: Content, beam: Iterable[_Draft]) -> list[_Draft]:
    """All drafts with one more block that still have rooms; of those with the same rooms and content only the best."""
    drafts: dict[tuple[Content, tuple[_Room, ...]], _Draft] = {}
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
    job.steps += steps
    return list(drafts.values())


def _best_of_each_content(drafts: list[_Draft], cost: Callable[[_Draft], tuple[float, ...]]) -> list[_Draft]:
    best: dict[Content, tuple[tuple[float, ...], _Draft]] = {}
    for draft in drafts:
        price = cost(draft)
        if draft.left not in best or price < best[draft.left][0]:
            best[draft.left] = price, draft
    return [draft for _, draft in sorted(best.values(), key=operator.itemgetter(0))]


def _record(job: Job, demand: Content, draft: _Draft) -> None:
    content = tuple(map(operator.sub, demand, draft.left))
    known = job.drafts.get(content)
    if known is None or draft.least_strokes < known.strokes:
        job.keep(DraftSheet(content, strokes_of(draft.blocks, job.gap), draft.blocks))


def _continued(job: Job, draft: _Draft) -> Iterator[_Draft]:
    """All drafts that put one more block into the last room, or leave that room empty."""
    *others, room = draft.rooms
    if others:
        yield draft._replace(rooms=tuple(others))
    fitting = (n for n in job.largest_first if draft.left[n] and _fits_any(room, job.formats[n].sizes))
    for index in islice(fitting, _MOST_KINDS):
        copies = draft.left[index]
        for size in job.formats[index].sizes:
            for grid in _grids(room, size, copies, job.gap):
                block = Block(index, (room.x, room.y), size, grid, min(copies, grid[0] * grid[1]))
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


def _split(job: Job, room: _Room, block: Block) -> Iterator[tuple[_Room, _Room]]:
    """The two ways to part what is left of a room: below and beside its block."""
    width, height = extent(block, 0, job.gap), extent(block, 1, job.gap)
    right, bottom = width + job.gutter, height + job.gutter
    x, y = room.x + right, room.y + bottom
    yield _Room(room.x, y, room.width, room.height - bottom), _Room(x, room.y, room.width - right, height)
    yield _Room(room.x, y, width, room.height - bottom), _Room(x, room.y, room.width - right, room.height)


def _fits_any(room: _Room, sizes: Sequence[Size]) -> bool:
    return any(size.width <= room.width and size.height <= room.height for size in sizes)


def extent(block: Block, axis: int, gap: int) -> int:
    return block.grid[axis] * (block.size[axis] + gap) - gap


def _lines(block: Block, axis: int, gap: int) -> frozenset[int]:
    """The lines along the edges of its copies: upright ones (x) for axis 0, level ones (y) for axis 1."""
    return _edges(block.corner[axis], block.size[axis], block.grid[axis], gap)


@lru_cache(maxsize=4096)
def _edges(start: int, length: int, number: int, gap: int) -> frozenset[int]:
    starts = range(start, start + number * (length + gap), length + gap)
    return frozenset(starts).union(at + length for at in starts)


def strokes_of(blocks: Sequence[Block], gap: int) -> int:
    """The runs of the layout (see `cutting`): one for each line, and one more where a block bars a shared line."""
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


def _bars(block: Block, axis: int, line: int, gap: int) -> bool:
    inside, length = line - block.corner[axis], block.size[axis]
    return 0 < inside < extent(block, axis, gap) and 0 < inside % (length + gap) < length
