"""Cartino's tables as arrays: the 64 places of the board, the 32 kinds of stones, what lies beside what.

Place 8 * halfrow + column; the two places of a field lie below each other. A kind goes by the number of its field,
8 * row + column; a set of stones is written as places: the upper one of its field for the first stone of a kind, the
lower one for the second.
"""

from __future__ import annotations

import numpy as np

from shelf.game_data import game_data

GAME = game_data("cartino")
refused = GAME.refused
PLACES, KINDS, SUITS, SIDE = 64, 32, 4, 8
_AT = {8 * int(row["halfrow"]) + int(row["column"]): row for row in GAME.tables["fields"]}
_ROWS = [_AT[place] for place in range(PLACES)]
SUIT_IDS = [row["id"] for row in GAME.tables["suits"]]
SUIT_LETTERS = [row["letter"] for row in GAME.tables["suits"]]
RANK_IDS = [row["rank"] for row in GAME.tables["ranks"]]
PLACE_IDS = [row["cell"] for row in _ROWS]

COPIES = 2
_JOKER = next(row for row in GAME.tables["stones"] if row["kind"] == "joker")
JOKERS = int(_JOKER["count"])
STONES = KINDS * COPIES + JOKERS
RACK = 5
SET_BONUS, FINISH_BONUS = 10, 10
JOKER_COST = -int(_JOKER["rest"])
"""What a joker takes from whoever still has it at the end."""

VALUE = np.array([int(row["value"]) for row in _ROWS], dtype=np.int64)
"""What a stone on a place is worth to whoever lays one beside it."""
SUIT = np.array([SUIT_IDS.index(row["suit"]) for row in _ROWS], dtype=np.int64)
RANK = np.array([RANK_IDS.index(row["rank"]) for row in _ROWS], dtype=np.int64)
BIT = np.array([1 << place for place in range(PLACES)], dtype=np.uint64)
KIND = np.array([place // 16 * 8 + place % 8 for place in range(PLACES)], dtype=np.int64)
"""The kind of stone that belongs on a place."""
UPPER = np.array([kind // 8 * 16 + kind % 8 for kind in range(KINDS)], dtype=np.int64)
"""The upper place of a kind's field; the lower one comes eight later."""
FIRST_OF = np.array([1 << place for place in UPPER], dtype=np.uint64)
"""The first stone of a kind as a set."""
UPPERS = np.uint64(sum(1 << int(place) for place in UPPER))
EVERYWHERE = np.uint64((1 << PLACES) - 1)
SUIT_MASK = np.array(
    [sum(1 << place for place in range(PLACES) if SUIT[place] == suit) for suit in range(SUITS)] + [(1 << PLACES) - 1],
    dtype=np.uint64,
)
"""The places of each suit; the last one is for a turn whose suit is still open."""
SUIT_PLACES = SUIT_MASK[SUIT]
"""For each place the places of its suit."""


def _neighbours(place: int) -> list[int]:
    row, column = divmod(place, SIDE)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [SIDE * y + x for y, x in around if 0 <= y < SIDE and 0 <= x < SIDE]


AROUND = np.array(
    [(near := _neighbours(place)) + [PLACES] * (4 - len(near)) for place in range(PLACES)], dtype=np.uint64
)
"""The places that share a side with a place, and PLACES where the board ends; unsigned, for of other numbers compiled
code asks whether they count from the end."""
NEIGHBOURS = np.array([sum(1 << near for near in _neighbours(place)) for place in range(PLACES)], dtype=np.uint64)
NEAR_OF_SUIT = NEIGHBOURS & SUIT_PLACES
"""The neighbours that are of the same suit."""
ONES, TWOS, FOURS = (np.uint64(sum(1 << place for place in range(PLACES) if VALUE[place] & part)) for part in (1, 2, 4))
"""The places whose value is a sum with a one in it, with a two, with a four: so values are added up without a loop."""

_ORDER = sorted(range(PLACES), key=lambda place: (-VALUE[place], place))
LATER = np.array(
    [sum(1 << other for other in _ORDER[_ORDER.index(place) + 1 :]) for place in range(PLACES)], dtype=np.uint64
)
"""The places that come later when the stones of a turn are laid in falling order of value."""
UNLIKE = np.array(
    [sum(1 << near for near in _neighbours(place) if VALUE[near] != VALUE[place]) for place in range(PLACES)],
    dtype=np.uint64,
)
"""The neighbours of another value: beside them it matters which stone is laid first."""
