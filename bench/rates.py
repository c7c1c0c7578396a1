"""How fast trees grow, in processor time on one core; run as a program it measures what it is asked for, line by line.

So the same contestants can be measured with another version of the solver, in turns with this one: `Beside` starts this
program with that version's folder in front of its path.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import breakthrough

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel
from solver.search.decisions import Decisions
from solver.search.tree import Tree

SECONDS = 1.0
ROOM = 2_000_000
Rate = tuple[float, float]
"""Simulations and steps for each second."""

TABLES = (("kk-card", 3), ("kk-board", 3), ("cartino", 2), ("cartino", 3), ("kardinal", 2), ("kardinal", 3))
PLAYERS, JUDGED = " players", ", judged"
BREAKTHROUGH = "breakthrough, ours"


def contestants() -> list[str]:
    """Every table playing to the end, those whose game has values judged, too, and breakthrough."""
    judged = [(game, players) for game, players in TABLES if playable(game).kernel.values[players].any()]
    return [
        *(f"{game}, {players}{PLAYERS}" for game, players in TABLES),
        *(f"{game}, {players}{PLAYERS}{JUDGED}" for game, players in judged),
        BREAKTHROUGH,
    ]


def rate_of(name: str, seed: int, seconds: float = SECONDS) -> Rate:
    """Of a contestant."""
    if name == BREAKTHROUGH:
        return rate(breakthrough.KERNEL, breakthrough.new_state(), 2, seed, seconds)
    game, count = name.removesuffix(JUDGED).removesuffix(PLAYERS).split(", ")
    return rate(*opening(game, int(count), seed), int(count), seed, seconds, name.endswith(JUDGED))


def opening(game: str, players: int, seed: int) -> tuple[Kernel, Bytes]:
    """A game as its first player sees it before the first turn."""
    kernel, state = playable(game).kernel, playable(game).deal(players, seed, {})
    kernel.observe(state, 0)
    return kernel, state


def rate(kernel: Kernel, state: Bytes, players: int, seed: int, seconds: float = SECONDS, judged: bool = False) -> Rate:
    """Inside the tree search, from an empty tree."""
    tree = Tree(Decisions(kernel, state, 0), players, seed, ROOM, judged)
    begun = time.thread_time()
    while (passed := time.thread_time() - begun) < seconds:
        tree.run(200)
    return tree.counts[1] / passed, tree.counts[2] / passed


class Beside:
    """Another version of the solver, in a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, __file__],
            env={**os.environ, "PYTHONPATH": str(folder.resolve())},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def rate_of(self, name: str, seed: int, seconds: float) -> Rate:
        """Of the same contestant there."""
        assert self._process.stdin and self._process.stdout
        print(f"{seed} {seconds} {name}", file=self._process.stdin, flush=True)
        simulations, steps = self._process.stdout.readline().split()
        return float(simulations), float(steps)

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


if __name__ == "__main__":
    for line in sys.stdin:
        seed, seconds, name = line.rstrip().split(" ", 2)
        print(*rate_of(name, int(seed), float(seconds)), flush=True)
