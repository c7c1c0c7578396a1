"""Nothing keeps compiled code busy without end: roll-outs stop, and a search hears that it is to stop."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from solver.games import playable, playable_ids
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.state import new_state
from solver.kernel.contract import LONGEST_GAME
from solver.kernel.random import seeded
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.decisions import Decisions
from solver.search.tree import Tree

HANG = 300.0
"""Seconds; far more than anything here takes."""


@pytest.mark.parametrize("game", playable_ids())
def test_no_roll_out_of_a_game_comes_near_the_limit(game: str) -> None:
    rules = playable(game)
    for players in rules.player_counts():
        for seed in range(40):
            state = rules.deal(players, seed, {})
            assert 0 < rules.kernel.rollout(state, seeded(seed)) < LONGEST_GAME / 10
            assert rules.kernel.actor(state) < 0


def test_a_game_that_cannot_end_is_left_after_so_many_steps() -> None:
    """Without a stack its last card is never drawn."""
    game = playable("kk-board")
    state = new_state(BoardMap(game.data).blank, 3, [[0, 0, 0]] * 3, [0, 0], [], 1)
    assert game.kernel.rollout(state, seeded(1)) == LONGEST_GAME


def until(holds: Callable[[], bool]) -> None:
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() < begun + HANG
        time.sleep(0.01)


def test_a_tree_stops_within_a_simulation() -> None:
    game = playable("kk-board")
    state = game.deal(3, 1, {})
    game.kernel.observe(state, 0)
    tree = Tree(Decisions(game.kernel, state, 0), 3, 1, 100_000)
    run = threading.Thread(target=tree.run, args=(1 << 40,), daemon=True)
    run.start()
    until(lambda: bool(tree.counts[1]))
    tree.stop()
    run.join(HANG)
    assert not run.is_alive()


@pytest.fixture
def heard() -> Iterator[None]:
    """Ctrl-C is heard even where whoever began this process has silenced it, as shells do for what runs beside them."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to itself")
def test_ctrl_c_ends_the_thinking_and_keeps_what_there_is(heard: None) -> None:
    game = playable("kk-board")
    advisor = Advisor(game.kernel, game.deal(3, 1, {}), 3, Limit(seconds=86_400, threads=2))

    def interrupt() -> None:
        until(lambda: bool(advisor.trees[0].counts[1]))
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    advice = advisor.advise()
    assert advice.simulations > 0 and advice.turns and advice.seconds < HANG
