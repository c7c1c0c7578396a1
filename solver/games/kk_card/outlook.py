"""What the greedy player of the card game sees beyond the score: stones, claims, law tiles, chains that grow."""

from __future__ import annotations

from solver.games.kk_card.appeal import land_gain
from solver.games.kk_card.rules import most_symbols
from solver.games.kk_card.state import CARRIAGE, COLOURS, OVER, RETURN, SHIP, THREE, State, opened
from solver.games.kk_card.tables import CIRCLES, COLUMNS, LAND, ROUTE, ROWS, SYMBOLS
from solver.kernel.contract import Bytes, compiled, inlined, kernel, wide

STONE_WORTH = 1.6
"""A claim stone in hand or on the display."""
CLAIM_SHARE = 0.5
"""Of what a claimed card at an end would bring: the others have to pay for it."""
CLAIM_FADES = 0.5
"""By each card that still lies before it."""
THREE_WORTH, COLOURS_WORTH, RETURN_WORTH = 1.5, 2.0, 0.5
CHAIN = 5
CHAIN_STEP = 0.25
"""A ship or carriage of a chain that is too short: this times how long the chain is already."""


@inlined
def _symbol_gain(s: State, seat: int, land: int, card: int) -> int:
    """What a seat gets more for its symbols of a land with those of one more card."""
    most, own, grown = most_symbols(s, land), 0, 0
    for kind in range(SYMBOLS):
        held = wide(s.symbols[seat, land, kind])
        own, grown = max(own, held), max(grown, held + CIRCLES[card, kind])
    return (grown if grown >= most else 0) - (most if own == most else 0)


@compiled
def gain(s: State, seat: int, card: int) -> float:
    """The points that one more card would bring."""
    land, route = LAND[card], ROUTE[card]
    points = land_gain(s, seat, land) + _symbol_gain(s, seat, land, card)
    length = s.routes[seat, route]
    if route and length >= CHAIN - 1:
        points += 1 if length >= CHAIN else CHAIN
    return float(points)


@compiled
def _claims(s: State, seat: int) -> float:
    """The points that the cards under the seat's stones would bring, the less the deeper they lie."""
    total = 0.0
    if s.shown[seat]:
        for row in range(ROWS):
            lo, hi = s.lo[row], s.hi[row]
            for column in range(lo, hi + 1):
                cell = row * COLUMNS + column
                if s.stone[cell] == seat + 1:
                    total += gain(s, seat, s.card[cell]) * CLAIM_FADES ** min(column - lo, hi - column)
    return CLAIM_SHARE * total


@compiled
def _chain(length: int) -> float:
    return 0.0 if length >= CHAIN else CHAIN_STEP * length * (length + 1) / 2


@kernel
def outlook(state: Bytes, seat: int) -> float:
    """Points that the seat may hope for beyond the score as it stands."""
    s = opened(state)
    if s.phase == OVER:
        return 0.0
    value = STONE_WORTH * (s.stock[seat] + s.shown[seat]) + _claims(s, seat)
    value += THREE_WORTH * s.hand[seat, THREE] + COLOURS_WORTH * s.hand[seat, COLOURS]
    value += RETURN_WORTH * s.hand[seat, RETURN]
    return value + _chain(s.routes[seat, SHIP]) + _chain(s.routes[seat, CARRIAGE])
