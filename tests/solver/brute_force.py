"""Max^n by hand: every continuation to the end, no bounds, no cleverness."""

from __future__ import annotations

from functools import cache

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, legal_steps

Value = tuple[float, ...]
"""Final points of every seat, then what decides between equals."""


def brute_force(kernel: Kernel, state: Bytes, players: int, met: dict[bytes, Value] | None = None) -> Value:
    """The outcome when everybody plays for itself; a state that was met before, byte for byte, is not played again."""
    met = {} if met is None else met
    seat, here = kernel.actor(state), state.tobytes()
    if here in met:
        return met[here]
    if seat < 0:
        out = np.zeros(2 * MOST_SEATS)
        kernel.scores(state, out)
        met[here] = tuple(out.tolist())
        return met[here]
    outcomes = []
    for step in legal_steps(kernel, state):
        after = state.copy()
        kernel.apply(after, step)
        outcomes.append(brute_force(kernel, after, players, met))
    met[here] = max(outcomes, key=lambda value: liking(value, seat, players, kernel.shared_wins))
    return met[here]


@cache
def liking(value: Value, seat: int, players: int, shared: bool = False) -> tuple[float, ...]:
    """The share of the win, then the lead over the best other, then more points, then fewer for those who follow."""
    around = [(seat + ahead) % players for ahead in range(players)]
    standing = [(value[each], value[MOST_SEATS + each]) for each in around]
    mine, others = standing[0], standing[1:]
    points = [mine[0], *(-other[0] for other in others)]
    ties = [mine[1], *(-other[1] for other in others)]
    won = 1 / (1 + others.count(mine)) if mine >= max(others) else 0.0
    return (won if won == 1 or shared else 0.0, mine[0] - max(other[0] for other in others), *points, *ties)
