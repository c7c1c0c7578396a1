"""How the seats of Cartino stand, by named features; `values.csv` has what each is worth.

Racks are known in the world that is played, so it is looked at what each seat could lay now. Once the bag is empty the
rest is left to roll-outs, which are short then.
"""

from __future__ import annotations

import numpy as np

from solver.games.cartino.rules import contact, rest_cost
from solver.games.cartino.state import ANY_SUIT, MOST_PLAYERS, STATE, State
from solver.games.cartino.tables import BIT, GAME, RACK, SET_BONUS, SUIT, SUITS, UPPERS
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import Bytes, Numbers, Points, inlined, kernel, wide
from solver.kernel.values import read_values

KNOTS = (6, 14, 20, 28, 38, 50, 64)
"""Free places for which there are weights; between two of them these change evenly."""

_AWAY = ("on the move", *(f"{away} away" for away in range(1, MOST_PLAYERS)))
_KINDS = ("to move", "points at hand", "points of the next suit", "two at hand", "three at hand", "four at hand",
          "five at hand")  # fmt: skip
_PLAIN = (
    "points", "jokers", "rest of the rack", "stones without a place", "suits in the rack", "stones to draw",
    "has laid",
)  # fmt: skip
FEATURES = (*_PLAIN, *(f"{kind}, {away}" for away in _AWAY for kind in _KINDS))
_POINTS, _JOKERS, _REST, _STUCK, _SUITS, _DRAWS, _HAS_LAID = range(len(_PLAIN))
_TO_MOVE, _AT_HAND, _NEXT_SUIT, _TWO, _, _, _ = range(len(_KINDS))
_FEW = 2
"""From so many stones of a suit on it is looked at how many they are."""

VALUES = read_values(GAME.folder, FEATURES, KNOTS)
LOWER = np.uint64(8)


@inlined
def _by_suit(s: State, seat: int, brings: Numbers, stones: Numbers) -> int:
    """What the stones of each suit would bring a seat, each for itself, and how many have a place; those without."""
    for suit in range(SUITS):
        brings[suit] = 0
        stones[suit] = 0
    stuck, kinds = 0, s.rack[seat] & UPPERS
    while kinds:
        place = first(kinds)
        kinds = rest(kinds)
        upper = contact(s.taken, place) if not s.taken & BIT[place] else -1
        lower = contact(s.taken, place + 8) if not s.taken & BIT[place + 8] else -1
        both = (s.rack[seat] >> LOWER) & BIT[place] != 0
        better, other = max(upper, lower), min(upper, lower)
        if better >= 0:
            brings[SUIT[place]] += better
            stones[SUIT[place]] += 1
        else:
            stuck += 1
        if both and other >= 0:
            brings[SUIT[place]] += other
            stones[SUIT[place]] += 1
        elif both:
            stuck += 1
    return stuck


@inlined
def _seat(s: State, seat: int, brings: Numbers, stones: Numbers, row: Points) -> None:
    """How one seat stands."""
    away = (seat + wide(s.players) - wide(s.seat)) % wide(s.players)
    laying = away == 0 and s.suit != ANY_SUIT
    row[_POINTS] = wide(s.contacts[seat]) + SET_BONUS * wide(s.sets[seat])
    row[_JOKERS] = s.joker[seat]
    row[_REST] = rest_cost(s, seat)
    row[_STUCK] = _by_suit(s, seat, brings, stones)
    row[_DRAWS] = RACK - wide(s.held[seat])
    row[_HAS_LAID] = 1.0 if laying else 0.0
    at = len(_PLAIN) + away * len(_KINDS)
    row[at + _TO_MOVE] = 1.0
    best, second, most, suits = 0, 0, 0, 0
    laid = size(s.now) if laying else 0
    for suit in range(SUITS):
        suits += stones[suit] > 0
        if laying and suit != s.suit:
            continue
        if brings[suit] > best:
            best, second = brings[suit], best
        elif brings[suit] > second:
            second = brings[suit]
        if stones[suit]:
            most = max(most, stones[suit] + wide(s.joker[seat]) + laid)
    row[_SUITS] = suits
    row[at + _AT_HAND] = best
    row[at + _NEXT_SUIT] = second
    if most >= _FEW:
        row[at + _TWO + min(most, RACK) - _FEW] = 1.0


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the free places, or -1 where the bag is empty."""
    s: State = state.view(STATE)[0]
    if s.left == 0:
        return -1
    brings, stones = np.empty(SUITS, dtype=np.int64), np.empty(SUITS, dtype=np.int64)
    for seat in range(s.players):
        out[seat, :] = 0.0
        _seat(s, seat, brings, stones, out[seat])
    return max(KNOTS[0], size(~s.taken))
