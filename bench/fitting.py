"""`python bench/fitting.py GAME --games N --simulations N`: what long searches like, as weights of a step's features.

A game whose policy names features of a step can be fitted:

    weights.FEATURES                 their names
    policy.features(state, step)     their values, one for each name

Games are played, half of the turns by the greedy player and half as the search likes it. In each turn one long search
looks at the position, and at every decision along its favourite line down to the end of the turn the options are
written down with the visits they got. A softmax regression then finds the weights w for which exp(w . features), made
to sum to one over the options, is closest to the shares of visits. Printed are the weights, and for games that were
held back how close the weights come beside the `prior` that the search had: cross-entropy, its least possible value
taken off, and how often the most visited option is also the one that is thought best.

With `--keep FILE` the decisions are kept, or taken from there if the file exists: other features need no new games.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel, same_turn
from solver.kernel.playable import Playable
from solver.players.bots import Bot, Question, seated, take_turn
from solver.search.decisions import Decisions
from solver.search.tree import Tree

ROOM = 600_000
"""Nodes of a tree."""
FEWEST = 1 / 20
"""A decision counts while it has this share of all visits."""
HELD_BACK = 7
"""Every so many games one is held back."""
RIDGE = 0.5
"""Keeps the weights of rare features small."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Decision:
    """A position as the seat to move sees it, and how often the search tried each step."""

    game: int
    view: Bytes
    steps: NDArray[np.int64]
    visits: NDArray[np.int64]


@dataclass(frozen=True)
class Line:
    """A bot that plays a given line; when something comes to light it goes on as another one."""

    steps: Sequence[int]
    otherwise: Bot

    def plan(self, question: Question) -> Sequence[int]:
        """The line, once."""
        return self.otherwise.plan(question) if question.again else self.steps


@dataclass(frozen=True)
class Options:
    """The options of many decisions, one after another; `starts` says where each decision begins."""

    features: Floats
    shares: Floats
    prior: Floats
    starts: NDArray[np.int64]


