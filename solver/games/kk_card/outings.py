"""What a seat of the card game could take in its next turn, and what that would bring it.

Law tiles are left aside, for they lie face down. Points are those that a seat would have if the game ended there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from solver.contract import MOST_SEATS, Bytes
from solver.games.kk_card.detail import detail
from solver.games.kk_card.kernel import CARRIAGE, OVER, PAY, SHIP, STOP, TAKE, apply, scores
from solver.games.kk_card.notation import end_cell, legal_steps, opened
from solver.games.kk_card.tables import CIRCLES, LAND, LAND_IDS, ROUTE, ROUTE_IDS

CHAIN = 5
Prize = Literal["chain", "land", "symbols"]


@dataclass(frozen=True)
class Outing:
    """Cards that a seat could take in its next turn, and what that would bring."""

    cells: tuple[int, ...]
    gain: int
    end: Bytes


def outings(state: Bytes, seat: int) -> list[Outing]:
    """What the seat could take if it were its turn, law tiles aside."""
    start = state.copy()
    s = opened(start)
    if s.phase == OVER:
        return []
    s.seat, s.phase, s.taken, s.circles, s.colour, s.three, s.many, s.must_take = seat, TAKE, 0, 0, -1, 0, 0, 0
    s.hand[seat] = 0
    s.first_lo[:], s.first_hi[:] = s.lo, s.hi
    now, found, waiting = _total(start, seat), list[Outing](), [(tuple[int, ...](), start)]
    while waiting:
        cells, table = waiting.pop()
        for step in legal_steps(table):
            if step < STOP:
                more = (*cells, end_cell(opened(table), step))
                end = table.copy()
                apply(end, step)
                if opened(end).phase == PAY:
                    apply(end, legal_steps(end)[0])
                opened(end).hand[seat] = 0
                found.append(Outing(more, _total(end, seat) - now, end))
                if opened(end).phase == TAKE:
                    waiting.append((more, end))
    return found


def _total(state: Bytes, seat: int) -> int:
    points = np.zeros(2 * MOST_SEATS)
    scores(state, points)
    return int(points[seat])


def prizes(state: Bytes, seat: int) -> dict[tuple[Prize, int], int]:
    """What a seat does not have yet and could reach in its next turn, with the points of it."""
    found: dict[tuple[Prize, int], int] = {}
    s, old = opened(state), points_by_entry(state)[seat]
    for outing in outings(state, seat):
        t, new = opened(outing.end), points_by_entry(outing.end)[seat]
        for route in (SHIP, CARRIAGE):
            if s.routes[seat, route] < CHAIN <= t.routes[seat, route]:
                _keep(found, ("chain", route), new["chains", ROUTE_IDS[route]])
        for land in {int(LAND[s.card[cell]]) for cell in outing.cells}:
            name = LAND_IDS[land]
            if at_top(t, seat, land) and not at_top(s, seat, land):
                _keep(found, ("land", land), new["land", name] - old["land", name])
            if new["symbols", name] and not old["symbols", name]:
                _keep(found, ("symbols", land), new["symbols", name])
    return found


def _keep(found: dict[tuple[Prize, int], int], prize: tuple[Prize, int], points: int) -> None:
    found[prize] = max(points, found.get(prize, 0))


def at_top(s: Any, seat: int, land: int) -> bool:
    return bool(s.lands[seat, land] and s.lands[seat, land] == s.lands[: s.players, land].max())


def worth(state: Bytes, seat: int, card: int) -> int:
    """What one more card would bring a seat now."""
    with_it = state.copy()
    s = opened(with_it)
    s.lands[seat, LAND[card]] += 1
    s.symbols[seat, LAND[card]] += CIRCLES[card].astype(np.uint8)
    s.routes[seat, ROUTE[card]] += 1
    return _total(with_it, seat) - _total(state, seat)


def points_by_entry(state: Bytes) -> list[dict[tuple[str, str], int]]:
    """For each seat the points of every entry of the score, if the game ended now."""
    return [{(entry["part"], entry["of"]): int(entry["points"]) for entry in entries} for entries in detail(state)]
