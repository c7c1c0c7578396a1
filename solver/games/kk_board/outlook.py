"""What the greedy player of the board game sees beyond the score: cards for the next turn, chains and courts begun."""

from __future__ import annotations

from solver.games.kk_board.chains import chain_points, roads_in
from solver.games.kk_board.points import cloister_points, majority
from solver.games.kk_board.state import OVER, State, opened
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import Bytes, compiled, kernel

FIRST_HALF = 0.6
"""Cloisters score once more before the end: this share of their lead then is likely to last."""
PAIR, CARD = 1.2, 0.3
"""Two cards of one kind, and each further kind in hand."""
PIECE = 0.05
"""A piece in the supply."""
COURT = 1.2
"""A majority of councils, which every allied land may yet make worth something."""
ROAD = 0.35
"""An own cloister beside an own one that is in no chain yet."""
CHAINED = 8
"""With so many cloisters in chains a seat looks for no more roads."""


@compiled
def _cards(s: State, seat: int) -> float:
    value = 0.0
    for kind in range(s.kinds):
        number = s.hand[seat, kind]
        value += CARD * (number > 0) + PAIR * (number >= 2)
    return value


@compiled
def _roads(s: State, seat: int) -> float:
    own, ends = s.mask[seat], 0
    while own:
        ends += size(s.neighbours[first(own)] & s.mask[seat])
        own = rest(own)
    return ROAD * ends / 2


@compiled
def _first_half(s: State, seat: int) -> float:
    """The lead in cloisters that the interim scoring would give."""
    own, others = 0, 0
    for land in range(s.lands):
        for other in range(s.players):
            if other == seat:
                own += cloister_points(s, land, other)
            else:
                others += cloister_points(s, land, other)
    return FIRST_HALF * (own - others / (s.players - 1))


@kernel
def outlook(state: Bytes, seat: int) -> float:
    """Points that the seat may hope for beyond the score as it stands."""
    s = opened(state)
    if s.phase == OVER or s.ending:
        return 0.0
    value = _cards(s, seat) + PIECE * (s.cloisters_left[seat] + s.councils_left[seat])
    if size(s.mask[seat]) < CHAINED or chain_points(roads_in(state), s.mask[seat]) < CHAINED:
        value += _roads(s, seat)
    for land in range(s.lands):
        if majority(s, land) >> seat & 1:
            value += COURT
    return value + (0.0 if s.half else _first_half(s, seat))
