"""Two players, nothing hidden: alpha-beta with a table, deepened step by step until no line is cut off at a horizon.

The value of a position is seat 0's lead in points, with the tie-break behind the comma. While an iteration still meets
its horizon, the score as it stands is the guess there, and the table learns which steps to try first; an iteration that
never meets it has searched the game out, and its value is proved. Several threads run side by side on one table; an
entry that two of them wrote at once fails its own check and is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, FLOATS, FLOATS2, INTS, SHORTS2, WORDS2
from solver.kernel.contract import FUNCTIONS, MOST_SEATS, Bytes, Kernel, inlined

TABLE_BITS = 22
POINT = 64
"""One point of lead; tie-breaks are smaller."""
MOST = 32_000
UPPER, LOWER, EXACT = 1, 2, 3
NO_STEP = 0xFFFF
WHOLE = 63
"""The depth of an entry below which no horizon was met."""
LOOK = 256
"""Positions between two looks whether to stop."""



@inlined
def lead(points: NDArray[np.float64]) -> int:
    """Seat 0's lead; the tie-break decides only between equal points."""
    ahead = points[MOST_SEATS] - points[MOST_SEATS + 1]
    return int(POINT * (points[0] - points[1]) + max(-POINT / 2 + 1, min(POINT / 2 - 1, ahead)))


