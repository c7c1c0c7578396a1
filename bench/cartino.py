"""`python bench/cartino.py`: Cartino's steps a second in the tree search, its best turns, and the endings it solves.

Rates are taken on one core. Best turns by points are counted out and asked of OR-Tools on the same racks and boards.
Endings come from games of its own bots: printed is how long the rest takes to be searched out when the bag is empty.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time

import numpy as np

from solver.games import playable
from solver.games.cartino.best_turn import best_now
from solver.games.cartino.game import KERNEL
from solver.games.cartino.model import TurnModel
from solver.games.cartino.state import STATE
from solver.kernel.contract import Bytes
from solver.players.bots import seated, take_turn
from solver.search.alphabeta import AlphaBeta
from solver.search.decisions import Decisions
from solver.search.tree import Tree

GAME = playable("cartino")

ROUNDS, SECONDS = 5, 1.0


def main() -> None:
    """Prints rates, best turns and endings."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--endings", type=int, default=100)
    options.add_argument("--turns", type=int, default=300)
    asked = options.parse_args()
    rates()
    best_turns(asked.turns)
    endings(asked.endings)


def rates() -> None:
    """The median of several rounds on one core."""
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    print(f"{'in the tree search':34}{'simulations/s':>15}{'steps/s':>14}")
    for players in (2, 3, 4):
        found = [rate(players, seed) for seed in range(ROUNDS)]
        simulations, steps = (statistics.median(column) for column in zip(*found, strict=True))
        print(f"{f'{players} players':34}{simulations:15,.0f}{steps:14,.0f}")
    if cores:
        os.sched_setaffinity(0, cores)


def rate(players: int, seed: int) -> tuple[float, float]:
    """Simulations and steps for each second of one core's time, from an opening as its first player sees it."""
    observed = GAME.deal(players, seed, {})
    KERNEL.observe(observed, 0)
    tree = Tree(Decisions(KERNEL, observed, 0), players, seed, 400_000)
    begun = time.thread_time()
    while time.thread_time() - begun < SECONDS:
        tree.run(200)
    passed = time.thread_time() - begun
    return float(tree.counts[1]) / passed, float(tree.counts[2]) / passed


def best_turns(count: int) -> None:
    """How long the best turn takes, counted out and by OR-Tools; they have to agree."""
    states = [state for seed in range(count // 10) for state in game(seed, 2)][:count]
    begun = time.perf_counter()
    ours = [best.points for state in states if (best := best_now(state))]
    between = time.perf_counter()
    theirs = [TurnModel(state).best().points for state in states]
    done = time.perf_counter()
    assert ours == theirs
    counted, asked = (1000 * span / len(states) for span in (between - begun, done - between))
    print(f"best turn by points, {len(states)} tables: {counted:.3f} ms counted out, {asked:.1f} ms by OR-Tools")


def endings(count: int) -> None:
    """How long the rest of two-player games takes once the bag is empty."""
    took, seed = list[float](), 0
    while len(took) < count:
        seed += 1
        rest = [state for state in game(seed, 2) if state.view(STATE)[0].left == 0]
        if rest:
            begun = time.perf_counter()
            assert AlphaBeta(KERNEL, threads=1).value(rest[0], begun + 60.0) is not None
            took.append(time.perf_counter() - begun)
    median, longest = statistics.median(took), max(took)
    print(f"bag empty, 2 players: {count} of {count} proved; median {median:.3f} s, longest {longest:.3f} s")


def game(seed: int, players: int) -> list[Bytes]:
    """The positions before each turn of a game between greedy bots, of which every fourth turn is a random one."""
    state, chance, found = GAME.deal(players, seed, {}), np.random.default_rng(seed), list[Bytes]()
    bots = [seated("random"), *[seated("greedy")] * 3]
    while KERNEL.actor(state) >= 0:
        found.append(state.copy())
        for step in take_turn(bots[chance.integers(4)], KERNEL, state, players, 1000 * seed + len(found)):
            KERNEL.apply(state, step)
    return found


if __name__ == "__main__":
    main()
