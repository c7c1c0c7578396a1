"""Fits what a seat's standing is worth (`solver.kernel.values`) to how games go on from positions of quick play.

Games are played by the game's `prior`. Of some positions on the way the features are written down, and who wins when a
roll-out plays to the end from there. A softmax regression over the seats then finds the weights under which those wins
are likeliest; for positions of games that were held back it is told how likely they are, beside a judgement by the
points as they stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES, FLOATS2, INTS, WORDS
from solver.kernel.contract import FUNCTIONS, MOST_SEATS, Bytes, Kernel
from solver.kernel.playable import Playable
from solver.kernel.random import below, seeded, weighted
from solver.kernel.values import ValueTable
from solver.search.outcome import win_share

Floats = NDArray[np.float64]
FLOATS3 = types.Array(types.float64, 3, "C")

POSITIONS = 150_000
HELD_BACK = 10
"""One in so many positions, those of the last games."""
SPACING = 8
"""One in so many positions of a game is written down."""
PASSES = ((2, 0.1), (2, 0.03), (2, 0.01))
"""How often all positions are gone through, and at what pace."""
RIDGE = 1e-6
"""Keeps the weights of rare features small."""


@dataclass(frozen=True)
class Positions:
    """Positions: the features and the points of each seat, the stage, and each seat's share of the win."""

    features: Floats
    points: Floats
    stages: NDArray[np.int64]
    wins: Floats

    def part(self, which: slice) -> Positions:
        """Some of them."""
        return Positions(self.features[which], self.points[which], self.stages[which], self.wins[which])


@dataclass(frozen=True)
class Fitted:
    """Weights, and the logarithm of the chance they give what happened in games that were held back, negative."""

    table: ValueTable
    loss: float
    loss_by_points: float
    """Of a judgement by the points as they stand, whose weight at each stage was fitted in the same way."""


def fit_values(game: Playable, table: ValueTable, players: int, seed: int = 0, positions: int = POSITIONS) -> Fitted:
    """The table with new weights for a number of players; the same seed, the same weights."""
    found = collected(game, players, len(table.features), seed, positions)
    learnt, held = found.part(slice(positions // HELD_BACK, None)), found.part(slice(positions // HELD_BACK))
    knots = np.array(table.knots, dtype=np.int64)
    rows = _fitted(learnt.features, learnt, players, knots, seed)
    by_points = _fitted(learnt.points, learnt, players, knots, seed)
    return Fitted(
        table.changed(players, rows),
        float(loss(held.features, held.stages, held.wins, players, knots, rows)),
        float(loss(held.points, held.stages, held.wins, players, knots, by_points)),
    )


def _fitted(features: Floats, learnt: Positions, players: int, knots: NDArray[np.int64], seed: int) -> Floats:
    rows, random = np.zeros((len(knots), features.shape[2])), seeded(seed)
    pace_so_far = np.full(rows.shape, 0.01)
    for passes, pace in PASSES:
        _learn(features, learnt.stages, learnt.wins, players, knots, rows, pace_so_far, passes, pace, random)
    return rows


def collected(game: Playable, players: int, width: int, seed: int, positions: int) -> Positions:
    """So many positions of games that are dealt from the seed on."""
    found = Positions(
        np.zeros((positions, MOST_SEATS, width)),
        np.zeros((positions, MOST_SEATS, 1)),
        np.zeros(positions, dtype=np.int64),
        np.zeros((positions, MOST_SEATS)),
    )
    number = filled = 0
    while filled < positions:
        state = game.deal(players, seed + number, {})
        filled = _walk(state, game.kernel, players, found, filled, seed + number)
        number += 1
    return found


def _walk(state: Bytes, kernel: Kernel, players: int, found: Positions, filled: int, seed: int) -> int:
    k = kernel
    return int(
        walk(
            state, players, k.shared_wins, k.most_steps, found.features, found.points, found.stages, found.wins, filled,
            seeded(seed), k.actor, k.essential, k.apply, k.scores, k.prior, k.rollout, k.features,
        )
    )  # fmt: skip


_WALK = types.int64(
    BYTES, types.int64, types.boolean, types.int64, FLOATS3, FLOATS3, INTS, FLOATS2, types.int64, WORDS,
    *(FUNCTIONS[name] for name in ("actor", "legal", "apply", "scores", "prior", "rollout", "features")),
)  # fmt: skip


@numba.njit([_WALK], cache=True, nogil=True)
def walk(  # type: ignore[no-untyped-def]
    state, players, shared, most_steps, features, points, stages, wins, filled, random,
    actor, legal, apply, scores, prior, rollout, describe,
):  # fmt: skip
    """Plays a game by the prior, writes down some positions from place `filled` on; the next free place."""
    steps, weights = np.empty(most_steps, dtype=np.int16), np.empty(most_steps)
    end, value = state.copy(), np.zeros(2 * MOST_SEATS)
    while actor(state) >= 0 and filled < len(stages):
        n = legal(state, steps)
        if n == 0:
            break
        if below(random, SPACING) == 0:
            stage = describe(state, features[filled])
            if stage >= 0:
                stages[filled] = stage
                scores(state, value)
                for seat in range(players):
                    points[filled, seat, 0] = value[seat]
                end[:] = state
                rollout(end, random)
                scores(end, value)
                for seat in range(players):
                    wins[filled, seat] = win_share(value, seat, players, shared)
                filled += 1
        for index in range(n):
            weights[index] = prior(state, steps[index])
        apply(state, steps[weighted(random, weights[:n])])
    return filled


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
