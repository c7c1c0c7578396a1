"""Deciding early without deciding wrongly."""

from __future__ import annotations

import numpy as np
import pytest

from solver.players.programme import Game, Programme
from solver.players.sequential import Question, expected_share, likelihood_ratio
from solver.players.standings import Block

TRIALS = 200
MOST = 200


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("sway", [0.0, 0.2])
@pytest.mark.parametrize("elo", [-100.0, 100.0])
def test_it_errs_about_five_times_in_a_hundred(seats: int, sway: float, elo: float) -> None:
    """Also where the games of a deal go together, which a test that counts games as independent does not know."""
    dice, question = np.random.default_rng(seats), Question(-100, 100)
    programme = Programme("none", ("a", *"b" * (seats - 1)), MOST)
    wrong = undecided = 0
    for _ in range(TRIALS):
        blocks: list[Block] = []
        verdict = None
        while verdict is None and len(blocks) < MOST:
            blocks.append(_block(len(blocks), seats, elo, sway, dice))
            verdict = question.judged(programme, blocks).stronger
        undecided += verdict is None
        wrong += verdict is (elo < 0)
    assert wrong / TRIALS <= 0.08
    assert undecided / TRIALS <= 0.02


def _block(number: int, seats: int, elo: float, sway: float, dice: np.random.Generator) -> Block:
    chance = np.clip(expected_share(elo, 1, seats) + sway * dice.choice([-0.5, 0.5]), 0.01, 0.99)
    wins = dice.random(seats) < chance
    return [_game(number, rotation, seats, bool(won)) for rotation, won in enumerate(wins)]


def _game(block: int, rotation: int, seats: int, won: bool) -> Game:
    others = (0.0 if won else 1.0, *[0.0] * (seats - 2))
    return Game(block, rotation, (0.0,) * seats, (float(won), *others), (1,) * seats, (0.0,) * seats)


def test_an_unbroken_row_of_wins_counts_as_its_likelihood() -> None:
    assert likelihood_ratio([1.0] * 10, 1, 0.4, 0.6) == pytest.approx(10 * np.log(0.6 / 0.4), rel=0.01)


def test_equal_bots_are_not_called_different_by_games_that_nobody_wins() -> None:
    drawn = [
        Game(block, rotation, (0.0, 0.0), (0.0, 0.0), (1, 1), (0.0, 0.0)) for block in range(9) for rotation in (0, 1)
    ]
    blocks = [drawn[i : i + 2] for i in range(0, 18, 2)]
    assert Question(-20, 20).judged(Programme("none", ("a", "b"), 9), blocks).ratio == pytest.approx(0)


def test_the_share_that_an_elo_means() -> None:
    assert expected_share(0, 1, 3) == pytest.approx(1 / 3)
    assert expected_share(400, 1, 2) == pytest.approx(10 / 11)
