"""The points of the board game: majorities of cloisters, alliances of councils, chains."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.games.kk_board.chains import chain_points, roads_in
from solver.games.kk_board.state import State, opened
from solver.kernel.contract import MOST_SEATS, SCORE_PARTS, Bytes, Numbers, compiled_for, inlined, wide

INTERIM_PART, CLOISTER_PART, ALLIANCE_PART, CHAIN_PART = range(4)
PARTS = ("interim", "cloisters", "alliances", "chains")


@inlined
def cloister_points(s: State, land: int, seat: int) -> int:
    """The most cloisters bring one point for every cloister of the land, each next rank those of one above it."""
    own = s.cloisters[land, seat]
    if own == 0:
        return 0
    above, total = 0, 0
    for other in range(MOST_SEATS):
        number = s.cloisters[land, other]
        total += number
        if number > own and (above == 0 or number < above):
            above = number
    return above if above else total


@inlined
def majority(s: State, land: int) -> int:
    """The seats with the most councils in a land, as bits; nobody has it where there is none."""
    most, seats = 0, 0
    for seat in range(MOST_SEATS):
        most = max(most, wide(s.councils[land, seat]))
    for seat in range(MOST_SEATS):
        seats |= int(s.councils[land, seat] == most) << seat
    return seats if most else 0


@inlined
def councils_in(s: State, land: int) -> int:
    """All councils of a land."""
    total = 0
    for seat in range(MOST_SEATS):
        total += s.councils[land, seat]
    return total


@inlined
def _score_alliances(s: State, land: int, here: int, parts: Numbers) -> None:
    """Each is met from both of its lands, and scored from the first."""
    for index in range(s.lands):
        ally: Any = np.int64(s.allies[land, index])
        if ally < 0:
            break
        both = here & majority(s, ally) if ally > land else 0
        if both:
            worth = councils_in(s, land) + councils_in(s, ally)
            for seat in range(s.players):
                parts[seat, ALLIANCE_PART] += worth * (both >> seat & 1)


@compiled_for(SCORE_PARTS)
def score_parts(state: Bytes, parts: Numbers) -> None:
    """Points of each seat by category, as if the game ended now."""
    s = opened(state)
    roads = roads_in(state)
    for seat in range(s.players):
        parts[seat, INTERIM_PART] = s.interim[seat]
        cloisters = 0
        for land in range(s.lands):
            cloisters += cloister_points(s, land, seat)
        parts[seat, CLOISTER_PART] = cloisters
        parts[seat, ALLIANCE_PART] = 0
        parts[seat, CHAIN_PART] = chain_points(roads, s.mask[seat])
    for land in range(s.lands):
        here = majority(s, land)
        if here:
            _score_alliances(s, land, here, parts)
