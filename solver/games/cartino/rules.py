"""The rules of Cartino, once: written in Python, compiled by numba, used by the log, the score and the search.

A turn is a sequence of steps of one suit: stones and jokers are laid on free places, jokers on the board are exchanged
for the stone that they stand for, and `DONE` ends it; then stones are drawn from the bag. Who can lay nothing may
exchange, or pass. Points are counted stone by stone. A rack may hold stones that whoever looks at this state has not
seen; then every step is legal that one of them may make possible.
The rulings that these rules follow where the text is silent are in docs/rulings.md.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.games.cartino.state import (
    ANY_SUIT,
    DONE,
    EXCHANGE,
    JOKER,
    LAY_JOKER,
    PASS,
    State,
    opened,
)
from solver.games.cartino.tables import (
    EVERYWHERE,
    FINISH_BONUS,
    FIRST_OF,
    FOURS,
    JOKER_COST,
    JOKERS,
    LATER,
    NEIGHBOURS,
    ONES,
    RACK,
    SET_BONUS,
    SUIT,
    SUIT_MASK,
    TWOS,
    UNLIKE,
    UPPERS,
)
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import MOST_SEATS, Bytes, Points, Steps, compiled, inlined, kernel, wide

LOWER = np.uint64(8)
"""From the upper place of a field to the lower one."""
SOLVABLE = 9
"""With so many stones in the racks the rest is searched out for three and four players."""

# ---- stones ---------------------------------------------------------------------------------------------------------


class Kinds(NamedTuple):
    """How many stones of each kind, as upper places."""

    some: np.uint64  # one or both
    both: np.uint64


@inlined
def _and(kinds: Kinds, stones: np.uint64) -> Kinds:
    """These stones more."""
    some, both = (stones | (stones >> LOWER)) & UPPERS, stones & (stones >> LOWER) & UPPERS
    return Kinds(kinds.some | some, kinds.both | both | (kinds.some & some))


@inlined
def unseen_kinds(s: State) -> Kinds:
    """The stones that lie where this state does not see them, but for jokers."""
    seen = _and(Kinds(np.uint64(0), np.uint64(0)), s.taken & ~s.jokers)
    for seat in range(s.players):
        seen = _and(seen, s.rack[seat])
    for place in range(s.left):
        if s.bag[place] < JOKER:
            seen = _and(seen, FIRST_OF[s.bag[place]])
    return Kinds(UPPERS & ~seen.both, UPPERS & ~seen.some)


@inlined
def unseen_jokers(s: State) -> int:
    """Jokers that lie where this state does not see them."""
    number = JOKERS - size(s.jokers)
    for seat in range(s.players):
        number -= wide(s.joker[seat])
    for place in range(s.left):
        number -= int(s.bag[place] == JOKER)
    return number


@compiled
def unseen_stones(s: State, stone: int) -> int:
    """Stones of a kind that lie where this state does not see them."""
    if stone == JOKER:
        return unseen_jokers(s)
    unseen = unseen_kinds(s)
    return size(unseen.some & FIRST_OF[stone]) + size(unseen.both & FIRST_OF[stone])


@inlined
def held_kinds(s: State, seat: int) -> np.uint64:
    """The kinds that a seat has or may have, as upper places."""
    kinds = s.rack[seat] & UPPERS
    if s.hidden[seat]:
        kinds |= unseen_kinds(s).some
    return kinds


@inlined
def free_places(taken: np.uint64, kinds: np.uint64) -> np.uint64:
    """Where stones of these kinds can lie."""
    return (kinds | (kinds << LOWER)) & ~taken


@inlined
def with_place(rack: np.uint64, free: np.uint64) -> np.uint64:
    """The stones of a rack that have a place of their own; `free` are the free places for them."""
    some, both = (free | (free >> LOWER)) & UPPERS, free & (free >> LOWER) & UPPERS
    return some | ((both << LOWER) & rack)


@inlined
def lays(s: State, kinds: np.uint64) -> np.uint64:
    """The free places of the turn's suit for stones of these kinds."""
    return free_places(s.taken, kinds) & SUIT_MASK[s.suit]


@inlined
def joker_lays(s: State) -> np.uint64:
    """The free places of the turn's suit, if the seat has a joker that need not wait."""
    seat = s.seat
    if s.joker[seat] <= s.exchanged and (s.hidden[seat] == 0 or unseen_jokers(s) <= 0):
        return np.uint64(0)
    return ~s.taken & SUIT_MASK[s.suit]


