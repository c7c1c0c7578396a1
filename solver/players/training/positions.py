"""Positions to learn from: how the seats stand in each, and who wins when it is played on from there.

In quick play games are played by the game's `prior`. Of some positions on the way the features are written down, and
who wins when a roll-out plays to the end. In searched play trees of a few simulations play most turns, and what is
written down is who wins in the end: that takes far longer, but tells what a standing is worth to those who play well.
They play in mixed company: some seats are greedy all game long. What a standing is worth depends on who sits around,
and whoever plays with people meets both kinds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from shelf.catalogue import USUAL, Catalogue
from solver.games import playable
from solver.kernel.arrays import BYTES, FLOATS2, INTS, WORDS
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel
from solver.kernel.function_values import (
    HANDED,
    actor_of,
    apply_of,
    features_of,
    handed,
    legal_of,
    prior_of,
    rollout_of,
    scores_of,
)
from solver.kernel.random import below, seeded, weighted
from solver.players.bots import Bot, Question, seated, take_turn
from solver.players.training.match import kernel_of
from solver.players.training.self_play import TURNS, TreeBot
from solver.search.ideas import drawn_step
from solver.search.outcome import win_share

Floats = NDArray[np.float64]
FLOATS3 = types.Array(types.float64, 3, "C")

SPACING = 8
"""One in so many positions of a game of quick play is written down."""
SPACING_SEARCHED = 3
"""The same of searched play, where positions are dear."""
WANDERS = 12
"""One in so many turns of searched play is played quickly, so that not everything on the table is well played."""
GREEDY_SHARE = 0.5
"""So likely each seat of searched play is greedy."""
PART = 3000
"""Positions that are collected at a time."""
APART = 1 << 20
"""Parts deal from seeds that are so far apart."""


@dataclass(frozen=True, eq=False)
class Positions:
    """Positions: the features and the points of each seat, the stage, and each seat's share of the win."""

    features: Floats
    points: Floats
    stages: NDArray[np.int64]
    wins: Floats

    @classmethod
    def room(cls, number: int, players: int, width: int) -> Positions:
        """Room for so many."""
        return cls(
            np.zeros((number, players, width)),
            np.zeros((number, players, 1)),
            np.zeros(number, dtype=np.int64),
            np.zeros((number, players)),
        )

    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All that is written down."""
        return self.features, self.points, self.stages, self.wins

    def note(self, place: int, kernel: Kernel, state: Bytes) -> bool:
        """Writes down how the seats stand in a position, if the game has an opinion of it."""
        stage = kernel.features(state, self.features[place])
        if stage < 0:
            return False
        points = np.zeros(2 * MOST_SEATS)
        kernel.scores(state, points)
        self.stages[place] = stage
        self.points[place, :, 0] = points[: self.points.shape[1]]
        return True

    def part(self, which: slice) -> Positions:
        """Some of them."""
        return Positions(self.features[which], self.points[which], self.stages[which], self.wins[which])


def joined(parts: Sequence[Positions]) -> Positions:
    """All of them, one part after another."""
    return Positions(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.stages for part in parts]),
        np.concatenate([part.wins for part in parts]),
    )


@dataclass(frozen=True)
class Walks:
    """Which games are walked through; each part of them is found by its number."""

    game: str
    players: int
    seed: int = 0
    catalogue: Catalogue = USUAL
    policy: tuple[float, ...] | None = None
    """Weights of the quick policy, if not those of the game."""
    each: int = PART
    simulations: int = 0
    """Of each turn of searched play; 0 for quick play."""

    def room(self) -> Positions:
        """For a part."""
        game = playable(self.game, catalogue=self.catalogue)
        return Positions.room(self.each, self.players, game.kernel.values.shape[2])

    def posted(self) -> Self:
        """The same for another process, which has nobody to ask or to tell."""
        return replace(self, catalogue=Catalogue(self.catalogue.folders, self.catalogue.map_folder))

    def done(self, *part: int) -> tuple[int, Positions]:
        """The number of a part and its positions."""
        game = playable(self.game, catalogue=self.catalogue)
        kernel = kernel_of(game, self.policy, self.players)
        found = self.room()
        filled, seed = 0, self.seed + APART * part[0]
        while filled < self.each:
            state = game.deal(self.players, seed, {})
            if self.simulations:
                filled = self._searched(state, kernel, found, filled, seed)
            else:
                filled = _walked(state, kernel, self.players, found, filled, seed)
            seed += 1
        return part[0], found

    def _searched(self, state: Bytes, kernel: Kernel, found: Positions, filled: int, seed: int) -> int:
        """A game of searched play; the next free place."""
        random, turn, first = np.random.default_rng(seed), TURNS * seed, filled
        company = self._company(random.random(self.players) < GREEDY_SHARE)
        while (seat := kernel.actor(state)) >= 0:
            turn += 1
            bot = QuickBot() if random.integers(WANDERS) == 0 else company[seat]
            for step in take_turn(bot, kernel, state, self.players, turn):
                if filled < self.each and random.integers(SPACING_SEARCHED) == 0:
                    filled += found.note(filled, kernel, state)
                kernel.apply(state, step)
        found.wins[first:filled] = won(kernel, state, self.players)
        return filled

    def _company(self, greedy: Sequence[bool] | NDArray[np.bool_]) -> list[Bot]:
        return [seated("greedy") if one else TreeBot(self.simulations, judged=True) for one in greedy]


def won(kernel: Kernel, state: Bytes, players: int) -> Floats:
    """Each seat's share of the win in a game that is over."""
    points = np.zeros(2 * MOST_SEATS)
    kernel.scores(state, points)
    return np.array([win_share(points, seat, players, kernel.shared_wins) for seat in range(players)])


@dataclass(frozen=True)
class QuickBot:
    """Each step as likely as the quick policy has it."""

    def plan(self, question: Question) -> Sequence[int]:
        """One step."""
        return [drawn_step(question.kernel, question.observed, seeded(question.seed))]


def _walked(state: NDArray[np.uint8], kernel: Kernel, players: int, found: Positions, filled: int, seed: int) -> int:
    k = kernel
    return int(
        walk(
            state, players, k.shared_wins, k.most_steps, found.features, found.points, found.stages, found.wins, filled,
            seeded(seed), handed(k, essential=True),
        )
    )  # fmt: skip


_WALK = types.int64(
    BYTES, types.int64, types.boolean, types.int64, FLOATS3, FLOATS3, INTS, FLOATS2, types.int64, WORDS, HANDED,
)  # fmt: skip


@numba.njit([_WALK], cache=True, nogil=True)
def walk(  # type: ignore[no-untyped-def]
    state, players, shared, most_steps, features, points, stages, wins, filled, random, functions,
):  # fmt: skip
    """Plays a game by the prior, writes down some positions from place `filled` on; the next free place."""
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, prior = scores_of(functions), prior_of(functions)
    rollout, describe = rollout_of(functions), features_of(functions)
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
