"""Quick judgement of the board game: what a piece is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from solver.contract import MOST_SEATS, Bytes, Random, kernel
from solver.games.kk_board.bits import first, nth, rest, size
from solver.games.kk_board.kernel import court_has_room, free_fields, make
from solver.games.kk_board.points import councils_in, majority
from solver.games.kk_board.position import (
    BLIND,
    DRAW,
    EXCHANGE,
    OVER,
    STATE,
    STOP,
    TAKE,
    TARGETS,
    UNRECORDED,
)
from solver.games.kk_board.tables import ALLIES, CARD_OF, FIELDS, KINDS, LAND_OF, LANDS, NEIGHBOURS
from solver.random import below, unit

# How much more often a step is made that has a property than one that has not, as natural logarithms.
GAIN = np.exp(np.concatenate([np.full(10, -0.4), 0.3 * np.arange(30)]))
"""By the points that a cloister brings in its land, from ten points less to thirty more."""
NO_LOSS = 10
COUNCIL = np.exp(-0.6)
COUNCIL_GAIN = np.exp(0.17 * np.arange(64))
"""By the points that a council brings by alliances."""
COUNCIL_LEAD = np.exp(0.7)
"""By the majority that a council gains or shares."""
JOKER = np.exp(-0.9)
"""By a pair of cards instead of one."""
ROADS = np.exp(np.array([0.0, 0.9, 1.1, 1.1, 1.1]))
"""By the own cloisters next to a field."""
NEAR = 0.7
"""Of all roll-out cloisters this share goes next to an own one, where that is possible."""
EXCHANGING, STOPPING = np.exp(-1.6), np.exp(-1.2)
MATCHING = np.exp(np.array([0.0, 0.8, 0.8, 0.8]))
"""Of an open card, by how many of its kind are in the hand."""
UNSEEN = np.exp(0.2)

_helper = numba.njit(cache=True, nogil=True, forceinline=True)
_outside = numba.njit(cache=True, nogil=True)
CHOICES = 2 * LANDS + 1


@_helper
def cloister_gain(s: Any, seat: int, land: int) -> int:
    """What one more cloister brings a seat in the ranking of its land."""
    own = s.cloisters[land, seat]
    total, above, still_above = 0, 0, 0
    for other in range(s.players):
        number = s.cloisters[land, other]
        total += number
        if number > own:
            if above == 0 or number < above:
                above = number
            if number > own + 1 and (still_above == 0 or number < still_above):
                still_above = number
    had = (above if above else total) if own else 0
    return (still_above if still_above else total + 1) - had


@_helper
def _is_ahead(s: Any, seat: int, land: int) -> bool:
    """Whether nobody would have more councils in a land with one more of the seat."""
    own = s.councils[land, seat] + 1
    for other in range(s.players):  # noqa: SIM110 - numba compiles no generators
        if other != seat and s.councils[land, other] > own:
            return False
    return True


@_helper
def council_gain(s: Any, seat: int, land: int) -> int:
    """What one more council brings a seat by alliances; -1 where it would still not have the majority."""
    if not _is_ahead(s, seat, land):
        return -1
    had = majority(s, land) >> seat & 1
    here, points = councils_in(s, land) + 1, 0
    for index in range(LANDS):
        ally = ALLIES[land, index]
        if ally < 0:
            break
        if majority(s, ally) >> seat & 1:
            points += 1 if had else here + councils_in(s, ally)
    return points


@_helper
def _council_appeal(gain: int) -> float:
    return COUNCIL if gain < 0 else COUNCIL * COUNCIL_LEAD * COUNCIL_GAIN[min(gain, 63)]


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    s = state.view(STATE)[0]
    seat = s.seat
    if step < EXCHANGE:
        kind, target = step // TARGETS, step % TARGETS
        land = LAND_OF[target] if target < FIELDS else target - FIELDS
        if target < FIELDS:
            weight = GAIN[NO_LOSS + cloister_gain(s, seat, land)] * ROADS[size(NEIGHBOURS[target] & s.mask[seat])]
        else:
            weight = _council_appeal(council_gain(s, seat, land))
        return weight if CARD_OF[land] == kind else weight * JOKER
    if step < STOP:
        return EXCHANGING
    if step == STOP:
        return STOPPING
    return UNSEEN if step == BLIND else MATCHING[min(s.hand[seat, step - TAKE], 3)]


# ---- roll-outs ------------------------------------------------------------------------------------------------------
# A roll-out keeps notes: for each seat the fields next to its cloisters, for each court majority and size, and how much
# each seat wants a cloister or a council in each land. A piece changes few of them.

CLOISTER_WISH, COUNCIL_WISH = range(2)


@_helper
def opened_ledger(s: Any) -> Any:
    """The notes for a position."""
    near = np.zeros(MOST_SEATS, dtype=np.uint64)
    for seat in range(s.players):
        own = s.mask[seat]
        while own:
            near[seat] |= NEIGHBOURS[first(own)]
            own = rest(own)
    courts = np.empty((2, LANDS), dtype=np.int64)
    wishes = np.empty((MOST_SEATS, LANDS, 2))
    for land in range(LANDS):
        courts[0, land] = majority(s, land)
        courts[1, land] = councils_in(s, land)
    for land in range(LANDS):
        _note_cloisters(s, wishes, land)
        _note_councils(s, courts, wishes, land)
    return near, courts, wishes


@_helper
def _note_cloisters(s: Any, wishes: Any, land: int) -> None:
    free = free_fields(s, land)
    for seat in range(s.players):
        wishes[seat, land, CLOISTER_WISH] = GAIN[NO_LOSS + cloister_gain(s, seat, land)] if free else 0.0


@_helper
def _noted_council_gain(s: Any, courts: Any, seat: int, land: int) -> int:
    """As `council_gain`, from the notes."""
    if not _is_ahead(s, seat, land):
        return -1
    had = courts[0, land] >> seat & 1
    points = 0
    for index in range(LANDS):
        ally = ALLIES[land, index]
        if ally < 0:
            break
        if courts[0, ally] >> seat & 1:
            points += 1 if had else courts[1, land] + 1 + courts[1, ally]
    return points


@_helper
def _note_councils(s: Any, courts: Any, wishes: Any, land: int) -> None:
    room = court_has_room(s, land)
    for seat in range(s.players):
        wish = _council_appeal(_noted_council_gain(s, courts, seat, land)) if room else 0.0
        wishes[seat, land, COUNCIL_WISH] = wish


@_outside
def _note(s: Any, ledger: Any, seat: int, target: int) -> None:
    """What a piece changes."""
    near, courts, wishes = ledger
    if target < FIELDS:
        near[seat] |= NEIGHBOURS[target]
        land = LAND_OF[target]
        _note_cloisters(s, wishes, land)
        had_room = wishes[seat, land, COUNCIL_WISH] > 0.0
        if not had_room and court_has_room(s, land):
            _note_councils(s, courts, wishes, land)
        return
    land = target - FIELDS
    courts[0, land] = majority(s, land)
    courts[1, land] += 1
    _note_councils(s, courts, wishes, land)
    for index in range(LANDS):
        ally = ALLIES[land, index]
        if ally < 0:
            break
        if wishes[seat, ally, COUNCIL_WISH] > 0.0:
            _note_councils(s, courts, wishes, ally)


@_helper
def _pair(s: Any) -> int:
    """A kind of which the hand holds two, or -1."""
    for kind in range(KINDS):
        if s.hand[s.seat, kind] >= 2:
            return kind
    return -1


@_helper
def _target(s: Any, ledger: Any, land: int, council: int, random: Random) -> int:
    if council:
        return FIELDS + land
    free = free_fields(s, land)
    close = free & ledger[0][s.seat]
    if close and unit(random) < NEAR:
        free = close
    return nth(free, below(random, size(free)))


@_helper
def _suggest_place(s: Any, ledger: Any, weights: Any, random: Random) -> int:
    """A piece by its worth, or now and then something else."""
    seat, pair, wishes = s.seat, _pair(s), ledger[2]
    cloisters, councils = s.cloisters_left[seat] > 0, s.councils_left[seat] > 0
    total = STOPPING if s.placed else EXCHANGING
    low, high = (s.land, s.land + 1) if s.placed else (0, LANDS)
    for land in range(low, high):
        ease = 1.0 if s.hand[seat, CARD_OF[land]] else JOKER if pair >= 0 else 0.0
        weights[2 * land] = ease * wishes[seat, land, CLOISTER_WISH] if cloisters else 0.0
        weights[2 * land + 1] = ease * wishes[seat, land, COUNCIL_WISH] if councils else 0.0
        total += weights[2 * land] + weights[2 * land + 1]
    left = unit(random) * total
    for choice in range(2 * low, 2 * high):
        left -= weights[choice]
        if left < 0.0:
            land = choice >> 1
            kind = CARD_OF[land] if s.hand[seat, CARD_OF[land]] else pair
            return kind * TARGETS + _target(s, ledger, land, choice & 1, random)
    if s.placed:
        return STOP
    pick = below(random, s.held[seat])
    for kind in range(KINDS):
        pick -= s.hand[seat, kind]
        if pick < 0:
            return EXCHANGE + kind
    return STOP


@_helper
def _suggest_draw(s: Any, weights: Any, random: Random) -> int:
    total = UNSEEN if s.left else 0.0
    for kind in range(KINDS):
        weights[kind] = MATCHING[s.hand[s.seat, kind]] if s.open[kind] else 0.0
        total += weights[kind]
    left = unit(random) * total
    last = BLIND
    for kind in range(KINDS):
        if weights[kind] > 0.0:
            last = TAKE + kind
            left -= weights[kind]
            if left < 0.0:
                return last
    return BLIND if s.left else last


@_helper
def suggest(s: Any, ledger: Any, weights: Any, random: Random) -> int:
    """A step for a roll-out; all cards are known there."""
    if s.phase == DRAW:
        return _suggest_draw(s, weights, random)
    return _suggest_place(s, ledger, weights, random)


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, in place, and counts the steps; what everybody could know of cards is no longer recorded."""
    s = state.view(STATE)[0]
    s.mixed = UNRECORDED
    ledger = opened_ledger(s)
    weights = np.empty(CHOICES)
    made = 0
    while s.phase != OVER:
        seat = s.seat
        step = suggest(s, ledger, weights, random)
        make(s, step)
        if step < EXCHANGE:
            _note(s, ledger, seat, step % TARGETS)
        made += 1
    return made
