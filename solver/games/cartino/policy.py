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
    Points,
    Random,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import unit_by
from solver.kernel.record import Record, f8, flags, i8
from solver.kernel.weights import QuickPolicy, Weights

LOWER = np.uint64(8)
MOST_OPTIONS = 2 * RACK


@inlined
def layable(s: State) -> np.uint64:
    """The free places for the stones in the rack of the seat to move."""
    kinds = s.rack[s.seat] & UPPERS
    return (kinds | (kinds << LOWER)) & ~s.taken


@inlined
def _at_hand(s: State, fitting: np.uint64, suit: int) -> int:
    """Stones of a suit in the rack that have a place, and jokers that need not wait."""
    kinds = fitting & SUIT_MASK[suit]
    pairs = kinds & (kinds >> LOWER) & UPPERS
    one = size((kinds | (kinds >> LOWER)) & UPPERS)
    return one + size(pairs & (s.rack[s.seat] >> LOWER)) + wide(s.joker[s.seat]) - wide(s.exchanged)


@inlined
def _of_stage(s: State, f: Points) -> Points:
    """The factors while the bag is well filled, for its last stones, or when it is empty."""
    stage = 0 if s.left > LAST_STONES else 1 if s.left else 2
    return f[stage * STAGE_SIZE : (stage + 1) * STAGE_SIZE]


@inlined
def _turn_factor(s: State, at_hand: int, f: Points) -> float:
    """Of a stone of a suit of which so many can be laid: the first one of a turn, or a further one."""
    if not s.now:
        return f[FIRST + min(at_hand, RACK)]
    return f[MORE + min(size(s.now) + at_hand, RACK)]


@inlined
def _place_factor(taken: np.uint64, fitting: np.uint64, place: int, gain: int, f: Points) -> float:
    """Of a stone on a place, by what it brings and by what lies around it."""
    free = NEIGHBOURS[place] & ~taken
    own = size(free & fitting & SUIT_MASK[SUIT[place]])
    beside = (wide(VALUE[place]) * SIDES + size(free)) * SIDES + own
    return f[GAIN + gain] * f[PLACE + place] * f[NEAR + beside]


@inlined
def _done_weight(at_hand: int, f: Points) -> float:
    return f[DONES + min(at_hand, RACK - 1)]


@inlined
def _joker_weight(s: State, at_hand: int, f: Points) -> float:
    """A joker where as many stones can be laid with it in all."""
    return f[JOKER + min(size(s.now) + at_hand, RACK)]


@inlined
def _promise(s: State, step: int, factors: Points) -> float:
    """How promising a step looks."""
    f, fitting = _of_stage(s, factors), layable(s)
    if step < EXCHANGE:
        place = step if step < LAY_JOKER else step - LAY_JOKER
        at_hand = _at_hand(s, fitting, SUIT[place])
        weight = _place_factor(s.taken, fitting, place, contact(s.taken, place), f) * _turn_factor(s, at_hand, f)
        return weight if step < LAY_JOKER else weight * _joker_weight(s, at_hand, f)
    if step < DONE:
        return f[EXCHANGES]
    return _done_weight(_at_hand(s, fitting, s.suit), f) if step == DONE else 1.0


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s: State = state.view(STATE)[0]
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


class Ledger(Record):
    """What a roll-out keeps. It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    gains = i8(PLACES)  # what a stone on each place would bring now
    steps = i8(MOST_OPTIONS + 3)  # room for a choice
    weights = f8(MOST_OPTIONS + 3)


LEDGER = Ledger.dtype
LEDGER_SIZE = LEDGER.itemsize


@inlined
def opened_ledger(s: State, random: Random) -> Bytes:
    """The ledger for a position, as bytes."""
    raw = np.zeros(LEDGER_SIZE, dtype=np.uint8)
    ledger = raw.view(LEDGER)[0]
    ledger.random = random[0]
    taken = s.taken
    while taken:
        _note(ledger, first(taken))
        taken = rest(taken)
    return raw


@inlined
def _note(ledger: Ledger, place: int) -> None:
    value = VALUE[place]
    for index in range(4):
        near = AROUND[place, index]
        if near >= 0:
            ledger.gains[near] += value


@inlined
def _best_place(places: np.uint64, ledger: Ledger) -> int:
    best, found = -1, -1
    while places:
        place = first(places)
        places = rest(places)
        if ledger.gains[place] > best:
            best, found = ledger.gains[place], place
    return found


@inlined
def _option(ledger: Ledger, n: int, step: int, weight: float) -> float:
    ledger.steps[n] = step
    ledger.weights[n] = weight
    return weight


@inlined
def suggest(s: State, ledger: Ledger, factors: Points) -> int:
    """A step for a roll-out; all racks are known there. Of the places for a joker only the best one is looked at."""
    f, taken, fitting = _of_stage(s, factors), s.taken, layable(s)
    n, total = 0, 0.0
    places = fitting & SUIT_MASK[s.suit]
    suit, of_suit = -1, 0.0
    while places:
        place = first(places)
        places = rest(places)
        if SUIT[place] != suit:
            suit = SUIT[place]
            of_suit = _turn_factor(s, _at_hand(s, fitting, suit), f)
        total += _option(ledger, n, place, _place_factor(taken, fitting, place, ledger.gains[place], f) * of_suit)
        n += 1
    if s.joker[s.seat] > s.exchanged and (n == 0 or s.suit != ANY_SUIT or s.left == 0):
        place = _best_place(~taken & SUIT_MASK[s.suit], ledger)
        if place >= 0:
            at_hand = _at_hand(s, fitting, SUIT[place])
            weight = _place_factor(taken, fitting, place, ledger.gains[place], f) * _turn_factor(s, at_hand, f)
            total += _option(ledger, n, LAY_JOKER + place, weight * _joker_weight(s, at_hand, f))
            n += 1
    may_stop = s.now or s.exchanged
    if s.jokers:
        kinds = s.rack[s.seat] & UPPERS
        places = (kinds | (kinds << LOWER)) & s.jokers & ~s.now & SUIT_MASK[s.suit]
        if places:
            total += _option(ledger, n, EXCHANGE + first(places), f[EXCHANGES])
            n += 1
            may_stop = may_stop or n == 1
    if may_stop or n == 0:
        if s.now or s.exchanged:
            total += _option(ledger, n, DONE, _done_weight(_at_hand(s, fitting, s.suit), f))
        else:
            total += _option(ledger, n, PASS, 1.0)
        n += 1
    left = unit_by(ledger) * total
    for index in range(n - 1):
        left -= ledger.weights[index]
        if left < 0.0:
            return ledger.steps[index]
    return ledger.steps[n - 1]


@inlined
def _play(s: State, raw: Bytes, f: Points) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, made = raw.view(LEDGER)[0], 0
    while not s.over and made < LONGEST_GAME:
        step = suggest(s, ledger, f)
        make(s, step)
        if step < EXCHANGE:
            _note(ledger, step if step < LAY_JOKER else step - LAY_JOKER)
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
        raw = opened_ledger(s, random)
        made = _play(s, raw, tables[s.players])
        random[0] = raw.view(LEDGER)[0].random
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
