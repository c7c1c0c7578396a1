"""What a seat can force, by hand: every legal continuation, no bounds and no order; only met positions are kept."""

from __future__ import annotations

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, legal_steps


def forces_win(kernel: Kernel, state: Bytes, viewer: int, players: int, met: dict[bytes, bool]) -> bool:
    """Whether the viewer wins alone, whatever the others do."""
    seat = kernel.actor(state)
    if seat < 0:
        out = np.zeros(2 * MOST_SEATS)
        kernel.scores(state, out)
        standing = [(out[each], out[MOST_SEATS + each]) for each in range(players)]
        return all(standing[viewer] > standing[each] for each in range(players) if each != viewer)
    key = state.tobytes()
    if key not in met:
        outcomes = []
        for step in legal_steps(kernel, state):
            after = state.copy()
            kernel.apply(after, step)
            outcomes.append(forces_win(kernel, after, viewer, players, met))
        met[key] = any(outcomes) if seat == viewer else all(outcomes)
    return met[key]