@inlined
def position_hash(state: NDArray[np.uint8], size: int) -> np.uint64:
    """64 bits that tell positions apart."""
    words = state.view(np.uint64)
    key = np.uint64(0xCBF29CE484222325)
    for index in range(size // 8):
        key = (key ^ words[index]) * np.uint64(0x9FB21C651E98DF25)
        key ^= key >> np.uint64(32)
    return key


@inlined
def _packed(value: int, bound: int, depth: int, step: int) -> np.uint64:
    return np.uint64(((value + MOST) << 32) | (bound << 24) | (depth << 16) | step)


@inlined
def sort_in(steps: NDArray[np.int16], weights: NDArray[np.float64], n: int) -> None:
    """Steps by falling weight."""
    for index in range(1, n):
        step, weight, at = steps[index], weights[index], index
        while at and weights[at - 1] < weight:
            steps[at], weights[at] = steps[at - 1], weights[at - 1]
            at -= 1
        steps[at], weights[at] = step, weight


_SEARCH = types.int64(
    BYTES2, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, SHORTS2, FLOATS2, FLOATS,
    SHORTS2, WORDS2, FLOATS, INTS, INTS,
    FUNCTIONS["actor"], FUNCTIONS["essential"], FUNCTIONS["apply"], FUNCTIONS["scores"], FUNCTIONS["prior"],
)  # fmt: skip


@numba.njit([_SEARCH], cache=True, nogil=True)
def search(  # type: ignore[no-untyped-def]
    states, ply, depth, alpha, beta, size, key_size, steps, weights, history, refuting, table, points, counts,
    stop, actor, essential, apply, scores, prior,
):  # fmt: skip
    """The value of states[ply] within (alpha, beta), looking `depth` steps ahead.

    `counts` is [positions, horizons met, positions allowed]; a value after `stop[0]` was set means nothing. `refuting`
    has the last two steps of each ply that cut it short: what refutes one way of going on refutes most of the others.
    """
    state = states[ply]
    seat = actor(state)
    if seat < 0 or depth == 0:
        scores(state, points)
        counts[1] += seat >= 0
        return lead(points)
    counts[0] += 1
    if counts[0] >= counts[2]:
        stop[0] = 1
    if stop[0]:
        counts[1] += 1
        return 0
    key = position_hash(state, key_size)
    slot = np.int64(key & np.uint64(len(table) - 1))
    first, data = NO_STEP, table[slot, 1]
    if data and table[slot, 0] ^ data == key:
        known, kind = np.int64(data >> np.uint64(32)) - MOST, np.int64(data >> np.uint64(24)) & 255
        reach, first = np.int64(data >> np.uint64(16)) & 255, int(np.int64(data) & 0xFFFF)
        if reach >= depth and (
            kind == EXACT or (kind == LOWER and known >= beta) or (kind == UPPER and known <= alpha)
        ):
            counts[1] += reach != WHOLE
            return known
    n = essential(state, steps[ply])
    for index in range(n):
        step = steps[ply, index]
        weights[ply, index] = prior(state, step) + history[step & 0x3FFF] if n > 1 else 0.0
        if step == first:
            weights[ply, index] = 1e18
        elif step == refuting[ply, 0]:
            weights[ply, index] = 1e17
        elif step == refuting[ply, 1]:
            weights[ply, index] = 1e16
    sort_in(steps[ply], weights[ply], n)
    met, low, high, best, favourite = counts[1], alpha, beta, 0, NO_STEP
    for index in range(n):
        words, source = states[ply + 1].view(np.uint64), state.view(np.uint64)
        for word in range(size // 8):
            words[word] = source[word]
        apply(states[ply + 1], steps[ply, index])
        narrow_low = low if index == 0 or seat == 0 else high - 1
        narrow_high = high if index == 0 or seat == 1 else low + 1
        value = search(
            states, ply + 1, depth - 1, narrow_low, narrow_high, size, key_size, steps, weights, history, refuting,
            table, points, counts, stop, actor, essential, apply, scores, prior,
        )  # fmt: skip
        if low < value < high and (narrow_low > low or narrow_high < high):
            value = search(
                states, ply + 1, depth - 1, low, high, size, key_size, steps, weights, history, refuting, table, points,
                counts, stop, actor, essential, apply, scores, prior,
            )  # fmt: skip
        if index == 0 or (value > best if seat == 0 else value < best):
            best, favourite = value, steps[ply, index]
        if seat == 0:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            history[favourite & 0x3FFF] += 0.02 * depth
            if refuting[ply, 0] != favourite:
                refuting[ply, 0], refuting[ply, 1] = favourite, refuting[ply, 0]
            break
    if not stop[0]:
        bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        data = _packed(best, bound, WHOLE if counts[1] == met else depth, favourite & 0xFFFF)
        table[slot, 0] = key ^ data
        table[slot, 1] = data
    return best


class AlphaBeta:
    """Searches out endings of one two-player game; the table is kept from one question to the next."""

    def __init__(self, kernel: Kernel, threads: int = 2, positions: int | None = None) -> None:
        """With one thread and a number of positions that may be visited, the answers are repeatable."""
        self.kernel, self.threads = kernel, max(1, threads)
        self.positions, self.most = 0, positions or 1 << 62
        self._table = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)

    def value(self, state: Bytes, until: float, stopped: Callable[[], bool] = lambda: False) -> int | None:
        """The proved lead of seat 0 under best play, or None when the time (`time.perf_counter`) did not suffice."""
        stop = np.zeros(1, dtype=np.int64)
        with ThreadPoolExecutor(self.threads) as pool:
            runs = [pool.submit(self._deepen, state, stop, number) for number in range(self.threads)]
            try:
                while time.perf_counter() < until and not stop[0] and not stopped():
                    time.sleep(0.002)
            finally:
                stop[0] = 1
            found = [run.result() for run in runs]
        return next((value for value in found if value is not None), None)

    def within(self, state: Bytes, low: int, high: int, positions: int | None = None) -> int | None:
        """The proved lead of seat 0 if it lies between two others, else that it does not lie above or below them.

        None when more than so many positions would have to be visited. What was searched before is found in the table.
        """
        stop = np.zeros(1, dtype=np.int64)
        room = _Room(self.kernel, 0)
        value, counts = self._search(state, WHOLE - 1, low, high, room, stop, positions or self.most)
        return None if stop[0] or counts[1] else value

    def favourite(self, state: Bytes, positions: int | None = None) -> int | None:
        """A step that keeps the proved lead, or None when more than so many positions would have to be visited."""
        k, proved = self.kernel, self.within(state, -MOST, MOST, positions)
        if proved is None:
            return None
        data = int(self._table[int(position_hash(state, k.key_size)) & (len(self._table) - 1), 1])
        steps = np.zeros(k.most_steps, dtype=np.int16)
        listed = steps[: k.essential(state, steps)].tolist()
        for step in sorted(listed, key=lambda step: step != data & 0xFFFF):
            after = state.copy()
            k.apply(after, step)
            if self.within(after, proved - 1, proved + 1, positions) == proved:
                return int(step)
        return None

    def _deepen(self, state: Bytes, stop: NDArray[np.int64], number: int) -> int | None:
        """One thread's iterations; odd threads run one step ahead, so that the table gets more than one gets done."""
        room = _Room(self.kernel, number)
        for depth in range(2 + number, WHOLE, 1 if self.threads == 1 else 2):
            value, counts = self._search(state, depth, -MOST, MOST, room, stop, self.most - self.positions)
            self.positions += int(counts[0])
            if stop[0]:
                return None
            if counts[1] == 0:
                stop[0] = 1
                return value
        return None

    def _search(
        self, state: Bytes, depth: int, low: int, high: int, room: _Room, stop: NDArray[np.int64], positions: int
    ) -> tuple[int, NDArray[np.int64]]:
        """One iteration: the value, and what was counted."""
        k, counts = self.kernel, np.array([0, 0, positions])
        room.states[0] = state
        value = search(
            room.states, 0, depth, low, high, k.size, k.key_size, room.steps, room.weights, room.history,
            room.refuting, self._table, room.points, counts, stop, k.actor, k.essential, k.apply, k.scores, k.prior,
        )  # fmt: skip
        return int(value), counts


class _Room:
    """What one thread writes into; odd numbers of threads try steps in a slightly different order."""

    def __init__(self, kernel: Kernel, number: int) -> None:
        self.states = np.zeros((WHOLE + 2, kernel.size), dtype=np.uint8)
        self.steps = np.zeros((WHOLE + 2, kernel.most_steps), dtype=np.int16)
        self.weights = np.zeros((WHOLE + 2, kernel.most_steps))
        self.history = np.random.default_rng(number).random(1 << 14) * 0.01 * number
        self.refuting = np.full((WHOLE + 2, 2), -1, dtype=np.int16)
        self.points = np.zeros(2 * MOST_SEATS)
