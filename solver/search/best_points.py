"""The points at the end of best play for two, where the lead is proved already.

Of equal leads both prefer the one with more points for themselves, and that is the one with more points in all: here
they agree. So a position has a unique end, as it has for max^n. Alpha-beta that cuts only what is strictly worse than
the proved lead finds it, and looks at little more than the lines that keep this lead.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, FLOATS, FLOATS2, INTS, SHORTS2, WORDS2
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, inlined
from solver.kernel.function_values import HANDED, actor_of, apply_of, handed, legal_of, prior_of, scores_of
from solver.search.alphabeta import EXACT, LOWER, POINT, UPPER, position_hash, sort_in

TABLE_BITS = 20
DEEPEST = 220
TOTALS = 8_192
"""More than the points of both in any game; half of it may be below nothing."""
MOST_LEADS = 30_000


@inlined
def _end(points: NDArray[np.float64]) -> int:
    """An end as one number: seat 0's lead, three to a point so that a tie-break fits in between, then all points."""
    lead = np.int64(points[0] - points[1])
    tie = np.int64(np.sign(points[MOST_SEATS] - points[MOST_SEATS + 1])) if lead == 0 else 0
    return int((3 * lead + tie) * TOTALS + np.int64(points[0] + points[1]) + TOTALS // 2)


_PLAY_OUT = types.int64(
    BYTES2, types.int64, types.int64, types.int64, types.int64, SHORTS2, FLOATS2, WORDS2, FLOATS, INTS, HANDED,
)  # fmt: skip


@numba.njit([_PLAY_OUT], cache=True, nogil=True)
def play_out(  # type: ignore[no-untyped-def]
    states, ply, low, high, key_size, steps, weights, table, points, counts, functions,
):  # fmt: skip
    """The end of best play from states[ply], if its lead lies from low to high; else a bound of the lead.

    `counts` is [positions left, whether that was not enough]; `table` has keys and ends, with the kind of bound in
    front.
    """
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, prior = scores_of(functions), prior_of(functions)
    state = states[ply]
    seat = actor(state)
    if seat < 0:
        scores(state, points)
        return _end(points)
    counts[0] -= 1
    if counts[0] <= 0 or ply + 1 >= len(states):
        counts[1] = 1
        return 0
    key = position_hash(state, key_size)
    slot = np.int64(key & np.uint64(len(table) - 1))
    if table[slot, 0] == key:
        data = np.int64(table[slot, 1])
        known, kind = (data >> 2) - MOST_LEADS * TOTALS, data & 3
        if kind == EXACT or (kind == LOWER and known // TOTALS > high) or (kind == UPPER and known // TOTALS < low):
            return known
    n = legal(state, steps[ply])
    for index in range(n):
        weights[ply, index] = prior(state, steps[ply, index]) if n > 1 else 0.0
    sort_in(steps[ply], weights[ply], n)
    alpha, beta, best, lead = low, high, 0, 0
    for index in range(n):
        states[ply + 1].view(np.uint64)[:] = state.view(np.uint64)
        apply(states[ply + 1], steps[ply, index])
        end = play_out(
            states, ply + 1, alpha, beta, key_size, steps, weights, table, points, counts, functions,
        )  # fmt: skip
        if counts[1]:
            return 0
        ahead = end // TOTALS
        better = ahead > lead if seat == 0 else ahead < lead
        if index == 0 or better or (ahead == lead and end > best):
            best, lead = end, ahead
        if seat == 0:
            alpha = max(alpha, lead)
        else:
            beta = min(beta, lead)
        if alpha > beta:
            break
    bound = LOWER if lead > high else UPPER if lead < low else EXACT
    table[slot, 0] = key
    table[slot, 1] = np.uint64(((best + MOST_LEADS * TOTALS) << 2) | bound)
    return best


class BestPoints:
    """Plays positions of one two-player game out; the table is kept from one to the next."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self._states = np.zeros((DEEPEST, kernel.size), dtype=np.uint8)
        self._steps = np.zeros((DEEPEST, kernel.most_steps), dtype=np.int16)
        self._weights = np.zeros((DEEPEST, kernel.most_steps))
        self._table = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)

    def of(self, state: Bytes, lead: int, positions: int) -> tuple[int, int] | None:
        """The points of both seats; `lead` is seat 0's as alpha-beta proved it. None where more would be visited."""
        k, counts = self.kernel, np.array([positions, 0])
        points = round(lead / POINT)
        near = 3 * points + (int(np.sign(lead)) if points == 0 else 0)
        self._states[0] = state
        end = play_out(
            self._states, 0, near, near, k.key_size, self._steps, self._weights, self._table, np.zeros(2 * MOST_SEATS),
            counts, handed(k, essential=True),
        )  # fmt: skip
        if counts[1] or end // TOTALS != near:
            return None
        total = int(end) % TOTALS - TOTALS // 2
        return (total + points) // 2, (total - points) // 2
