"""A board that is larger than the paper: cut into tiles that are glued together again.

Seams run as cuts through a cake do: one right across, then each half gets a seam of its own, and so on until every
part fits a page. A tile is cut exactly along its left and upper seams; beyond the right and lower ones it goes on by
the overlap, the strip on which the neighbour is glued. Where the seams run is OR-Tools' to decide: through as little as
possible of what the face wants to keep whole, then as evenly as possible. What is still in the way of a seam is saved
by a tongue: the tile that lies on top keeps it whole and reaches over the seam there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from xml.etree.ElementTree import Element

from pnp.faces import svg
from pnp.faces.fonts import POINT, text_width
from shelf.cp_sat import cp_model, new_solver
from shelf.errors import PrintingError
from shelf.messages import Message

Axis = Literal["x", "y"]

UNIT = 1.0
"""Millimetres; seams lie on multiples of it."""
CLEARANCE = 1.0
"""Millimetres that a seam keeps away from what should not be cut: knives and glue slip a little."""
COST = 10_000
"""Of cutting something that should stay whole, against a unit of unevenness."""
TONGUE = 12.0
"""Room that is kept free on a page for tongues, where that takes no further tiles and helps."""
MARKED = 3
"""How many other things may be cut to save one that is marked."""
EFFORT = 2.0
"""How long the search for seams may take, in OR-Tools' own time, so that a set prints the same everywhere."""


@dataclass(frozen=True)
class Patch:
    """A rectangle of a board, in millimetres from the board's top left corner.

    Of those that no seam should cut, what a template has marked matters more than what is merely type or a picture.
    """

    left: float
    top: float
    right: float
    bottom: float
    marked: bool = False

    def holds(self, other: Patch) -> bool:
        """Whether another one lies within it."""
        across = self.left <= other.left and other.right <= self.right
        return across and self.top <= other.top and other.bottom <= self.bottom

    def meets(self, other: Patch) -> bool:
        """Whether they have more than an edge in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True)
class Tile:
    """A piece of a board: what it shows when all is glued, and the strips it has for its neighbours."""

    column: int
    row: int
    shown: Patch
    strip_right: float
    strip_below: float
    tongues: tuple[Patch, ...] = ()

    @property
    def name(self) -> str:
        """A letter for the row and a number for the column, as on a map."""
        return f"{chr(ord('A') + self.row)}{self.column + 1}"

    @property
    def printed(self) -> Patch:
        """What it shows before anything is glued on it, without its tongues."""
        shown = self.shown
        return Patch(shown.left, shown.top, shown.right + self.strip_right, shown.bottom + self.strip_below)

    @property
    def bounds(self) -> Patch:
        """All of its paper."""
        patches = (self.printed, *self.tongues)
        left, top = min(patch.left for patch in patches), min(patch.top for patch in patches)
        return Patch(left, top, max(patch.right for patch in patches), max(patch.bottom for patch in patches))

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of its paper."""
        return self.bounds.right - self.bounds.left, self.bounds.bottom - self.bounds.top


@dataclass(frozen=True)
class Tiling:
    """The tiles of a board in reading order, whether they lie turned on the upright paper, and what seams still cut."""

    tiles: tuple[Tile, ...]
    turned: bool
    cut: tuple[Patch, ...]


def tiled(size: tuple[float, float], area: tuple[float, float], overlap: float, keep: Sequence[Patch] = ()) -> Tiling:
    """Cuts a board of `size` into the fewest tiles that lie within `area` of the paper, upright or turned."""
    ways = [(room, turned) for room, turned in ((area, False), (area[::-1], True)) if min(room) >= 2 * overlap]
    if not ways:
        raise PrintingError(Message("paper.overlap_page", overlap=f"{overlap:g}"))
    grids = [_grid(size, room, overlap, 0.0) for room, _ in ways]
    fewest = min(columns * rows for columns, rows in grids)
    found = [
        _laid(size, room, turned, grid, overlap, keep, spare)
        for (room, turned), grid in zip(ways, grids, strict=True)
        for spare in (0.0, TONGUE)
        if grid[0] * grid[1] == fewest and _grid(size, room, overlap, spare) == grid
    ]
    return min(found, key=lambda tiling: (len(tiling.cut), sum(len(tile.tongues) for tile in tiling.tiles)))


