"""The sheets of boards: tiles with a picture of how they lie, one page of the board's own size, or one that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from pnp.definition.game import Board
from pnp.faces.face import Face, FaceMaker
from pnp.imposition.backs import Spot
from pnp.imposition.cutting import Cut
from pnp.imposition.papers import Paper
from pnp.print_options import Order
from pnp.sheets.sheet import TICK, Placed, Sheet, Side, Strip
from shelf import paths
from shelf.errors import PrintingError
from shelf.messages import Message
from shelf.safe_files import read_toml

if TYPE_CHECKING:
    from pnp.imposition.tiling import Patch, Tile, Tiling

ASSEMBLY = "common/assembly.svg.j2"
Point = tuple[float, float]
Axis = Literal["x", "y"]
Edge = Literal["left", "top", "right", "bottom"]


@dataclass(frozen=True)
class BoardSheets:
    """The boards of a set on one kind of paper."""

    maker: FaceMaker
    paper: Paper
    order: Order
    bleed: float
    boards: Sequence[Board]
    _faces: dict[tuple[str, float], Face] = field(default_factory=dict)

    @cached_property
    def sheets(self) -> list[Sheet]:
        """All sheets of all boards."""
        return [sheet for board in self.boards for sheet in self._of(board)]

    @cached_property
    def notes(self) -> list[str]:
        """What seams still cut, and how much smaller than it should be a board is."""
        told: list[str] = []
        for board in self.boards:
            if self.order.board == "fit":
                told.append(Message("printing.scaled", id=board.id, percent=f"{100 * self._fitting(board)[1]:.0f}"))
            elif not self._whole and (cut := self.tiling(board).cut):
                told.append(Message("printing.seams", id=board.id, cut=len(cut)))
        return told

    def _name(self, board: Board) -> str:
        return board.name.in_(self.order.language)

    @property
    def _whole(self) -> bool:
        return self.order.board == "one" or (self.order.sheets == "single" and self.order.board == "tiled")

    def face(self, board: Board, bleed: float = 0.0) -> Face:
        """The whole board, drawn and parsed once."""
        if (board.id, bleed) not in self._faces:
            rows = self.maker.game.rows(board)
            face = self.maker.face(board.face, board.size, bleed, rows[0] if rows else None)
            self._faces[board.id, bleed] = face.parsed()
        return self._faces[board.id, bleed]

    def tiling(self, board: Board) -> Tiling:
        """How the board is cut into tiles."""
        return self._tilings[board.id]

    @cached_property
    def _tilings(self) -> dict[str, Tiling]:
        return {board.id: self._tiled(board) for board in self.boards}

    def _tiled(self, board: Board) -> Tiling:
        from pnp.imposition.tiling import patches_to_keep

        face = self.face(board)
        try:
            room = self.paper.area_within(TICK[1])
            return _tiled(board.size, room, board.overlap, tuple(patches_to_keep(face.drawing())))
        except PrintingError as fault:
            number = self.maker.game.spec.board.index(board)
            raise self.maker.game.fault(
                Message("printing.on_paper", fault=fault, name=self.paper.name), "board", number, "overlap"
            ) from fault

    def _of(self, board: Board) -> list[Sheet]:
        if self._whole:
            face = self.face(board, self.bleed)
            placed = Placed(face, Spot(0, 0, *board.size))
            name = self._name(board)
            return [Sheet(Side((placed,)), Side(), self.bleed, stock=board.stock, size=board.size, title=name)]
        if self.order.board == "fit":
            placed = Placed(self.face(board), self._fitting(board)[0])
            return [Sheet(Side((placed,)), Side(), stock=board.stock, title=self._name(board))]
        face, tiling = self.face(board), self.tiling(board)
        tiles = [self._tile(board, face, tiling, tile) for tile in tiling.tiles]
        return [self._assembly(board, face, tiling), *tiles] if len(tiles) > 1 else tiles

    def _fitting(self, board: Board) -> tuple[Spot, float]:
        """The largest spot for the board on one page, turned where that helps, and the scale; never enlarged."""
        (width, height), (wide, high) = board.size, self.paper.area
        upright, turned = min(1.0, wide / width, high / height), min(1.0, wide / height, high / width)
        scale = max(upright, turned)
        across, down = (width, height) if upright >= turned else (height, width)
        x, y = (self.paper.width - across * scale) / 2, (self.paper.height - down * scale) / 2
        return Spot(x, y, across * scale, down * scale, 0 if upright >= turned else 90), scale

    def _tile(self, board: Board, face: Face, tiling: Tiling, tile: Tile) -> Sheet:
        from pnp.imposition.tiling import Patch

        page = _TilePage(self.paper, tile, tiling.turned)
        placed = Placed(face, page.spot(Patch(0, 0, *board.size)), page.window, page.tongues)
        name = f"{self._name(board)} {tile.name}" if len(tiling.tiles) > 1 else self._name(board)
        strips = tuple(_strips(page, tiling))
        return Sheet(
            Side((placed,), page.cuts, strips=strips, contours=page.contours, name=name),
            Side(),
            stock=board.stock,
            title=name,
        )

    def _assembly(self, board: Board, face: Face, tiling: Tiling) -> Sheet:
        """The whole board, small, with its seams and the names of the tiles."""
        words = read_toml(paths.ASSETS / f"sheet.{self.order.language}.toml")
        width = self.paper.area[0]
        scale = width / board.size[0]
        spot = Spot(self.paper.side, self.paper.end + 14, width, board.size[1] * scale)
        row: dict[str, Any] = {
            "title": words["assembly"].format(name=board.name.in_(self.order.language)),
            "tiles": [
                {
                    "name": tile.name,
                    "x": spot.x + tile.shown.left * scale,
                    "y": spot.y + tile.shown.top * scale,
                    "width": (tile.shown.right - tile.shown.left) * scale,
                    "height": (tile.shown.bottom - tile.shown.top) * scale,
                }
                for tile in tiling.tiles
            ],
            "below": spot.y + spot.height,
            "overlap": board.overlap,
            "side": self.paper.side,
            "end": self.paper.end,
        }
        notes = self.maker.face(ASSEMBLY, (self.paper.width, self.paper.height), 0.0, row)
        page = Spot(0, 0, self.paper.width, self.paper.height)
        placed = Placed(face, spot), Placed(notes, page, read=True)
        return Sheet(Side(placed), Side(), whole_page=True, title=row["title"])


@dataclass(frozen=True)
class _TilePage:
    """Where a tile lies on the upright paper: in the middle, and turned by a quarter where tiles lie across."""

    paper: Paper
    tile: Tile
    turned: bool

    @property
    def window(self) -> Spot:
        """The tile with its strips."""
        return replace(self.spot(self.tile.printed), turn=0)

    @property
    def tongues(self) -> tuple[Spot, ...]:
        """Where it reaches over its seams."""
        return tuple(replace(self.spot(tongue), turn=0) for tongue in self.tile.tongues)

    def spot(self, patch: Patch) -> Spot:
        """A rectangle of the board as it lies on the paper, with the tile in the middle."""
        bounds, (width, height) = self.tile.bounds, (patch.right - patch.left, patch.bottom - patch.top)
        across, down = self.tile.size[::-1] if self.turned else self.tile.size
        left, top = (self.paper.width - across) / 2, (self.paper.height - down) / 2
        if not self.turned:
            return Spot(left + patch.left - bounds.left, top + patch.top - bounds.top, width, height)
        return Spot(left + across - (patch.bottom - bounds.top), top + patch.left - bounds.left, height, width, 90)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The straight sides of the tile, numbered; a stroke along a side with tongues would take them off."""
        spot, tongued = self.window, self._tongued
        right, bottom = spot.x + spot.width, spot.y + spot.height
        sides: dict[Edge, tuple[Axis, float, float, float]] = {
            "top": ("y", spot.y, spot.x, right),
            "left": ("x", spot.x, spot.y, bottom),
            "bottom": ("y", bottom, spot.x, right),
            "right": ("x", right, spot.y, bottom),
        }
        straight = [side for edge, side in sides.items() if edge not in tongued]
        return tuple(Cut(number, *side) for number, side in enumerate(straight, start=1))

    @property
    def contours(self) -> tuple[tuple[Point, ...], ...]:
        """The sides with tongues, each as one line round all of them."""
        return tuple(_around(self.window, edge, tongues) for edge, tongues in self._tongued.items())

    @property
    def _tongued(self) -> dict[Edge, list[Spot]]:
        found: dict[Edge, list[Spot]] = {}
        for tongue in self.tongues:
            found.setdefault(_edge_of(self.window, tongue), []).append(tongue)
        return found


