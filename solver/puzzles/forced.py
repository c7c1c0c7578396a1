"""What a seat can force, whatever the others do: alpha-beta for one against all others together.

What is forced needs no guess at what the others want: a turn that wins here wins against any play, and to any other
turn they have an answer. The value of a position is the seat's lead over the best other, with the tie-break behind it.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, FLOATS, FLOATS2, INTS, SHORTS2, WORDS2
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, inlined
from solver.kernel.function_values import HANDED, actor_of, apply_of, handed, legal_of, prior_of, scores_of
from solver.search.alphabeta import EXACT, LOWER, MOST, POINT, UPPER, position_hash, sort_in

TABLE_BITS = 20
DEEPEST = 220


@inlined
def forced_lead(points: NDArray[np.float64], viewer: int, players: int) -> int:
    """The lead over the best other; the tie-break decides only between equal points."""
    least = np.int64(MOST)
    for rival in range(players):
        if rival != viewer:
            tie = points[MOST_SEATS + viewer] - points[MOST_SEATS + rival]
            ahead = POINT * (points[viewer] - points[rival]) + max(-POINT / 2 + 1, min(POINT / 2 - 1, tie))
            least = min(least, np.int64(ahead))
    return int(least)


_FORCE = types.int64(
    BYTES2, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, SHORTS2, FLOATS2, WORDS2,
    FLOATS, INTS, HANDED,
)  # fmt: skip


@numba.njit([_FORCE], cache=True, nogil=True)
def force(  # type: ignore[no-untyped-def]
    states, ply, low, high, viewer, players, key_size, steps, weights, table, points, counts, functions,
):  # fmt: skip
    """The value of states[ply] if it lies between low and high, else a bound; counts is [positions left, too many]."""
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, prior = scores_of(functions), prior_of(functions)
    state = states[ply]
    seat = actor(state)
    if seat < 0:
        scores(state, points)
        return forced_lead(points, viewer, players)
    counts[0] -= 1
    if counts[0] <= 0 or ply + 1 >= len(states):
        counts[1] = 1
        return 0
    key = position_hash(state, key_size) ^ (np.uint64(viewer + 1) * np.uint64(0x9E3779B97F4A7C15))
    slot = np.int64(key & np.uint64(len(table) - 1))
    if table[slot, 0] == key:
        data = np.int64(table[slot, 1])
        known, kind = (data >> 2) - MOST, data & 3
        if kind == EXACT or (kind == LOWER and known >= high) or (kind == UPPER and known <= low):
            return known
    n = legal(state, steps[ply])
    for index in range(n):
        weights[ply, index] = prior(state, steps[ply, index]) if n > 1 else 0.0
    sort_in(steps[ply], weights[ply], n)
    alpha, beta, best = low, high, 0
    for index in range(n):
        states[ply + 1].view(np.uint64)[:] = state.view(np.uint64)
        apply(states[ply + 1], steps[ply, index])
        value = force(
            states, ply + 1, alpha, beta, viewer, players, key_size, steps, weights, table, points, counts, functions,
        )  # fmt: skip
        if counts[1]:
            return 0
        if index == 0 or (value > best if seat == viewer else value < best):
            best = value
        if seat == viewer:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    bound = LOWER if best >= high else UPPER if best <= low else EXACT
    table[slot, 0] = key
    table[slot, 1] = np.uint64(((best + MOST) << 2) | bound)
    return best


class Forced:
    """Solves positions of one game for one seat against all others; the table is kept from one to the next."""

    def __init__(self, kernel: Kernel, players: int) -> None:
        self.kernel, self.players = kernel, players
        self._states = np.zeros((DEEPEST, kernel.size), dtype=np.uint8)
        self._steps = np.zeros((DEEPEST, kernel.most_steps), dtype=np.int16)
        self._weights = np.zeros((DEEPEST, kernel.most_steps))
        self._table = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)

    def within(self, state: Bytes, viewer: int, low: int, high: int, positions: int) -> int | None:
        """The viewer's lead if it lies between two others, else a bound; None where more would be visited."""
        k, counts = self.kernel, np.array([positions, 0])
        self._states[0] = state
        value = force(
            self._states, 0, low, high, viewer, self.players, k.key_size, self._steps, self._weights, self._table,
            np.zeros(2 * MOST_SEATS), counts, handed(k, essential=True),
        )  # fmt: skip
        return None if counts[1] else int(value)
