"""Quick judgement of the board game: what a piece is worth at a glance, which steps look good.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from solver.games.kk_board.points import councils_in, majority
from solver.games.kk_board.rules import court_has_room, free_fields, is_empty
from solver.games.kk_board.state import (
    BLIND,
    EXCHANGE,
    STATE,
    STOP,
    TAKE,
    TARGETS,
)
from solver.games.kk_board.tables import (
    ALLIES,
    BIT,
    CARD_OF,
    CHAIN,
    FIELDS,
    KINDS,
    LAND_OF,
    LANDS,
    NEIGHBOURS,
)
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import MOST_SEATS, Bytes, kernel

LIKINGS = {
    "cloister: points, first half": 1.51,
    "cloister: points, second half": 0.74,
    "cloister: points of the others, first half": -1.73,
    "cloister: points of the others, second half": -0.5,
    "cloister: empty land, first half": -0.56,
    "cloister: empty land, second half": -0.91,
    "cloister: room for a council": 0.92,
    "cloister: two in a group": 1.98,
    "cloister: three in a group": 2.79,
    "cloister: points of chains": 1.11,
    "cloister: free fields around": 0.62,
    "cloister: cloisters of others around": 0.37,
    "cloister: fields left in the land": -0.09,
    "council, first half": 0.07,
    "council, second half": 0.8,
    "council: points": 0.51,
    "council: points of the others": -1.21,
    "council: majority": 0.68,
    "council: shared majority": 1.34,
    "council: allied courts without a council": 0.66,
    "council: allied courts of others": 0.67,
    "another piece may follow, first half": 3.64,
    "another piece may follow, second half": 1.69,
    "pair of cards, first half": -1.5,
    "pair of cards, second half": -0.56,
    "exchange": -0.75,
    "stop, first half": -1.56,
    "stop, second half": -0.18,
    "take: second of its kind": 2.1,
    "take: third of its kind": -0.64,
    "take: points of a cloister": 0.45,
    "take: points of a council": 0.19,
    "draw from the stack": 0.99,
}
"""How much more often long searches made a step that has a feature than one that has not, as natural logarithms.

Fitted by bench/fitting.py, twice: the second time to searches that used the first weights. Points are those that a step
brings at once, the others' as their mean; the halves are before and after the interim scoring.
"""
FEATURES = tuple(LIKINGS)
WEIGHTS = np.array(list(LIKINGS.values()))
(
    GAIN, _, OTHERS, _, EMPTY, _, ROOM, TWO, THREE, CHAINED, FREE, FOREIGN, LEFT,
    COUNCIL, _, COUNCIL_GAIN, COUNCIL_OTHERS, MAJORITY, SHARED, BARE, LOST,
    FOLLOWED, _, JOKER, _, EXCHANGING, STOPPING, _, SECOND, THIRD, CLOISTER_HOPE, COUNCIL_HOPE, UNSEEN,
) = range(len(FEATURES))  # fmt: skip

_helper = numba.njit(cache=True, nogil=True, forceinline=True)
_outside = numba.njit(cache=True, nogil=True)
BITS = np.array([seats.bit_count() for seats in range(1 << MOST_SEATS)])
"""How many seats are in a set of them."""
_STATE = types.Array(types.uint8, 1, "C")
_FLOATS = types.Array(types.float64, 1, "C")


@_helper
def _change_below(s: Any, land: int, seat: int, builder: int) -> int:
    """What a builder's cloister brings a seat that has fewer: one point if the builder is the next one above it."""
    own, most = s.cloisters[land, seat], s.cloisters[land, builder]
    for other in range(s.players):
        if other != builder and own < s.cloisters[land, other] <= most:
            return 0
    return 1


@_helper
def cloister_change(s: Any, builder: int, land: int) -> Any:
    """What one more cloister of a builder changes in a land: its own points, and the mean of the others'."""
    own = s.cloisters[land, builder]
    total, most, above, still_above = 0, 0, 0, 0
    for seat in range(s.players):
        number = s.cloisters[land, seat]
        total += number
        most = max(most, number)
        if number > own and (above == 0 or number < above):
            above = number
        if number > own + 1 and (still_above == 0 or number < still_above):
            still_above = number
    had = (above if above else total) if own else 0
    others = 0
    for seat in range(s.players):
        number = s.cloisters[land, seat]
        if seat == builder or number == 0:
            continue
        if number > own:
            others += number == most
        elif number == own:
            others += int(own) + 1 - int(had)
        else:
            others += _change_below(s, land, seat, builder)
    return (still_above if still_above else total + 1) - had, others / (s.players - 1)