def _grid(size: tuple[float, float], room: tuple[float, float], overlap: float, spare: float) -> tuple[int, int]:
    """Columns and rows of tiles where `spare` millimetres of a page stay free."""
    return _pieces(size[0], room[0] - spare, overlap), _pieces(size[1], room[1] - spare, overlap)


def _laid(
    size: tuple[float, float],
    room: tuple[float, float],
    turned: bool,
    grid: tuple[int, int],
    overlap: float,
    keep: Sequence[Patch],
    spare: float,
) -> Tiling:
    inner = (room[0] - spare, room[1] - spare)
    tiles = _with_tongues(_Plan(size, inner, grid, overlap, _outermost(keep)).tiles(), keep, room)
    return Tiling(tiles, turned, tuple(patch for patch in keep if not any(_whole(tile, patch) for tile in tiles)))


def _whole(tile: Tile, patch: Patch) -> bool:
    """Whether the tile shows all of a patch."""
    return tile.shown.holds(patch) or any(_joined(tongue, tile.shown).holds(patch) for tongue in tile.tongues)


def _joined(tongue: Patch, shown: Patch) -> Patch:
    """A tongue and the part of its tile that lies behind it."""
    if tongue.right <= shown.left:
        return replace(tongue, right=shown.right)
    return replace(tongue, bottom=shown.bottom)


def _with_tongues(tiles: tuple[Tile, ...], keep: Sequence[Patch], room: tuple[float, float]) -> tuple[Tile, ...]:
    """Gives the upper one of two tiles a tongue for whatever their seam would cut, where a page has room for it."""
    found = list(tiles)
    for patch in _outermost(keep):
        under = [number for number, tile in enumerate(found) if tile.shown.meets(patch)]
        if len(under) != 2 or any(_whole(found[number], patch) for number in under):
            continue
        # The upper one begins at the seam: the patch reaches beyond its left or its upper edge.
        number = next(n for n in under if patch.left < found[n].shown.left or patch.top < found[n].shown.top)
        tile = found[number]
        grown = replace(tile, tongues=(*tile.tongues, _tongue(tile.shown, patch)))
        if grown.size[0] <= room[0] and grown.size[1] <= room[1]:
            found[number] = grown
    return tuple(found)


def _tongue(shown: Patch, patch: Patch) -> Patch:
    """What of a patch, and a little around it, lies beyond the left or the upper edge of a tile."""
    left, right = patch.left - CLEARANCE, patch.right + CLEARANCE
    top, bottom = patch.top - CLEARANCE, patch.bottom + CLEARANCE
    if patch.left < shown.left:
        return Patch(left, max(top, shown.top), shown.left, min(bottom, shown.bottom))
    return Patch(max(left, shown.left), top, min(right, shown.right), shown.top)


def _pieces(length: float, room: float, overlap: float) -> int:
    """How many tiles a length takes: all but the last give up the overlap."""
    return max(1, math.ceil(round((length - overlap) / (math.floor(room) - overlap), 6)))


def _outermost(patches: Sequence[Patch]) -> list[Patch]:
    """Without those that lie within another one, and each only once."""
    apart = list(dict.fromkeys(patches))
    return [patch for patch in apart if not any(other is not patch and other.holds(patch) for other in apart)]


