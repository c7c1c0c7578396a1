"""Quick judgement of Cartino: which steps look good at a glance, and how a roll-out goes on.

Every step has a handful of features, and for each a factor says how much more often a step with it is made. Nothing
here decides what is allowed.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.cartino.rules import contact, make
from solver.games.cartino.state import ANY_SUIT, DONE, EXCHANGE, LAY_JOKER, PASS, STATE, State
from solver.games.cartino.tables import AROUND, NEIGHBOURS, PLACES, RACK, SUIT, SUIT_MASK, UPPERS, VALUE
from solver.games.cartino.weights import DONE as DONES
from solver.games.cartino.weights import EXCHANGE as EXCHANGES
from solver.games.cartino.weights import (
    FIRST,
    GAIN,
    JOKER,
    LAST_STONES,
    MORE,
    NEAR,
    PLACE,
    SIDES,
    STAGE_SIZE,
    UNITS,
    factors,
)
from solver.games.cartino.weights import TABLE as TABLE
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import (
    LONGEST_GAME,
    Bytes,
    Numbers,
    Points,
    Random,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import unit
from solver.kernel.weights import QuickPolicy, Weights

LOWER = np.uint64(8)
MOST_OPTIONS = 2 * RACK


@inlined
def layable(s: State, suit: int) -> np.uint64:
    """The free places of a suit for the stones in the rack of the seat to move."""
    kinds = s.rack[s.seat] & UPPERS
    return (kinds | (kinds << LOWER)) & ~s.taken & SUIT_MASK[suit]


@inlined
def stones_at_hand(s: State, suit: int) -> int:
    """Stones of a suit in the rack that have a place, and jokers that need not wait."""
    kinds = layable(s, suit)
    pairs = kinds & (kinds >> LOWER) & UPPERS
    one = size((kinds | (kinds >> LOWER)) & UPPERS)
    return one + size(pairs & (s.rack[s.seat] >> LOWER)) + wide(s.joker[s.seat]) - wide(s.exchanged)


@inlined
def _stage(s: State) -> int:
    """Where the factors begin: while the bag is well filled, for its last stones, or when it is empty."""
    return 0 if s.left > LAST_STONES else STAGE_SIZE if s.left else 2 * STAGE_SIZE


@inlined
def _lay_weight(s: State, place: int, gain: int, at_hand: int, f: Points) -> float:
    """How much a stone on a place looks like the next step; `at_hand` stones of its suit can be laid in all."""
    stage, free = _stage(s), NEIGHBOURS[place] & ~s.taken
    own = size(free & layable(s, SUIT[place]))
    beside = (wide(VALUE[place]) * SIDES + size(free)) * SIDES + own
    weight = f[stage + GAIN + gain] * f[stage + PLACE + place] * f[stage + NEAR + beside]
    if not s.now:
        return weight * f[stage + FIRST + min(at_hand, RACK)]
    return weight * f[stage + MORE + min(size(s.now) + at_hand, RACK)]


@inlined
def _done_weight(s: State, at_hand: int, f: Points) -> float:
    return f[_stage(s) + DONES + min(at_hand, RACK - 1)]


@inlined
def _joker_weight(s: State, at_hand: int, f: Points) -> float:
    """A joker where as many stones can be laid with it in all."""
    return f[_stage(s) + JOKER + min(size(s.now) + at_hand, RACK)]


@inlined
def _promise(s: State, step: int, f: Points) -> float:
    """How promising a step looks."""
    if step < EXCHANGE:
        place = step if step < LAY_JOKER else step - LAY_JOKER
        at_hand = stones_at_hand(s, SUIT[place])
        weight = _lay_weight(s, place, contact(s.taken, place), at_hand, f)
        return weight if step < LAY_JOKER else weight * _joker_weight(s, at_hand, f)
    if step < DONE:
        return f[_stage(s) + EXCHANGES]
    return _done_weight(s, stones_at_hand(s, s.suit), f) if step == DONE else 1.0


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s: State = state.view(STATE)[0]
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


@inlined
def opened_ledger(s: State) -> Numbers:
    """What a stone on each place would bring now."""
    gains = np.zeros(PLACES, dtype=np.int64)
    taken = s.taken
    while taken:
        _note(gains, first(taken))
        taken = rest(taken)
    return gains


@inlined
def _note(gains: Numbers, place: int) -> None:
    value = VALUE[place]
    for index in range(4):
        near = AROUND[place, index]
        if near >= 0:
            gains[near] += value


@inlined
def _best_place(places: np.uint64, gains: Numbers) -> int:
    best, found = -1, -1
    while places:
        place = first(places)
        places = rest(places)
        if gains[place] > best:
            best, found = gains[place], place
    return found


@inlined
def suggest(s: State, gains: Numbers, steps: Numbers, weights: Numbers, f: Points, random: Random) -> int:
    """A step for a roll-out; all racks are known there. Of the places for a joker only the best one is looked at."""
    n, total = 0, 0.0
    places = layable(s, s.suit)
    suit, at_hand = -1, 0
    while places:
        place = first(places)
        places = rest(places)
        if SUIT[place] != suit:
            suit = SUIT[place]
            at_hand = stones_at_hand(s, suit)
        steps[n] = place
        weights[n] = _lay_weight(s, place, gains[place], at_hand, f)
        total += weights[n]
        n += 1
    if s.joker[s.seat] > s.exchanged and (n == 0 or s.suit != ANY_SUIT or s.left == 0):
        place = _best_place(~s.taken & SUIT_MASK[s.suit], gains)
        if place >= 0:
            at_hand = stones_at_hand(s, SUIT[place])
            steps[n] = LAY_JOKER + place
            weights[n] = _lay_weight(s, place, gains[place], at_hand, f) * _joker_weight(s, at_hand, f)
            total += weights[n]
            n += 1
    may_stop = s.now or s.exchanged
    if s.jokers:
        kinds = s.rack[s.seat] & UPPERS
        places = (kinds | (kinds << LOWER)) & s.jokers & ~s.now & SUIT_MASK[s.suit]
        if places:
            steps[n] = EXCHANGE + first(places)
            weights[n] = f[_stage(s) + EXCHANGES]
            total += weights[n]
            n += 1
            may_stop = may_stop or n == 1
    if may_stop or n == 0:
        steps[n] = DONE if s.now or s.exchanged else PASS
        weights[n] = _done_weight(s, stones_at_hand(s, s.suit), f) if steps[n] == DONE else 1.0
        total += weights[n]
        n += 1
    left = unit(random) * total
    for index in range(n - 1):
        left -= weights[index]
        if left < 0.0:
            return steps[index]
    return steps[n - 1]


@inlined
def _play(s: State, f: Points, random: Random) -> int:
    gains = opened_ledger(s)
    steps = np.empty(MOST_OPTIONS + 3, dtype=np.int64)
    weights = np.empty(MOST_OPTIONS + 3)
    made = 0
    while not s.over and made < LONGEST_GAME:
        step = suggest(s, gains, steps, weights, f, random)
        make(s, step)
        if step < EXCHANGE:
            _note(gains, step if step < LAY_JOKER else step - LAY_JOKER)
        made += 1
    return made


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    tables = factors(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s: State = state.view(STATE)[0]
        return _promise(s, step, tables[s.players])

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s: State = state.view(STATE)[0]
        return _play(s, tables[s.players], random)

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
