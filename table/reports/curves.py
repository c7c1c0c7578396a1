"""The curves of everybody's chance to win, as points in a box: the page and the sheet draw the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from table.answers.review import Review

INKS = ("#a81e2d", "#8a6410", "#2f7a45", "#76408f", "#1f4e9c")
"""In the order of the seats' stones in the games of the house, dark enough for lines and names."""
DASHES = ("", "6 2", "2 2", "8 2 2 2", "1 2")
"""Players are told apart by colour and by how their line is drawn."""


@dataclass(frozen=True)
class Curve:
    """A player's line, with a label where it ends."""

    name: str
    ink: str
    dashes: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        """As SVG writes it."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


@dataclass(frozen=True)
class Mark:
    """A turn that is called something, on its player's line."""

    number: int
    verdict: str
    x: float
    y: float
    ink: str


def curves(review: Review, width: float, height: float, line: float) -> list[Curve]:
    """One for each player, from the first turn to the end; labels are a `line` apart at least."""
    found, labels = [], _spread([height * (1 - end) for end in review.result], height, line)
    for seat, name in enumerate(review.match.players):
        chances = [*(turn.before[seat] for turn in review.turns), review.result[seat]]
        points = tuple((place(review, index, width), height * (1 - chance)) for index, chance in enumerate(chances))
        found.append(Curve(name, INKS[seat % 5], DASHES[seat % 5], points, labels[seat]))
    return found


def place(review: Review, index: int, width: float) -> float:
    """Where the chances before the turn of that index stand; the end is behind the last one."""
    return width * index / max(1, len(review.turns))


def marks(review: Review, width: float, height: float) -> list[Mark]:
    """The turns that are called something."""
    return [
        Mark(
            turn.number,
            review.verdict(turn),
            place(review, index, width),
            height * (1 - turn.before[turn.seat]),
            INKS[turn.seat % 5],
        )
        for index, turn in enumerate(review.turns)
        if review.verdict(turn)
    ]


def _spread(heights: list[float], height: float, line: float) -> list[float]:
    """Labels moved apart, from the top down, and up again where they would leave the box."""
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed, last = list(heights), -line
    for seat in order:
        last = placed[seat] = max(placed[seat], last + line)
    lowest = height
    for seat in reversed(order):
        placed[seat] = min(placed[seat], lowest)
        lowest = placed[seat] - line
    return placed