@dataclass(frozen=True)
class _Seam:
    """A cut through a part of the board: possible places, each with the truth that it is chosen."""

    axis: Axis
    places: dict[int, cp_model.IntVar]

    def at(self) -> cp_model.LinearExpr:
        """Where it runs."""
        return cp_model.LinearExpr.weighted_sum(list(self.places.values()), list(self.places))

    def between(self, low: float, high: float) -> cp_model.LinearExpr:
        """One if it runs strictly between the two, else nought."""
        return cp_model.LinearExpr.sum([chosen for at, chosen in self.places.items() if low < at * UNIT < high])


@dataclass(frozen=True)
class _Area:
    """A part of the board that is still to be cut: which columns and rows of tiles, and the seams around it.

    `path` has every seam that led here with the side of it on which the area lies.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    path: tuple[tuple[_Seam, Literal["near", "far"]], ...] = field(default=())

    def edge(self, axis: Axis, side: Literal["near", "far"]) -> _Seam | None:
        """The seam on that side of the area; none at the edge of the board."""
        around = [seam for seam, lies in self.path if seam.axis == axis and lies != side]
        return around[-1] if around else None


class _Plan:
    """The question put to OR-Tools."""

    def __init__(
        self,
        size: tuple[float, float],
        room: tuple[float, float],
        grid: tuple[int, int],
        overlap: float,
        keep: Sequence[Patch],
    ) -> None:
        self.size, self.room, self.grid, self.overlap = size, room, grid, overlap
        self.model = cp_model.CpModel()
        self.price: list[cp_model.LinearExpr] = []
        self.leaves: list[_Area] = []
        self.cuts: list[tuple[_Seam, _Area]] = []
        self._split(_Area((0, grid[0]), (0, grid[1])))
        for leaf in self.leaves:
            self._fits(leaf)
        for patch in keep:
            self._keep(patch)
        self.model.minimize(cp_model.LinearExpr.sum(self.price))

    def _split(self, area: _Area) -> None:
        """Cuts where there are more tiles side by side; where they are as many, by the shorter seam."""
        (left, right), (top, bottom) = area.columns, area.rows
        across, down = right - left, bottom - top
        if across == down == 1:
            self.leaves.append(area)
            return
        wide, high = across * self.size[0] / self.grid[0], down * self.size[1] / self.grid[1]
        axis: Axis = "x" if across > down or (across == down and wide >= high) else "y"
        middle = (left + right) // 2 if axis == "x" else (top + bottom) // 2
        seam = self._seam(axis, middle)
        self.cuts.append((seam, area))
        near, far = (*area.path, (seam, "near")), (*area.path, (seam, "far"))
        if axis == "x":
            self._split(_Area((left, middle), area.rows, near))
            self._split(_Area((middle, right), area.rows, far))
        else:
            self._split(_Area(area.columns, (top, middle), near))
            self._split(_Area(area.columns, (middle, bottom), far))

    def _seam(self, axis: Axis, before: int) -> _Seam:
        """A seam with that many tiles before it, wherever pages on both sides of it are large enough."""
        way = "xy".index(axis)
        length, room, pieces = self.size[way], math.floor(self.room[way]) - self.overlap, self.grid[way]
        low = max(length - (pieces - before) * room - self.overlap, self.overlap)
        high = min(before * room, length - self.overlap)
        places = range(math.ceil(low / UNIT - 1e-9), math.floor(high / UNIT + 1e-9) + 1)
        if not places:
            raise PrintingError(Message("paper.overlap_seams", overlap=f"{self.overlap:g}"))
        seam = _Seam(axis, {place: self.model.new_bool_var(f"{axis}{place}") for place in places})
        self.model.add_exactly_one(seam.places.values())
        even = length * before / pieces / UNIT
        self.price += [round(abs(place - even)) * chosen for place, chosen in seam.places.items()]
        return seam

    def _fits(self, leaf: _Area) -> None:
        """A tile with its strips has to lie on a page, and something must be left of it."""
        axes: tuple[Axis, Axis] = ("x", "y")
        for way, axis in enumerate(axes):
            near, far = leaf.edge(axis, "near"), leaf.edge(axis, "far")
            start = near.at() if near else cp_model.LinearExpr.sum([0])
            end = far.at() if far else cp_model.LinearExpr.sum([math.ceil(self.size[way] / UNIT)])
            most = math.floor(self.room[way] / UNIT) - (math.ceil(self.overlap / UNIT) if far else 0)
            self.model.add(end - start <= most)
            self.model.add(end - start >= math.ceil(self.overlap / UNIT))

    def _keep(self, patch: Patch) -> None:
        """A seam through a patch costs more than any unevenness; through it means: in an area where the patch lies."""
        cut = self.model.new_bool_var("cut")
        spans = {
            "x": (patch.left - CLEARANCE, patch.right + CLEARANCE),
            "y": (patch.top - CLEARANCE, patch.bottom + CLEARANCE),
        }
        for seam, area in self.cuts:
            lies: list[cp_model.LinearExpr] = []
            for above, side in area.path:
                low, high = spans[above.axis]
                lies.append(above.between(low, math.inf) if side == "near" else above.between(-math.inf, high))
            through = cp_model.LinearExpr.sum([seam.between(*spans[seam.axis]), *lies])
            self.model.add(cut >= through - len(lies))
        self.price.append(COST * (MARKED if patch.marked else 1) * cut)

    def tiles(self) -> tuple[Tile, ...]:
        """The answer, in reading order."""
        solver = new_solver(EFFORT)
        if solver.solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise PrintingError(Message("paper.overlap_seams", overlap=f"{self.overlap:g}"))
        found = [self._tile(leaf, solver) for leaf in self.leaves]
        return tuple(sorted(found, key=lambda tile: (tile.row, tile.column)))

    def _tile(self, leaf: _Area, solver: cp_model.CpSolver) -> Tile:
        def place(axis: Axis, side: Literal["near", "far"], edge: float) -> float:
            seam = leaf.edge(axis, side)
            return float(solver.value(seam.at())) * UNIT if seam else edge

        width, height = self.size
        shown = Patch(place("x", "near", 0), place("y", "near", 0), place("x", "far", width), place("y", "far", height))
        right = self.overlap if leaf.edge("x", "far") else 0.0
        below = self.overlap if leaf.edge("y", "far") else 0.0
        return Tile(leaf.columns[0], leaf.rows[0], shown, right, below)


def patches_to_keep(drawing: Element, matrix: svg.Matrix = (1, 0, 0, 1, 0, 0)) -> Iterator[Patch]:
    """What a drawing wants whole: its lines of type, the files it places, and what it marks with `data-keep`."""
    for element in drawing:
        inner = svg.times(matrix, svg.transform(element.get("transform", "")))
        if svg.tag(element) == "text":
            yield _seen(inner, *_line_of_type(element))
        elif svg.tag(element) == "image":
            yield _seen(inner, *svg.extent(element))
        elif element.get("data-keep"):
            yield replace(_seen(inner, *svg.extent(element)), marked=True)
        elif svg.tag(element) == "g":
            yield from patches_to_keep(element, inner)


def _line_of_type(element: Element) -> tuple[float, float, float, float]:
    string, size = "".join(element.itertext()), svg.number(element, "font-size", 3)
    wide = text_width(string, element.get("font-family", ""), size / POINT, svg.number(element, "letter-spacing"))
    start = {"middle": -wide / 2, "end": -wide}.get(element.get("text-anchor", "start"), 0.0)
    return svg.number(element, "x") + start, svg.number(element, "y") - 0.75 * size, wide, size


def _seen(matrix: svg.Matrix, x: float, y: float, width: float, height: float) -> Patch:
    a, b, c, d, e, f = matrix
    corners = [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
    across = [a * u + c * v + e for u, v in corners]
    down = [b * u + d * v + f for u, v in corners]
    return Patch(min(across), min(down), max(across), max(down))
