"""How much a step of the board game is liked at a glance: its features, each times its weight."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.games.kk_board.map_check import MOST_LANDS
from solver.games.kk_board.points import councils_in, majority
from solver.games.kk_board.rules import court_has_room, free_fields, is_empty
from solver.games.kk_board.state import (
    BLIND,
    CHAIN,
    COURTS,
    EXCHANGE,
    STOP,
    TAKE,
    TARGETS,
    State,
    card_of,
    land_at,
)
from solver.games.kk_board.weights import (
    BARE,
    CHAINED,
    CLOISTER_HOPE,
    COUNCIL,
    COUNCIL_GAIN,
    COUNCIL_HOPE,
    COUNCIL_OTHERS,
    EMPTY,
    EXCHANGING,
    FOLLOWED,
    FOREIGN,
    FREE,
    GAIN,
    JOKER,
    LEFT,
    LOST,
    MAJORITY,
    OTHERS,
    ROOM,
    SECOND,
    SHARED,
    STOPPING,
    THIRD,
    THREE,
    TWO,
    UNSEEN,
)
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import MOST_SEATS, Bytes, inlined, wide
from solver.kernel.record import Record, f8, flags, u1, u8

BITS = np.array([seats.bit_count() for seats in range(1 << MOST_SEATS)])
"""How many seats are in a set of them."""
FIRST_SEAT = np.array([max(0, (seats & -seats).bit_length() - 1) for seats in range(1 << MOST_SEATS)])
"""One of a set of seats."""
NOBODY = 99
"""More cloisters than a player has."""
Weights = NDArray[np.float64]
Change = tuple[int, float]
"""Of the points of who builds, and of the mean of the others'."""


@inlined
def cloister_change(s: State, builder: int, land: int) -> Change:
    """What one more cloister of a builder changes in a land: its own points, and the mean of the others'.

    Of the others only those with the most gain a point, those equal to the builder, who are left behind, and the next
    ones below if nobody is equal. Seats that nobody plays have no cloisters, so a fixed number of them is looked at.
    """
    own = wide(s.cloisters[land, builder])
    total, most, above, still_above, below = 0, 0, NOBODY, NOBODY, 0
    for seat in range(MOST_SEATS):
        number = wide(s.cloisters[land, seat])
        total += number
        most = max(most, number)
        above = min(above, number if number > own else NOBODY)
        still_above = min(still_above, number if number > own + 1 else NOBODY)
        below = max(below, number if number < own else 0)
    first, equal, next_below = 0, -1, 0
    for seat in range(MOST_SEATS):
        number = wide(s.cloisters[land, seat])
        first += int(number == most)
        equal += int(number == own)
        next_below += int(number == below)
    had = (total if above == NOBODY else above) if own else 0
    others = first if most > own else 0
    if own and equal:
        others += equal * (own + 1 - had)
    elif below:
        others += next_below
    return (total + 1 if still_above == NOBODY else still_above) - had, others / (s.players - 1)


class Ledger(Record):
    """What is known of a position at a glance; a roll-out keeps it, for a piece changes little of it.

    It is a record, for numba counts every hand that an array goes through.
    """

    random = flags()
    roomy = flags()  # the lands whose court has room for a council
    near = u8(MOST_SEATS)  # the fields next to the cloisters of each seat
    stale = u8(MOST_SEATS)  # the factors that are out of date, as bits: cloisters by lands, then councils
    factors = f8(MOST_SEATS, MOST_LANDS, 2)  # how a seat likes each land for a cloister and for a council
    wishes = f8(MOST_LANDS, 2)  # of the seat to move, for a cloister and a council in each land
    weights = f8(MOST_LANDS)  # room for a choice
    majority = u1(MOST_LANDS)  # the seats with the most councils in each land
    councils = u1(MOST_LANDS)  # all councils of each land


LEDGER = Ledger.dtype
LEDGER_SIZE = LEDGER.itemsize


@inlined
def note_room(s: State, ledger: Ledger, land: int) -> None:
    ledger.roomy &= ~bit(land)
    if court_has_room(s, land):
        ledger.roomy |= bit(land)


@inlined
def open_courts(s: State, ledger: Ledger) -> None:
    for land in range(s.lands):
        ledger.majority[land] = majority(s, land)
        ledger.councils[land] = councils_in(s, land)


@inlined
def _majority_with(s: State, ledger: Ledger, land: int, builder: int) -> int:
    """The seats with the most councils in a land if a builder had one more there."""
    had, me = wide(ledger.majority[land]), 1 << builder
    number, most = wide(s.councils[land, builder]) + 1, wide(s.councils[land, FIRST_SEAT[had]])
    if had == 0 or number > most:
        return me
    return had | me if number == most else had


@inlined
def council_change(s: State, ledger: Ledger, builder: int, land: int) -> Change:
    """What one more council changes by alliances: the builder's points, and the mean of the others'."""
    had, has = np.int64(ledger.majority[land]), _majority_with(s, ledger, land, builder)
    own: Any = 0
    others, me = 0, 1 << builder
    for index in range(s.lands):
        ally = np.int64(s.allies[land, index])
        if ally < 0:
            break
        there, worth = np.int64(ledger.majority[ally]), np.int64(ledger.councils[land] + ledger.councils[ally])
        lost, won = had & there, has & there
        own += (worth + 1) * (won >> builder & 1) - worth * (lost >> builder & 1)
        others += (worth + 1) * BITS[won & ~me] - worth * BITS[lost & ~me]
    return own, others / (s.players - 1)


