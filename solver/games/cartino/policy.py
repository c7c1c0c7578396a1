"""Quick judgement of Cartino: which steps look good at a glance, and how a roll-out goes on.

Every step has a handful of features, and for each a factor says how much more often a step with it is made. Nothing
here decides what is allowed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types

from solver.games.cartino.rules import contact, exchanges, free_places, make, with_place
from solver.games.cartino.state import ANY_SUIT, DONE, EXCHANGE, LAY_JOKER, PASS, State, opened
from solver.games.cartino.tables import (
    AROUND,
    NEAR_OF_SUIT,
    NEIGHBOURS,
    PLACES,
    RACK,
    SUIT_MASK,
    SUIT_PLACES,
    UPPERS,
    VALUE,
)
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
from solver.kernel.lent import opener
from solver.kernel.random import unit_by
from solver.kernel.record import Record, f8, flags, i2, u1
from solver.kernel.weights import QuickPolicy, Weights

MOST_OPTIONS = 2 * RACK
ROW = 32
"""What is known of a place is one number, row * ROW + points: the points that a stone would get there, which are fewer
than this, and where the factors by `NEAR` of its value and of so many free places beside it begin."""


class Hand(NamedTuple):
    """What the seat to move can lay."""

    fitting: np.uint64  # the free places for its stones
    stones: np.uint64  # its stones that have a place of their own
    jokers: int  # those that need not wait
    laid: int  # in this turn


@inlined
def _hand(s: State) -> Hand:
    rack = s.rack[s.seat]
    fitting = free_places(s.taken, rack & UPPERS)
    return Hand(fitting, with_place(rack, fitting), wide(s.joker[s.seat]) - wide(s.exchanged), size(s.now))


@inlined
def around(taken: np.uint64, place: int) -> int:
    """What is known of a place where stones lie on others."""
    free = size(NEIGHBOURS[place] & ~taken)
    return (wide(VALUE[place]) * SIDES + free) * SIDES * ROW + contact(taken, place)


@inlined
def _of_stage(s: State, factors: Weights) -> Points:
    """The factors while the bag is well filled, for its last stones, or when it is empty."""
    return factors[0 if s.left > LAST_STONES else 1 if s.left else 2]


@inlined
def _factor(f: Points, kind: int, index: int) -> float:
    """A factor of a kind; the index is unsigned, for of others compiled code asks whether they count from the end."""
    return f[np.uint64(kind + index)]


@inlined
def _in_all(hand: Hand, place: int) -> int:
    """The stones of a turn that begins or goes on with the suit of a place, if all that can be laid are."""
    return min(hand.laid + size(hand.stones & SUIT_PLACES[np.uint64(place)]) + hand.jokers, RACK)


@inlined
def _stone_weight(hand: Hand, place: int, known: int, f: Points) -> float:
    """Of a stone on a place, by what it brings, by what lies around it and by what else can be laid."""
    own = size(hand.fitting & NEAR_OF_SUIT[np.uint64(place)])
    weight = _factor(f, GAIN, known % ROW) * _factor(f, PLACE, place) * _factor(f, NEAR, known // ROW + own)
    return weight * _factor(f, MORE if hand.laid else FIRST, _in_all(hand, place))


@inlined
def _joker_weight(hand: Hand, place: int, known: int, f: Points) -> float:
    return _stone_weight(hand, place, known, f) * _factor(f, JOKER, _in_all(hand, place))


@inlined
def _done_weight(hand: Hand, suit: int, f: Points) -> float:
    """Of the end of a turn, by how many stones more could be laid."""
    return _factor(f, DONES, min(size(hand.stones & SUIT_MASK[suit]) + hand.jokers, RACK - 1))


@inlined
def _promise(s: State, step: int, factors: Weights) -> float:
    """How promising a step looks."""
    f, hand = _of_stage(s, factors), _hand(s)
    if step < LAY_JOKER:
        return _stone_weight(hand, step, around(s.taken, step), f)
    if step < EXCHANGE:
        place = step - LAY_JOKER
        return _joker_weight(hand, place, around(s.taken, place), f)
    if step < DONE:
        return f[EXCHANGES]
    return _done_weight(hand, s.suit, f) if step == DONE else 1.0


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s = opened(state)
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


class Ledger(Record):
    """What a roll-out keeps. It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    around = i2(PLACES + 1)  # what is known of each place; the last one is for the edge of the board
    steps = u1(MOST_OPTIONS + 3)  # room for a choice
    weights = f8(MOST_OPTIONS + 3)