@_helper
def _majority_with(s: Any, land: int, builder: int) -> int:
    """As `majority`, if a builder had one more council there."""
    most, seats = 0, 0
    for seat in range(s.players):
        number = s.councils[land, seat] + (seat == builder)
        if number > most:
            most, seats = number, 1 << seat
        elif number == most and most:
            seats |= 1 << seat
    return seats


LEDGER = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("near", "u8", (MOST_SEATS,)),  # the fields next to the cloisters of each seat
                ("stale", "u8", (MOST_SEATS,)),  # the wishes that are out of date, as bits
                ("wishes", "f8", (MOST_SEATS, LANDS, 2)),  # for a cloister and a council in each land
                ("weights", "f8", (LANDS,)),  # room for a choice
                ("majority", "u1", (LANDS,)),  # the seats with the most councils in each land
                ("councils", "u1", (LANDS,)),  # all councils of each land
            ],
            align=True,
        ),
    )
)
"""What is known of a position at a glance; a roll-out keeps it, for a piece changes little of it."""
LEDGER_SIZE = LEDGER.itemsize


@_helper
def open_courts(s: Any, ledger: Any) -> None:
    for land in range(LANDS):
        ledger.majority[land] = majority(s, land)
        ledger.councils[land] = councils_in(s, land)


@_helper
def council_change(s: Any, ledger: Any, builder: int, land: int) -> Any:
    """What one more council changes by alliances: the builder's points, and the mean of the others'."""
    had, has = np.int64(ledger.majority[land]), _majority_with(s, land, builder)
    own: Any = 0
    others, me = 0, 1 << builder
    for index in range(LANDS):
        ally = ALLIES[land, index]
        if ally < 0:
            break
        there, worth = np.int64(ledger.majority[ally]), np.int64(ledger.councils[land] + ledger.councils[ally])
        lost, won = had & there, has & there
        own += (worth + 1) * (won >> builder & 1) - worth * (lost >> builder & 1)
        others += (worth + 1) * BITS[won & ~me] - worth * BITS[lost & ~me]
    return own, others / (s.players - 1)


@_helper
def _group(mask: np.uint64, field: int) -> np.uint64:
    """All of a set that roads join with a field, and the field itself."""
    found: Any = BIT[field]
    edge = found
    while edge:
        near = NEIGHBOURS[first(edge)] & mask & ~found
        found |= near
        edge = rest(edge) | near
    return found


@_helper
def _chained(mask: np.uint64, field: int, group: int) -> int:
    """Points that a field brings by chains, about: all of its group, less what the parts had."""
    points, parts = group, NEIGHBOURS[field] & mask
    while parts:
        part = _group(mask, first(parts))
        points -= size(part) if size(part) >= CHAIN else 0
        parts &= ~part
    return points


@_helper
def land_liking(s: Any, seat: int, land: int, w: Any) -> float:
    """Of a cloister, by its land."""
    half = s.half
    own, others = cloister_change(s, seat, land)
    value = w[GAIN + half] * own + w[OTHERS + half] * others + w[LEFT] * (size(free_fields(s, land)) - 1)
    if is_empty(s, land):
        value += w[EMPTY + half]
    if s.councils_left[seat] and s.cloisters[land, seat] == councils_in(s, land) and not court_has_room(s, land):
        value += w[ROOM]
    return value


@_helper
def _field_liking(s: Any, field: int, w: Any) -> float:
    """Of a cloister, by what lies around it."""
    around, mask = NEIGHBOURS[field], s.mask[s.seat]
    value = w[FREE] * size(around & ~s.taken) + w[FOREIGN] * size(around & s.taken & ~mask)
    if around & mask:
        group = size(_group(mask, field))
        if group >= CHAIN:
            return value + w[CHAINED] * _chained(mask, field, group)
        value += w[TWO] if group == 2 else w[THREE]
    return value


