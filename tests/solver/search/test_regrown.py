"""A search goes on from what the last one of the same seat found out, and only from that."""

from __future__ import annotations

import pytest

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel
from solver.search.decisions import Decisions
from solver.search.regrown import found, go_on
from solver.search.tree import Tree

ROOM = 100_000


def tree_of(kernel: Kernel, state: Bytes, players: int, seed: int = 1) -> Tree:
    seat = kernel.actor(state)
    view = state.copy()
    kernel.observe(view, seat)
    return Tree(Decisions(kernel, view, seat), players, seed, ROOM)


def followed(tree: Tree, state: Bytes) -> int:
    """Plays what a tree tried most, until its seat is to move again; the node that this leads to."""
    node, moved = 0, False
    while not moved or tree.kernel.actor(state) != tree.viewer:
        node = max(tree.children(node), key=lambda child: int(tree.nodes[child]["visits"]))
        tree.kernel.apply(state, int(tree.nodes[node]["step"]))
        moved |= tree.kernel.actor(state) != tree.viewer
    return node


def statistics(tree: Tree, node: int) -> list[tuple[int, ...]]:
    """All that is known below a node, in the order of the steps."""
    known = []
    for child in sorted(tree.children(node), key=lambda child: int(tree.nodes[child]["step"])):
        row = tree.nodes[child]
        won = float(tree.sums_of(child)[1])
        known.append((int(row["step"]), tree.mover(child), int(row["visits"]), int(row["seen"]), won))
        known += statistics(tree, child)
    return known


@pytest.mark.parametrize("players", [2, 3])
def test_a_tree_goes_on_with_all_that_the_last_one_knew_of_what_happened(players: int) -> None:
    kernel, state = playable("kardinal").kernel, playable("kardinal").deal(players, 3, {})
    last = tree_of(kernel, state, players)
    last.run(3000)
    likely = followed(last, state)
    tree = tree_of(kernel, state, players, seed=2)
    node = found(last, tree.observed)
    assert go_on(last, tree) and last.nodes[node]["visits"] >= last.nodes[likely]["visits"]
    known = statistics(last, node)
    assert known and statistics(tree, 0) == known
    before = int(tree.nodes[0]["visits"])
    assert before == last.nodes[node]["visits"]
    assert tree.run(500) == 500 and tree.nodes[0]["visits"] == before + 500
    assert sum(int(tree.nodes[child]["visits"]) for child in tree.children(0)) >= before + 499


def test_what_the_last_tree_has_not_foreseen_begins_with_nothing() -> None:
    kernel, deal = playable("kardinal").kernel, playable("kardinal").deal
    last = tree_of(kernel, deal(2, 3, {}), 2)
    last.run(300)
    for seed in (3, 4):
        tree = tree_of(kernel, deal(2, seed, {}), 2)
        assert not go_on(last, tree) and tree.counts[0] == 1
