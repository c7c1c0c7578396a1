"""What turns are worth: the solver beside brute force, counted points beside OR-Tools, hidden things left alone."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from solver.games import playable
from solver.kernel.contract import Bytes
from solver.kernel.playable import Playable
from solver.kernel.random import below, seeded
from solver.players.bots import GreedyBot, RandomBot, take_turn
from solver.puzzles.asking import asked_of
from solver.puzzles.open_table import nothing_face_down
from solver.search.decisions import whole_turns
from tests.solver.force_by_hand import forces_win


def ends(game: Playable, players: int, games: int, most_turns: int) -> Iterator[Bytes]:
    """Positions shortly before the end in which nothing lies face down."""
    for seed in range(games):
        state, states = game.deal(players, seed, {}), list[Bytes]()
        while game.kernel.actor(state) >= 0:
            states.append(state.copy())
            bot = RandomBot() if below(seeded(seed * 97 + len(states)), 3) == 0 else GreedyBot()
            for step in take_turn(bot, game.kernel, state, players, seed * 512 + len(states)):
                game.kernel.apply(state, step)
        for late in states[-most_turns:]:
            if nothing_face_down(game.kernel, late, players):
                yield late


@pytest.mark.parametrize(("name", "players", "turns"), [("kk-card", 3, 4), ("cartino", 2, 4), ("kardinal", 2, 2)])
def test_a_win_is_forced_just_when_brute_force_says_so(name: str, players: int, turns: int) -> None:
    game, met, outcomes = playable(name), dict[bytes, bool](), set[bool]()
    questions = asked_of(game, players)
    for state in ends(game, players, 4, turns):
        seat, found = game.kernel.actor(state), questions.valued("win", state)
        assert found is not None
        met.clear()
        for turn in found:
            outcomes.add(forces_win(questions.kernel, turn.after, seat, players, met))
            assert (turn.worth.win == 1.0) == forces_win(questions.kernel, turn.after, seat, players, met)
        by_hand = {questions.setting.on_table(after) for _, after in whole_turns(questions.kernel, state)}
        assert len(found) == len(by_hand)
    assert outcomes == {True, False}


def test_the_lead_of_three_is_what_the_worst_answer_leaves() -> None:
    """After the last but one turn: no play of the last seat leaves less, and one leaves just that."""
    game = playable("kk-card")
    questions = asked_of(game, 3)
    for state in ends(game, 3, 12, 2):
        seat = game.kernel.actor(state)
        for turn in questions.valued("win", state) or ():
            exact = questions.judged("win", state, turn.steps)
            assert exact is not None and (exact.worth.win == 1.0) == (turn.worth.win == 1.0)
            later = [after for _, after in whole_turns(questions.kernel, turn.after)] or [turn.after]
            if all(game.kernel.actor(after) < 0 for after in later):
                assert exact.worth.points == min(_lead(game, after, seat) for after in later)


def _lead(game: Playable, state: Bytes, seat: int) -> float:
    points = np.zeros(10)
    game.kernel.scores(state, points)
    return float(points[seat] - max(points[other] for other in range(3) if other != seat))


def test_the_most_points_of_cartino_are_those_that_are_counted_out_elsewhere() -> None:
    """`best_now` counts sets of places, the question plays every turn; jokers that are taken back can only add."""
    game, questions = playable("cartino"), asked_of(playable("cartino"), 2)
    compared = 0
    for seed in range(6):
        state = game.deal(2, seed, {})
        while not game.kernel.near_end(state):
            found = questions.valued("points", state)
            best = game.best_now(state)
            assert found is not None and best is not None
            assert found[0].worth.points >= best.points
            compared += found[0].worth.points == best.points
            for step in take_turn(GreedyBot(), game.kernel, state, 2, seed):
                game.kernel.apply(state, step)
    assert compared > 100


def test_nothing_is_asked_while_something_lies_face_down() -> None:
    game = playable("kk-card")
    assert not nothing_face_down(game.kernel, game.deal(3, 1, {}), 3)
    cartino = playable("cartino")
    assert not nothing_face_down(cartino.kernel, cartino.deal(2, 1, {}), 2)
    kardinal = playable("kardinal")
    assert nothing_face_down(kardinal.kernel, kardinal.deal(2, 1, {}), 2)