@_helper
def council_liking(s: Any, ledger: Any, seat: int, land: int, w: Any) -> float:
    own, others = council_change(s, ledger, seat, land)
    value = w[COUNCIL + s.half] + w[COUNCIL_GAIN] * own + w[COUNCIL_OTHERS] * others
    seats = _majority_with(s, land, seat)
    if seats == 1 << seat:
        value += w[MAJORITY]
    elif seats >> seat & 1:
        value += w[SHARED]
    for index in range(LANDS):
        ally = ALLIES[land, index]
        if ally < 0:
            break
        there = np.int64(ledger.majority[ally])
        if there == 0:
            value += w[BARE]
        elif not there >> seat & 1:
            value += w[LOST]
    return value


@_helper
def _may_follow(s: Any, land: int, kind: int) -> bool:
    """Whether the cards suffice for another piece in the same land this turn."""
    if s.placed or is_empty(s, land):
        return False
    matching = CARD_OF[land]
    spent = 1 if kind == matching else 2
    for other in range(KINDS):
        number = s.hand[s.seat, other] - (spent if other == kind else 0)
        if number >= (1 if other == matching else 2):
            return True
    return False


@_helper
def _take_liking(s: Any, ledger: Any, kind: int, w: Any) -> float:
    """By what a piece in one of the card's lands would bring."""
    cloister, council = 0.0, 0.0
    for land in range(LANDS):
        if CARD_OF[land] == kind:
            if free_fields(s, land):
                own, others = cloister_change(s, s.seat, land)
                cloister = max(cloister, own - others)
            if court_has_room(s, land):
                own, others = council_change(s, ledger, s.seat, land)
                council = max(council, own - others)
    value = w[CLOISTER_HOPE] * cloister + w[COUNCIL_HOPE] * council
    held = s.hand[s.seat, kind]
    return value + (w[SECOND] if held == 1 else w[THIRD] if held else 0.0)


@_helper
def _paying(s: Any, land: int, kind: int, w: Any) -> float:
    """Of a piece, by the cards: whether another one may follow, and whether a pair pays for it."""
    value = w[FOLLOWED + s.half] if _may_follow(s, land, kind) else 0.0
    return value if CARD_OF[land] == kind else value + w[JOKER + s.half]


@_outside
def _cloister_liking(s: Any, step: int, w: Any) -> float:
    """Of a cloister, for which no ledger is needed."""
    kind, field = step // TARGETS, step % TARGETS
    land = LAND_OF[field]
    return land_liking(s, s.seat, land, w) + _field_liking(s, field, w) + _paying(s, land, kind, w)


@_outside
def _liking(s: Any, raw: Bytes, step: int, w: Any) -> float:
    """The sum of a step's features, each times its weight; `raw` is room for a ledger."""
    ledger = raw.view(LEDGER)[0]
    if step < EXCHANGE:
        kind, target = step // TARGETS, step % TARGETS
        if target < FIELDS:
            return _cloister_liking(s, step, w)
        open_courts(s, ledger)
        land = target - FIELDS
        return council_liking(s, ledger, s.seat, land, w) + _paying(s, land, kind, w)
    if step < STOP:
        return w[EXCHANGING]
    if step == STOP:
        return w[STOPPING + s.half]
    if step == BLIND:
        return w[UNSEEN]
    open_courts(s, ledger)
    return _take_liking(s, ledger, step - TAKE, w)


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    if step < EXCHANGE and step % TARGETS < FIELDS:
        return np.exp(_cloister_liking(state.view(STATE)[0], step, WEIGHTS))
    return np.exp(_liking(state.view(STATE)[0], np.empty(LEDGER_SIZE, dtype=np.uint8), step, WEIGHTS))


@numba.njit([_FLOATS(_STATE, types.int64)], cache=True, nogil=True)
def features(state: Bytes, step: int) -> Any:
    """The features of a step, from which the weights were fitted."""
    found = np.empty(len(WEIGHTS))
    alone = np.zeros(len(WEIGHTS))
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    for index in range(len(WEIGHTS)):
        alone[index] = 1.0
        found[index] = _liking(state.view(STATE)[0], raw, step, alone)
        alone[index] = 0.0
    return found
