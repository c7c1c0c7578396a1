"""How much a step of the board game is liked at a glance: its features, each times its weight."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.games.kk_board.changes import (
    Courts,
    beside,
    cloister_change,
    council_change,
    courts_around,
    look_at_courts,
    majority_with,
    open_courts,
)
from solver.games.kk_board.points import councils_in
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
from solver.kernel.contract import Bytes, inlined, wide

Weights = NDArray[np.float64]


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
    value = w[GAIN + half] * own + w[OTHERS + half] * (others / (s.players - 1))
    value += w[LEFT] * (size(free_fields(s, land)) - 1)
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
def council_liking(s: State, courts: Courts, seat: int, land: int, w: Weights) -> float:
    own, others = council_change(s, courts, seat, land)
    value = w[COUNCIL + s.half] + w[COUNCIL_GAIN] * own + w[COUNCIL_OTHERS] * (others / (s.players - 1))
    seats = majority_with(s, courts, land, seat)
    if seats == 1 << seat:
        value += w[MAJORITY]
    elif seats >> seat & 1:
        value += w[SHARED]
    for index in range(wide(courts.most_allies)):
        value += beside(courts, seat, wide(s.allies[land, index]), w[BARE], w[LOST], 0.0)
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
def _take_liking(s: State, courts: Courts, kind: int, w: Weights) -> float:
    """By what a piece in one of the card's lands would bring."""
    cloister, council, rivals = 0.0, 0.0, s.players - 1
    for land in range(s.lands):
        if card_of(s, land) == kind:
            if free_fields(s, land):
                own, others = cloister_change(s, s.seat, land)
                cloister = max(cloister, own - others / rivals)
            if court_has_room(s, land):
                open_courts(s, courts, courts_around(s, land))
                own, others = council_change(s, courts, s.seat, land)
                council = max(council, own - others / rivals)
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
    """Of a cloister, for which no court is looked at."""
    kind, field = step // TARGETS, step % TARGETS
    land = land_at(s, field)
    return land_liking(s, s.seat, land, w) + _field_liking(s, field, w) + _paying(s, land, kind, w)


@inlined
def liking(s: State, raw: Bytes, step: int, w: Weights) -> float:
    """The sum of a step's features, each times its weight; `raw` is room for courts."""
    courts = look_at_courts(raw)
    if step < EXCHANGE:
        kind, target = step // TARGETS, step % TARGETS
        if target < COURTS:
            return cloister_liking(s, step, w)
        land = target - COURTS
        open_courts(s, courts, courts_around(s, land))
        return council_liking(s, courts, s.seat, land, w) + _paying(s, land, kind, w)
    if step < STOP:
        return w[EXCHANGING]
    if step == STOP:
        return w[STOPPING + s.half]
    if step == BLIND:
        return w[UNSEEN]
    return _take_liking(s, courts, step - TAKE, w)
