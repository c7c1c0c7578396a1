"""What a step of Kardinal is judged by at a glance; how much each of it weighs stands in `weights.csv`.

Roll-outs have no time for sums of fractions: for them weights are turned into whole numbers. The last two features are
theirs alone: no step has them, and training leaves them as they are.
"""

from __future__ import annotations

import math

import numpy as np

from solver.games.kardinal.tables import GAME
from solver.kernel.contract import MOST_SEATS, Numbers
from solver.kernel.weights import Weights, read_weights

FEATURES = (
    "build: own stones",
    "build: stones of others",
    "build: stones of nobody's colour",
    "build: stones, each by those of its colour in hand",
    "build in nobody's colour: own stones lost",
    "build in nobody's colour: stones that others lose",
    "build: open sides",
    "build: house",
    "build: tower",
    "build: court",
    "build: last of its shape",
    "build: next player has no other shape",
    "cardinal moves: next player cannot build there",
    "cardinal moves: next player can build there",
    "cardinal stays: next player cannot build there",
    "cardinal stays: next player can build there",
    "cardinal: what the next player would get there",
    "first stone: own or nobody's colour",
    "roll-out: chance in a building",
    "roll-out: part of the cardinals that hinder",
)
(
    OWN_STONES, FOREIGN, UNOWNED, COLLECTED, LOST, TAKEN_AWAY, OPEN_SIDES, SHAPE, _, _, LAST, UNANSWERED,
    MOVES, _, STAYS, _, SPOILT, FIRST_STONE, NOISE, HINDERS,
) = range(len(FEATURES))  # fmt: skip
TABLE = read_weights(GAME.folder, FEATURES)

UNIT = 16
"""A point in the whole numbers that roll-outs count with."""
POINT = math.log(2.0)
"""The weight of a point where a step that brings one more is made twice as often."""
PARTS = 256
"""Of so many cardinals the part that hinders is counted."""


def in_units(weights: Weights) -> Numbers:
    """The weights in whole numbers, by the number of players; of the last one, which is a part, in PARTS."""
    numbers = np.rint(weights * (UNIT / POINT)).astype(np.int64)
    numbers[:, HINDERS] = np.rint(weights[:, HINDERS] * PARTS)
    return numbers


def _at_sight() -> Numbers:
    """What a building is thought to bring by whoever does not weigh more closely, in units."""
    numbers = np.zeros((MOST_SEATS + 1, len(FEATURES)), dtype=np.int64)
    for players in range(2, MOST_SEATS + 1):
        shared = UNIT // (players - 1)
        numbers[players, : OPEN_SIDES + 1] = UNIT // 4, UNIT + shared, UNIT, 3, -UNIT, shared, -UNIT // 4
    return numbers


AT_SIGHT = _at_sight()
"""An own stone would have come home anyway and is safe now, one of another brings a point and costs its owner one, the
more of a colour the better for it may be doubled, and others will earn own stones on an open side. This does not
change with the weights: the greedy player and the features of positions and of the cardinal's steps go by it."""
EACH = np.eye(len(FEATURES))
"""For each feature the weights if it alone weighed something: what then comes out is the feature."""
