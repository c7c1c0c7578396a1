"""Two players, nothing hidden: alpha-beta with a table, deepened until no line is cut off at a horizon.

The value of a position is seat 0's lead in points, with the tie-break between equals behind the comma. While an
iteration still meets its horizon, the score as it stands is the guess there, and the table learns which steps to try
first; an iteration that never meets it has searched the game out, and its value is proved. Several threads run side by
side on one table; an entry that two of them wrote at once fails its own check and is not believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, FLOATS, FLOATS2, INTS, SHORTS2, WORDS2
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, inlined
from solver.kernel.function_values import HANDED, actor_of, apply_of, handed, hinders_of, legal_of, prior_of, scores_of
from solver.search.advice import Clock, never

TABLE_BITS = 22
PLACES = 4
"""Entries that lie side by side; of these the one gives way below which least was searched."""
POINT = 64
"""One point of lead; tie-breaks are smaller."""
MOST = 32_000
UPPER, LOWER, EXACT = 1, 2, 3
NO_STEP = -1
WHOLE = 63
"""The depth of an entry below which no horizon was met."""
HORIZONS = (5, 10)
"""How many steps the first iterations look ahead; with what they taught the table, the rest is searched out."""
ANSWERS = 8
"""Answers of a node that are remembered."""


@inlined
def lead(points: NDArray[np.float64]) -> int:
    """Seat 0's lead; the tie-break decides only between equal points."""
    ahead, sides = points[0] - points[1], points[MOST_SEATS] - points[MOST_SEATS + 1]
    return int(POINT * ahead if ahead else np.sign(sides))


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
def _place(table: NDArray[np.uint64], key: np.uint64) -> int:
    """Where a position is written, or would be: over itself, else over that below which least was searched."""
    first = int(np.int64(key & np.uint64(len(table) - PLACES)))
    least, place = np.uint64(1 << 63), first
    for entry in range(first, first + PLACES):
        data = table[entry, 1]
        if table[entry, 0] ^ data == key:
            return entry
        if data >> np.uint64(48) < least:
            least, place = data >> np.uint64(48), entry
    return place


@inlined
def _packed(value: int, bound: int, depth: int, step: int, searched: int) -> np.uint64:
    """An entry: how much was searched (the logarithm), the value, its kind, how far it looked, the best step."""
    size = 1
    while searched > 1:
        searched >>= 1
        size += 1
    return np.uint64((size << 48) | ((value + MOST) << 32) | (bound << 24) | (depth << 16) | step)


@inlined
def _brought(steps: NDArray[np.int16], n: int, ordered: int, wanted: int) -> int:
    """Brings a step behind those that are in order, if it is one of the others; how many are in order now."""
    for index in range(ordered, n):
        if steps[index] == wanted:
            steps[index], steps[ordered] = steps[ordered], steps[index]
            return ordered + 1
    return ordered


@inlined
def sort_in(steps: NDArray[np.int16], weights: NDArray[np.float64], n: int, begin: int = 0) -> None:
    """Steps by falling weight, from one of them on."""
    for index in range(begin + 1, n):
        step, weight, at = steps[index], weights[index], index
        while at > begin and weights[at - 1] < weight:
            steps[at], weights[at] = steps[at - 1], weights[at - 1]
            at -= 1
        steps[at], weights[at] = step, weight


@inlined
def _answered(state: Bytes, step: int, answers: NDArray[np.int16], known: int, hinders: Any) -> bool:
    """Whether one of the answers to other steps answers this one as well."""
    for number in range(1, known + 1):  # noqa: SIM110 - numba compiles no generators
        if not hinders(state, step, answers[number]):
            return True
    return False


_SEARCH = types.int64(
    BYTES2, types.int64, types.int64, types.int64, types.int64, types.int64, types.int64, SHORTS2, FLOATS2, FLOATS,
    SHORTS2, SHORTS2, WORDS2, FLOATS, INTS, INTS, HANDED,
)  # fmt: skip


