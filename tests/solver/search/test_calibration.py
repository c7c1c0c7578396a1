"""What is stated covers what is true, however long the search: a small `make bench-calibration`."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from bench.calibration import Coverage, Ending, Endings
from solver.games import playable
from solver.kernel.contract import Bytes
from solver.search.decisions import Decisions
from solver.search.tree import Tree

ENDINGS = 24
LEAST = 0.9
OTHERS = 1_000
"""Games from this seed on were not used to choose the numbers of the errors."""


@cache
def endings(name: str, players: int) -> list[Ending]:
    return list(Endings(playable(name), players, OTHERS).found(ENDINGS))


@pytest.mark.parametrize("simulations", [300, 3_000])
@pytest.mark.parametrize(("name", "players"), [("kk-card", 3), ("kardinal", 3), ("cartino", 2), ("cartino", 3)])
def test_errors_cover_the_truth_of_endings(name: str, players: int, simulations: int) -> None:
    """Simulations are counted, so every machine finds the same."""
    coverage = Coverage()
    for seed, ending in enumerate(endings(name, players)):
        coverage.add(ending, simulations, seed)
    for hits in (coverage.first, coverage.listed, coverage.behind):
        assert np.mean(hits) >= LEAST, str(coverage)


def looked_ahead(state: Bytes) -> int:
    """Turns in the line that a tree of Cartino likes best."""
    kernel = playable("cartino").kernel
    seat, view = int(kernel.actor(state)), state.copy()
    kernel.observe(view, seat)
    tree, node, after = Tree(Decisions(kernel, view, seat), 2, 1, 50_000), 0, state.copy()
    tree.run(3_000)
    while children := [child for child in tree.children(node) if tree.nodes[child]["visits"]]:
        node = max(children, key=lambda child: int(tree.nodes[child]["visits"]))
        kernel.apply(after, int(tree.nodes[node]["step"]))
    return int(after[-8:].view(np.uint64)[0] - state[-8:].view(np.uint64)[0])


def test_a_tree_ends_before_the_game_only_where_something_is_left_to_be_drawn() -> None:
    game = playable("cartino")
    assert looked_ahead(game.deal(2, 5, {})) == game.kernel.foresight + 1
    depths = [looked_ahead(ending.state) for ending in Endings(game, 2).found(6)]
    assert max(depths) > game.kernel.foresight + 2
