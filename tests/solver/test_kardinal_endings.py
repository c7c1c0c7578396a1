"""The ends of Kardinal: the exact solver against brute force, and what the advisor proves."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from solver.games import playable
from solver.games.kardinal import state as position
from solver.games.kardinal.game import KERNEL
from solver.games.kardinal.state import CARDINAL
from solver.kernel.contract import Bytes, legal_steps
from solver.kernel.random import seeded
from solver.players.bots import any_step, seated, take_turn
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.alphabeta import AlphaBeta, lead
from solver.search.decisions import made
from solver.search.exact import Solver
from tests.solver.brute_force import brute_force

GAME = playable("kardinal")

SMALL = 24
"""Positions that the solver may visit in an ending that brute force can still do."""


def endings(count: int) -> Iterator[tuple[int, Bytes, tuple[float, ...]]]:
    """From random games the earliest position that is small, and its value; some games have none."""
    solvers = {players: Solver(KERNEL, players) for players in (2, 3, 4)}
    seed = 0
    while count:
        seed += 1
        players = 2 + seed % 3
        solver = solvers[players]
        found: tuple[Bytes, tuple[float, ...]] | None = None
        for state in reversed(turns(players, seed)):
            value = solver.value(state, SMALL)
            if value is None:
                break
            found = state, tuple(value)
        if found is not None:
            count -= 1
            yield players, *found


def turns(players: int, seed: int) -> list[Bytes]:
    """The positions at the beginnings of the turns of a random game."""
    state, random = position.new_state(players, fourth_apart=seed % 5 == 0), seeded(seed)
    found = [state.copy()]
    while KERNEL.actor(state) >= 0:
        KERNEL.apply(state, any_step(KERNEL, state, random))
        if state[-8:].tobytes() != found[-1][-8:].tobytes() and KERNEL.actor(state) >= 0:
            found.append(state.copy())
    return found


def test_the_exact_solvers_agree_with_brute_force_on_a_thousand_endings() -> None:
    sizes, two = [], AlphaBeta(KERNEL, threads=1)
    for players, state, value in endings(1000):
        assert value == brute_force(KERNEL, state, players)
        if players == 2:
            assert two.value(state, inf) == lead(np.array(value))
        sizes.append(24 - int(state.view(position.STATE)[0].built))
    assert max(sizes) >= 3, "some endings have several buildings left"


def test_alpha_beta_says_the_same_with_one_thread_and_two_and_as_max_n() -> None:
    """Larger endings than brute force can do, from games of the greedy player."""
    greedy, solver, looks = seated("greedy"), Solver(KERNEL, 2), 0
    for seed in range(12):
        state, number = GAME.deal(2, seed, {}), 0
        while KERNEL.actor(state) >= 0 and 24 - state.view(position.STATE)[0].built > 4:
            number += 1
            bot = greedy if number > 6 else seated("random")
            for step in take_turn(bot, KERNEL, state, 2, 100 * seed + number):
                KERNEL.apply(state, step)
        value = solver.value(state, 60_000) if KERNEL.actor(state) >= 0 else None
        if value is not None:
            looks += 1
            assert {AlphaBeta(KERNEL, threads).value(state, inf) for threads in (1, 2)} == {lead(value)}
    assert looks >= 4


def test_what_the_cardinal_does_not_hinder_is_possible_and_comes_to_the_same() -> None:
    looks = 0
    for seed in range(6):
        for begun in turns(2, seed)[12::4]:
            state, dice = begun.copy(), seeded(seed)
            while (seat := KERNEL.actor(state)) == KERNEL.actor(begun) and position.State.of(state).phase != CARDINAL:
                KERNEL.apply(state, any_step(KERNEL, state, dice))
            if seat != KERNEL.actor(begun):
                continue
            moves = legal_steps(KERNEL, state)
            first, *others = [made(KERNEL, state, step) for step in moves]
            for answer in legal_steps(KERNEL, first) if KERNEL.actor(first) >= 0 else []:
                for move, after in zip(moves[1:], others, strict=True):
                    if not KERNEL.hinders(state, move, answer):
                        looks += 1
                        assert answer in legal_steps(KERNEL, after)
                        keys = {made(KERNEL, way, answer)[: KERNEL.key_size].tobytes() for way in (first, after)}
                        assert len(keys) == 1
    assert looks > 1000


def test_the_proved_advice_follows_best_play_to_the_end() -> None:
    state = next(state for players, state, _ in endings(40) if players == 2)
    advice = Advisor(KERNEL, state, 2, Limit(simulations=20_000)).advise()
    value = Solver(KERNEL, 2).value(state, 100_000)
    assert value is not None
    assert advice.proved
    assert advice.turns[0].points == value[advice.viewer]
    assert advice.turns[0].margin == value[advice.viewer] - value[1 - advice.viewer]


def test_quick_play_beats_chance() -> None:
    """The greedy player wins clearly more than his share against two who build anywhere."""
    players = [seated("greedy"), seated("random"), seated("random")]
    won = 0
    for game in range(8):
        state, number = GAME.deal(3, game, {}), 0
        while (seat := KERNEL.actor(state)) >= 0:
            number += 1
            for step in take_turn(players[(seat + game) % 3], KERNEL, state, 3, game * 100 + number):
                KERNEL.apply(state, step)
        won += [(seat + game) % 3 for seat in GAME.winners(state)] == [0]
    assert won >= 6
