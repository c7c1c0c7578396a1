"""Our games at OpenSpiel's table; needs the extra `openspiel`, which `make soak` installs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from solver.games import playable, playable_ids
from solver.kernel.contract import legal_steps

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is an extra, which make soak installs")
TABLES = [(game_id, players) for game_id in playable_ids() for players in playable(game_id).player_counts()]


def dealt(game_id: str, players: int) -> Any:
    from solver.adapters.openspiel import load

    state = load(game_id, players).new_initial_state()
    if state.is_chance_node():
        state.apply_action(5)
    return state


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_it_passes_openspiels_own_test(game_id: str, players: int) -> None:
    from solver.adapters.openspiel import load

    pyspiel.random_sim_test(load(game_id, players), 1, False, False)


def test_the_games_are_found_by_name() -> None:
    from solver.adapters.openspiel import register

    register()
    game = pyspiel.load_game("timbuktu_kardinal", {"players": 4})
    assert game.num_players() == 4
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_game_there_is_the_same_game_here(game_id: str, players: int) -> None:
    game, state = playable(game_id), dealt(game_id, players)
    here, random = state.state.copy(), np.random.default_rng(players)
    while not state.is_terminal():
        assert state.current_player() == game.kernel.actor(here)
        assert state.legal_actions() == sorted(legal_steps(game.kernel, here))
        step = int(random.choice(state.legal_actions()))
        state.apply_action(step)
        game.kernel.apply(here, step)
    winners = game.winners(here)
    assert sum(state.returns()) == pytest.approx(0)
    assert [seat for seat, gain in enumerate(state.returns()) if gain > 0] == winners


def test_a_guess_at_what_is_hidden_looks_the_same_to_the_player() -> None:
    state = dealt("kk-card", 3)
    for number in range(8):
        other = state.resample_from_infostate(1, np.random.default_rng(number).random)
        assert other.observation_string(1) == state.observation_string(1)


def test_openspiels_search_plays_a_turn() -> None:
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    state = dealt("kardinal", 2)
    random = np.random.RandomState(1)
    bot = MCTSBot(state.get_game(), 1.4, 10, RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()
