"""Names on a map: each beside its place, on the side where it covers nothing, chosen for all of them together.

Every name may stand at some two dozen spots round its place. What a spot would cover is counted, two names that would
touch exclude one another, and CP-SAT picks the selection that covers the least; it is the same at every run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.faces.fonts import POINT, font, text_width
from shelf.errors import PrintingError
from shelf.kept import Kept, made_by
from shelf.messages import Message

MOST_NAMES, MOST_POINTS = 500, 200_000
AIR = 0.7
"""Millimetres that a name keeps from whatever it could touch."""
_STEP = 0.6
"""Lines are looked at in points so far apart."""
_TOUCHING = 400
"""What two names that touch cost; a line costs what the template says."""

_SIDES = {
    "e": (1.0, 0.0, "start"),
    "w": (-1.0, 0.0, "end"),
    "s": (0.0, 1.0, "middle"),
    "n": (0.0, -1.0, "middle"),
    "ese": (0.93, 0.36, "start"),
    "ene": (0.93, -0.36, "start"),
    "wsw": (-0.93, 0.36, "end"),
    "wnw": (-0.93, -0.36, "end"),
    "se": (0.28, 0.96, "start"),
    "ne": (0.28, -0.96, "start"),
    "sw": (-0.28, 0.96, "end"),
    "nw": (-0.28, -0.96, "end"),
}
"""Where a name begins, seen from its place, and which end of it that is; the best sides come first."""
_OTHER_SIDE = 4
"""What it costs to leave the side that is liked best: less than to cover anything."""
_DISTANCES = (1.0, 1.5)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]
    Track = tuple[Points, float, int]
    """A line: points along it, half its width, and what covering it costs."""

Box = tuple[float, float, float, float]


class _Spot(NamedTuple):
    """A name at one of its spots: its baseline, and the box of its letters."""

    x: float
    y: float
    anchor: str
    box: Box
    cost: int


def labelling(kept: Kept) -> Callable[..., list[dict[str, object]]]:
    """The function `labels` of templates, which remembers what it has placed before."""

    def labels(
        names: Sequence[tuple[str, float, float, str]],
        lines: Sequence[tuple[str, float, int]],
        boxes: Sequence[Box],
        within: Box,
        size: float = 8.6,
        weight: str = "semibold",
        distance: float = 8.2,
    ) -> list[dict[str, object]]:
        """Where each of the names (text, x, y, the side that is liked best) stands: its baseline and its box.

        `lines` are what names should not cover: points as "x,y x,y", half a width, and what covering it costs. `boxes`
        are never to be covered, and no name leaves the box `within`.
        """
        task = (names, lines, boxes, within, size, weight, distance)
        source = f"{made_by(Path(__file__))} {task}".encode()
        placed = kept.get("labels", source, lambda: json.dumps(_placed(*task)).encode())
        found: list[dict[str, object]] = json.loads(placed)
        return found

    return labels


def _placed(
    names: Sequence[tuple[str, float, float, str]],
    lines: Sequence[tuple[str, float, int]],
    boxes: Sequence[Box],
    within: Box,
    size: float,
    weight: str,
    distance: float,
) -> list[dict[str, object]]:
    if len(names) > MOST_NAMES:
        raise PrintingError(Message("faces.labels", names=len(names), most_names=MOST_NAMES))
    tracks = [(along(points), float(half), int(cost)) for points, half, cost in lines]
    if sum(len(track) for track, _, _ in tracks) > MOST_POINTS:
        raise PrintingError(Message("faces.label_lines"))
    choices = [_spots(name, tracks, boxes, within, size, weight, distance) for name in names]
    return [{"x": spot.x, "y": spot.y, "anchor": spot.anchor, "box": spot.box} for spot in _chosen(choices)]


def corners(string: str) -> Points:
    """The points that a line names."""
    import numpy as np

    return np.array([[float(part) for part in pair.split(",")] for pair in string.split()], dtype=float)


@lru_cache(maxsize=2048)
def along(string: str) -> Points:
    """Points along a line, close enough to see whether it runs through a name."""
    import numpy as np

    bends = corners(string)
    spans = np.diff(bends, axis=0)
    steps = np.clip(np.ceil(np.sqrt((spans**2).sum(axis=1)) / _STEP), 1, 10_000).astype(int)
    span = np.repeat(np.arange(len(spans)), steps)
    number = np.arange(len(span)) - np.repeat(np.cumsum(steps) - steps, steps)
    found = np.vstack([bends[span] + spans[span] * (number * (1 / steps[span]))[:, None], bends[-1:]])
    found.setflags(write=False)
    return found


def _spots(
    name: tuple[str, float, float, str],
    tracks: Sequence[Track],
    boxes: Sequence[Box],
    within: Box,
    size: float,
    weight: str,
    distance: float,
) -> list[_Spot]:
    string, x, y, liked = name
    wide, high = text_width(string, font("serif", weight), size), 0.68 * size * POINT
    tracks = _near(tracks, x, y, wide + distance * max(_DISTANCES) + 4 * high)
    found = []
    for rank, (side, (across, down, anchor)) in enumerate(_SIDES.items()):
        for far in _DISTANCES:
            reach = distance * far if far == 1 else distance + (far - 1) * high * 2
            base_x, middle = x + across * reach, y + down * (reach + high / 2)
            left = {"start": base_x, "middle": base_x - wide / 2, "end": base_x - wide}[anchor]
            box = (left, middle - high / 2, left + wide, middle + high / 2)
            cost = (0 if side == liked else _OTHER_SIDE + rank) + (0 if far == 1 else 6)
            found.append(_Spot(round(base_x, 2), round(middle + high / 2, 2), anchor, box, cost))
    near = [(_inside(points, _round(found), half + AIR), half, cost) for points, half, cost in tracks]
    crossing = [track for track in near if len(track[0])]
    return [spot._replace(cost=spot.cost + _covered(spot.box, crossing, boxes, within)) for spot in found]


def _inside(points: Points, box: Box, air: float) -> Points:
    """Those that lie in a box with so much air round it."""
    left, top, right, bottom = box
    x, y = points[:, 0], points[:, 1]
    return points[(x > left - air) & (x < right + air) & (y > top - air) & (y < bottom + air)]


def _near(tracks: Sequence[Track], x: float, y: float, reach: float) -> list[Track]:
    """What of the lines could be covered by a name that stands no farther away than that."""
    near = []
    for points, half, price in tracks:
        far = reach + half + AIR
        hits = points[(abs(points[:, 0] - x) < far) & (abs(points[:, 1] - y) < far)]
        if len(hits):
            near.append((hits, half, price))
    return near


def _covered(box: Box, tracks: Sequence[Track], boxes: Sequence[Box], within: Box) -> int:
    left, top, right, bottom = box
    cost = 0
    for points, half, price in tracks:
        hits = len(_inside(points, box, half + AIR))
        cost += price + hits if hits else 0
    cost += sum(300 for other in boxes if _meet(box, other))
    if left < within[0] or top < within[1] or right > within[2] or bottom > within[3]:
        cost += 1000
    return cost


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] + AIR and other[0] < one[2] + AIR and one[1] < other[3] + AIR and other[1] < one[3] + AIR


def _round(spots: Sequence[_Spot]) -> Box:
    """The box round all spots of a name."""
    left, top, right, bottom = zip(*(spot.box for spot in spots), strict=True)
    return min(left), min(top), max(right), max(bottom)


def _chosen(choices: Sequence[Sequence[_Spot]]) -> list[_Spot]:
    """One spot for each name, so that together they cover the least."""
    from shelf.cp_sat import cp_model, new_solver

    model = cp_model.CpModel()
    takes = [[model.new_bool_var("") for _ in spots] for spots in choices]
    costs = [
        (take, spot.cost)
        for row, spots in zip(takes, choices, strict=True)
        for take, spot in zip(row, spots, strict=True)
    ]
    for row in takes:
        model.add_exactly_one(row)
    rooms = [_round(spots) for spots in choices]
    for one, other in combinations(range(len(choices)), 2):
        if not _meet(rooms[one], rooms[other]):
            continue
        clashes = [
            (takes[one][a], takes[other][b])
            for a, spot in enumerate(choices[one])
            for b, beside in enumerate(choices[other])
            if _meet(spot.box, beside.box)
        ]
        if clashes:
            touching = model.new_bool_var("")
            costs.append((touching, _TOUCHING))
            for first, second in clashes:
                model.add_bool_or(first.negated(), second.negated(), touching)
    model.minimize(sum(cost * taken for taken, cost in costs))
    solver = new_solver(effort=2.0)
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return [min(spots, key=lambda spot: spot.cost) for spots in choices]
    return [
        next(spot for take, spot in zip(row, spots, strict=True) if solver.value(take))
        for row, spots in zip(takes, choices, strict=True)
    ]
