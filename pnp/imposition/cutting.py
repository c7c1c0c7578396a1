"""The knife: in which order to cut a sheet, and a replay that proves the order right.

The paper and all its pieces stay lying on the mat. A stroke follows the ruler along one line and may run across any
number of pieces that lie in line, but it cuts each piece it meets from edge to edge, and it never enters a component.

    axis "y": the line y = at, from x = start to x = end       axis "x": the line x = at, from y = start to y = end

Every edge of every component has to be cut. Edges on one line can share a stroke unless a component lies across the
line between them; those that can share form a *run*. So no order of cutting needs fewer strokes than there are runs,
and `order_cuts` needs just as many, unless runs block each other and one of them has to be cut in two goes.

A stroke that reaches the edge of the paper starts at -inf or ends at +inf, because an imposition does not know the
margins. Whoever draws it clamps it to the paper, as `replay` does.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Axis = Literal["x", "y"]


@dataclass(frozen=True, slots=True)
class Cut:
    """One stroke of the knife along the ruler, in mm from the top left of the usable area."""

    number: int
    axis: Axis
    at: float
    start: float
    end: float


class Rect(NamedTuple):
    """A rectangle on the sheet: a component, a piece of paper, or the whole of it."""

    left: float
    top: float
    right: float
    bottom: float


class NotCuttableError(ValueError):
    """These rectangles cannot be cut apart with straight strokes from edge to edge."""


class BadCutError(ValueError):
    """A stroke that ends inside a piece, or that cuts nothing."""

    def __init__(self, cut: Cut, reason: str) -> None:
        super().__init__(f"cut {cut.number} along {cut.axis} = {cut.at:g} mm {reason}")
        self.cut = cut


class _Span(NamedTuple):
    low: float
    high: float


class _Run(NamedTuple):
    """Edges on one line that can share a stroke, and how far that stroke may go before it meets a component."""

    axis: Axis
    at: float
    edges: tuple[_Span, ...]
    room: _Span


def order_cuts(components: Iterable[Rect]) -> tuple[Cut, ...]:
    """The strokes that cut the components (mm) out of a paper larger than all of them, in the order to make them.

    The strokes right across the paper come first, then those across the bands between them, and so on inwards: the
    ruler keeps its direction for as long as there is anything to cut that way. A stroke that can be made now can still
    be made later, so taking them as they come never leads into a dead end.
    """
    rects = [_hundredths(rect) for rect in components]
    waiting = _runs("y", rects) + _runs("x", rects)
    pieces = [Rect(-math.inf, -math.inf, math.inf, math.inf)]
    cuts: list[Cut] = []
    axis = _first_direction(waiting, pieces)
    while waiting:
        ready = _ready(waiting, axis, pieces)
        if not ready:
            axis = "x" if axis == "y" else "y"
            ready = _ready(waiting, axis, pieces)
        if not ready:
            waiting = _with_one_run_parted(waiting, pieces)
        for span, at, run in ready:
            waiting.remove(run)
            pieces = [part for piece in pieces for part in _parts(piece, axis, at, span)]
            cuts.append(Cut(len(cuts) + 1, axis, at / 100, span.low / 100, span.high / 100))
    return tuple(cuts)


def replay(paper: Rect, cuts: Iterable[Cut]) -> list[Rect]:
    """Cut the paper (mm, in the coordinates of the cuts) and return the pieces; an impossible stroke is an error."""
    pieces = [_hundredths(paper)]
    for cut in cuts:
        at = round(100 * cut.at)
        span = _Span(*(end if math.isinf(end) else round(100 * end) for end in (cut.start, cut.end)))
        met = [piece for piece in pieces if _meets(piece, cut.axis, at, span)]
        if not met:
            raise BadCutError(cut, "cuts nothing")
        if not all(_inside(_along(cut.axis, piece), span) for piece in met):
            raise BadCutError(cut, "ends inside a piece of paper")
        pieces = [part for piece in pieces for part in _parts(piece, cut.axis, at, span)]
    return [Rect(*(side / 100 for side in piece)) for piece in pieces]


def spoilt(paper: Rect, components: Iterable[Rect], cuts: Iterable[Cut]) -> list[Rect]:
    """The components (mm) that do not come out as exactly one piece when the paper is cut: there should be none."""
    pieces = {_hundredths(piece) for piece in replay(paper, cuts)}
    return [rect for rect in components if _hundredths(rect) not in pieces]


def _hundredths(rect: Rect) -> Rect:
    return Rect(*(round(100 * side) for side in rect))


def _across(axis: Axis, rect: Rect) -> _Span:
    return _Span(rect.left, rect.right) if axis == "x" else _Span(rect.top, rect.bottom)


def _along(axis: Axis, rect: Rect) -> _Span:
    return _Span(rect.top, rect.bottom) if axis == "x" else _Span(rect.left, rect.right)


def _inside(inner: _Span, outer: _Span) -> bool:
    return outer.low <= inner.low and inner.high <= outer.high


def _meets(piece: Rect, axis: Axis, at: float, span: _Span) -> bool:
    low, high = _across(axis, piece)
    start, end = _along(axis, piece)
    return low < at < high and start < span.high and span.low < end


def _parts(piece: Rect, axis: Axis, at: float, span: _Span) -> tuple[Rect, ...]:
    if not _meets(piece, axis, at, span):
        return (piece,)
    if axis == "x":
        return piece._replace(right=at), piece._replace(left=at)
    return piece._replace(bottom=at), piece._replace(top=at)


def _runs(axis: Axis, rects: Sequence[Rect]) -> list[_Run]:
    edges: defaultdict[float, set[_Span]] = defaultdict(set)
    for rect in rects:
        for at in _across(axis, rect):
            edges[at].add(_along(axis, rect))
    lines = sorted(edges)
    obstacles: defaultdict[float, list[_Span]] = defaultdict(list)
    for rect in rects:
        low, high = _across(axis, rect)
        for at in lines[bisect_right(lines, low) : bisect_left(lines, high)]:
            obstacles[at].append(_along(axis, rect))
    return [run for at in lines for run in _runs_on_line(axis, at, sorted(edges[at]), sorted(obstacles[at]))]


def _runs_on_line(axis: Axis, at: float, edges: list[_Span], obstacles: list[_Span]) -> Iterator[_Run]:
    floor = -math.inf
    for obstacle in [*obstacles, _Span(math.inf, math.inf)]:
        before = bisect_left(edges, obstacle)
        if before:
            yield _Run(axis, at, tuple(edges[:before]), _Span(floor, obstacle.low))
            edges = edges[before:]
        floor = obstacle.high


def _first_direction(runs: list[_Run], pieces: list[Rect]) -> Axis:
    """The direction in which most of the strokes run right across the paper; upright sheets are cut into bands."""

    def share(axis: Axis) -> float:
        return len(_ready(runs, axis, pieces)) / max(1, sum(run.axis == axis for run in runs))

    return "y" if share("y") >= share("x") else "x"


def _ready(runs: list[_Run], axis: Axis, pieces: list[Rect]) -> list[tuple[_Span, float, _Run]]:
    """The strokes of this direction that can be made now, band by band and from left to right or top to bottom."""
    ready = []
    for run in runs:
        if run.axis == axis:
            met = _pieces_met(run, pieces)
            stroke = _Span(met[0].low, max(span.high for span in met))
            if _inside(stroke, run.room):
                ready.append((stroke, run.at, run))
    return sorted(ready, key=lambda item: (item[0].low, item[1]))


def _pieces_met(run: _Run, pieces: list[Rect]) -> list[_Span]:
    needed = _Span(run.edges[0].low, run.edges[-1].high)
    return sorted(_along(run.axis, piece) for piece in pieces if _meets(piece, run.axis, run.at, needed))


def _with_one_run_parted(runs: list[_Run], pieces: list[Rect]) -> list[_Run]:
    """When runs block each other, set free the largest part of a run that can be cut now."""
    best: tuple[int, _Run, _Span] | None = None
    for run in runs:
        free = [span for span in _pieces_met(run, pieces) if _inside(span, run.room)]
        if free:
            reach = _Span(free[0].low, free[-1].high)
            size = sum(_inside(edge, reach) for edge in run.edges)
            if size and (best is None or size > best[0]):
                best = size, run, reach
    if best is None:
        raise NotCuttableError("no piece can be cut from edge to edge without cutting a component")
    _, run, reach = best
    before = tuple(edge for edge in run.edges if edge.high <= reach.low)
    within = tuple(edge for edge in run.edges if _inside(edge, reach))
    after = tuple(edge for edge in run.edges if edge.low >= reach.high)
    parts = [run._replace(edges=before), run._replace(edges=within, room=reach), run._replace(edges=after)]
    return [other for other in runs if other is not run] + [part for part in parts if part.edges]