@inlined
def exchanges(s: State, kinds: np.uint64) -> np.uint64:
    """The places with a joker from earlier turns for which the seat has the stone."""
    if not s.jokers:
        return np.uint64(0)
    return (kinds | (kinds << LOWER)) & s.jokers & ~s.now & SUIT_MASK[s.suit]


@compiled
def _may_be_stuck(s: State) -> bool:
    """Whether all unseen stones of the seat may be such that have no free place."""
    unseen, full = unseen_kinds(s), s.taken & (s.taken >> LOWER)
    number = size(unseen.some & full) + size(unseen.both & full)
    if s.taken == EVERYWHERE:
        number += unseen_jokers(s)
    return number >= s.hidden[s.seat]


@inlined
def must_lay(s: State) -> bool:
    """Whether the seat is known to have a stone that can be laid."""
    seat = s.seat
    if lays(s, s.rack[seat] & UPPERS) or (s.joker[seat] and ~s.taken):
        return True
    return s.hidden[seat] > 0 and not _may_be_stuck(s)


# ---- what may be done -----------------------------------------------------------------------------------------------


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when the game is over."""
    s = opened(state)
    return -1 if s.over else int(s.seat)


@inlined
def _listed(places: np.uint64, word: int, steps: Steps, n: int) -> int:
    while places:
        steps[n] = word + first(places)
        places = rest(places)
        n += 1
    return n


@inlined
def _words(s: State, steps: Steps, n: int) -> int:
    if s.now or s.exchanged:
        steps[n] = DONE
        return n + 1
    if not must_lay(s):
        steps[n] = PASS
        return n + 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    s = opened(state)
    if s.over:
        return 0
    kinds = held_kinds(s, s.seat)
    n = _listed(lays(s, kinds), 0, steps, 0)
    n = _listed(joker_lays(s), LAY_JOKER, steps, n)
    n = _listed(exchanges(s, kinds), EXCHANGE, steps, n)
    return _words(s, steps, n)


@inlined
def _in_order(s: State, places: np.uint64) -> np.uint64:
    """Of places for the next stone those that do not come to the same as another order of the turn's stones.

    A stone may be laid before or after another one unless the two are neighbours of different value. Then the higher
    one comes first, if the points are to be many; with two players the other order is never better, so that stones in
    falling order of value are enough.
    """
    if not s.now:
        return places
    kept = np.uint64(0)
    while places:
        place = first(places)
        places = rest(places)
        if not s.now & LATER[np.uint64(place)] or (s.players > 2 and s.now & UNLIKE[np.uint64(place)]):
            kept |= bit(place)
    return kept


@kernel
def essential(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps in one order only; exchanges come first, for they bring no points."""
    s = opened(state)
    if s.over:
        return 0
    kinds = held_kinds(s, s.seat)
    n = _listed(_in_order(s, lays(s, kinds)), 0, steps, 0)
    n = _listed(_in_order(s, joker_lays(s)), LAY_JOKER, steps, n)
    if not s.now:
        n = _listed(exchanges(s, kinds), EXCHANGE, steps, n)
    return _words(s, steps, n)


# ---- what happens ---------------------------------------------------------------------------------------------------


@inlined
def worth(stones: np.uint64) -> int:
    """The values of a set of stones, added up."""
    return size(stones & ONES) + 2 * size(stones & TWOS) + 4 * size(stones & FOURS)


@inlined
def contact(taken: np.uint64, place: int) -> int:
    """The points of a stone that is laid on a place: the values of its neighbours."""
    return worth(NEIGHBOURS[np.uint64(place)] & taken)


@inlined
def _kind_on(place: int) -> np.uint64:
    """The kind of stone that belongs on a place, as an upper place."""
    return (bit(place) | (bit(place) >> LOWER)) & UPPERS


@inlined
def _less(stones: np.uint64, kind: np.uint64) -> np.uint64:
    """A set of stones with one of a kind taken away, if it has one."""
    second = (stones >> LOWER) & kind
    return stones & ~((second << LOWER) | (kind ^ second))


@inlined
def more(stones: np.uint64, kind: np.uint64) -> np.uint64:
    """A set of stones with one of a kind added."""
    return stones | kind | ((stones & kind) << LOWER)


@inlined
def _unseen_leaves(s: State, seat: int) -> None:
    if s.stuck[seat]:
        s.stuck[seat] -= 1


@inlined
def _leave(s: State, seat: int, kind: np.uint64) -> None:
    """A stone leaves a rack; one that everybody knew of goes first."""
    if s.rack[seat] & kind:
        s.rack[seat] = _less(s.rack[seat], kind)
    else:
        s.hidden[seat] -= 1
    s.held[seat] -= 1
    if s.public[seat] & kind:
        s.public[seat] = _less(s.public[seat], kind)
    else:
        _unseen_leaves(s, seat)


