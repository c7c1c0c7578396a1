"""The match between two ways to judge how seats stand: by new weights, by old ones, or by playing to the end.

Judging takes another time than playing to the end, so a match of equally many simulations would say nothing. How many
more the new way makes in the same time is measured first (`pace`), in positions that it judges; then simulations are
counted, and a match can be repeated and go on later. Where a position is played to the end all have equally many.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel
from solver.kernel.playable import Playable
from solver.kernel.random import seeded
from solver.kernel.values import ValueTable
from solver.players import bots
from solver.players.programme import Programme
from solver.players.training.match import NEW, OLD, kernel_of
from solver.players.training.self_play import TreeBot
from solver.players.training.trial import short
from solver.search.decisions import Decisions
from solver.search.tree import Tree

PACED_POSITIONS, PACED_SIMULATIONS, PACED_EVERY = 40, 1000, 5
"""Positions at which the pace is measured, with so many simulations each, every so many turns of greedy play."""
ROOM = 200_000


@dataclass(frozen=True)
class ValueMatch(Programme):
    """Trees of as many simulations as each side has time for."""

    new: ValueTable | None = None
    old: ValueTable | None = None
    """None, or one without a column for these players: such a side plays to the end."""
    pace: float = 1.0
    """So many times as many simulations of the new side, in positions that are judged."""
    policy: tuple[float, ...] | None = None

    def seated(self, place: int) -> bots.Bot:
        """All search alike, and leave endings to the tree: what a match is about is how positions are judged."""
        return PacedBot(self.simulations or 1, self.pace if self.lineup[place] == NEW else 1.0)

    def kernels(self, game: Playable) -> list[Kernel]:
        """Those with the values of each place."""
        kernel = kernel_of(game, self.policy, len(self.lineup))
        sides = {NEW: judging(kernel, self.new), OLD: judging(kernel, self.old)}
        return [sides[name] for name in self.lineup]

    def terms(self) -> dict[str, Any]:
        """With what is judged by."""
        weighed = {NEW: _ink(self.new), OLD: _ink(self.old), "policy": short(self.policy)}
        return {**super().terms(), **weighed, "pace": self.pace}


@dataclass(frozen=True)
class PacedBot:
    """A tree with as many simulations as there is time for."""

    simulations: int
    pace: float

    def plan(self, question: bots.Question) -> Sequence[int]:
        """The favourite line."""
        return TreeBot(self.effort(question), judged=True).plan(question)

    def effort(self, question: bots.Question) -> int:
        """How many simulations that are."""
        return round(self.simulations * (self.pace if _is_judged(question.kernel, question.observed) else 1.0))


def _is_judged(kernel: Kernel, view: Bytes) -> bool:
    """In a world that the view allows: features need to see everything."""
    world = view.copy()
    kernel.determinize(world, kernel.actor(view), seeded(0))
    return kernel.features(world, np.zeros((MOST_SEATS, kernel.values.shape[2]))) >= 0


def judging(kernel: Kernel, table: ValueTable | None) -> Kernel:
    """The same kernel with the values of a table, or none."""
    return replace(kernel, values=0.0 * kernel.values if table is None else table.array())


def _ink(table: ValueTable | None) -> str:
    return short(table.text() if table else "")


def pace(game: Playable, kernel: Kernel, table: ValueTable, players: int, seed: int) -> float:
    """How many times as many simulations a tree makes that judges by a table, in the same time of the processor."""
    spent = {True: 0.0, False: 0.0}
    judged_kernel, left, number = judging(kernel, table), PACED_POSITIONS, seed
    while left:
        state, number, turn = game.deal(players, number, {}), number + 1, 0
        while left and (seat := kernel.actor(state)) >= 0:
            if turn % PACED_EVERY == number % PACED_EVERY and _is_judged(kernel, _seen(kernel, state, seat)):
                question = Decisions(judged_kernel, _seen(kernel, state, seat), seat)
                for judged in spent:
                    tree = Tree(question, players, turn, ROOM, judged)
                    begun = time.thread_time()
                    tree.run(PACED_SIMULATIONS)
                    spent[judged] += time.thread_time() - begun
                left -= 1
            for step in bots.take_turn(bots.seated("greedy"), kernel, state, players, turn):
                kernel.apply(state, step)
            turn += 1
    return round(spent[False] / max(spent[True], 1e-9), 2)


def _seen(kernel: Kernel, state: Any, seat: int) -> Any:
    view = state.copy()
    kernel.observe(view, seat)
    return view