@numba.njit([_SEARCH], cache=True, nogil=True)
def search(  # type: ignore[no-untyped-def]
    states, ply, depth, alpha, beta, size, key_size, steps, weights, history, refuting, answers, table, points, counts,
    stop, functions,
):  # fmt: skip
    """The value of states[ply] within (alpha, beta), looking `depth` steps ahead.

    `counts` is [positions, horizons met, positions allowed]; a value after `stop[0]` was set means nothing. `refuting`
    has the last two steps of each ply that cut it short: what refutes one way of going on refutes most of the others.
    `answers` has for each ply the step that its value comes from, then the answers to the steps tried so far: what does
    not hinder one of them is worth no more than what was answered by it, and need not be looked at.
    """
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    prior, hinders = prior_of(functions), hinders_of(functions)
    state = states[ply]
    seat = actor(state)
    answers[ply, 0] = NO_STEP
    if seat < 0 or depth == 0:
        scores_of(functions)(state, points)
        counts[1] += seat >= 0
        return lead(points)
    counts[0] += 1
    if counts[0] >= counts[2]:
        stop[0] = 1
    if stop[0]:
        counts[1] += 1
        return 0
    key = position_hash(state, key_size)
    place = _place(table, key)
    first, data = NO_STEP, table[place, 1]
    if data and table[place, 0] ^ data == key:
        known, kind = (np.int64(data >> np.uint64(32)) & 0xFFFF) - MOST, np.int64(data >> np.uint64(24)) & 255
        reach, first = int(np.int64(data >> np.uint64(16))) & 255, int(np.int16(data & np.uint64(0xFFFF)))
        if reach >= depth and (
            kind == EXACT or (kind == LOWER and known >= beta) or (kind == UPPER and known <= alpha)
        ):
            counts[1] += reach != WHOLE
            answers[ply, 0] = first
            return known
    n = legal(state, steps[ply])
    ordered, recalled, known_answers = _brought(steps[ply], n, 0, first), 0, 0
    begun, met, low, high, best, favourite = counts[0], counts[1], alpha, beta, 0, NO_STEP
    for index in range(n):
        while index == ordered and recalled < 2:
            ordered = _brought(steps[ply], n, ordered, refuting[ply, recalled])
            recalled += 1
        if index == ordered:
            for other in range(index, n):
                step = steps[ply, other]
                if not _answered(state, step, answers[ply], known_answers, hinders):
                    steps[ply, ordered] = step
                    weights[ply, ordered] = prior(state, step) + history[step & 0x3FFF]
                    ordered += 1
            n = ordered
            sort_in(steps[ply], weights[ply], n, index)
        if index >= n:
            break
        step = steps[ply, index]
        if _answered(state, step, answers[ply], known_answers, hinders):
            continue
        words, source = states[ply + 1].view(np.uint64), state.view(np.uint64)
        for word in range(size // 8):
            words[word] = source[word]
        apply(states[ply + 1], step)
        narrow_low = low if index == 0 or seat == 0 else high - 1
        narrow_high = high if index == 0 or seat == 1 else low + 1
        value = search(
            states, ply + 1, depth - 1, narrow_low, narrow_high, size, key_size, steps, weights, history, refuting,
            answers, table, points, counts, stop, functions,
        )  # fmt: skip
        if low < value < high and (narrow_low > low or narrow_high < high):
            value = search(
                states, ply + 1, depth - 1, low, high, size, key_size, steps, weights, history, refuting, answers,
                table, points, counts, stop, functions,
            )  # fmt: skip
        if index == 0 or (value > best if seat == 0 else value < best):
            best, favourite = value, step
        if seat == 0:
            low = max(low, best)
        else:
            high = min(high, best)
        if low >= high:
            history[favourite & 0x3FFF] += 0.02 * depth
            if refuting[ply, 0] != favourite:
                refuting[ply, 0], refuting[ply, 1] = favourite, refuting[ply, 0]
            break
        if answers[ply + 1, 0] != NO_STEP and known_answers < ANSWERS - 1 and actor(states[ply + 1]) != seat:
            known_answers += 1
            answers[ply, known_answers] = answers[ply + 1, 0]
    answers[ply, 0] = favourite
    if not stop[0]:
        bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        whole = WHOLE if counts[1] == met else depth
        data = _packed(best, bound, whole, favourite & 0xFFFF, counts[0] - begun)
        place = _place(table, key)
        table[place, 0] = key ^ data
        table[place, 1] = data
    return best


class AlphaBeta:
    """Searches out endings of one two-player game; the table is kept from one question to the next."""

    def __init__(self, kernel: Kernel, threads: int = 2, positions: int | None = None) -> None:
        """With one thread and a number of positions that may be visited, the answers are repeatable."""
        self.kernel, self.threads = kernel, max(1, threads)
        self.positions, self.most = 0, positions or 1 << 62
        self._table = np.zeros((1 << TABLE_BITS, 2), dtype=np.uint64)

    def value(
        self,
        state: Bytes,
        until: float,
        stopped: Callable[[], bool] = never,
        clock: Clock = time.perf_counter,
    ) -> int | None:
        """The proved lead of seat 0 under best play, or None when the time by this clock did not suffice."""
        stop = np.zeros(1, dtype=np.int64)
        with ThreadPoolExecutor(self.threads) as pool:
            runs = [pool.submit(self._deepen, state, stop, number) for number in range(self.threads)]
            try:
                while clock() < until and not stop[0] and not stopped():
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
        key = np.uint64(position_hash(state, k.key_size))
        data = int(self._table[_place(self._table, key), 1])
        steps = np.zeros(k.most_steps, dtype=np.int16)
        listed = steps[: k.essential(state, steps)].tolist()
        for step in sorted(listed, key=lambda step: step != data & 0xFFFF):
            after = state.copy()
            k.apply(after, step)
            if self.within(after, proved - 1, proved + 1, positions) == proved:
                return int(step)
        return None

    def _deepen(self, state: Bytes, stop: NDArray[np.int64], number: int) -> int | None:
        """One thread's iterations; odd threads look one step less far at first, so that the table gets more of both."""
        room = _Room(self.kernel, number)
        for depth in (*(horizon - number % 2 for horizon in HORIZONS), WHOLE - 1):
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
            room.refuting, room.answers, self._table, room.points, counts, stop, handed(k, essential=True),
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
        self.answers = np.zeros((WHOLE + 2, ANSWERS), dtype=np.int16)
        self.points = np.zeros(2 * MOST_SEATS)
