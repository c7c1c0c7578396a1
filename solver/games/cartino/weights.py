"""What a step of Cartino is judged by at a glance; how much each of it weighs stands in `weights.csv`.

Every feature has three weights: while the bag is well filled, for its last twenty stones, and when it is empty.
Roll-outs have no time for sums and exponentials, so the weights are turned into factors: one for every value that a
feature can have, which are multiplied.
"""

from __future__ import annotations

import numpy as np

from shelf.game_data import game_data
from solver.games.cartino.tables import AROUND, PLACES, RACK, VALUE
from solver.kernel.weights import Weights, read_weights

LAST_STONES = 20
"""With so many stones in the bag the second stage begins."""
STAGES = ("full bag", "last stones", "empty bag")
_KINDS = (
    "points of contacts",
    "points that a neighbour would get",
    "points that the next stone would get",
    "points that waiting would bring",
    "stone of value one",
    "stone of value two",
    "stone of value three",
    "stone of value four",
    "stone of value five",
    "first stone of two",
    "first stone of three",
    "first stone of four",
    "first stone of five",
    "further stone of two",
    "further stone of three",
    "further stone of four",
    "further stone of five",
    "done: none more could be laid",
    "done: one more could be laid",
    "done: two more could be laid",
    "done: three more could be laid",
    "done: four more could be laid",
    "joker",
    "joker: makes a set possible",
    "exchange",
)
FEATURES = tuple(f"{kind}, {stage}" for kind in _KINDS for stage in STAGES)
_GAIN, _GIVEN, _FOLLOWED, _WAITING, _VALUE, _, _, _, _, _FIRST, _, _, _, _MORE, _, _, _, _DONE, _, _, _, _ = range(22)
_JOKER, _JOKER_SET, _EXCHANGE = range(22, len(_KINDS))
TABLE = read_weights(game_data("cartino").folder, FEATURES)

MOST_POINTS, SIDES, VALUES = 24, 5, 6
"""Points of contacts, free places beside a stone and values of stones are below these."""
_AROUND_VALUE = [sum(int(VALUE[near]) for near in AROUND[place] if near < PLACES) for place in range(PLACES)]
_SIZES = (MOST_POINTS, PLACES, VALUES * SIDES * SIDES, RACK + 1, RACK + 1, RACK, RACK + 1, 1)
GAIN, PLACE, NEAR, FIRST, MORE, DONE, JOKER, EXCHANGE = (sum(_SIZES[:kind]) for kind in range(len(_SIZES)))
"""Where the factors of a kind begin: by the points of a stone's contacts, of which it need not wait for any; by its
place; by its value, the free places beside it, and those among them for which there is a stone at hand; of the first
stone of a turn and of a further one, by how many can be laid; of the end of a turn, by how many more could be; of a
joker in place of a stone, by how many can be laid in all; of an exchange."""


def factors(weights: Weights) -> Weights:
    """The factors by number of players and stage."""
    return np.exp(np.array([[_stage(stage) for stage in row.reshape(-1, len(STAGES)).T] for row in weights]))


def _stage(w: Weights) -> Weights:
    """The logarithms of a stage's factors."""
    near = [
        value * (w[_GIVEN] * (free - own) + w[_FOLLOWED] * own)
        for value in range(VALUES)
        for free in range(SIDES)
        for own in range(SIDES)
    ]
    return np.concatenate(
        [
            [(w[_GAIN] - w[_WAITING]) * points for points in range(MOST_POINTS)],
            [w[_VALUE + VALUE[place] - 1] + w[_WAITING] * _AROUND_VALUE[place] for place in range(PLACES)],
            near,
            [0.0, 0.0, *w[_FIRST:_MORE]],
            [0.0, 0.0, *w[_MORE:_DONE]],
            w[_DONE:_JOKER],
            [w[_JOKER]] * RACK + [w[_JOKER] + w[_JOKER_SET]],
            [w[_EXCHANGE]],
        ]
    )


UNITS = factors(np.eye(len(FEATURES)))
"""For each feature the factors if it alone weighed something: what then comes out is exp(feature)."""
