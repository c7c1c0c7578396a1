"""`make bench-solver`: our search beside OpenSpiel's C++ MCTS, on one core, taking turns in the same run.

Different games say little about each other, so the same game stands on both sides too: breakthrough, as a kernel of
ours (bench/breakthrough.py) and as OpenSpiel's C++ game, in simulations per second and in a match at equal time.

Rates are for each second of processor time: a machine that does other things disturbs them less. `--beside FOLDER`
compares with another version of this solver in the same run, `--rounds` of everybody in turn, and leaves OpenSpiel out.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import breakthrough
import numpy as np
from rates import BREAKTHROUGH, SECONDS, Beside, Rate, contestants, opening, rate_of

from solver.kernel.contract import Bytes
from solver.search.decisions import Decisions
from solver.search.tree import Tree

try:
    import pyspiel
except ModuleNotFoundError:
    pyspiel = None

ROUNDS = 5
THEIRS = ("breakthrough, OpenSpiel", "hearts, OpenSpiel", "hex, OpenSpiel")


def main() -> None:
    """Prints the table and the match."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--move-time", type=float, default=0.05)
    options.add_argument("--beside", type=Path, metavar="FOLDER", help="a checkout of another version")
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--seconds", type=float, default=SECONDS, help="of each contestant in each round")
    options.add_argument("--only", default="", help="contestants whose name begins so")
    asked = options.parse_args()
    cores = os.sched_getaffinity(0) if hasattr(os, "sched_setaffinity") else set()
    if cores:
        os.sched_setaffinity(0, {min(cores)})
    names = [name for name in contestants() if name.startswith(asked.only)]
    if asked.beside:
        compare(names, asked.beside, asked.rounds, asked.seconds)
        return
    rates = measured(names, asked.rounds, asked.seconds)
    print(f"{'':34}{'simulations/s':>15}{'steps/s':>14}")
    for name, (simulations, steps) in rates.items():
        print(f"{name:34}{simulations:15,.0f}{steps:14,.0f}")
    if len(cores) > 1:
        os.sched_setaffinity(0, cores)
        print(f"two threads: {threads_gain():.2f} times the simulations of one")
        os.sched_setaffinity(0, {min(cores)})
    if pyspiel is None:
        print("OpenSpiel is not installed: nothing is measured beside it")
        return
    ratio = rates[BREAKTHROUGH][0] / rates[THEIRS[0]][0]
    print(f"breakthrough: {ratio:.1f} times OpenSpiel's simulations/s on the same core")
    match(asked.games, asked.move_time)


def measured(names: list[str], rounds: int, seconds: float) -> dict[str, Rate]:
    """The median of several rounds, all contestants interleaved."""
    seen: dict[str, list[Rate]] = {}
    for seed in range(rounds):
        for name in names:
            seen.setdefault(name, []).append(rate_of(name, seed, seconds))
        for name in THEIRS if pyspiel else ():
            seen.setdefault(name, []).append(their_rate(name.split(",")[0], seed))
    return {name: median(rates) for name, rates in seen.items()}


def median(rates: list[Rate]) -> Rate:
    """Of simulations and of steps."""
    return statistics.median(rate[0] for rate in rates), statistics.median(rate[1] for rate in rates)


def compare(names: list[str], folder: Path, rounds: int, seconds: float) -> None:
    """The same contestants with another version of the solver, which of the two comes first changing by turns."""
    other = Beside(folder)
    print(f"{'':34}{'simulations/s':>15}{'beside':>15}{'ratio':>7}{'steps/s':>15}{'beside':>15}{'ratio':>7}")
    for name in names:
        ours, theirs = [], []
        for seed in range(rounds):
            for first in (seed % 2 == 0, seed % 2 == 1):
                if first:
                    ours.append(rate_of(name, seed, seconds))
                else:
                    theirs.append(other.rate_of(name, seed, seconds))
        row = f"{name:34}"
        for own, their in zip(median(ours), median(theirs), strict=True):
            row += f"{own:15,.0f}{their:15,.0f}{own / their:7.2f}"
        print(row, flush=True)
    other.close()


