"""Decisions to learn from: games in which one long search looks at every turn.

Half of the turns are played as the search likes it and half by the greedy player, so that positions come up in which
not everybody has played well. At every decision along the search's favourite line down to the end of the turn the
options are written down with the visits they got.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from shelf.catalogue import USUAL, Catalogue
from solver.games import playable
from solver.kernel.contract import Bytes, same_turn
from solver.players.bots import Bot, Question, seated, take_turn
from solver.search.decisions import Decisions
from solver.search.tree import Tree

ROOM = 200
"""Nodes of a tree for each simulation, at most: every one looks at the options of one position."""
MOST_ROOM = 600_000
FEWEST = 1 / 20
"""A decision counts while it has this share of all visits."""
TURNS = 4096
"""More turns than a game has: seeds of games are this far apart."""


@dataclass(frozen=True, eq=False)
class Decision:
    """A position as the seat to move sees it, and how often the search tried each step."""

    view: Bytes
    steps: NDArray[np.int64]
    visits: NDArray[np.int64]

    @property
    def favourite(self) -> int:
        """The step that was tried most."""
        return int(self.steps[self.visits.argmax()])


@dataclass(frozen=True)
class Lesson:
    """The decisions of one game."""

    number: int
    decisions: tuple[Decision, ...]


@dataclass(frozen=True)
class SelfPlay:
    """Which games are played; each is found by its number."""

    game: str
    players: int
    games: int
    simulations: int
    seed: int = 0
    catalogue: Catalogue = USUAL

    def terms(self) -> dict[str, Any]:
        """What has to be the same for games to belong together."""
        return {"game": self.game, "players": self.players, "simulations": self.simulations, "seed": self.seed}

    def posted(self) -> Self:
        """The same for another process, which has nobody to ask or to tell."""
        return replace(self, catalogue=Catalogue(self.catalogue.folders, self.catalogue.map_folder))

    def done(self, *part: int) -> Lesson:
        """One game."""
        return Lesson(part[0], tuple(self._decisions(part[0])))

    def _decisions(self, number: int) -> Iterator[Decision]:
        game, greedy = playable(self.game, catalogue=self.catalogue), seated("greedy")
        kernel, seed = game.kernel, self.seed + number
        chance, state = np.random.default_rng(seed), game.deal(self.players, seed, {})
        for turn in count(TURNS * seed):
            if (seat := kernel.actor(state)) < 0:
                return
            view = state.copy()
            kernel.observe(view, seat)
            decisions = searched(Question(kernel, view, self.players, turn), self.simulations)
            yield from (one for one in decisions if len(one.steps) > 1)
            line = [one.favourite for one in decisions]
            player: Bot = greedy if chance.integers(2) else _Line(line, greedy)
            for step in take_turn(player, kernel, state, self.players, turn):
                kernel.apply(state, step)


@dataclass(frozen=True)
class _Line:
    """A bot that plays a given line; when something comes to light it goes on as another one."""

    steps: Sequence[int]
    otherwise: Bot

    def plan(self, question: Question) -> Sequence[int]:
        return self.otherwise.plan(question) if question.again else self.steps


@dataclass(frozen=True)
class TreeBot:
    """One tree of so many simulations, and nothing beside it: what it plays is a matter of what the tree goes by."""

    simulations: int
    judged: bool = False
    """Whether it goes by the game's values, where these are known."""

    def plan(self, question: Question) -> Sequence[int]:
        """The favourite line."""
        return [one.favourite for one in searched(question, self.simulations, self.judged)]


def searched(question: Question, simulations: int, judged: bool = False) -> list[Decision]:
    """The decisions of a turn along the favourite line of a tree, at least the first."""
    kernel, view = question.kernel, question.observed
    decisions = Decisions(kernel, view, kernel.actor(view))
    tree = Tree(decisions, question.players, question.seed, min(ROOM * simulations, MOST_ROOM), judged)
    tree.run(simulations)
    return list(_along(tree, FEWEST * simulations))


def _along(tree: Tree, fewest: float) -> Iterator[Decision]:
    node, at = 0, tree.observed.copy()
    while tree.kernel.actor(at) == tree.viewer and same_turn(tree.observed, at):
        children = tree.children(node)
        visits = tree.nodes[children]["visits"].astype(np.int64)
        if node and visits.sum() < fewest:
            return
        yield Decision(at.copy(), tree.nodes[children]["step"].astype(np.int64), visits)
        node = children[int(visits.argmax())]
        tree.kernel.apply(at, int(tree.nodes[node]["step"]))