def main() -> None:
    """Collects, fits, prints."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("game")
    options.add_argument("--games", type=int, default=24)
    options.add_argument("--simulations", type=int, default=12_000)
    options.add_argument("--players", type=int, default=3)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--keep", type=Path)
    asked = options.parse_args()
    if asked.games < 2:
        options.error("at least two games: one is held back")
    game, package = playable(asked.game), f"solver.games.{asked.game.replace('-', '_')}"
    policy = import_module(f"{package}.policy")
    if not hasattr(policy, "features"):
        options.error(f"the policy of {asked.game} names no features")
    names = import_module(f"{package}.weights").FEATURES
    found = read(asked.keep) if asked.keep and asked.keep.exists() else played(game, asked)
    learnt = tabled(game.kernel, policy, [one for one in found if one.game % HELD_BACK])
    held = tabled(game.kernel, policy, [one for one in found if one.game % HELD_BACK == 0])
    weights = fitted(learnt)
    for name, weight, used in zip(names, weights, (learnt.features != 0).mean(axis=0), strict=True):
        print(f"{weight:+7.2f}  {name}  ({used:.1%} of the options)")
    print(f"{len(learnt.starts)} decisions learnt from, {len(held.starts)} held back")
    for name, likings in (("prior now", np.log(held.prior)), ("fitted", held.features @ weights)):
        divergence, agreement = compared(held, likings)
        print(f"{name:10} cross-entropy above the least {divergence:.3f}, same favourite {agreement:.1%}")


# ---- collecting -----------------------------------------------------------------------------------------------------


def played(game: Playable, asked: argparse.Namespace) -> list[Decision]:
    """The decisions of all games, kept after each of them."""
    found: list[Decision] = []
    for number in range(asked.games):
        found += collected(game, number, asked.players, asked.seed + number, asked.simulations)
        print(f"game {number + 1} of {asked.games}: {len(found)} decisions", flush=True)
        if asked.keep:
            keep(asked.keep, found)
    return found


def collected(game: Playable, number: int, players: int, seed: int, simulations: int) -> list[Decision]:
    """The decisions of one game."""
    kernel, greedy = game.kernel, seated("greedy")
    chance = np.random.default_rng(seed)
    state = game.deal(players, seed, {})
    found: list[Decision] = []
    for turn in count(4096 * seed):
        if (seat := kernel.actor(state)) < 0:
            break
        view = state.copy()
        kernel.observe(view, seat)
        tree = Tree(Decisions(kernel, view, seat), players, turn, ROOM)
        tree.run(simulations)
        decisions = list(along(tree, number, FEWEST * simulations))
        found += decisions
        line = [int(one.steps[one.visits.argmax()]) for one in decisions]
        player: Bot = greedy if chance.integers(2) else Line(line, greedy)
        for step in take_turn(player, kernel, state, players, turn):
            kernel.apply(state, step)
    return found


def along(tree: Tree, game: int, fewest: float) -> Iterator[Decision]:
    """The decisions of this turn along the favourite line of a tree."""
    node, at = 0, tree.observed.copy()
    while tree.kernel.actor(at) == tree.viewer and same_turn(tree.observed, at):
        children = tree.children(node)
        visits = tree.nodes[children]["visits"].astype(np.int64)
        if visits.sum() < fewest:
            return
        yield Decision(game, at.copy(), tree.nodes[children]["step"].astype(np.int64), visits)
        node = children[int(visits.argmax())]
        tree.kernel.apply(at, int(tree.nodes[node]["step"]))


def keep(file: Path, found: list[Decision]) -> None:
    """All decisions in one file."""
    np.savez_compressed(
        file,
        games=[one.game for one in found],
        views=[one.view for one in found],
        counts=[len(one.steps) for one in found],
        steps=np.concatenate([one.steps for one in found]),
        visits=np.concatenate([one.visits for one in found]),
    )


def read(file: Path) -> list[Decision]:
    """What `keep` wrote."""
    kept = np.load(file)
    ends = np.cumsum(kept["counts"])[:-1]
    rows = zip(kept["games"], kept["views"], np.split(kept["steps"], ends), np.split(kept["visits"], ends), strict=True)
    return [Decision(int(game), view, steps, visits) for game, view, steps, visits in rows]


# ---- fitting --------------------------------------------------------------------------------------------------------


def tabled(kernel: Kernel, policy: Any, found: list[Decision]) -> Options:
    """Features of all options; decisions with only one are left out."""
    found = [one for one in found if len(one.steps) > 1]
    options = [(one.view, int(step)) for one in found for step in one.steps]
    return Options(
        np.array([policy.features(view, step) for view, step in options]),
        np.concatenate([one.visits / one.visits.sum() for one in found]),
        np.array([kernel.prior(view, step) for view, step in options]),
        np.cumsum([0] + [len(one.steps) for one in found[:-1]]),
    )


def chances(options: Options, likings: Floats) -> Floats:
    """exp(likings), made to sum to one over the options of each decision."""
    sizes = np.diff(np.append(options.starts, len(likings)))
    weights = np.exp(likings - np.repeat(np.maximum.reduceat(likings, options.starts), sizes))
    shares: Floats = weights / np.repeat(np.add.reduceat(weights, options.starts), sizes)
    return shares


def fitted(options: Options) -> Floats:
    """The weights, by Newton's method: the problem is convex."""
    x, weights = options.features, np.zeros(options.features.shape[1])
    for _ in range(30):
        chance = chances(options, x @ weights)
        slope = x.T @ (options.shares - chance) - RIDGE * weights
        means = np.add.reduceat(chance[:, None] * x, options.starts)
        bend = x.T @ (chance[:, None] * x) - means.T @ means + RIDGE * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights += step / max(1.0, float(np.abs(step).max()))
    return weights


def compared(options: Options, likings: Floats) -> tuple[float, float]:
    """Cross-entropy per decision above that of the shares themselves, and how often the favourite is the same."""
    divergence = options.shares * (np.log(np.maximum(options.shares, 1e-12)) - np.log(chances(options, likings)))
    ends = options.starts[1:]
    same = [
        shares.argmax() == liked.argmax()
        for shares, liked in zip(np.split(options.shares, ends), np.split(likings, ends), strict=True)
    ]
    return float(divergence.sum() / len(options.starts)), float(np.mean(same))


if __name__ == "__main__":
    main()