def their_bot(game: Any, seed: int, seconds: float) -> Any:
    """OpenSpiel's MCTS with random roll-outs and its solver on."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, 1.4, 10_000_000, 2_000, True, seed, False, max_wall_clock_time=seconds)


def their_rate(name: str, seed: int) -> Rate:
    """Simulations of one search from the opening; steps by the mean length of a random game."""
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    rng = np.random.default_rng(seed)
    while state.is_chance_node():
        state.apply_action(int(rng.choice([action for action, _ in state.chance_outcomes()])))
    length = statistics.mean(random_length(state, rng) for _ in range(30))
    begun = time.thread_time()
    root = their_bot(game, seed, SECONDS).mcts_search(state)
    passed = time.thread_time() - begun
    return root.explore_count / passed, root.explore_count * length / passed


def random_length(state: Any, rng: np.random.Generator) -> int:
    """Plies of one random game."""
    state, plies = state.clone(), 0
    while not state.is_terminal():
        state.apply_action(int(rng.choice(state.legal_actions())))
        plies += 1
    return plies


def threads_gain() -> float:
    """How many more simulations two trees on two threads make than one on one."""

    def work(seed: int) -> int:
        tree = Tree(Decisions(*opening("kk-card", 3, 0), 0), 3, seed, 1_000_000)
        begun = time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            tree.run(200)
        return int(tree.counts[1])

    gains = []
    for seed in range(ROUNDS):
        alone = work(seed)
        with ThreadPoolExecutor(2) as pool:
            gains.append(sum(pool.map(work, (seed, seed + 100))) / alone)
    return statistics.median(gains)


def match(games: int, seconds: float) -> None:
    """Pairs of games with colours exchanged, equal time a move, two random opening plies shared by the pair."""
    won = 0
    for number in range(games):
        won += play(seed=number // 2, ours=number % 2, seconds=seconds)
    share = won / games
    error = 1.96 * (share * (1 - share) / games) ** 0.5
    print(f"breakthrough match, {games} games, {seconds:g} s a move: {100 * share:.0f} % (+-{100 * error:.0f}) for us")


def play(seed: int, ours: int, seconds: float) -> bool:
    """One game; whether we won it."""
    game = pyspiel.load_game("breakthrough")
    theirs, mine = game.new_initial_state(), breakthrough.new_state()
    bot = their_bot(game, seed, seconds)
    rng = np.random.default_rng(seed)
    for ply in range(400):
        if theirs.is_terminal():
            break
        if ply < 2:
            action = int(rng.choice(theirs.legal_actions()))
        elif theirs.current_player() == ours:
            action = to_action(theirs, our_step(mine, seed + ply, seconds), ours)
        else:
            action = bot.step(theirs)
        step = to_step(theirs.action_to_string(theirs.current_player(), action))
        theirs.apply_action(action)
        breakthrough.apply(mine, step)
    return bool(theirs.returns()[ours] > 0)


def our_step(state: Bytes, seed: int, seconds: float) -> int:
    """The most visited move of one tree."""
    tree = Tree(Decisions(breakthrough.KERNEL, state, int(breakthrough.actor(state))), 2, seed, 400_000)
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        tree.run(100)
    best = max(tree.children(0), key=lambda child: int(tree.nodes[child]["visits"]))
    return int(tree.nodes[best]["step"])


def to_step(text: str) -> int:
    """OpenSpiel's 'a7b6' as our step; its first player starts at ranks 8 and 7 and is our seat 0."""
    square = 8 * (8 - int(text[1])) + ord(text[0]) - ord("a")
    sideways = ord(text[2]) - ord(text[0])
    return 3 * square + sideways + 1


def to_action(state: Any, step: int, player: int) -> int:
    """Our step as OpenSpiel's action."""
    legal: list[int] = state.legal_actions()
    return next(action for action in legal if to_step(state.action_to_string(player, action)) == step)


if __name__ == "__main__":
    main()
