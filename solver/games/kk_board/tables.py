"""The board game's tables as arrays, in the order of the files in `assets/games/kk-board`."""

from __future__ import annotations

import numpy as np

from solver.games.kk_board.map_check import PIECES
from solver.kernel.variants import box_of

GAME = box_of("kk-board")
_MAP = GAME.chosen("maps")
FIELD_ROWS = GAME.tables[_MAP["fields"]]
CARD_IDS = [row["id"] for row in GAME.tables["cards"]]
LAND_IDS = [row["id"] for row in GAME.tables["lands"]]
LAND_CODES = [row["code"] for row in GAME.tables["lands"]]
FIELD_IDS = [row["id"] for row in FIELD_ROWS]
ROADS = [(FIELD_IDS.index(row["a"]), FIELD_IDS.index(row["b"])) for row in GAME.tables[_MAP["roads"]]]
PACTS = [(LAND_IDS.index(row["land_a"]), LAND_IDS.index(row["land_b"])) for row in GAME.tables["alliances"]]
"""The alliances: pairs of lands, number 1 first."""

KINDS, LANDS, FIELDS = len(CARD_IDS), len(LAND_IDS), len(FIELD_IDS)
CLOISTERS_EACH, COUNCILS_EACH = PIECES["cloister"], PIECES["councillor"]
HAND, OPEN = 3, 2
CHAIN = 4
"""So many cloisters along a road score."""

COUNT = np.array([int(row["count"]) for row in GAME.tables["cards"]], dtype=np.int64)
"""Cards of each kind in the box; five players play with all of them."""
CARDS = int(COUNT.sum())
CARD_OF = np.array([CARD_IDS.index(row["card"]) for row in GAME.tables["lands"]], dtype=np.int64)
"""The kind of card that shows a land."""
LAND_OF = np.array([LAND_IDS.index(row["land"]) for row in FIELD_ROWS], dtype=np.int64)
"""The land that a field lies in."""
BIT = np.array([1 << field for field in range(64)], dtype=np.uint64)
LAND_MASK = np.array(
    [sum(1 << field for field in range(FIELDS) if LAND_OF[field] == land) for land in range(LANDS)], dtype=np.uint64
)
NEIGHBOURS = np.array(
    [sum(1 << (a + b - field) for a, b in ROADS if field in (a, b)) for field in range(FIELDS)], dtype=np.uint64
)
"""The fields that a road joins with a field."""
PACT_A = np.array([a for a, _ in PACTS], dtype=np.int64)
PACT_B = np.array([b for _, b in PACTS], dtype=np.int64)
_ALLIES = [[a + b - land for a, b in PACTS if land in (a, b)] for land in range(LANDS)]
ALLIES = np.array([row + [-1] * (LANDS - len(row)) for row in _ALLIES], dtype=np.int64)
"""The lands that an alliance joins with a land; the rest is -1."""


def cards_in_play(players: int) -> list[int]:
    """Cards of each kind: with four players one of each is left out, with three two."""
    return [int(count) - (5 - players) for count in COUNT]