LEDGER_SIZE = Ledger.dtype.itemsize
open_ledger = opener(Ledger)


@inlined
def begin(ledger: Ledger, s: State, random: Random) -> None:
    """Fills a ledger in for a position."""
    ledger.random = random[0]
    for place in range(PLACES):
        ledger.around[place] = around(s.taken, place)


@inlined
def note(ledger: Ledger, place: int) -> None:
    """A stone lies on a place now: its neighbours get points for it, and have a free place less around them."""
    change = VALUE[np.uint64(place)] - SIDES * ROW
    for index in range(4):
        ledger.around[AROUND[np.uint64(place), index]] += change


@inlined
def _known(ledger: Ledger, place: int) -> int:
    return wide(ledger.around[np.uint64(place)])


@inlined
def _best_place(places: np.uint64, ledger: Ledger) -> int:
    best, found = -1, -1
    while places:
        place = first(places)
        places = rest(places)
        points = _known(ledger, place) % ROW
        if points > best:
            best, found = points, place
    return found


@inlined
def _option(ledger: Ledger, n: int, step: int, weight: float) -> float:
    ledger.steps[np.uint64(n)] = step
    ledger.weights[np.uint64(n)] = weight
    return weight


@inlined
def _picked(ledger: Ledger, n: int, left: float) -> int:
    """The option at which so much of the weights is used up: counted out, for nobody can foresee where to stop."""
    index = 0
    for other in range(n - 1):
        left -= ledger.weights[other]
        index += int(left >= 0.0)
    return wide(ledger.steps[np.uint64(index)])


@inlined
def suggest(s: State, ledger: Ledger, factors: Weights) -> int:
    """A step for a roll-out; all racks are known there. Of the places for a joker only the best one is looked at."""
    f, hand, chance = _of_stage(s, factors), _hand(s), unit_by(ledger)
    n, total, places = 0, 0.0, hand.fitting & SUIT_MASK[s.suit]
    while places:
        place = first(places)
        places = rest(places)
        total += _option(ledger, n, place, _stone_weight(hand, place, _known(ledger, place), f))
        n += 1
    if hand.jokers > 0 and (n == 0 or s.suit != ANY_SUIT or s.left == 0):
        place = _best_place(~s.taken & SUIT_MASK[s.suit], ledger)
        if place >= 0:
            total += _option(ledger, n, LAY_JOKER + place, _joker_weight(hand, place, _known(ledger, place), f))
            n += 1
    stuck = n == 0
    places = exchanges(s, s.rack[s.seat] & UPPERS)
    if places:
        total += _option(ledger, n, EXCHANGE + first(places), f[EXCHANGES])
        n += 1
    begun = hand.laid > 0 or s.exchanged > 0
    if n == 0:
        return DONE if begun else PASS
    if begun:
        total += _option(ledger, n, DONE, _done_weight(hand, s.suit, f))
        n += 1
    elif stuck:
        total += _option(ledger, n, PASS, 1.0)
        n += 1
    return _picked(ledger, n, chance * total)


@inlined
def _play(s: State, raw: Bytes, random: Random, factors: Weights) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, made = open_ledger(raw), 0
    begin(ledger, s, random)
    while not s.over and made < LONGEST_GAME:
        step = suggest(s, ledger, factors)
        make(s, step)
        if step < EXCHANGE:
            note(ledger, step if step < LAY_JOKER else step - LAY_JOKER)
        made += 1
    random[0] = ledger.random
    return made


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    tables = factors(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s = opened(state)
        return _promise(s, step, tables[s.players])

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s = opened(state)
        return _play(s, np.zeros(LEDGER_SIZE, dtype=np.uint8), random, tables[s.players])

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
