"""The exact solver: when nothing is hidden and little is left, every continuation is searched out.

Every seat is taken to play for itself (max^n): it prefers to win, or to share the win where the rules share it, then
the larger lead over the best other, then more points, then fewer for those who follow. No two outcomes are equal in
that order, so the value of a position is unique and does not depend on the order of the steps: equal positions are
stored once, and mirror images may be equal ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, FLOATS2, INTS, SHORTS2, WORDS2
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, compiled
from solver.kernel.function_values import HANDED, actor_of, apply_of, handed, legal_of, scores_of
from solver.search.outcome import lead, win_share

VALUES = 2 * MOST_SEATS
"""A value is the final points of every seat, then their tie-breaks."""
DEEPEST = 220
TABLE_BITS = 21


@compiled
def preference(value: NDArray[np.float64], seat: int, players: int, shared: bool) -> float:
    """How much a seat likes an outcome: a win, or its share of one, counts more than any lead."""
    return lead(value, seat, players) + 10_000.0 * win_share(value, seat, players, shared)


@compiled
def _rather(one: NDArray[np.float64], other: NDArray[np.float64], seat: int, players: int) -> bool:
    """Whether a seat prefers one of two outcomes with equal leads: more of its own, then less of the next seats'."""
    for block in (0, MOST_SEATS):
        for ahead in range(players):
            at = block + (seat + ahead) % players
            if one[at] != other[at]:
                return (one[at] > other[at]) == (ahead == 0)
    return False


@compiled
def _key(state: NDArray[np.uint8], size: int) -> tuple[np.uint64, np.uint64]:
    """Two independent 64-bit hashes of a position, read eight bytes at a time."""
    words = state.view(np.uint64)
    first, second = np.uint64(0xCBF29CE484222325), np.uint64(0x9E3779B97F4A7C15)
    for index in range(size // 8):
        first = (first ^ words[index]) * np.uint64(0x9FB21C651E98DF25)
        first ^= first >> np.uint64(32)
        second = (second + words[index]) * np.uint64(0xBF58476D1CE4E5B9)
        second ^= second >> np.uint64(29)
    return first, second


_SOLVE = types.boolean(
    BYTES2, types.int64, types.int64, types.boolean, types.int64, SHORTS2, FLOATS2, WORDS2, FLOATS2, INTS, HANDED,
)  # fmt: skip


@numba.njit([_SOLVE], cache=True, nogil=True)
def solve(  # type: ignore[no-untyped-def]
    states, depth, players, shared, key_size, steps, values, keys, stored, budget, functions,
):  # fmt: skip
    """Writes the value of states[depth] into values[depth]; False when the budget of positions ran out.

    `budget` is [positions left, positions visited, found in the table].
    """
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    state = states[depth]
    seat = actor(state)
    if seat < 0:
        scores_of(functions)(state, values[depth])
        return True
    if budget[0] <= 0 or depth + 1 >= len(states):
        return False
    first, second = _key(state, key_size)
    slot = np.int64(first & np.uint64(len(keys) - 1))
    if keys[slot, 0] == first and keys[slot, 1] == second:
        values[depth, :] = stored[slot]
        budget[2] += 1
        return True
    budget[0] -= 1
    budget[1] += 1
    n = legal(state, steps[depth])
    best = -1e18
    for index in range(n):
        states[depth + 1].view(np.uint64)[:] = state.view(np.uint64)
        apply(states[depth + 1], steps[depth, index])
        if not solve(
            states, depth + 1, players, shared, key_size, steps, values, keys, stored, budget, functions,
        ):  # fmt: skip
            return False
        liked = preference(values[depth + 1], seat, players, shared)
        if liked > best or (liked == best and _rather(values[depth + 1], values[depth], seat, players)):
            best = liked
            values[depth, :] = values[depth + 1]
    keys[slot, 0] = first
    keys[slot, 1] = second
    stored[slot, :] = values[depth]
    return True


@dataclass
class Solver:
    """Solves positions of one game with one table; `key_size` bytes of a state tell positions apart."""

    kernel: Kernel
    players: int

    def __post_init__(self) -> None:
        k = self.kernel
        self._states = np.zeros((DEEPEST, k.size), dtype=np.uint8)
        self._steps = np.zeros((DEEPEST, k.most_steps), dtype=np.int16)
        self._values = np.zeros((DEEPEST, VALUES))
        self._keys = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)
        self._stored = np.zeros((1 << TABLE_BITS, VALUES))
        self.budget = np.zeros(3, dtype=np.int64)

    def value(self, state: Bytes, positions: int) -> NDArray[np.float64] | None:
        """The outcome under best play by all, or None when more than so many positions would have to be visited."""
        k = self.kernel
        self._states[0] = state
        self.budget[:] = (positions, 0, 0)
        solved = solve(
            self._states, 0, self.players, k.shared_wins, k.key_size, self._steps, self._values, self._keys,
            self._stored, self.budget, handed(k, essential=True),
        )  # fmt: skip
        return self._values[0].copy() if solved else None
