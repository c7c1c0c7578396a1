"""Sheets: faces at their spots, cuts, folds and strips to glue, on two sides of a paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pnp.definition.game import Stock
from pnp.faces.face import Face
from pnp.imposition.backs import Spot
from pnp.imposition.cutting import Cut

HAIR, RULE = 0.15, 0.35
"""Line weights in millimetres."""

TICK = (0.6, 2.8)
"""Where a tick mark begins and ends, in millimetres outside the component or its bleed."""


@dataclass(frozen=True)
class Placed:
    """A face at its spot on the paper, as large as the spot; with a `window`, only what lies in that or a tongue.

    What is `read`, not cut out, is told to those who cannot see it.
    """

    face: Face
    spot: Spot
    window: Spot | None = None
    tongues: tuple[Spot, ...] = ()
    read: bool = False

    @property
    def shown(self) -> Spot:
        """What of it is seen: all, or only what lies in a window."""
        return self.window or self.spot


@dataclass(frozen=True)
class Strip:
    """Where a neighbouring tile is glued on: a rectangle, and the side of it along which the neighbour will begin."""

    spot: Spot
    seam: Literal["left", "top", "right", "bottom"]
    neighbour: str


@dataclass(frozen=True)
class Side:
    """One printed side of a sheet; `contours` are followed with the knife where no straight stroke will do.

    A gutterfold has its `fold` in the middle of a `spine` as wide as the board that goes between its halves.
    """

    placed: tuple[Placed, ...] = ()
    cuts: tuple[Cut, ...] = ()
    fold: float | None = None
    spine: float = 0.0
    hairlines: bool = False
    strips: tuple[Strip, ...] = ()
    contours: tuple[tuple[tuple[float, float], ...], ...] = ()
    name: str = ""


@dataclass(frozen=True)
class Sheet:
    """A sheet of one stock: its front, its back, and whether the components' edges (or the whole page) are its trim.

    Without `marginalia` it bears neither ruler nor print facts, for all of it is seen when it is done. With a `size` of
    its own it is a page for a copy shop, without them, too. Its `title` is what a reader finds it by.
    """

    front: Side
    back: Side
    bleed: float = 0.0
    whole_page: bool = False
    stock: Stock = "paper"
    marginalia: bool = True
    size: tuple[float, float] | None = None
    title: str = ""

    @property
    def sides(self) -> tuple[Side, Side]:
        """Front and back."""
        return self.front, self.back

    @property
    def faces(self) -> list[Face]:
        """All faces on both sides."""
        return [placed.face for side in self.sides for placed in side.placed]


@dataclass(frozen=True)
class SheetFacts:
    """What the margin of a page says."""

    title: str
    sheet: str
    side: str
    rest: tuple[str, ...]

    def line(self) -> str:
        """All of it in one line."""
        return " · ".join((self.title, self.sheet, self.side, *self.rest))