def _edge_of(window: Spot, tongue: Spot) -> Edge:
    """The side of a tile that a tongue reaches over the farthest."""
    beyond: dict[Edge, float] = {
        "left": window.x - tongue.x,
        "top": window.y - tongue.y,
        "right": tongue.x + tongue.width - window.x - window.width,
        "bottom": tongue.y + tongue.height - window.y - window.height,
    }
    return max(beyond, key=lambda edge: beyond[edge])


def _around(window: Spot, edge: Edge, tongues: Sequence[Spot]) -> tuple[Point, ...]:
    """A side of a tile from corner to corner, round its tongues; where two meet, round both of them together."""
    upright = edge in ("left", "right")
    start, end = (window.y, window.y + window.height) if upright else (window.x, window.x + window.width)
    line = {"left": window.x, "right": window.x + window.width, "top": window.y, "bottom": window.y + window.height}[
        edge
    ]
    outward = min if edge in ("left", "top") else max
    spans = [
        (spot.y, spot.y + spot.height, outward(spot.x, spot.x + spot.width))
        if upright
        else (spot.x, spot.x + spot.width, outward(spot.y, spot.y + spot.height))
        for spot in tongues
    ]
    bends = sorted({start, end, *(min(max(bend, start), end) for low, high, _ in spans for bend in (low, high))})
    steps = [(start, line)]
    for here, there in pairwise(bends):
        far = outward((reach for low, high, reach in spans if low <= here and there <= high), default=line)
        if far != steps[-1][1]:
            steps += [(here, steps[-1][1]), (here, far)]
        steps.append((there, far))
    steps.append((end, line))
    return tuple((across, along) if upright else (along, across) for along, across in dict.fromkeys(steps))


def _strips(page: _TilePage, tiling: Tiling) -> list[Strip]:
    """The tile's strips, each with the names of those that are glued on it."""
    shown, printed = page.tile.shown, page.tile.printed
    found: list[Strip] = []
    if printed.right > shown.right:
        beside = replace(shown, left=shown.right, right=printed.right)
        spot = page.spot(replace(beside, bottom=printed.bottom))
        found.append(Strip(spot, "top" if page.turned else "left", _names(tiling, beside)))
    if printed.bottom > shown.bottom:
        below = replace(shown, top=shown.bottom, bottom=printed.bottom)
        spot = page.spot(replace(below, right=printed.right))
        found.append(Strip(spot, "right" if page.turned else "top", _names(tiling, below)))
    return found


@lru_cache(maxsize=16)
def _tiled(size: Point, room: Point, overlap: float, keep: tuple[Patch, ...]) -> Tiling:
    """The seams of a board, which are the same in every ink."""
    from pnp.imposition.tiling import tiled

    return tiled(size, room, overlap, keep)


def _names(tiling: Tiling, strip: Patch) -> str:
    return ", ".join(tile.name for tile in tiling.tiles if tile.shown.meets(strip))
