"""How the seats of Cartino stand, by named features; `values.csv` has what each is worth.

Racks are known in the world that is played, so it is looked at what each seat could lay now. Once the bag is empty the
rest is left to roll-outs, which are short then.
"""

from __future__ import annotations

import numpy as np

from solver.games.cartino.rules import contact, free_places, rest_cost, with_place
from solver.games.cartino.state import ANY_SUIT, MOST_PLAYERS, State, opened
from solver.games.cartino.tables import GAME, RACK, SET_BONUS, SUIT, SUIT_MASK, SUITS, UPPERS
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import Bytes, Points, inlined, kernel, wide
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
LANE = 16
MOST = np.uint64((1 << LANE) - 1)
"""Points of four suits are added up in one number."""


@inlined
def _brings(taken: np.uint64, free: np.uint64, stones: np.uint64) -> np.uint64:
    """What stones that have a place would bring, each for itself on the best of those left; `LANE` bits for a suit."""
    brings, kinds = np.uint64(0), stones & UPPERS
    while kinds:
        place = first(kinds)
        kinds = rest(kinds)
        upper, lower = contact(taken, place), contact(taken, place + 8)
        upper = upper if free & bit(place) else 0
        lower = lower if free & bit(place + 8) else 0
        points = upper + lower if stones & bit(place + 8) else max(upper, lower)
        brings += np.uint64(points) << np.uint64(LANE * SUIT[place])
    return brings


@inlined
def _seat(s: State, seat: int, out: Points) -> None:
    """How one seat stands."""
    rack, jokers = s.rack[seat], wide(s.joker[seat])
    free = free_places(s.taken, rack & UPPERS)
    stones = with_place(rack, free)
    away = (seat + wide(s.players) - wide(s.seat)) % wide(s.players)
    laying = away == 0 and s.suit != ANY_SUIT
    for index in range(len(FEATURES)):
        out[seat, index] = 0.0
    out[seat, _POINTS] = wide(s.contacts[seat]) + SET_BONUS * wide(s.sets[seat])
    out[seat, _JOKERS] = jokers
    out[seat, _REST] = rest_cost(s, seat)
    out[seat, _STUCK] = size(rack) - size(stones)
    out[seat, _DRAWS] = RACK - wide(s.held[seat])
    out[seat, _HAS_LAID] = 1.0 if laying else 0.0
    at = len(_PLAIN) + away * len(_KINDS)
    out[seat, at + _TO_MOVE] = 1.0
    best, second, most, suits = 0, 0, 0, 0
    brings = _brings(s.taken, free, stones)
    for suit in range(SUITS):
        number = size(stones & SUIT_MASK[suit])
        suits += int(number > 0)
        if laying and suit != s.suit:
            continue
        brought = int((brings >> np.uint64(LANE * suit)) & MOST)
        second = max(second, min(best, brought))
        best = max(best, brought)
        most = max(most, number)
    out[seat, _SUITS] = suits
    out[seat, at + _AT_HAND] = best
    out[seat, at + _NEXT_SUIT] = second
    in_all = most + jokers + (size(s.now) if laying else 0) if most else 0
    if in_all >= _FEW:
        out[seat, at + _TWO + min(in_all, RACK) - _FEW] = 1.0


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the free places, or -1 where the bag is empty."""
    s = opened(state)
    if s.left == 0:
        return -1
    for seat in range(s.players):
        _seat(s, seat, out)
    return max(KNOTS[0], size(~s.taken))
