"""What is called proved is proved for every row: its lead and its points are those of best play from there on."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel, legal_steps
from solver.players.bots import seated, take_turn
from solver.search.advice import Advice, Limit
from solver.search.advisor import Advisor
from solver.search.exact import Solver
from solver.search.outcome import lead, win_share

POSITIONS = 400_000


def endings(game_id: str, players: int, games: int) -> Iterator[tuple[Bytes, Advice]]:
    """The last positions of games between greedy bots of which the advice is proved."""
    game = playable(game_id)
    for seed in range(games):
        state, chance, met = game.deal(players, seed, {}), np.random.default_rng(seed), list[Bytes]()
        bots = [seated("random"), *[seated("greedy")] * 3]
        while game.kernel.actor(state) >= 0:
            met.append(state.copy())
            for step in take_turn(bots[chance.integers(4)], game.kernel, state, players, 1000 * seed + len(met)):
                game.kernel.apply(state, step)
        for state in met[-5:]:
            if game.kernel.near_end(state):
                advice = Advisor(game.kernel, state, players, Limit(simulations=10_000, threads=1)).advise()
                if advice.proved:
                    yield state, advice


def after(kernel: Kernel, state: Bytes, steps: tuple[int, ...]) -> Bytes:
    state = state.copy()
    for step in steps:
        assert step in legal_steps(kernel, state)
        kernel.apply(state, step)
    return state


@pytest.mark.parametrize(("game_id", "players"), [("kardinal", 2), ("cartino", 2), ("kk-card", 3), ("kk-board", 3)])
def test_every_proved_row_has_the_points_that_best_play_gives(game_id: str, players: int) -> None:
    kernel = playable(game_id).kernel
    solver, rows, differing = Solver(kernel, players), 0, 0
    for state, advice in endings(game_id, players, 6):
        points = []
        for row in advice.turns[:8]:
            value = solver.value(after(kernel, state, row.steps), POSITIONS)
            if value is None:
                continue
            rows += 1
            points.append(value[advice.viewer])
            assert row.points == value[advice.viewer]
            assert row.margin == lead(value, advice.viewer, players)
            assert row.win == win_share(value, advice.viewer, players, kernel.shared_wins)
            assert row.behind == advice.turns[0].win - row.win and row.behind_se == row.win_se == 0
        differing += len(set(points)) > 1
    assert rows >= 20
    assert differing, "rows that are no copies of the first one"


@pytest.mark.parametrize(("game_id", "players"), [("kardinal", 2), ("cartino", 2), ("kk-card", 3)])
def test_equal_in_chance_and_lead_the_turn_with_more_points_comes_first(game_id: str, players: int) -> None:
    for _, advice in endings(game_id, players, 4):
        ranks = [(row.win, row.margin, row.points) for row in advice.turns]
        assert ranks == sorted(ranks, reverse=True)


@pytest.mark.parametrize(("game_id", "players"), [("kardinal", 2), ("cartino", 2), ("kk-card", 3), ("kk-board", 3)])
def test_whoever_is_stopped_while_proving_answers_by_a_short_look(game_id: str, players: int) -> None:
    kernel = playable(game_id).kernel
    state, _ = next(endings(game_id, players, 6))
    advice = Advisor(kernel, state, players, Limit(seconds=3600, threads=1, stopped=lambda: True)).advise()
    assert advice.turns and not advice.proved and 0 < advice.simulations < 10_000
    assert after(kernel, state, advice.turns[0].steps).any()
