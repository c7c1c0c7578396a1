"""What a player of Cartino has not seen: blanked, dealt anew, and listed while there are few ways.

Unseen are the stones in the bag and those in the other racks, but for jokers that somebody took back and stones that
were shown. Who had to pass has no stone with a free place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, factorial

import numpy as np

from solver.games.cartino.rules import LOWER, more, unseen_jokers, unseen_kinds, unseen_stones
from solver.games.cartino.state import JOKER, UNKNOWN, State, opened, put_in, rack_of
from solver.games.cartino.tables import EVERYWHERE, FIRST_OF, KIND, KINDS, STONES, SUIT, UPPER
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import Bytes, Random, compiled, inlined, kernel, wide
from solver.kernel.lent import opener
from solver.kernel.random import below_by, unit_by
from solver.kernel.record import Record, flags, u1

KEPT_SHARE = 0.55
"""How likely a stone of the suit that a seat laid last is to be among those it kept, beside one of another suit.

In games of the search with itself 15 of 100 stones that were kept were of that suit, where chance alone gives 23."""
TRIES = 4
"""How often another stone is drawn instead."""


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Blanks the bag, and of the other racks what was not shown."""
    s = opened(state)
    for place in range(s.left):
        s.bag[place] = UNKNOWN
    for seat in range(s.players):
        if seat != viewer:
            s.rack[seat] = s.public[seat]
            s.joker[seat] = s.public_joker[seat]
            s.hidden[seat] = s.held[seat] - size(s.public[seat]) - s.public_joker[seat]