@inlined
def _leave_joker(s: State, seat: int) -> None:
    if s.joker[seat] > s.exchanged:
        s.joker[seat] -= 1
    else:
        s.hidden[seat] -= 1
    s.held[seat] -= 1
    if s.public_joker[seat] > s.exchanged:
        s.public_joker[seat] -= 1
    else:
        _unseen_leaves(s, seat)


@inlined
def _end(s: State) -> None:
    s.over = 1
    s.now = np.uint64(0)
    s.exchanged = 0
    s.suit = ANY_SUIT
    s.turn += 1


@inlined
def _next(s: State) -> None:
    s.now = np.uint64(0)
    s.exchanged = 0
    s.suit = ANY_SUIT
    s.turn += 1
    s.seat = s.seat + 1 if s.seat + 1 < s.players else 0


@inlined
def _draw(s: State, seat: int) -> None:
    """A stone from the bag."""
    s.left -= 1
    stone = s.bag[s.left]
    s.bag[s.left] = 0
    if stone < JOKER:
        s.rack[seat] = more(s.rack[seat], FIRST_OF[stone])
    elif stone == JOKER:
        s.joker[seat] += 1
    else:
        s.hidden[seat] += 1
    s.held[seat] += 1


@inlined
def _done(s: State) -> None:
    """The turn ends: what was kept is noted, stones are drawn."""
    seat = s.seat
    s.passes = 0
    if s.now:
        s.last_suit[seat] = s.suit
        s.kept[seat] = s.held[seat] - s.public_joker[seat] - size(s.public[seat])
        while s.held[seat] < RACK and s.left:
            _draw(s, seat)
    _next(s)


@inlined
def _lay(s: State, place: int) -> None:
    """A stone lies there now: its contacts count, and the fifth of a turn makes a set."""
    seat = s.seat
    s.contacts[seat] += contact(s.taken, place)
    s.taken |= bit(place)
    s.now |= bit(place)
    s.suit = SUIT[np.uint64(place)]
    if size(s.now) == RACK:
        s.sets[seat] += 1
    if s.held[seat] == 0:
        if s.left:
            _done(s)
        else:
            s.finisher = seat
            _end(s)


@inlined
def _exchange(s: State, place: int) -> None:
    seat = s.seat
    _leave(s, seat, _kind_on(place))
    s.jokers &= ~bit(place)
    s.suit = SUIT[np.uint64(place)]
    s.exchanged += 1
    s.joker[seat] += 1
    s.public_joker[seat] += 1
    s.held[seat] += 1


@inlined
def _pass(s: State) -> None:
    seat = s.seat
    s.full[seat] = s.taken
    s.stuck[seat] = s.held[seat] - s.public_joker[seat] - size(s.public[seat])
    s.passes += 1
    if s.passes == s.players:
        _end(s)
    else:
        _next(s)


@inlined
def make(s: State, step: int) -> None:
    """Makes a step."""
    if step < LAY_JOKER:
        _leave(s, s.seat, _kind_on(step))
        _lay(s, step)
    elif step < EXCHANGE:
        _leave_joker(s, s.seat)
        s.jokers |= bit(step - LAY_JOKER)
        _lay(s, step - LAY_JOKER)
    elif step < DONE:
        _exchange(s, step - EXCHANGE)
    elif step == DONE:
        _done(s)
    else:
        _pass(s)


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(opened(state), step)


# ---- points ---------------------------------------------------------------------------------------------------------


PARTS = ("contacts", "sets", "finish", "rest")


@inlined
def rest_cost(s: State, seat: int) -> int:
    """The values of the stones in a rack; unseen ones count nothing."""
    return JOKER_COST * wide(s.joker[seat]) + worth(s.rack[seat])


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat; what is left in the racks is subtracted when the game is over."""
    s = opened(state)
    for seat in range(MOST_SEATS):
        out[seat] = 0.0
        out[MOST_SEATS + seat] = 0.0
    for seat in range(s.players):
        points = s.contacts[seat] + SET_BONUS * s.sets[seat]
        if s.finisher == seat:
            points += FINISH_BONUS
        if s.over:
            points -= rest_cost(s, seat)
        out[seat] = points


def near_end(state: Bytes) -> bool:
    """The bag is empty; with more than two players, few stones are left."""
    s = State.of(state)
    return bool(s.left == 0 and (s.players == 2 or s.held.sum() <= SOLVABLE))
