"""What a seat of the card game could take in its next turn, and what that would bring it.

Law tiles are left aside, for they lie face down. Points are those that a seat would have if the game ended there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

import numpy as np

from solver.games.kk_card.notation import end_cell, legal_steps
from solver.games.kk_card.rules import CHAIN_PART, LAND_PART, PARTS, SYMBOL_PART, apply, score_parts
from solver.games.kk_card.state import CARRIAGE, OVER, PAY, SHIP, STOP, TAKE, State
from solver.games.kk_card.tables import CIRCLES, LAND, ROUTE
from solver.kernel.contract import MOST_SEATS, Bytes

CHAIN = 5
"""So many ships or carriages score."""
Prize = tuple[Literal["chain", "land", "symbols"], int]
"""A chain of a route, the top of a land, or the most symbols in it."""


@dataclass(frozen=True, eq=False)
class Outing:
    """Cards of one land that a seat could take."""

    cells: tuple[int, ...]
    land: int
    gain: np.ndarray
    """Points by category."""
    free: bool
    """No claim of another has to be bought."""
    end: Bytes


def outings(state: Bytes, seat: int) -> list[Outing]:
    """What the seat could take if it were its turn."""
    start = state.copy()
    s = State.of(start)
    if s.phase == OVER:
        return []
    s.seat, s.phase, s.taken, s.circles, s.colour, s.three, s.many, s.must_take = seat, TAKE, 0, 0, -1, 0, 0, 0
    s.first_lo[:], s.first_hi[:] = s.lo, s.hi
    s.hand[seat] = 0
    found, waiting = list[Outing](), [(tuple[int, ...](), start)]
    while waiting:
        cells, table = waiting.pop()
        for step in legal_steps(table):
            if step < STOP:
                outing = _taken(start, table, step, cells)
                found.append(outing)
                if State.of(outing.end).phase == TAKE:
                    waiting.append((outing.cells, outing.end))
    return found


def _taken(start: Bytes, table: Bytes, step: int, cells: tuple[int, ...]) -> Outing:
    """One card more."""
    cell, end = end_cell(State.of(table), step), table.copy()
    apply(end, step)
    s, first = State.of(end), State.of(start)
    if s.phase == PAY:
        apply(end, legal_steps(end)[0])
    seat = int(first.seat)
    s.hand[seat] = 0
    gain, free = _points(end, seat) - _points(start, seat), bool(s.lost[seat] == first.lost[seat])
    return Outing((*cells, cell), int(LAND[s.card[cell]]), gain, free, end)


def _points(state: Bytes, seat: int) -> np.ndarray:
    parts = np.zeros((MOST_SEATS, len(PARTS)))
    score_parts(state, parts)
    return parts[seat]


def prizes(state: Bytes, seat: int, possible: Collection[Outing]) -> dict[Prize, int]:
    """What the seat does not have yet and one of these outings reaches, with the points of it."""
    s, found = State.of(state), dict[Prize, int]()
    for outing in possible:
        t, land, gain = State.of(outing.end), outing.land, outing.gain
        for route in (SHIP, CARRIAGE):
            if s.routes[seat, route] < CHAIN <= t.routes[seat, route]:
                _keep(found, ("chain", route), gain[CHAIN_PART])
        if at_top(t, seat, land) and not at_top(s, seat, land):
            _keep(found, ("land", land), gain[LAND_PART])
        if has_most_symbols(t, seat, land) and not has_most_symbols(s, seat, land):
            _keep(found, ("symbols", land), gain[SYMBOL_PART])
    return found


def _keep(found: dict[Prize, int], prize: Prize, points: float) -> None:
    found[prize] = max(int(points), found.get(prize, 0))


def at_top(s: State, seat: int, land: int) -> bool:
    """Whether nobody has more cards of a land than the seat."""
    return bool(s.lands[seat, land] and s.lands[seat, land] == s.lands[: s.players, land].max())


def has_most_symbols(s: State, seat: int, land: int) -> bool:
    """Whether nobody has more symbols of one kind in a land than the seat has of its best."""
    most = s.symbols[: s.players, land].max()
    return bool(most and s.symbols[seat, land].max() == most)


def worth(state: Bytes, seat: int, card: int) -> int:
    """What one more card would bring a seat now."""
    with_it = state.copy()
    s = State.of(with_it)
    s.lands[seat, LAND[card]] += 1
    s.symbols[seat, LAND[card]] += CIRCLES[card].astype(np.uint8)
    s.routes[seat, ROUTE[card]] += 1
    return int((_points(with_it, seat) - _points(state, seat)).sum())
