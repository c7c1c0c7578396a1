"""`python -m tests.solver.kernel_trace GAME`: what a game's kernel answers in a few games, one line a position.

Played compiled and uncompiled it has to be the same. Uncompiled, a number that overflows in a game's own functions ends
it: compiled, the same number would have been wider.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from collections.abc import Iterator

import numpy as np

from solver.games import playable
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, legal_steps
from solver.kernel.random import seeded
from solver.players.bots import any_step

ROLLOUTS = 6
"""At every so many positions a roll-out is played; uncompiled it takes a while."""


def trace(game_id: str) -> Iterator[str]:
    """Games of steps at random, with everything that the search asks at each position."""
    game = playable(game_id)
    for players in game.player_counts():
        state, random, number = game.deal(players, players, {}), seeded(players), 0
        while game.kernel.actor(state) >= 0:
            yield " ".join(asked(game.kernel, state, number))
            game.kernel.apply(state, any_step(game.kernel, state, random))
            number += 1
        yield " ".join(asked(game.kernel, state, number))


def asked(kernel: Kernel, state: Bytes, number: int) -> Iterator[str]:
    """What the functions of a kernel answer about a position."""
    seat, steps = kernel.actor(state), legal_steps(kernel, state)
    essential = np.zeros(kernel.most_steps, dtype=np.int16)
    yield f"{seat} {steps} {essential[: kernel.essential(state, essential)].tolist()}"
    yield f"{[f'{kernel.prior(state, step):.9g}' for step in steps]}"
    yield f"{kernel.outlook(state, max(seat, 0)):.9g}"
    standing = np.zeros((MOST_SEATS, kernel.values.shape[2]))
    yield f"{kernel.features(state, standing)} {standing.round(9).tolist()}"
    points = np.zeros(2 * MOST_SEATS)
    kernel.scores(state, points)
    yield f"{points.tolist()}"
    world, random = state.copy(), seeded(number)
    kernel.observe(world, max(seat, 0))
    yield _short(world)
    kernel.determinize(world, max(seat, 0), random)
    yield _short(world)
    if number % ROLLOUTS == 0:
        yield f"{kernel.rollout(world, random)} {_short(world)}"


def _short(state: Bytes) -> str:
    return hashlib.sha256(state.tobytes()).hexdigest()[:12]


if __name__ == "__main__":
    warnings.filterwarnings("ignore", category=RuntimeWarning)
    warnings.filterwarnings("error", category=RuntimeWarning, module=r"solver\.games")
    print("\n".join(trace(sys.argv[1])))
