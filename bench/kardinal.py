"""`make bench-kardinal`: Kardinal beside OpenSpiel's C++ building games, the endings it solves, and matches.

Simulations and steps for each second are taken in turns on one core, like `bench/search.py` does. Endings come from
games of its own bots; printed is for how many buildings left how many of them are proved within the time, on one core
and by its own clock, so that whatever else a machine does changes little. The matches
go through the adapter, with OpenSpiel's search in Python: its C++ search cannot play games that are written in Python
(version 2.0.2 crashes even on its own). So equal time flatters us; equal simulations do not.
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import time

import numpy as np
from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator
from rates import rate
from search import ROUNDS, their_rate

from solver.adapters.openspiel import load
from solver.games import playable
from solver.games.kardinal import state as position
from solver.games.kardinal import tables
from solver.games.kardinal.game import KERNEL
from solver.kernel.contract import Bytes
from solver.players.bots import Bot, seated, take_turn
from solver.search.alphabeta import AlphaBeta

GAME = playable("kardinal")
MOST_POSITIONS = 40_000_000
"""Positions after which a proof is given up."""


def main() -> None:
    """Prints rates, the solved depth and the matches."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--endings", type=int, default=200)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--move-time", type=float, default=1.0)
    asked = options.parse_args()
    rates()
    for left in (7, 8, 9):
        solved(left, asked.endings, 5.0)
    match(asked.games, asked.move_time, None)
    match(asked.games, asked.move_time, 300)


def rates() -> None:
    """The median of several rounds on one core, everybody in turn."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    seen: dict[str, list[tuple[float, float]]] = {}
    for seed in range(ROUNDS):
        for players in (2, 3, 4):
            opening = GAME.deal(players, 0, {})
            seen.setdefault(f"kardinal, ours ({players} players)", []).append(rate(KERNEL, opening, players, seed))
        for name in ("amazons", "quoridor", "hive"):
            seen.setdefault(f"{name}, OpenSpiel", []).append(their_rate(name, seed))
    print(f"{'':34}{'simulations/s':>15}{'steps/s':>14}")
    for name, found in seen.items():
        print(
            f"{name:34}{statistics.median(r[0] for r in found):15,.0f}{statistics.median(r[1] for r in found):14,.0f}"
        )
    if cores:
        os.sched_setaffinity(0, cores)


def solved(left: int, count: int, seconds: float) -> None:
    """How many positions with so many buildings left are searched out within the time of one core."""
    took, visited, seed = list[float](), 0, 0
    while len(took) < count:
        seed += 1
        state = ending(left, seed)
        if state is None:
            continue
        searcher, begun = AlphaBeta(KERNEL, threads=1, positions=MOST_POSITIONS), time.process_time()
        searcher.value(state, math.inf)
        took.append(time.process_time() - begun)
        visited += searcher.positions
    proved = sum(spent <= seconds for spent in took)
    print(
        f"{left} buildings left: {proved} of {count} proved within {seconds:g} s; "
        f"median {statistics.median(took):.2f} s, longest {max(took):.2f} s, {visited / sum(took):,.0f} positions/s",
        flush=True,
    )


def ending(left: int, seed: int) -> Bytes | None:
    """A position from a game between two bots, of which every fourth turn is a random one; None if it ended before."""
    state, random, number = GAME.deal(2, seed, {}), np.random.default_rng(seed), 0
    greedy, chance = seated("greedy"), seated("random")
    while KERNEL.actor(state) >= 0 and tables.BUILDINGS - state.view(position.STATE)[0].built > left:
        number += 1
        for step in take_turn(chance if random.integers(4) == 0 else greedy, KERNEL, state, 2, 1000 * seed + number):
            KERNEL.apply(state, step)
    return state if KERNEL.actor(state) >= 0 else None


def match(games: int, seconds: float, simulations: int | None) -> None:
    """Pairs of games with seats exchanged after the same random first turn."""
    won = 0.0
    hard = seated("hard", seconds, simulations)
    for number in range(games):
        won += play(hard, number // 2, number % 2, seconds, simulations)
    share, limit = won / games, f"{simulations} simulations" if simulations else f"{seconds:g} s"
    error = 1.96 * (share * (1 - share) / games) ** 0.5
    print(f"hard against OpenSpiel's MCTS, {limit} a turn, {games} games: {100 * share:.0f} % (+-{100 * error:.0f})")


def play(hard: Bot, seed: int, ours: int, seconds: float, simulations: int | None) -> float:
    """One game: 1 for a win, a half for a draw. OpenSpiel's bot gets its budget for the steps of a turn together."""
    state, random = load("kardinal", 2).new_initial_state(), np.random.RandomState(seed)
    evaluator = RandomRolloutEvaluator(1, random)
    number, rate = 0, 300.0
    while not state.is_terminal():
        seat, number = state.current_player(), number + 1
        assert state.state is not None, "a game that goes on has a position"
        if number == 1:
            steps = take_turn(seated("random"), KERNEL, state.state, 2, seed)
        elif seat == ours:
            steps = take_turn(hard, KERNEL, state.state, 2, 1000 * seed + number)
        else:
            steps = ()
            begun, turn = time.perf_counter(), state.state[-8:].copy()
            while not state.is_terminal() and (state.state[-8:] == turn).all():
                budget = max(2, simulations // 2 if simulations else int(rate * seconds / 2))
                before = time.perf_counter()
                bot = MCTSBot(state.get_game(), 1.4, budget, evaluator, solve=True, random_state=random)
                state.apply_action(bot.step(state))
                rate = budget / (time.perf_counter() - before)
                if simulations is None and time.perf_counter() - begun > 2 * seconds:
                    rate /= 2
        for step in steps:
            state.apply_action(step)
    return 0.5 + 0.5 * float(state.returns()[ours])


if __name__ == "__main__":
    main()
