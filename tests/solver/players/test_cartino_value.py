"""What a seat's standing is worth in Cartino: the points of the score, chances that go round with the seats."""

from __future__ import annotations

import numpy as np
import pytest

from solver.games import playable
from solver.games.cartino import value
from solver.games.cartino.state import State
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.contract_checks import Sample
from solver.search.outcome import judge

COUNTS = (2, 3, 4)
BY_SEAT = ("rack", "joker", "hidden", "held", "contacts", "sets")
KERNEL = playable("cartino").kernel


def positions(players: int) -> list[Bytes]:
    return [state for state in Sample(playable("cartino"), players).positions if State.of(state).left]


def standing(state: Bytes) -> tuple[int, np.ndarray]:
    out = np.zeros((MOST_SEATS, len(value.FEATURES)))
    return KERNEL.features(state, out), out


def chances(state: Bytes, players: int) -> np.ndarray:
    stage, found = standing(state)
    out = np.zeros(3 * MOST_SEATS)
    judge(found, KERNEL.values[players][stage], players, out)
    return out[:players]


@pytest.mark.parametrize("players", COUNTS)
def test_chances_are_chances_and_go_round_with_the_seats(players: int) -> None:
    for state in positions(players):
        found, moved = chances(state, players), state.copy()
        assert (found > 0).all() and found.sum() == pytest.approx(1.0)
        s = State.of(moved)
        for name in BY_SEAT:
            getattr(s, name)[:players] = np.roll(getattr(s, name)[:players], 1, axis=0)
        s.seat = (int(s.seat) + 1) % players
        assert chances(moved, players) == pytest.approx(np.roll(found, 1))


@pytest.mark.parametrize("players", COUNTS)
def test_points_are_those_of_the_score_and_worth_more_at_every_stage(players: int) -> None:
    points = np.zeros(2 * MOST_SEATS)
    for state in positions(players):
        KERNEL.scores(state, points)
        assert (standing(state)[1][:players, 0] == points[:players]).all()
    assert (KERNEL.values[players][value.KNOTS[1] :, value.FEATURES.index("points")] > 0).all()
