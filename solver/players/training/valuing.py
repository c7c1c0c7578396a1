"""Fits what a seat's standing is worth (`solver.kernel.values`) to how games go on from positions of quick play.

A softmax regression over the seats finds the weights under which the wins that were seen are likeliest; for positions
that were held back it is told how likely they are, beside a judgement by the points as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import FLOATS2, INTS, WORDS
from solver.kernel.contract import MOST_SEATS
from solver.kernel.random import below, seeded
from solver.kernel.values import ValueTable
from solver.players.training.positions import FLOATS3, Floats, Positions

HELD_BACK = 10
"""One in so many positions, the first ones."""
PASSES = ((2, 0.1), (2, 0.03), (2, 0.01))
"""How often all positions are gone through, and at what pace."""
RIDGE = 1e-6
"""Keeps the weights of rare features small."""


@dataclass(frozen=True)
class Fitted:
    """Weights, and the logarithm of the chance they give what happened in games that were held back, negative."""

    table: ValueTable
    learnt: int
    held: int
    loss: float
    loss_by_points: float
    """Of a judgement by the points as they stand, whose weight at each stage was fitted in the same way."""


def fit_values(found: Positions, table: ValueTable, players: int, seed: int = 0) -> Fitted:
    """The table with new weights for a number of players; the same positions and seed, the same weights."""
    held_back = len(found.stages) // HELD_BACK
    learnt, held = found.part(slice(held_back, None)), found.part(slice(held_back))
    knots = np.array(table.knots, dtype=np.int64)
    rows = _fitted(learnt.features, learnt, players, knots, seed)
    by_points = _fitted(learnt.points, learnt, players, knots, seed)
    return Fitted(
        table.changed(players, rows),
        len(learnt.stages),
        held_back,
        float(loss(held.features, held.stages, held.wins, players, knots, rows)),
        float(loss(held.points, held.stages, held.wins, players, knots, by_points)),
    )


def _fitted(features: Floats, learnt: Positions, players: int, knots: NDArray[np.int64], seed: int) -> Floats:
    rows, random = np.zeros((len(knots), features.shape[2])), seeded(seed)
    pace_so_far = np.full(rows.shape, 0.01)
    for passes, pace in PASSES:
        _learn(features, learnt.stages, learnt.wins, players, knots, rows, pace_so_far, passes, pace, random)
    return rows


@numba.njit(cache=True, nogil=True, forceinline=True)
def _between(stage: int, knots: Any) -> Any:
    """The knot before a stage, and how far it is from there to the next one."""
    knot = 0
    while knot < len(knots) - 2 and stage >= knots[knot + 1]:
        knot += 1
    return knot, min(1.0, max(0.0, (stage - knots[knot]) / (knots[knot + 1] - knots[knot])))


@numba.njit(cache=True, nogil=True, forceinline=True)
def _chances(features: Any, rows: Any, knot: int, share: float, players: int, out: Any) -> None:
    most = -1e300
    for seat in range(players):
        out[seat] = 0.0
        for index in range(features.shape[1]):
            weight = (1.0 - share) * rows[knot, index] + share * rows[knot + 1, index]
            out[seat] += weight * features[seat, index]
        most = max(most, out[seat])
    total = 0.0
    for seat in range(players):
        out[seat] = np.exp(out[seat] - most)
        total += out[seat]
    for seat in range(players):
        out[seat] /= total


_LEARN = types.void(
    FLOATS3, INTS, FLOATS2, types.int64, INTS, FLOATS2, FLOATS2, types.int64, types.float64, WORDS
)  # fmt: skip


@numba.njit([_LEARN], cache=True, nogil=True)
def _learn(  # type: ignore[no-untyped-def]
    features, stages, wins, players, knots, rows, pace_so_far, passes, pace, random
):
    """Steps down the slope of one position after another, the smaller the more a weight has moved (Adagrad)."""
    chances = np.zeros(MOST_SEATS)
    for _ in range(passes * len(stages)):
        at = below(random, len(stages))
        knot, share = _between(stages[at], knots)
        _chances(features[at], rows, knot, share, players, chances)
        won = 0.0
        for seat in range(players):
            won += wins[at, seat]
        for index in range(rows.shape[1]):
            slope = 0.0
            for seat in range(players):
                slope += (won * chances[seat] - wins[at, seat]) * features[at, seat, index]
            if slope != 0.0:
                for side in range(2):
                    pull = slope * (share if side else 1.0 - share) + RIDGE * rows[knot + side, index]
                    pace_so_far[knot + side, index] += pull * pull
                    rows[knot + side, index] -= pace * pull / np.sqrt(pace_so_far[knot + side, index])


@numba.njit([types.float64(FLOATS3, INTS, FLOATS2, types.int64, INTS, FLOATS2)], cache=True, nogil=True)
def loss(features, stages, wins, players, knots, rows):  # type: ignore[no-untyped-def]
    """The negative logarithm of the chance that was given to whoever won, on average."""
    chances, total = np.zeros(MOST_SEATS), 0.0
    for at in range(len(stages)):
        knot, share = _between(stages[at], knots)
        _chances(features[at], rows, knot, share, players, chances)
        for seat in range(players):
            if wins[at, seat] > 0.0:
                total -= wins[at, seat] * np.log(max(chances[seat], 1e-12))
    return total / len(stages)
