"""The search: exact where it says so, repeatable, and blind to what the asking seat has not seen."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games.kk_card import hidden, rules
from solver.games.kk_card.game import KERNEL
from solver.games.kk_card.state import MOST_STEPS, STATE, TAKE, new_state
from solver.games.kk_card.tables import LAW_CELLS
from solver.kernel.contract import Bytes
from solver.kernel.random import seeded
from solver.players.bots import any_step
from solver.search.advice import Advice, Limit
from solver.search.advisor import Advisor
from solver.search.exact import Solver
from tests.solver.brute_force import brute_force, liking

TILES = [1, 1, 2, 2, 3, 3, 4, 4]


def position(players: int, seed: int, left: int) -> Bytes:
    """A position at the beginning of a turn with so many cards left, reached by random steps."""
    deal, random = np.random.default_rng(seed), seeded(seed)
    state = new_state(players, deal.permutation(56).tolist(), deal.permutation(TILES).tolist())
    s = state.view(STATE)[0]
    while not (s.left <= left and s.phase == TAKE and s.taken == 0):
        rules.apply(state, any_step(KERNEL, state, random))
    return state


def endings(count: int) -> Iterator[tuple[int, Bytes]]:
    for seed in range(count):
        players = 3 + seed % 3
        yield players, position(players, seed, 3 + (seed % 5 == 0))


def test_the_exact_solver_agrees_with_brute_force_on_a_thousand_endings() -> None:
    solvers = {players: Solver(KERNEL, players) for players in (3, 4, 5)}
    for players, state in endings(1000):
        value = solvers[players].value(state, 1_000_000)
        assert value is not None
        assert tuple(value) == brute_force(KERNEL, state, players)


def test_the_solver_gives_up_rather_than_guess() -> None:
    assert Solver(KERNEL, 3).value(position(3, 1, 30), positions=1000) is None


def asked(state: Bytes, players: int, seed: int = 7, threads: int = 2) -> Advice:
    limit = Limit(simulations=1500, seed=seed, threads=threads)
    return dataclasses.replace(Advisor(KERNEL, state, players, limit).advise(), seconds=0.0)


@pytest.mark.parametrize("left", [56, 30, 9])
def test_a_seed_and_a_number_of_simulations_repeat_the_advice_to_the_last_digit(left: int) -> None:
    state = position(4, 11, left)
    first = asked(state, 4)
    assert asked(state, 4) == first
    assert asked(state, 4, threads=1) == first


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10_000), players=st.integers(3, 5), left=st.integers(12, 56), shuffle=st.randoms())
def test_what_the_asking_seat_has_not_seen_changes_nothing(seed: int, players: int, left: int, shuffle) -> None:  # type: ignore[no-untyped-def]
    """All unseen law tiles permuted, on the display and in the other hands: the advice is the same, bit for bit."""
    state = position(players, seed, left)
    other = state.copy()
    permute_unseen(other, int(rules.actor(state)), shuffle.shuffle)
    assert asked(state, players) == asked(other, players)


def permute_unseen(state: Bytes, viewer: int, shuffle) -> None:  # type: ignore[no-untyped-def]
    s = state.view(STATE)[0]
    cells = [int(cell) for cell in LAW_CELLS if s.tile[cell]]
    hands = [
        (seat, kind)
        for seat in range(s.players)
        if seat != viewer
        for kind in range(1, 5)
        for _ in range(int(s.hand[seat, kind]))
    ]
    kinds = [int(s.tile[cell]) for cell in cells] + [kind for _, kind in hands]
    shuffle(kinds)
    for cell in cells:
        s.tile[cell] = kinds.pop()
    for seat, kind in hands:
        s.hand[seat, kind] -= 1
    for seat, _ in hands:
        s.hand[seat, kinds.pop()] += 1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_advised_turns_can_be_played(players: int) -> None:
    for seed, left in enumerate((56, 40, 25, 10, 5)):
        state = position(players, seed, left)
        advice = asked(state, players)
        assert advice.turns
        for candidate in advice.turns:
            after = state.copy()
            hidden.observe(after, advice.viewer)
            steps = np.zeros(MOST_STEPS, dtype=np.int16)
            for step in candidate.steps:
                assert step in steps[: rules.legal(after, steps)]
                rules.apply(after, step)
            assert candidate.plan or rules.actor(after) != advice.viewer or after.view(STATE)[0].taken == 0
            assert 0.0 <= candidate.win <= 1.0


def test_a_proved_answer_is_the_best_one() -> None:
    """Where the advisor says proved, no other turn leads to a better result for the asking seat."""
    proved = 0
    for seed in range(40):
        state = position(3, seed, 4)
        hidden.observe(state, int(rules.actor(state)))
        advice = Advisor(KERNEL, state, 3, Limit(simulations=20_000, seed=1)).advise()
        if not advice.proved:
            continue
        proved += 1
        known = state.copy()
        hidden.determinize(known, advice.viewer, seeded(0))
        value = brute_force(KERNEL, known, 3)
        best = advice.turns[0]
        assert (best.win == 1.0, best.margin) == liking(value, advice.viewer, 3)[:2]
    assert proved > 5
