"""Quick judgement of Cartino: which steps look good at a glance, and how a roll-out goes on.

Every step has a handful of properties, and for each a table says how much more often a step with it is made: so the
tables can be fitted to what long searches choose. Nothing here decides what is allowed.
"""

from __future__ import annotations

import numpy as np

from solver.games.cartino.rules import contact, make
from solver.games.cartino.state import ANY_SUIT, DONE, EXCHANGE, LAY_JOKER, PASS, STATE, State
from solver.games.cartino.tables import AROUND, NEIGHBOURS, PLACES, RACK, SUIT, SUIT_MASK, UPPERS, VALUE
from solver.games.cartino.weights import (
    DONE_WEIGHT,
    EXCHANGE_WEIGHT,
    FIRST,
    GAIN,
    JOKER_WEIGHT,
    LAST_STONES,
    MORE,
    NEAR,
    PLACE,
)
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import LONGEST_GAME, Bytes, Numbers, Random, inlined, kernel
from solver.kernel.random import unit

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
    return one + size(pairs & (s.rack[s.seat] >> LOWER)) + s.joker[s.seat] - s.exchanged


@inlined
def _stage(s: State) -> int:
    """0 while the bag is well filled, 1 for its last stones, 2 when it is empty."""
    return 0 if s.left > LAST_STONES else 1 if s.left else 2


@inlined
def _lay_weight(s: State, place: int, gain: int, at_hand: int) -> float:
    """How much a stone on a place looks like the next step; `at_hand` stones of its suit can be laid in all."""
    stage, free = _stage(s), NEIGHBOURS[place] & ~s.taken
    own = size(free & layable(s, SUIT[place]))
    weight = GAIN[stage, gain] * PLACE[stage, place] * NEAR[stage, VALUE[place], size(free), own]
    if not s.now:
        return weight * FIRST[stage, min(at_hand, RACK)]
    return weight * MORE[stage, min(size(s.now) + at_hand, RACK)]


@inlined
def _done_weight(s: State, at_hand: int) -> float:
    return DONE_WEIGHT[_stage(s), min(at_hand, RACK - 1)]


@inlined
def _joker_weight(s: State, at_hand: int) -> float:
    """A joker where as many stones can be laid with it in all."""
    return JOKER_WEIGHT[_stage(s), min(size(s.now) + at_hand, RACK)]


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    s: State = state.view(STATE)[0]
    if step < EXCHANGE:
        place = step if step < LAY_JOKER else step - LAY_JOKER
        at_hand = stones_at_hand(s, SUIT[place])
        weight = _lay_weight(s, place, contact(s.taken, place), at_hand)
        return weight if step < LAY_JOKER else weight * _joker_weight(s, at_hand)
    if step < DONE:
        return EXCHANGE_WEIGHT[_stage(s)]
    return _done_weight(s, stones_at_hand(s, s.suit)) if step == DONE else 1.0


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
def suggest(s: State, gains: Numbers, steps: Numbers, weights: Numbers, random: Random) -> int:
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
        weights[n] = _lay_weight(s, place, gains[place], at_hand)
        total += weights[n]
        n += 1
    if s.joker[s.seat] > s.exchanged and (n == 0 or s.suit != ANY_SUIT or s.left == 0):
        place = _best_place(~s.taken & SUIT_MASK[s.suit], gains)
        if place >= 0:
            at_hand = stones_at_hand(s, SUIT[place])
            steps[n] = LAY_JOKER + place
            weights[n] = _lay_weight(s, place, gains[place], at_hand) * _joker_weight(s, at_hand)
            total += weights[n]
            n += 1
    may_stop = s.now or s.exchanged
    if s.jokers:
        kinds = s.rack[s.seat] & UPPERS
        places = (kinds | (kinds << LOWER)) & s.jokers & ~s.now & SUIT_MASK[s.suit]
        if places:
            steps[n] = EXCHANGE + first(places)
            weights[n] = EXCHANGE_WEIGHT[_stage(s)]
            total += weights[n]
            n += 1
            may_stop = may_stop or n == 1
    if may_stop or n == 0:
        steps[n] = DONE if s.now or s.exchanged else PASS
        weights[n] = _done_weight(s, stones_at_hand(s, s.suit)) if steps[n] == DONE else 1.0
        total += weights[n]
        n += 1
    left = unit(random) * total
    for index in range(n - 1):
        left -= weights[index]
        if left < 0.0:
            return steps[index]
    return steps[n - 1]


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, in place, and counts the steps."""
    s: State = state.view(STATE)[0]
    gains = opened_ledger(s)
    steps = np.empty(MOST_OPTIONS + 3, dtype=np.int64)
    weights = np.empty(MOST_OPTIONS + 3)
    made = 0
    while not s.over and made < LONGEST_GAME:
        step = suggest(s, gains, steps, weights, random)
        make(s, step)
        if step < EXCHANGE:
            _note(gains, step if step < LAY_JOKER else step - LAY_JOKER)
        made += 1
    return made
