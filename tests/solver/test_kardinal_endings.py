"""The ends of Kardinal: the exact solver against brute force, and what the advisor proves."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.bots import any_step, legal_steps, seated, take_turn
from solver.contract import MOST_SEATS, Bytes
from solver.games.kardinal import kernel as rules
from solver.games.kardinal.game import KERNEL, PLAYABLE
from solver.random import seeded
from solver.search.exact import Solver

SMALL = 200
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
    state, random = rules.new_state(players, fourth_apart=seed % 5 == 0), seeded(seed)
    found = [state.copy()]
    while KERNEL.actor(state) >= 0:
        KERNEL.apply(state, any_step(KERNEL, state, random))
        if state[-8:].tobytes() != found[-1][-8:].tobytes() and KERNEL.actor(state) >= 0:
            found.append(state.copy())
    return found


def brute_force(state: Bytes, players: int) -> tuple[float, ...]:
    """Final points and sides of every seat when each plays for itself; no table, no cleverness."""
    seat = rules.actor(state)
    if seat < 0:
        out = np.zeros(2 * MOST_SEATS)
        rules.scores(state, out)
        return tuple(out)
    best: tuple[float, ...] | None = None
    for step in legal_steps(KERNEL, state):
        after = state.copy()
        rules.apply(after, step)
        value = brute_force(after, players)
        if best is None or liking(value, seat, players) > liking(best, seat, players):
            best = value
    assert best is not None
    return best


def liking(value: tuple[float, ...], seat: int, players: int) -> tuple[bool, float]:
    others = [(value[rival], value[MOST_SEATS + rival]) for rival in range(players) if rival != seat]
    mine = (value[seat], value[MOST_SEATS + seat])
    return mine > max(others), mine[0] - max(points for points, _ in others)


def test_the_exact_solver_agrees_with_brute_force_on_a_thousand_endings() -> None:
    sizes = []
    for players, state, value in endings(1000):
        assert value == brute_force(state, players)
        sizes.append(24 - int(state.view(rules.STATE)[0].built))
    assert max(sizes) >= 3, "some endings have several buildings left"


def test_quick_play_beats_chance() -> None:
    """The greedy player wins clearly more than his share against two who build anywhere."""
    players = [seated("greedy", PLAYABLE), seated("random", PLAYABLE), seated("random", PLAYABLE)]
    won = 0
    for game in range(8):
        state, number = PLAYABLE.deal(3, game, {}), 0
        while (seat := KERNEL.actor(state)) >= 0:
            number += 1
            for step in take_turn(players[(seat + game) % 3], KERNEL, state, 3, game * 100 + number):
                KERNEL.apply(state, step)
        won += [(seat + game) % 3 for seat in PLAYABLE.winners(state)] == [0]
    assert won >= 6
