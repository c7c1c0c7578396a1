"""Where the back of a component goes: the mirror image of its front, about the edge that the paper turns on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Backs = Literal["duplex", "gutterfold", "none"]
Flip = Literal["long", "short"]
QuarterTurn = Literal[0, 90, 180, 270]
"""Degrees clockwise by which a face is turned on the paper."""


@dataclass(frozen=True)
class Spot:
    """A trimmed rectangle on the paper, millimetres from its top left corner, and how the face in it is turned."""

    x: float
    y: float
    width: float
    height: float
    turn: QuarterTurn = 0

    @property
    def upright(self) -> tuple[float, float]:
        """Width and height of the face in it before it is turned."""
        return (self.width, self.height) if self.turn in (0, 180) else (self.height, self.width)


@dataclass(frozen=True)
class Mirror:
    """Turns the paper over about a line: `axis` x mirrors left and right, `axis` y top and bottom; `about` is where."""

    axis: Literal["x", "y"]
    about: float

    def of(self, spot: Spot) -> Spot:
        """Where the back of what lies at `spot` lies on the other side, with the tops of both at the same edge."""
        if self.axis == "x":
            return Spot(2 * self.about - spot.x - spot.width, spot.y, spot.width, spot.height, _mirrored_x[spot.turn])
        return Spot(spot.x, 2 * self.about - spot.y - spot.height, spot.width, spot.height, _mirrored_y[spot.turn])


_mirrored_x: dict[QuarterTurn, QuarterTurn] = {0: 0, 90: 270, 180: 180, 270: 90}
_mirrored_y: dict[QuarterTurn, QuarterTurn] = {0: 180, 90: 90, 180: 0, 270: 270}


def duplex(width: float, height: float, flip: Flip) -> Mirror:
    """The mirror of a printer that turns upright paper about its long or its short edge."""
    return Mirror("x", width / 2) if flip == "long" else Mirror("y", height / 2)
