"""Trees that are told who is greedy expect of that seat what the greedy player plays, and of others what they did."""

from __future__ import annotations

import numpy as np
import pytest

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel, legal_steps, same_turn
from solver.players.bots import seated, take_turn
from solver.search import greedy
from solver.search.decisions import Decisions
from solver.search.greedy import greedy_turn
from solver.search.habits import FAMILIAR, HABITS, LENGTH, TRIED
from solver.search.tree import Tree
from tests.solver.goofspiel import GOOFSPIEL, opening

OPEN = [("kardinal", 3), ("kardinal", 4)]
"""Nothing is hidden there: what the greedy player does follows from the position."""


def after_some_turns(game_id: str, players: int, turns: int, seed: int = 3) -> tuple[Kernel, Bytes]:
    kernel, state = playable(game_id).kernel, playable(game_id).deal(players, seed, {})
    for number in range(turns):
        for step in take_turn(seated("greedy"), kernel, state, players, number):
            kernel.apply(state, step)
    kernel.observe(state, kernel.actor(state))
    return kernel, state


def grown(kernel: Kernel, state: Bytes, players: int, beliefs: tuple[float, ...], times: int = 6000) -> Tree:
    tree = Tree(Decisions(kernel, state, kernel.actor(state)), players, 1, 400_000, greedy=beliefs)
    tree.run(times)
    return tree


def certain(kernel: Kernel, state: Bytes, players: int) -> tuple[float, ...]:
    """All others are greedy."""
    return tuple(float(seat != kernel.actor(state)) for seat in range(players))


@pytest.mark.parametrize(("game", "players"), OPEN)
def test_a_seat_that_is_known_to_be_greedy_is_expected_to_be(game: str, players: int) -> None:
    kernel, state = after_some_turns(game, players, players + 1)
    tree = grown(kernel, state, players, certain(kernel, state, players))
    turn = max(tree.question.listed(), key=lambda one: tree.sums(one.steps)[0]).steps
    after = state.copy()
    for step in turn:
        kernel.apply(after, step)
    node = tree.at(turn)
    assert node is not None and tree.nodes[node]["visits"] > 10 * FAMILIAR
    best = {tuple(greedy_turn(kernel, after, players, seed)) for seed in range(20)}
    rows = {tuple(row[: row[LENGTH]].tolist()) for row in tree.turns[: tree.counts[5]]}
    assert best & rows, "it was found out what that seat would do"
    favourite = max(tree.children(node), key=lambda child: int(tree.nodes[child]["visits"]))
    assert int(tree.nodes[favourite]["step"]) in {one[0] for one in best}
    assert tree.nodes[favourite]["visits"] > 0.9 * tree.nodes[node]["visits"] - FAMILIAR


@pytest.mark.parametrize("game", ["kardinal", "kk-card", "kk-board", "cartino"])
def test_the_same_seed_gives_the_same_tree_and_beliefs_of_nothing_change_nothing(game: str) -> None:
    players = playable(game).player_counts()[-1]
    kernel, state = after_some_turns(game, players, 2)
    half = tuple(0.5 * (seat != kernel.actor(state)) for seat in range(players))
    one, two = (grown(kernel, state, players, half, 3000) for _ in range(2))
    assert (one.nodes == two.nodes).all() and 0 < one.counts[5] <= HABITS // 2
    plain, unbelieving = (grown(kernel, state, players, beliefs, 1000) for beliefs in ((), (0.0,) * players))
    assert (plain.nodes == unbelieving.nodes).all() and len(unbelieving.habits) == 0


def test_habits_that_hardly_ever_come_back_are_not_looked_for() -> None:
    kernel, state = after_some_turns("cartino", 4, 2)
    tree = grown(kernel, state, 4, certain(kernel, state, 4), 60_000)
    assert tree.counts[5] == np.count_nonzero(tree.habits[:, 0]) == TRIED


def test_a_table_that_is_full_of_habits_takes_no_more() -> None:
    kernel, state = after_some_turns("kardinal", 4, 5)
    tree = Tree(Decisions(kernel, state, kernel.actor(state)), 4, 1, 400_000, greedy=certain(kernel, state, 4))
    tree.habits, tree.turns = tree.habits[:16].copy(), tree.turns[:8].copy()
    tree.run(20_000)
    assert tree.counts[5] == np.count_nonzero(tree.habits[:, 0]) == 8 and tree.counts[6] > 0


@pytest.mark.parametrize(("game", "players"), [("kk-board", 3), ("kk-card", 4), ("kardinal", 3)])
def test_a_greedy_look_that_is_cut_short_still_finds_a_whole_turn(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel, state = after_some_turns(game, players, 4)
    monkeypatch.setattr(greedy, "MOST_LOOKS", 1)
    table = state.copy()
    steps = greedy_turn(kernel, state, players, 1)
    for step in steps:
        assert step in legal_steps(kernel, table)
        kernel.apply(table, step)
    assert not same_turn(state, table)


def test_sealed_bids_stay_sealed() -> None:
    tree = Tree(Decisions(GOOFSPIEL, opening(), 0), 2, 1, 10_000, greedy=(0.0, 1.0))
    tree.run(2000)
    assert len(tree.habits) == 0
