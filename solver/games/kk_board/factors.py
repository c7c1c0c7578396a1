"""How much a roll-out of the board game likes a piece: e to the power of its liking.

An exponential for each piece would take some 8 % of the time of a tree. The features that a roll-out looks at are whole
numbers, so their exponentials stand in a table, and are multiplied.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.games.kk_board.changes import beside, council_change, majority_with, rank_change
from solver.games.kk_board.ledger import LANDS, Ledger
from solver.games.kk_board.map_check import MOST_LANDS
from solver.games.kk_board.state import State
from solver.games.kk_board.weights import (
    BARE,
    COUNCIL,
    COUNCIL_GAIN,
    COUNCIL_OTHERS,
    EMPTY,
    GAIN,
    LEFT,
    LOST,
    MAJORITY,
    OTHERS,
    ROOM,
    SHARED,
)
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import inlined, wide
from solver.kernel.weights import Weights

MOST = 31
"""The table goes from -MOST to MOST of a feature."""
NONE, ONCE = MOST, MOST + 1
Factors = NDArray[np.float64]
"""Of a number of players: for each feature the exponentials of its weight times each number."""


def powers(weights: Weights) -> NDArray[np.float64]:
    """The factors by the number of players. What the others win is summed there, and weighed as their mean."""
    each, others = weights.copy(), np.maximum(np.arange(len(weights)) - 1, 1)
    for feature in (OTHERS, OTHERS + 1, COUNCIL_OTHERS):
        each[:, feature] /= others
    return np.exp(each[:, :, np.newaxis] * np.arange(-MOST, MOST + 1))


@inlined
def power(f: Factors, feature: int, number: int) -> float:
    """The factor of so much of a feature."""
    if -MOST <= number <= MOST:
        return f[feature, MOST + number]
    return f[feature, ONCE] ** number


@inlined
def cloister_factor(s: State, ledger: Ledger, seat: int, land: int, f: Factors) -> float:
    """Of a cloister, by its land."""
    half, taken = wide(s.half), size(s.land_mask[land] & s.taken)
    own, others = rank_change(wide(s.cloisters[land, seat]), taken, (ledger.rising[land], ledger.falling[land]))
    full = int(s.cloisters[land, seat] == ledger.councils[land]) & int(not ledger.roomy & bit(land))
    room = full & int(s.councils_left[seat] > 0)
    place = power(f, LEFT, size(s.land_mask[land]) - taken - 1) * f[EMPTY + half, NONE + int(taken == 0)]
    return power(f, GAIN + half, own) * power(f, OTHERS + half, others) * (place * f[ROOM, NONE + room])


@inlined
def council_factor(s: State, ledger: Ledger, seat: int, land: int, f: Factors) -> float:
    own, others = council_change(s, ledger, seat, land)
    value = f[COUNCIL + s.half, ONCE] * power(f, COUNCIL_GAIN, own) * power(f, COUNCIL_OTHERS, others)
    seats = majority_with(s, ledger, land, seat)
    first_there = f[MAJORITY, ONCE] if seats == 1 << seat else f[SHARED, ONCE]
    value *= first_there if seats >> seat & 1 else 1.0
    for index in range(wide(ledger.most_allies)):
        ally = wide(s.allies[land, index])
        value *= beside(ledger, seat, ally, f[BARE, ONCE], f[LOST, ONCE], 1.0)
    return value


@inlined
def weigh_anew(s: State, ledger: Ledger, seat: int, lands: np.uint64, f: Factors) -> None:
    """How a seat likes these lands, where that is out of date and a piece has a place."""
    stale, behind = ledger.stale[seat], np.uint64(MOST_LANDS)
    cloisters = stale & LANDS & lands & ledger.vacant if s.cloisters_left[seat] else np.uint64(0)
    courts = stale >> behind & lands & ledger.roomy if s.councils_left[seat] else np.uint64(0)
    ledger.stale[seat] = stale ^ (cloisters | courts << behind)
    while cloisters:
        land = first(cloisters)
        cloisters = rest(cloisters)
        ledger.cloister[seat, land] = cloister_factor(s, ledger, seat, land, f)
    while courts:
        land = first(courts)
        courts = rest(courts)
        ledger.council[seat, land] = council_factor(s, ledger, seat, land, f)
