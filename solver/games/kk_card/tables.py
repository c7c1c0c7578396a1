"""The card game's tables as arrays, in the order of the files in `assets/games/kk-card`."""

from __future__ import annotations

import numpy as np

from shelf.game_data import game_data

GAME = game_data("kk-card")
refused = GAME.refused
LAND_IDS = [row["id"] for row in GAME.tables["lands"]]
CARD_IDS = [row["id"] for row in GAME.tables["cards"]]
SYMBOL_IDS = ["kreuz", "faecher", "lilie", "stern"]
ROUTE_IDS = ["", "schiff", "kutsche"]
LAW_KINDS = ["", "return", "three", "colours", "minus"]

CARDS, LANDS, SYMBOLS = len(CARD_IDS), len(LAND_IDS), len(SYMBOL_IDS)
ROWS, COLUMNS = 4, 14
STONES_EACH = 3

LAND = np.array([LAND_IDS.index(row["land"]) for row in GAME.tables["cards"]], dtype=np.uint8)
"""In numbers without a sign: compiled, nobody asks whether what they point at is counted from the end."""
LAND_SIZE = np.array([int(row["cards"]) for row in GAME.tables["lands"]], dtype=np.int64)
ROUTE = np.array([ROUTE_IDS.index(row["route"]) for row in GAME.tables["cards"]], dtype=np.uint8)
CIRCLES = np.array(
    [[(row["symbol1"], row["symbol2"]).count(kind) for kind in SYMBOL_IDS] for row in GAME.tables["cards"]],
    dtype=np.uint8,
)
CIRCLE_COUNT = CIRCLES.sum(axis=1, dtype=np.uint8)
LAWS = np.array(
    [sum(row["kind"] == kind for row in GAME.tables["laws"]) for kind in [*LAW_KINDS, "unknown"]], dtype=np.int64
)
"""How many tiles there are of each kind; the first and the last entry (none, unknown) are 0."""
LAW_CELLS = np.array(
    [(int(row["row"]) - 1) * COLUMNS + int(row["column"]) - 1 for row in GAME.tables["layout"]], dtype=np.int64
)
"""The cells of the opening display on which a law tile lies."""
