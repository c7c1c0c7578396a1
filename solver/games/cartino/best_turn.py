"""The most points that a turn can bring now: all ways to lay the stones of one suit, counted out.

Stones of a turn score best in falling order of value, for of two neighbours the first one scores for the second: so a
set of places brings the contacts with what lies there already, for every two neighbours among them the higher value,
and the bonus for five. `solver.games.cartino.model` asks the same of OR-Tools.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.cartino.rules import contact
from solver.games.cartino.state import DONE, LAY_JOKER, PASS, State
from solver.games.cartino.tables import BIT, NEIGHBOURS, RACK, SET_BONUS, SUIT_MASK, SUITS, UPPERS, VALUE
from solver.kernel.arrays import WORDS
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import Bytes, Numbers, compiled, compiled_for
from solver.kernel.playable import BestTurn

LOWER = np.uint64(8)
_MOST = types.void(types.uint64, types.uint64, types.int64, WORDS)


@compiled
def set_points(taken: np.uint64, laid: np.uint64) -> int:
    """The points of stones that are laid in one turn, in their best order."""
    points = SET_BONUS if size(laid) == RACK else 0
    while laid:
        place = first(laid)
        laid = rest(laid)
        points += contact(taken, place)
        near = NEIGHBOURS[place] & laid
        while near:
            points += max(VALUE[place], VALUE[first(near)])
            near = rest(near)
    return points


@compiled
def _try(taken: np.uint64, stones: np.uint64, jokers: np.uint64, most: Numbers, best: Numbers) -> None:
    """Keeps the better one; between equals the one with fewer jokers, then with fewer stones."""
    if stones | jokers:
        worth = 256 * set_points(taken, stones | jokers) - 16 * size(jokers) - size(stones)
        if worth > most[0]:
            most[0], best[0], best[1] = worth, stones, jokers


@compiled
def _with_jokers(
    taken: np.uint64, free: np.uint64, stones: np.uint64, number: int, most: Numbers, best: Numbers
) -> None:
    _try(taken, stones, np.uint64(0), most, best)
    places = free & ~stones if number else np.uint64(0)
    while places:
        one = BIT[first(places)]
        places = rest(places)
        _try(taken, stones, one, most, best)
        others = places if number > 1 else np.uint64(0)
        while others:
            _try(taken, stones, one | BIT[first(others)], most, best)
            others = rest(others)


@compiled_for(_MOST)
def _most_points(taken: np.uint64, rack: np.uint64, jokers: int, best: Numbers) -> None:
    """Writes the places of the stones and of the jokers that bring most."""
    most = np.full(1, -(1 << 40), dtype=np.int64)
    kinds = rack & UPPERS
    single = kinds & ~(rack >> LOWER)
    for suit in range(SUITS):
        free = SUIT_MASK[suit] & ~taken
        places = (kinds | (kinds << LOWER)) & free
        stones = places
        while True:
            if not stones & (stones >> LOWER) & single:
                _with_jokers(taken, free, stones, jokers, most, best)
            if not stones:
                break
            stones = (stones - np.uint64(1)) & places


def best_now(state: Bytes) -> BestTurn | None:
    """The turn of the seat to move that brings most points now, by what it has in its rack at the beginning.

    Of a rack that is not known whole nobody can say it.
    """
    s = State.of(state)
    if s.hidden[s.seat]:
        return None
    best = np.zeros(2, dtype=np.uint64)
    _most_points(np.uint64(s.taken), np.uint64(s.rack[s.seat]), int(s.joker[s.seat]), best)
    stones, jokers = int(best[0]), int(best[1])
    if not stones | jokers:
        return BestTurn((PASS,), 0)
    steps = [place if stones >> place & 1 else LAY_JOKER + place for place in falling(stones | jokers)]
    if len(steps) < s.held[s.seat]:
        steps.append(DONE)
    return BestTurn(tuple(steps), int(set_points(np.uint64(s.taken), np.uint64(stones | jokers))))


def falling(places: int) -> list[int]:
    """Places in falling order of value."""
    return sorted(
        (place for place in range(len(VALUE)) if places >> place & 1), key=lambda place: (-VALUE[place], place)
    )