class Pool(Record):
    """The unseen stones. It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    stones = u1(STONES + 1)


POOL_SIZE = Pool.dtype.itemsize
open_pool = opener(Pool)


@inlined
def _heap(s: State, pool: Pool) -> int:
    """All unseen stones."""
    unseen, n = unseen_kinds(s), 0
    kinds = unseen.some
    while kinds:
        kind = KIND[first(kinds)]
        pool.stones[n] = kind
        pool.stones[n + 1] = kind
        n += 1 + size(unseen.both & FIRST_OF[kind])
        kinds = rest(kinds)
    for _ in range(unseen_jokers(s)):
        pool.stones[n] = JOKER
        n += 1
    return n


@inlined
def _give(s: State, seat: int, stone: int) -> None:
    s.hidden[seat] -= 1
    if stone == JOKER:
        s.joker[seat] += 1
    else:
        s.rack[seat] = more(s.rack[seat], FIRST_OF[stone])


@inlined
def has_no_place(full: np.uint64, stone: int) -> bool:
    """Whether a stone cannot be laid where these places are taken."""
    if stone == JOKER:
        return full == EVERYWHERE
    return full & (full >> LOWER) & FIRST_OF[stone] != 0


@inlined
def _most_stuck(s: State, dealt: np.uint64) -> int:
    """Of the seats that passed and were dealt nothing yet the one that passed first, or -1."""
    found = -1
    for seat in range(wide(s.players)):
        waits = s.stuck[seat] and s.hidden[seat] and not dealt & bit(seat)
        if waits and (found < 0 or size(s.full[seat]) < size(s.full[found])):
            found = seat
    return found


@compiled
def _give_stuck(s: State, seat: int, pool: Pool, n: int) -> int:
    """One of the stones that had no place when the seat passed."""
    fitting = 0
    for index in range(n):
        fitting += int(has_no_place(s.full[seat], pool.stones[index]))
    if fitting == 0:
        return n
    pick = below_by(pool, fitting)
    for index in range(n):
        if has_no_place(s.full[seat], pool.stones[index]):
            if pick == 0:
                _give(s, seat, pool.stones[index])
                pool.stones[index] = pool.stones[n - 1]
                return n - 1
            pick -= 1
    return n


@inlined
def _deal_stuck(s: State, pool: Pool, n: int) -> int:
    """Stones of seats that passed; who passed first has the fewest to choose from, so that all ways stay as likely."""
    dealt = np.uint64(0)
    seat = _most_stuck(s, dealt)
    while seat >= 0:
        dealt |= bit(seat)
        for _ in range(min(s.stuck[seat], s.hidden[seat])):
            n = _give_stuck(s, seat, pool, n)
        seat = _most_stuck(s, dealt)
    return n


@inlined
def _kept(s: State, seat: int, pool: Pool, n: int) -> int:
    """The number of a stone that a seat kept: rarely is it of the suit that the seat laid last."""
    pick = below_by(pool, n)
    for _ in range(TRIES):
        stone = pool.stones[pick]
        if stone == JOKER or SUIT[UPPER[stone]] != s.last_suit[seat] or unit_by(pool) < KEPT_SHARE:
            break
        pick = below_by(pool, n)
    return pick


@inlined
def _taken_out(pool: Pool, pick: int, n: int) -> int:
    """A stone is drawn; the last one takes its place."""
    stone = wide(pool.stones[pick])
    pool.stones[pick] = pool.stones[n - 1]
    return stone


@inlined
def _deal_rack(s: State, seat: int, pool: Pool, n: int) -> int:
    """The other unseen stones of a seat."""
    kept = wide(min(s.kept[seat], s.hidden[seat]))
    while s.hidden[seat] and n:
        pick = _kept(s, seat, pool, n) if kept > 0 else below_by(pool, n)
        kept -= 1
        _give(s, seat, _taken_out(pool, pick, n))
        n -= 1
    return n


@inlined
def _deal(s: State, raw: Bytes, random: Random) -> None:
    """Deals all unseen stones; the pool comes as bytes, for a record does not keep its bytes alive."""
    pool = open_pool(raw)
    pool.random = random[0]
    n = _deal_stuck(s, pool, _heap(s, pool))
    for seat in range(s.players):
        n = _deal_rack(s, seat, pool, n)
    for place in range(s.left):
        if s.bag[place] == UNKNOWN:
            s.bag[place] = _taken_out(pool, below_by(pool, n), n)
            n -= 1
    random[0] = pool.random


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:  # noqa: ARG001 - what is blank tells who looks
    """Deals what is blank anew."""
    s = opened(state)
    hidden = np.int64(0)
    for seat in range(s.players):
        hidden += s.hidden[seat]
    if hidden or (s.left and s.bag[0] == UNKNOWN):
        _deal(s, np.zeros(POOL_SIZE, dtype=np.uint8), random)


def worlds(view: Bytes, most: int) -> list[Bytes]:
    """All ways in which the unseen stones can be dealt, each stone taken for itself; none where there are too many."""
    s = State.of(view)
    pool = [stone for stone in range(KINDS + 1) for _ in range(unseen_stones(s, stone))]
    racks = [(seat, int(s.hidden[seat])) for seat in range(s.players) if s.hidden[seat]]
    bag = int(s.left) if s.left and s.bag[0] == UNKNOWN else 0
    if len(pool) != sum(number for _, number in racks) + bag:
        return []
    count, left = factorial(bag), len(pool)
    for _, number in racks:
        count *= comb(left, number)
        left -= number
    if count > (4 * most if s.stuck.any() else most):
        return []
    found = [world for world in _dealt(view, racks, bag, pool) if _fits(world, view)]
    return found if len(found) <= most else []


def _dealt(view: Bytes, racks: list[tuple[int, int]], bag: int, pool: list[int]) -> Iterator[Bytes]:
    if not racks:
        for order in permutations(pool):
            world = view.copy()
            s = State.of(world)
            s.bag[:bag] = order
            s.hidden[:] = 0
            yield world
        return
    seat, number = racks[0]
    for chosen in combinations(range(len(pool)), number):
        begun = view.copy()
        for index in chosen:
            put_in(State.of(begun), seat, pool[index])
        yield from _dealt(begun, racks[1:], bag, [stone for index, stone in enumerate(pool) if index not in chosen])


def _fits(world: Bytes, view: Bytes) -> bool:
    """Whether those who passed had nothing to lay."""
    s, seen = State.of(world), State.of(view)
    for seat in range(s.players):
        if seen.hidden[seat] and s.stuck[seat]:
            dealt = (Counter(rack_of(s, seat)) - Counter(rack_of(seen, seat))).elements()
            if sum(has_no_place(s.full[seat], stone) for stone in dealt) < s.stuck[seat]:
                return False
    return True
