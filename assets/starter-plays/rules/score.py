"""Points, in parts."""

from solver.kernel.contract import Bytes, compiled

from .state import GOODS, KIND, POINTS, ROUNDS, State

PARTS = ("wares", "sets", "coins")
SET = 4
"""Points for one ware of each kind of goods."""


@compiled
def tally(s: State, seat: int) -> tuple[int, int, int]:
    """Points of a seat for wares, for sets and for coins."""
    points, sets = 0, ROUNDS
    for kind in range(len(GOODS) + 1):
        number = 0
        for place in range(ROUNDS):
            if s.taker[place] == seat + 1 and KIND[s.ware[place]] == kind:
                points += POINTS[s.ware[place]]
                number += 1
        if kind < len(GOODS):
            sets = min(sets, number)
    return points, SET * sets, int(s.coins[seat])


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by part for each seat."""
    s = State.of(state)
    return [dict(zip(PARTS, map(int, tally(s, seat)), strict=True)) for seat in range(s.players)]


def tiebreaks(state: Bytes) -> list[int]:
    """Among equals the one with more wares is first."""
    s = State.of(state)
    return [int((s.taker == seat + 1).sum()) for seat in range(s.players)]
