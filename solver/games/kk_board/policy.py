"""Quick judgement of the board game: which steps look good, and how a roll-out goes on by the weights in `weights`.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.

A roll-out keeps a ledger: how much each seat likes each land for a cloister or a council. A piece makes some of these
factors stale; they are weighed anew when the seat has cards for them and a piece has a place there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from solver.games.kk_board.likings import (
    LEDGER,
    LEDGER_SIZE,
    Ledger,
    Weights,
    cloister_liking,
    council_liking,
    land_liking,
    liking,
    note_room,
    open_courts,
)
from solver.games.kk_board.map_check import MOST_LANDS
from solver.games.kk_board.points import majority
from solver.games.kk_board.rules import free_fields, is_empty, make
from solver.games.kk_board.state import (
    BLIND,
    COURTS,
    DRAW,
    EXCHANGE,
    OVER,
    STATE,
    STOP,
    TAKE,
    TARGETS,
    UNRECORDED,
    State,
    card_of,
    land_at,
)
from solver.games.kk_board.weights import (
    BLINDLY,
    EXCHANGING,
    FEATURES,
    FIELD,
    FOLLOWED,
    JOKER,
    NEAR,
    SECOND,
    STOPPING,
    THIRD,
)
from solver.games.kk_board.weights import TABLE as TABLE
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.bits import bit, first, nth, rest, size
from solver.kernel.contract import (
    LONGEST_GAME,
    MOST_SEATS,
    Bytes,
    Random,
    compiled,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import below_by, unit_by
from solver.kernel.weights import QuickPolicy
from solver.kernel.weights import Weights as Table

CLOISTER, COURT = range(2)


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Weights:
    """The features of a step, from which the weights were fitted."""
    found = np.empty(len(FEATURES))
    alone = np.zeros(len(FEATURES))
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    for index in range(len(FEATURES)):
        alone[index] = 1.0
        found[index] = liking(state.view(STATE)[0], raw, step, alone)
        alone[index] = 0.0
    return found


@compiled
def opened_ledger(s: State, random: Random) -> Bytes:
    """The ledger for a position, as bytes; all factors are stale."""
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    ledger = raw.view(LEDGER)[0]
    ledger.random = random[0]
    open_courts(s, ledger)
    ledger.roomy = np.uint64(0)
    for land in range(s.lands):
        note_room(s, ledger, land)
    for seat in range(s.players):
        ledger.stale[seat] = s.wishes
        near, own = np.uint64(0), s.mask[seat]
        while own:
            near |= s.neighbours[first(own)]
            own = rest(own)
        ledger.near[seat] = near
    return raw


@inlined
def _was_stale(ledger: Ledger, seat: int, number: int) -> bool:
    """Whether a factor is out of date; whoever asks weighs it anew."""
    stale = ledger.stale[seat]
    ledger.stale[seat] = stale & ~bit(number)
    return bool(stale & bit(number))


@inlined
def _cloister_wish(s: State, ledger: Ledger, seat: int, land: int, w: Weights, f: Weights) -> float:
    free = free_fields(s, land)
    if not free or s.cloisters_left[seat] == 0:
        return 0.0
    if _was_stale(ledger, seat, land):
        ledger.factors[seat, land, CLOISTER] = np.exp(land_liking(s, seat, land, w))
    fields = size(free) + (f[NEAR] - 1.0) * size(free & ledger.near[seat])
    return f[FIELD] * fields * ledger.factors[seat, land, CLOISTER]


@inlined
def _council_wish(s: State, ledger: Ledger, seat: int, land: int, w: Weights) -> float:
    if s.councils_left[seat] == 0 or not ledger.roomy & bit(land):
        return 0.0
    if _was_stale(ledger, seat, MOST_LANDS + land):
        ledger.factors[seat, land, COURT] = np.exp(council_liking(s, ledger, seat, land, w))
    return ledger.factors[seat, land, COURT]


@inlined
def _note(s: State, ledger: Ledger, seat: int, target: int) -> None:
    """What a piece changes."""
    land = land_at(s, target)
    changed = bit(land)
    if target < COURTS:
        ledger.near[seat] |= s.neighbours[target]
    else:
        changed = s.allied[land]
        ledger.majority[land] = majority(s, land)
        ledger.councils[land] += 1
        if s.councils_left[seat] == 0:
            ledger.stale[seat] = s.wishes
    note_room(s, ledger, land)
    for other in range(MOST_SEATS):
        ledger.stale[other] |= changed


@inlined
def _pair(s: State) -> int:
    """A kind of which the hand holds two, or -1."""
    for kind in range(s.kinds):
        if s.hand[s.seat, kind] >= 2:
            return kind
    return -1


@inlined
def _wish(s: State, ledger: Ledger, land: int, w: Weights, f: Weights) -> float:
    """Of the seat to move for a piece of either kind."""
    wishes = ledger.wishes[land]
    wishes[CLOISTER] = _cloister_wish(s, ledger, s.seat, land, w, f)
    wishes[COURT] = _council_wish(s, ledger, s.seat, land, w)
    return wishes[CLOISTER] + wishes[COURT]


@inlined
def _target(s: State, ledger: Ledger, land: int, left: float, f: Weights) -> int:
    """A council if what is left of a draw goes beyond the wish for a cloister, or else a field of the land."""
    if left >= ledger.wishes[land, CLOISTER] and ledger.wishes[land, COURT] > 0.0:
        return COURTS + land
    free = free_fields(s, land)
    close = free & ledger.near[s.seat]
    far = size(free ^ close)
    free = close if unit_by(ledger) * (far + f[NEAR] * size(close)) >= far else free ^ close
    return nth(free, below_by(ledger, size(free)))


@inlined
def _suggest_more(s: State, ledger: Ledger, w: Weights, f: Weights) -> int:
    """Another piece in the same land, or none."""
    land: Any = np.int64(s.land)
    matching = card_of(s, land)
    kind = matching if s.hand[s.seat, matching] else _pair(s)
    if kind < 0:
        return STOP
    total = _wish(s, ledger, land, w, f)
    left = unit_by(ledger) * (total + f[STOPPING + s.half] / (1.0 if kind == matching else f[JOKER + s.half]))
    return kind * TARGETS + _target(s, ledger, land, left, f) if left < total else STOP


@inlined
def _suggest_place(s: State, ledger: Ledger, w: Weights, f: Weights) -> int:
    """A piece by its worth, or now and then an exchange."""
    seat, pair, weights = s.seat, _pair(s), ledger.weights
    joker, follow = (f[JOKER + s.half], f[FOLLOWED + s.half]) if pair >= 0 else (0.0, 1.0)
    total = f[EXCHANGING]
    for land in range(s.lands):
        pays, empty = s.hand[seat, card_of(s, land)] > 0, is_empty(s, land)
        ease = (1.0 if empty else follow) if pays else joker
        weights[land] = ease * _wish(s, ledger, land, w, f) if ease > 0.0 else 0.0
        total += weights[land]
    left = unit_by(ledger) * total
    for land in range(s.lands):
        if left < weights[land]:
            kind = card_of(s, land) if s.hand[seat, card_of(s, land)] else pair
            left *= (ledger.wishes[land, CLOISTER] + ledger.wishes[land, COURT]) / weights[land]
            return kind * TARGETS + _target(s, ledger, land, left, f)
        left -= weights[land]
    pick = below_by(ledger, s.held[seat])
    for kind in range(s.kinds):
        pick -= wide(s.hand[seat, kind])
        if pick < 0:
            return EXCHANGE + kind
    return STOP


@inlined
def _suggest_draw(s: State, ledger: Ledger, f: Weights) -> int:
    weights = ledger.weights
    total = f[BLINDLY] if s.left else 0.0
    for kind in range(s.kinds):
        held = s.hand[s.seat, kind]
        weights[kind] = (1.0 if held == 0 else f[SECOND] if held == 1 else f[THIRD]) if s.open[kind] else 0.0
        total += weights[kind]
    left = unit_by(ledger) * total
    last = BLIND
    for kind in range(s.kinds):
        if weights[kind] > 0.0:
            last = TAKE + kind
            left -= weights[kind]
            if left < 0.0:
                return last
    return BLIND if s.left else last


@inlined
def suggest(s: State, ledger: Ledger, w: Weights, f: Weights) -> int:
    """A step for a roll-out; all cards are known there. `f` are the exponentials of the weights."""
    if s.phase == DRAW:
        return _suggest_draw(s, ledger, f)
    if s.placed:
        return _suggest_more(s, ledger, w, f)
    return _suggest_place(s, ledger, w, f)


@inlined
def _play(s: State, raw: Bytes, w: Weights, f: Weights) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, half, made = raw.view(LEDGER)[0], s.half, 0
    while s.phase != OVER and made < LONGEST_GAME:
        seat = s.seat
        step = suggest(s, ledger, w, f)
        make(s, step)
        if step < EXCHANGE:
            _note(s, ledger, seat, step % TARGETS)
        if s.half != half:
            half = s.half
            ledger.stale[:] = s.wishes
        made += 1
    return made


def weighed(weights: Table) -> QuickPolicy:
    """The policy with these weights."""
    factors = np.exp(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s: State = state.view(STATE)[0]
        if step < EXCHANGE and step % TARGETS < COURTS:
            return np.exp(cloister_liking(s, step, weights[s.players]))
        return np.exp(liking(s, np.empty(LEDGER_SIZE, dtype=np.uint8), step, weights[s.players]))

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps; what everybody could know is no longer recorded."""
        s: State = state.view(STATE)[0]
        s.mixed = UNRECORDED
        raw = opened_ledger(s, random)
        made = _play(s, raw, weights[s.players], factors[s.players])
        random[0] = raw.view(LEDGER)[0].random
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
