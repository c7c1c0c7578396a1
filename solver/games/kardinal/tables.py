"""Kardinal's tables as arrays, in the order of the files in `assets/games/kardinal`."""

from __future__ import annotations

import numpy as np

from shelf.game_data import game_data

GAME = game_data("kardinal")
refused = GAME.refused
COLOUR_IDS = [row["id"] for row in GAME.tables["colours"]]
SHAPE_IDS = ["house", "tower", "court"]
HOUSE, TOWER, COURT = range(3)
SHAPES, COLOURS = len(SHAPE_IDS), len(COLOUR_IDS)

STONES_EACH = 12
"""Point stones of a colour that are played with; the table counts the spare ones, too."""
PIECES = np.array(
    [
        [
            sum(
                int(row["count"])
                for row in GAME.tables["buildings"]
                if (row["shape"], row["colour"]) == (shape, colour)
            )
            for colour in COLOUR_IDS
        ]
        for shape in SHAPE_IDS
    ],
    dtype=np.int64,
)
"""Buildings of each shape and colour."""
BUILDINGS = int(PIECES.sum())

NOBODY = -1
OWN = np.array(
    [
        [[seat + 2 * which if players == 2 else (seat, 3 if players == 3 else NOBODY)[which] for which in range(2)]
         for seat in range(4)]
        for players in range(5)
    ],
    dtype=np.int64,
)  # fmt: skip
"""By players and seat the colours that the seat may build: two with two players, the own and the fourth with three."""
CHOICES = np.array([0, 0, 2, 2, 1], dtype=np.int64)
"""By players how many colours a seat may build."""
OWNER = np.array([[NOBODY] * 4, [NOBODY] * 4, [0, 1, 0, 1], [0, 1, 2, NOBODY], [0, 1, 2, 3]], dtype=np.int64)
"""By players and colour the seat that gets what is left of it in the supply."""

SIDE = 32
CELLS = SIDE * SIDE


def cell_at(x: int, y: int) -> int:
    """The cell of a square, counted from the tower of the cathedral."""
    return (y % SIDE) * SIDE + x % SIDE


DOM_TOWER, DOM_NAVE = cell_at(0, 0), cell_at(1, 0)
BESIDE_DOM = np.zeros(CELLS, dtype=np.int64)
"""How many sides of the cathedral a cell touches."""
for _x, _y in ((-1, 0), (0, 1), (0, -1), (2, 0), (1, 1), (1, -1)):
    BESIDE_DOM[cell_at(_x, _y)] = 1
