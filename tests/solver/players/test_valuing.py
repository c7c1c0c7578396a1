"""What a seat's standing is worth: chances that are chances, the same from every seat, fitted better than points."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.games import playable
from solver.games.kk_card import value
from solver.games.kk_card.state import State
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel
from solver.kernel.contract_checks import Sample
from solver.kernel.values import ValueTable, read_values
from solver.players.bots import SearchBot, seated, take_turn
from solver.players.crew import alone
from solver.players.training.evaluation import Evaluation
from solver.players.training.valuing import Fitted
from solver.search.decisions import Decisions
from solver.search.outcome import judge
from solver.search.tree import Tree

COUNTS = (3, 4, 5)
BY_SEAT = ("stock", "shown", "lost", "hand", "cards", "lands", "symbols", "routes")


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return playable("kk-card").kernel


def fitted_anew() -> Fitted:
    evaluation = Evaluation("kk-card", 3, seed=7)
    return evaluation.fit(evaluation.collect(alone, 12_000))


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    return fitted_anew()


def positions(players: int) -> list[Bytes]:
    states = Sample(playable("kk-card"), players).positions
    return [state for state in states if State.of(state).left > value.LAST_CARDS]


def chances(kernel: Kernel, state: Bytes, players: int) -> NDArray[np.float64]:
    standing, out = np.zeros((MOST_SEATS, len(value.FEATURES))), np.zeros(3 * MOST_SEATS)
    judge(standing, kernel.values[players][kernel.features(state, standing)], players, out)
    return out[:players]


def moved_round(state: Bytes, players: int) -> Bytes:
    """The same position with everybody one seat further."""
    moved = state.copy()
    s = State.of(moved)
    for name in BY_SEAT:
        getattr(s, name)[:players] = np.roll(getattr(s, name)[:players], 1, axis=0)
    s.seat = (int(s.seat) + 1) % players
    s.stone[:] = np.where(s.stone > 0, s.stone % players + 1, 0)
    return moved


@pytest.mark.parametrize("players", COUNTS)
def test_chances_are_chances_and_go_round_with_the_seats(players: int, kernel: Kernel) -> None:
    for state in positions(players):
        found = chances(kernel, state, players)
        assert (found > 0).all() and found.sum() == pytest.approx(1.0)
        assert chances(kernel, moved_round(state, players), players) == pytest.approx(np.roll(found, 1))


@pytest.mark.parametrize("players", COUNTS)
def test_the_points_among_the_features_are_those_of_the_score(players: int, kernel: Kernel) -> None:
    parts = [value.FEATURES.index(name) for name in ("land points", "symbol points", "chain points", "law points")]
    standing, points = np.zeros((MOST_SEATS, len(value.FEATURES))), np.zeros(2 * MOST_SEATS)
    for state in positions(players):
        kernel.features(state, standing)
        kernel.scores(state, points)
        assert standing[:players, parts].sum(axis=1) == pytest.approx(points[:players])


def test_more_points_are_worth_more_at_every_stage(kernel: Kernel) -> None:
    for name in ("land points", "symbol points"):
        for players in COUNTS:
            assert (kernel.values[players][value.KNOTS[0] :, value.FEATURES.index(name)] > 0).all()


def test_fitted_values_foretell_better_than_points_and_are_repeatable(fitted: Fitted) -> None:
    assert fitted.loss < fitted.loss_by_points < np.log(3)
    again = fitted_anew()
    assert again.table.text() == fitted.table.text()
    assert (again.table.rows[4] == value.VALUES.rows[4]).all()


def test_a_table_is_read_back_as_it_was_written(tmp_path: Path, fitted: Fitted) -> None:
    fitted.table.write(tmp_path)
    again = read_values(tmp_path, value.FEATURES, value.KNOTS)
    assert again.text() == fitted.table.text()
    for players, rows in fitted.table.rows.items():
        assert again.rows[players] == pytest.approx(rows, rel=1e-3)
    with pytest.raises(ValueError, match=r"values\.csv"):
        read_values(tmp_path, value.FEATURES[1:], value.KNOTS)


def test_between_two_stages_weights_change_evenly() -> None:
    table = ValueTable(Path(), ("one",), (2, 4, 8), {3: np.array([[1.0], [3.0], [7.0]])})
    assert table.array()[3, :, 0].tolist() == [1, 1, 1, 2, 3, 4, 5, 6, 7]
    assert not table.array()[4].any()


def test_only_who_asks_for_it_is_answered_by_values(kernel: Kernel) -> None:
    state = positions(3)[2]
    question = Decisions(kernel, state, kernel.actor(state))
    by_play, by_values = (Tree(question, 3, 1, 10_000, judged) for judged in (False, True))
    for tree in (by_play, by_values):
        tree.run(200)
    assert by_play.counts[2] > 10 * by_values.counts[2]
    assert by_values.shares[:3].sum() == pytest.approx(200.0)
    assert not SearchBot(1.0).judged and seated("hard").judged  # type: ignore[attr-defined]


def test_hard_plays_the_same_game_again(kernel: Kernel) -> None:
    state = playable("kk-card").deal(3, 5, {})
    turns = [take_turn(seated("hard", simulations=300), kernel, state, 3, 9) for _ in range(3)]
    assert all(one == other for one, other in pairwise(turns))
