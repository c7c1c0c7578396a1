"""What a building of Kardinal brings at a glance, by weights: stones, its shape, its open sides."""

from __future__ import annotations

from solver.games.kardinal.state import State
from solver.games.kardinal.tables import CHOICES, COLOURS, COURT, NOBODY, OWN, OWNER, SHAPES
from solver.games.kardinal.weights import (
    COLLECTED,
    FOREIGN,
    LAST,
    LOST,
    OPEN_SIDES,
    OWN_STONES,
    SHAPE,
    TAKEN_AWAY,
    UNANSWERED,
    UNOWNED,
)
from solver.kernel.contract import Numbers, inlined, wide


@inlined
def price(s: State, seat: int, colour: int, touched: int, w: Numbers) -> float:
    """What a stone of the touched colour brings a seat that builds in `colour`, by these weights."""
    owner = OWNER[s.players, touched]
    if OWNER[s.players, colour] == NOBODY and not s.fourth_apart:
        return 0 if owner == NOBODY else w[LOST] if owner == seat else w[TAKEN_AWAY]
    if owner == seat:
        return w[OWN_STONES]
    if owner == NOBODY:
        return 0 if s.fourth_apart else w[UNOWNED] + w[COLLECTED] * s.stones[seat, touched]
    return w[FOREIGN] + w[COLLECTED] * s.stones[seat, touched]


@inlined
def _held(s: State, seat: int, shape: int) -> int:
    """Buildings of a shape that a seat may still put up."""
    found = wide(s.left[shape, OWN[s.players, seat, 0]])
    if CHOICES[s.players] > 1:
        found += wide(s.left[shape, OWN[s.players, seat, 1]])
    return found


@inlined
def shape_worth(s: State, seat: int, shape: int, w: Numbers) -> float:
    """What a building brings by its shape and its open sides, if nothing stands beside it."""
    value = w[SHAPE + shape] + (w[LAST] if _held(s, seat, shape) == 1 else 0)
    others = 0
    for other in range(SHAPES):
        if other != shape:
            others += _held(s, (seat + 1) % s.players, other)
    return value + (w[UNANSWERED] if others == 0 else 0) + w[OPEN_SIDES] * (6 if shape == COURT else 4)


@inlined
def weighed_stones(s: State, seat: int, colour: int, word: int, w: Numbers) -> float:
    """What a single building brings beyond its shape: stones, and sides that are not open."""
    value = 0 * w[0]
    for touched in range(COLOURS):
        stones = wide(word >> (3 * touched)) & 7
        if stones:
            value += price(s, seat, colour, touched, w) * min(stones, int(s.supply[touched])) - w[OPEN_SIDES] * stones
    return value
