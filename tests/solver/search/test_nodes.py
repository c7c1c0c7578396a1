"""What a tree keeps to be quick agrees with what it is kept for."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from solver.games import playable, playable_ids
from solver.search.nodes import COLUMNS, FIRST_PLAY, LINK, NODE, add, choose, match
from solver.search.tree import EXPLORE, Tree
from tests.solver.search.test_room import small_tree

STEPS = 60


def grown(game: str) -> Tree:
    kernel, players = playable(game).kernel, playable(game).player_counts()[0]
    tree = small_tree(kernel, playable(game).deal(players, 5, {}), players, 100_000)
    tree.run(3000)
    return tree


@pytest.mark.parametrize("game", playable_ids())
def test_every_link_leads_to_one_child_and_knows_its_step(game: str) -> None:
    tree = grown(game)
    assert (tree.links["step"] == tree.nodes["step"]).all()
    found = [child for node in range(int(tree.counts[0])) for child in tree.children(node)]
    own = tree.views[tree.views[:, 0] > 0, 1].tolist()
    assert sorted([0, *found, *own]) == list(range(int(tree.counts[0])))
    for node in range(int(tree.counts[0])):
        steps = [int(tree.nodes[child]["step"]) for child in tree.children(node)]
        assert len(steps) == len(set(steps))


def test_a_child_is_found_in_whatever_run_it_lies() -> None:
    random = np.random.default_rng(1)
    nodes, links, counts = np.zeros(2000, dtype=NODE), np.zeros(2000, dtype=LINK), np.array([3])
    where, children = np.zeros(STEPS, dtype=np.int16), np.zeros(STEPS, dtype=np.int64)
    made: dict[tuple[int, int], int] = {}
    for _ in range(200):
        parent = int(random.integers(3))
        steps = np.sort(random.choice(STEPS, int(random.integers(1, 20)), replace=False)).astype(np.int16)
        missing = match(nodes, links, parent, steps, len(steps), where, children)
        assert children[: len(steps)].tolist() == [made.get((parent, int(step)), 0) for step in steps]
        assert missing == (children[: len(steps)] == 0).sum() and not where.any()
        for step in steps[children[: len(steps)] == 0].tolist():
            made[parent, step] = add(nodes, links, counts, parent, step)
    assert len(made) == 3 * STEPS == counts[0] - 3


def test_choices_side_by_side_are_those_that_are_made_one_by_one() -> None:
    random = np.random.default_rng(2)
    columns = np.zeros((COLUMNS, STEPS))
    for _ in range(300):
        n = int(random.integers(1, STEPS))
        nodes = np.zeros(n, dtype=NODE)
        nodes["prior"], nodes["seen"] = random.random(n), random.integers(0, 90, n)
        nodes["visits"] = np.minimum(random.integers(0, 30, n) * random.integers(0, 2, n), nodes["seen"])
        nodes["reward"] = nodes["visits"] * random.random(n)
        plain = best_one_by_one(nodes)
        assert choose(nodes, np.arange(n), n, EXPLORE, columns) == plain


def best_one_by_one(nodes: np.ndarray) -> int:
    """As the search is described: what a step earned so far, and its prior the less it was tried."""
    tried = int(nodes["visits"].sum())
    untried = (sum(nodes["reward"].tolist()) / tried if tried else 0.5) - FIRST_PLAY
    scale = EXPLORE / sum(nodes["prior"].tolist()) if len(nodes) > 1 else 0.0
    worth = []
    for node in nodes:
        liked, visits = scale * float(node["prior"]) * sqrt(node["seen"] + 1), int(node["visits"])
        worth.append(liked / (1 + visits) + node["reward"] / visits if visits else liked + untried)
    return worth.index(max(worth))