@inlined
def _group(s: State, mask: np.uint64, field: int) -> np.uint64:
    """All of a set that roads join with a field, and the field itself."""
    found = bit(field)
    edge = found
    while edge:
        near = s.neighbours[first(edge)] & mask & ~found
        found |= near
        edge = rest(edge) | near
    return found


@inlined
def _chained(s: State, mask: np.uint64, field: int, group: int) -> int:
    """Points that a field brings by chains, about: all of its group, less what the parts had."""
    points, parts = group, s.neighbours[field] & mask
    while parts:
        part = _group(s, mask, first(parts))
        points -= size(part) if size(part) >= CHAIN else 0
        parts &= ~part
    return points


@inlined
def land_liking(s: State, seat: int, land: int, w: Weights) -> float:
    """Of a cloister, by its land."""
    half = s.half
    own, others = cloister_change(s, seat, land)
    value = w[GAIN + half] * own + w[OTHERS + half] * others + w[LEFT] * (size(free_fields(s, land)) - 1)
    if is_empty(s, land):
        value += w[EMPTY + half]
    if s.councils_left[seat] and s.cloisters[land, seat] == councils_in(s, land) and not court_has_room(s, land):
        value += w[ROOM]
    return value


@inlined
def _field_liking(s: State, field: int, w: Weights) -> float:
    """Of a cloister, by what lies around it."""
    around, mask = s.neighbours[field], s.mask[s.seat]
    value = w[FREE] * size(around & ~s.taken) + w[FOREIGN] * size(around & s.taken & ~mask)
    if around & mask:
        group = size(_group(s, mask, field))
        if group >= CHAIN:
            return value + w[CHAINED] * _chained(s, mask, field, group)
        value += w[TWO] if group == 2 else w[THREE]
    return value


@inlined
def council_liking(s: State, ledger: Ledger, seat: int, land: int, w: Weights) -> float:
    own, others = council_change(s, ledger, seat, land)
    value = w[COUNCIL + s.half] + w[COUNCIL_GAIN] * own + w[COUNCIL_OTHERS] * others
    seats = _majority_with(s, ledger, land, seat)
    if seats == 1 << seat:
        value += w[MAJORITY]
    elif seats >> seat & 1:
        value += w[SHARED]
    for index in range(s.lands):
        ally = np.int64(s.allies[land, index])
        if ally < 0:
            break
        there = np.int64(ledger.majority[ally])
        if there == 0:
            value += w[BARE]
        elif not there >> seat & 1:
            value += w[LOST]
    return value


@inlined
def _may_follow(s: State, land: int, kind: int) -> bool:
    """Whether the cards suffice for another piece in the same land this turn."""
    if s.placed or is_empty(s, land):
        return False
    matching = card_of(s, land)
    spent = 1 if kind == matching else 2
    for other in range(s.kinds):
        number = s.hand[s.seat, other] - (spent if other == kind else 0)
        if number >= (1 if other == matching else 2):
            return True
    return False


@inlined
def _take_liking(s: State, ledger: Ledger, kind: int, w: Weights) -> float:
    """By what a piece in one of the card's lands would bring."""
    cloister, council = 0.0, 0.0
    for land in range(s.lands):
        if card_of(s, land) == kind:
            if free_fields(s, land):
                own, others = cloister_change(s, s.seat, land)
                cloister = max(cloister, own - others)
            if court_has_room(s, land):
                own, others = council_change(s, ledger, s.seat, land)
                council = max(council, own - others)
    value = w[CLOISTER_HOPE] * cloister + w[COUNCIL_HOPE] * council
    held = s.hand[s.seat, kind]
    return value + (w[SECOND] if held == 1 else w[THIRD] if held else 0.0)


@inlined
def _paying(s: State, land: int, kind: int, w: Weights) -> float:
    """Of a piece, by the cards: whether another one may follow, and whether a pair pays for it."""
    value = w[FOLLOWED + s.half] if _may_follow(s, land, kind) else 0.0
    return value if card_of(s, land) == kind else value + w[JOKER + s.half]


@inlined
def cloister_liking(s: State, step: int, w: Weights) -> float:
    """Of a cloister, for which no ledger is needed."""
    kind, field = step // TARGETS, step % TARGETS
    land = land_at(s, field)
    return land_liking(s, s.seat, land, w) + _field_liking(s, field, w) + _paying(s, land, kind, w)


@inlined
def liking(s: State, raw: Bytes, step: int, w: Weights) -> float:
    """The sum of a step's features, each times its weight; `raw` is room for a ledger."""
    ledger = raw.view(LEDGER)[0]
    if step < EXCHANGE:
        kind, target = step // TARGETS, step % TARGETS
        if target < COURTS:
            return cloister_liking(s, step, w)
        open_courts(s, ledger)
        land = target - COURTS
        return council_liking(s, ledger, s.seat, land, w) + _paying(s, land, kind, w)
    if step < STOP:
        return w[EXCHANGING]
    if step == STOP:
        return w[STOPPING + s.half]
    if step == BLIND:
        return w[UNSEEN]
    open_courts(s, ledger)
    return _take_liking(s, ledger, step - TAKE, w)
