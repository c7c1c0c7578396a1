"""A tree that has no room for more nodes goes on with those it has: a longer search never sees less."""

from __future__ import annotations

import pytest

from solver.games import playable, playable_ids
from solver.kernel.contract import Bytes, Kernel
from solver.search.decisions import Decisions
from solver.search.tree import Tree
from tests.solver.goofspiel import GOOFSPIEL, opening


def small_tree(kernel: Kernel, state: Bytes, players: int, room: int) -> Tree:
    seat = kernel.actor(state)
    view = state.copy()
    kernel.observe(view, seat)
    return Tree(Decisions(kernel, view, seat), players, 1, room)


def tried(tree: Tree, node: int) -> int:
    """How often a step below a node was tried."""
    return sum(int(tree.nodes[child]["visits"]) for child in tree.children(node))


def tried_twice(tree: Tree) -> int:
    """How many simulations went two steps deep."""
    return sum(tried(tree, child) for child in tree.children(0))


@pytest.mark.parametrize("game", playable_ids())
def test_a_full_tree_looks_as_far_ahead_as_before(game: str) -> None:
    kernel, players = playable(game).kernel, playable(game).player_counts()[0]
    room = 12 * kernel.most_steps
    tree = small_tree(kernel, playable(game).deal(players, 5, {}), players, room)
    tree.run(4000)
    deep = tried_twice(tree)
    assert tree.counts[0] > room - 2 * kernel.most_steps and deep > 0
    assert tree.run(3000) == 3000
    assert tried(tree, 0) == 7000, "each simulation begins with a step that the tree chose"
    assert tried_twice(tree) > deep + 1000, "and many go on with another"
    assert tree.counts[0] <= room


@pytest.mark.parametrize("game", playable_ids())
def test_what_is_asked_for_has_room_until_there_is_none_at_all(game: str) -> None:
    kernel, players = playable(game).kernel, playable(game).player_counts()[0]
    tree = small_tree(kernel, playable(game).deal(players, 5, {}), players, 2 * kernel.most_steps)
    tree.run(1000)
    asked = [one.steps for one, _ in zip(tree.question.listed(), range(2 * kernel.most_steps), strict=False)]
    counted = sum(tree.run(1, turn) for turn in asked)
    assert 0 < counted <= len(asked)
    assert tree.counts[0] <= len(tree.nodes), "nothing is written beyond the last node"


def test_a_full_tree_of_sealed_bids_counts_only_what_was_asked_for() -> None:
    tree = small_tree(GOOFSPIEL, opening(), 2, 3 * GOOFSPIEL.most_steps)
    tree.run(2000)
    assert tree.counts[0] <= len(tree.nodes)
    for bid in range(6):
        before = tree.sums((bid,))[0]
        assert tree.run(10, (bid,)) == tree.sums((bid,))[0] - before
