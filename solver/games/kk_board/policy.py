"""Quick judgement of the board game: which steps look good, and how a roll-out goes on by the weights in `weights`.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
A roll-out keeps a ledger of how much each seat likes each land.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from solver.games.kk_board.changes import COURTS_SIZE
from solver.games.kk_board.factors import ONCE, Factors, powers, weigh_anew
from solver.games.kk_board.ledger import Ledger, all_lands, note_half, note_piece, open_ledger, opened_ledger
from solver.games.kk_board.likings import Weights, cloister_liking, liking
from solver.games.kk_board.rules import free_fields, make
from solver.games.kk_board.state import (
    BLIND,
    COURTS,
    DRAW,
    EXCHANGE,
    OVER,
    STOP,
    TAKE,
    TARGETS,
    UNRECORDED,
    State,
    card_of,
    opened,
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
from solver.kernel.bits import ONE, bit, nth, size
from solver.kernel.contract import (
    LONGEST_GAME,
    Bytes,
    Random,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import below_by, unit_by
from solver.kernel.weights import QuickPolicy
from solver.kernel.weights import Weights as Table


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Weights:
    """The features of a step, from which the weights were fitted."""
    found = np.empty(len(FEATURES))
    alone = np.zeros(len(FEATURES))
    raw = np.empty(COURTS_SIZE, dtype=np.uint8)
    for index in range(len(FEATURES)):
        alone[index] = 1.0
        found[index] = liking(opened(state), raw, step, alone)
        alone[index] = 0.0
    return found


@inlined
def _pair(s: State) -> int:
    """A kind of which the hand holds two, or -1."""
    pair = -1
    for before in range(s.kinds):
        kind = s.kinds - 1 - before
        pair = kind if s.hand[s.seat, kind] >= 2 else pair
    return pair


@inlined
def _paid(s: State, ledger: Ledger) -> np.uint64:
    """The lands that a card of the seat to move shows."""
    lands = np.uint64(0)
    for kind in range(s.kinds):
        lands |= ledger.shown[kind] if s.hand[s.seat, kind] else np.uint64(0)
    return lands


@inlined
def _wish(s: State, ledger: Ledger, land: int, f: Factors) -> None:
    """Of the seat to move for a cloister, and for a piece of either kind."""
    seat, free = s.seat, free_fields(s, land)
    fields = size(free) + (f[NEAR, ONCE] - 1.0) * size(free & ledger.near[seat])
    ledger.building[land] = f[FIELD, ONCE] * fields * ledger.cloister[seat, land]
    ledger.wishes[land] = ledger.building[land] + ledger.council[seat, land]


@inlined
def _drawn(ledger: Ledger, number: int, left: float) -> tuple[int, float]:
    """On which of so many weights a draw falls, and what is left of it there; the number itself if on none.

    All are walked along: a loop that always ends alike is the quicker one. What is no number falls on none.
    """
    pick, there = 0, left
    for index in range(number):
        left -= ledger.weights[index]
        further = not left < 0.0
        pick += int(further)
        there = left if further else there
    return pick, there


@inlined
def _target(s: State, ledger: Ledger, land: int, left: float, f: Factors) -> int:
    """A council if what is left of a draw goes beyond the wish for a cloister, or else a field of the land."""
    if left >= ledger.building[land] and ledger.council[s.seat, land] > 0.0:
        return COURTS + land
    free = free_fields(s, land)
    close = free & ledger.near[s.seat]
    far = size(free ^ close)
    free = close if unit_by(ledger) * (far + f[NEAR, ONCE] * size(close)) >= far else free ^ close
    return nth(free, below_by(ledger, size(free)))


@inlined
def _suggest_more(s: State, ledger: Ledger, f: Factors) -> int:
    """Another piece in the same land, or none."""
    land: Any = np.int64(s.land)
    matching = card_of(s, land)
    kind = matching if s.hand[s.seat, matching] else _pair(s)
    if kind < 0:
        return STOP
    weigh_anew(s, ledger, s.seat, bit(land), f)
    _wish(s, ledger, land, f)
    total = ledger.wishes[land]
    stopping = f[STOPPING + s.half, ONCE] / (1.0 if kind == matching else f[JOKER + s.half, ONCE])
    left = unit_by(ledger) * (total + stopping)
    return kind * TARGETS + _target(s, ledger, land, left, f) if left < total else STOP


@inlined
def _weigh_lands(s: State, ledger: Ledger, paid: np.uint64, paired: bool, f: Factors) -> float:
    """By the wish for a piece there, and by how it is paid: with a pair, with a card, with one of several."""
    ease, weights = ledger.ease, ledger.weights
    ease[0], ease[1] = f[JOKER + s.half, ONCE] if paired else 0.0, 1.0
    ease[2] = f[FOLLOWED + s.half, ONCE] if paired else 1.0
    weigh_anew(s, ledger, s.seat, all_lands(s) if paired else paid, f)
    for land in range(s.lands):
        _wish(s, ledger, land, f)
    total, followed = f[EXCHANGING, ONCE], paid & ledger.begun
    for land in range(s.lands):
        place = np.uint64(land)
        weights[land] = ease[(paid >> place & ONE) + (followed >> place & ONE)] * ledger.wishes[land]
        total += weights[land]
    return total


@inlined
def _suggest_place(s: State, ledger: Ledger, f: Factors) -> int:
    """A piece by its worth, or now and then an exchange."""
    pair, paid = _pair(s), _paid(s, ledger)
    total = _weigh_lands(s, ledger, paid, pair >= 0, f)
    land, left = _drawn(ledger, wide(s.lands), unit_by(ledger) * total)
    if land < s.lands:
        kind = card_of(s, land) if paid & bit(land) else pair
        left *= ledger.wishes[land] / ledger.weights[land]
        return kind * TARGETS + _target(s, ledger, land, left, f)
    pick = below_by(ledger, s.held[s.seat])
    for kind in range(s.kinds):
        pick -= wide(s.hand[s.seat, kind])
        if pick < 0:
            return EXCHANGE + kind
    return STOP


@inlined
def _suggest_draw(s: State, ledger: Ledger, f: Factors) -> int:
    """An open card, or the top card of the stack."""
    total, last = f[BLINDLY, ONCE] if s.left else 0.0, BLIND
    for kind in range(s.kinds):
        held = s.hand[s.seat, kind]
        weight = 1.0 if held == 0 else f[SECOND, ONCE] if held == 1 else f[THIRD, ONCE]
        ledger.weights[kind] = weight if s.open[kind] else 0.0
        total += ledger.weights[kind]
    kind, _ = _drawn(ledger, wide(s.kinds), unit_by(ledger) * total)
    if kind < s.kinds:
        return TAKE + kind
    for kind in range(0 if s.left else s.kinds):
        last = TAKE + kind if s.open[kind] else last
    return last


@inlined
def suggest(s: State, ledger: Ledger, f: Factors) -> int:
    """A step for a roll-out; all cards are known there."""
    if s.phase == DRAW:
        return _suggest_draw(s, ledger, f)
    if s.placed:
        return _suggest_more(s, ledger, f)
    return _suggest_place(s, ledger, f)


@inlined
def _play(s: State, raw: Bytes, random: Random, f: Factors) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, half, made = open_ledger(raw), s.half, 0
    while s.phase != OVER and made < LONGEST_GAME:
        seat = s.seat
        step = suggest(s, ledger, f)
        make(s, step)
        if step < EXCHANGE:
            note_piece(s, ledger, seat, step % TARGETS)
        if s.half != half:
            half = s.half
            note_half(s, ledger)
        made += 1
    random[0] = ledger.random
    return made


def weighed(weights: Table) -> QuickPolicy:
    """The policy with these weights."""
    factors = powers(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s = opened(state)
        if step < EXCHANGE and step % TARGETS < COURTS:
            return np.exp(cloister_liking(s, step, weights[s.players]))
        return np.exp(liking(s, np.empty(COURTS_SIZE, dtype=np.uint8), step, weights[s.players]))

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps; what everybody could know is no longer recorded."""
        s = opened(state)
        s.mixed = UNRECORDED
        return _play(s, opened_ledger(s, random), random, factors[s.players])

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
