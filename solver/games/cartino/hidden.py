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

from solver.games.cartino.rules import away_stones, unseen_stones
from solver.games.cartino.state import JOKER, MOST_PLAYERS, STATE, UNKNOWN, State, put_in, rack_of
from solver.games.cartino.tables import BIT, EVERYWHERE, KINDS, SUIT, UPPER
from solver.kernel.bits import size
from solver.kernel.contract import Bytes, Numbers, Random, compiled, kernel, wide
from solver.kernel.random import below, unit

POOL = 66
KEPT_SHARE = 0.55
"""How likely a stone of the suit that a seat laid last is to be among those it kept, beside one of another suit.

In games of the search with itself 15 of 100 stones that were kept were of that suit, where chance alone gives 23."""
TRIES = 4
"""How often another stone is drawn instead."""


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Blanks the bag, and of the other racks what was not shown."""
    s: State = state.view(STATE)[0]
    for place in range(s.left):
        s.bag[place] = UNKNOWN
    for seat in range(s.players):
        if seat != viewer:
            s.rack[seat] = s.public[seat]
            s.joker[seat] = s.public_joker[seat]
            s.hidden[seat] = s.held[seat] - size(s.public[seat]) - s.public_joker[seat]


@compiled
def _heap(s: State, pool: Numbers) -> int:
    """All unseen stones."""
    in_bag = np.zeros(UNKNOWN + 1, dtype=np.int64)
    for place in range(s.left):
        in_bag[s.bag[place]] += 1
    n = 0
    for stone in range(KINDS + 1):
        for _ in range(away_stones(s, stone) - in_bag[stone]):
            pool[n] = stone
            n += 1
    return n


@compiled
def _give(s: State, seat: int, stone: int) -> None:
    s.hidden[seat] -= 1
    if stone == JOKER:
        s.joker[seat] += 1
    else:
        upper = BIT[UPPER[stone]]
        s.rack[seat] |= BIT[UPPER[stone] + 8] if s.rack[seat] & upper else upper


@compiled
def has_no_place(full: np.uint64, stone: int) -> bool:
    """Whether a stone cannot be laid where these places are taken."""
    if stone == JOKER:
        return full == EVERYWHERE
    field = BIT[UPPER[stone]] | BIT[UPPER[stone] + 8]
    return full & field == field


@compiled
def _most_stuck(s: State, dealt: Numbers) -> int:
    """Of the seats that passed and were dealt nothing yet the one that passed first, or -1."""
    found = -1
    for seat in range(wide(s.players)):
        waits = not dealt[seat] and s.stuck[seat] and s.hidden[seat]
        if waits and (found < 0 or size(s.full[seat]) < size(s.full[found])):
            found = seat
    return found


@compiled
def _give_stuck(s: State, seat: int, pool: Numbers, n: int, random: Random) -> int:
    """One of the stones that had no place when the seat passed."""
    fitting = 0
    for index in range(n):
        fitting += has_no_place(s.full[seat], pool[index])
    if fitting == 0:
        return n
    pick = below(random, fitting)
    for index in range(n):
        if has_no_place(s.full[seat], pool[index]):
            if pick == 0:
                _give(s, seat, pool[index])
                pool[index] = pool[n - 1]
                return n - 1
            pick -= 1
    return n


@compiled
def _deal_stuck(s: State, pool: Numbers, n: int, random: Random) -> int:
    """Stones of seats that passed; who passed first has the fewest to choose from, so that all ways stay as likely."""
    dealt = np.zeros(MOST_PLAYERS, dtype=np.int64)
    seat = _most_stuck(s, dealt)
    while seat >= 0:
        dealt[seat] = 1
        for _ in range(min(s.stuck[seat], s.hidden[seat])):
            n = _give_stuck(s, seat, pool, n, random)
        seat = _most_stuck(s, dealt)
    return n


@compiled
def _deal_rack(s: State, seat: int, pool: Numbers, n: int, random: Random) -> int:
    """The other unseen stones of a seat; those that it kept are rarely of the suit that it laid last."""
    kept = min(s.kept[seat], s.hidden[seat])
    while s.hidden[seat] and n:
        pick = below(random, n)
        if kept:
            for _ in range(TRIES):
                stone = pool[pick]
                if stone == JOKER or SUIT[UPPER[stone]] != s.last_suit[seat] or unit(random) < KEPT_SHARE:
                    break
                pick = below(random, n)
            kept -= 1
        _give(s, seat, pool[pick])
        n -= 1
        pool[pick] = pool[n]
    return n


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:  # noqa: ARG001 - what is blank tells who looks
    """Deals what is blank anew."""
    s: State = state.view(STATE)[0]
    hidden = np.int64(0)
    for seat in range(s.players):
        hidden += s.hidden[seat]
    if hidden == 0 and (s.left == 0 or s.bag[0] != UNKNOWN):
        return
    pool = np.empty(POOL, dtype=np.int64)
    n = _deal_stuck(s, pool, _heap(s, pool), random)
    for seat in range(s.players):
        n = _deal_rack(s, seat, pool, n, random)
    for place in range(s.left):
        if s.bag[place] == UNKNOWN:
            pick = below(random, n)
            n -= 1
            s.bag[place] = pool[pick]
            pool[pick] = pool[n]


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
