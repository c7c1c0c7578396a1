"""The greedy player's search: every whole turn of the seat to move, and the one that looks best right after it.

A turn is worth the lead it would give if the game ended then, and what the game's own `outlook` adds for things that
the score does not show yet. What is hidden is dealt several times; a turn counts only if it can be played in each of
these worlds, for it may not depend on what the seat has not seen, and its worth is the mean over them.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES2, BYTES3, SHORTS, SHORTS2, WORDS
from solver.kernel.contract import FUNCTIONS, MOST_SEATS, TURN_SIZE, Bytes, Kernel, compiled
from solver.kernel.function_values import HANDED, actor_of, apply_of, handed, legal_of, outlook_of, scores_of
from solver.kernel.random import seeded, unit
from solver.search.outcome import mean_lead

WORLDS = 6
LONGEST = 24
"""Steps of a turn at most; a longer one is not looked at."""
MOST_LOOKS = 1_000_000
"""Steps that are tried: far more than any turn of our games has, and an end on any map that somebody brings."""
MET_BITS = 14
"""Places of the table of positions that were met already."""


@compiled
def _turn_over(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    """The last bytes count the turns."""
    changed = False
    for index in range(len(before) - TURN_SIZE, len(before)):
        changed |= before[index] != after[index]
    return changed


@compiled
def _met(met: NDArray[np.uint64], state: NDArray[np.uint8], key_size: int) -> bool:
    """Whether a position was met before, by the same steps in another order; a full table forgets the oldest."""
    words = state.view(np.uint64)
    key = np.uint64(0xCBF29CE484222325)
    for index in range(key_size // 8):
        key = (key ^ words[index]) * np.uint64(0x9FB21C651E98DF25)
        key ^= key >> np.uint64(32)
    slot = np.int64(key & np.uint64(len(met) - 1))
    if met[slot] == key:
        return True
    met[slot] = key
    return False


_COMMON = types.int64(BYTES2, SHORTS, SHORTS, FUNCTIONS["legal"])


@numba.njit([_COMMON], cache=True, nogil=True)
def _common(worlds, steps, room, legal):  # type: ignore[no-untyped-def]
    """Writes the steps that are legal in all worlds."""
    n = legal(worlds[0], steps)
    for world in range(1, len(worlds)):
        m = legal(worlds[world], room)
        kept = 0
        for index in range(n):
            for match in range(m):
                if room[match] == steps[index]:
                    steps[kept] = steps[index]
                    kept += 1
                    break
        n = kept
    return n


_BEST = types.int64(BYTES3, types.int64, types.int64, types.int64, types.int64, SHORTS2, SHORTS, WORDS, HANDED)


@numba.njit([_BEST], cache=True, nogil=True)
def best_turn(  # type: ignore[no-untyped-def]
    worlds, seat, players, key_size, most, steps, best, random, functions,
):  # fmt: skip
    """Writes the best turn's steps into `best` and returns how many; worlds[0] holds the worlds as they are now.

    After `most` steps that were tried, the best turn of those that were met by then has to do.
    Between equals a random one is taken: each further one replaces the choice with a chance of one in so many.
    """
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, outlook = scores_of(functions), outlook_of(functions)
    room = np.empty(steps.shape[1], dtype=np.int16)
    points = np.zeros(2 * MOST_SEATS)
    met = np.zeros(1 << MET_BITS, dtype=np.uint64)
    counts = np.zeros(len(worlds), dtype=np.int64)
    tried = np.zeros(len(worlds), dtype=np.int64)
    liked, equals, length, depth, looks = -1e18, 1, 0, 0, 0
    counts[0] = _common(worlds[0], steps[0], room, legal)
    while depth >= 0 and (looks < most or length == 0):
        if tried[depth] == counts[depth]:
            depth -= 1
            continue
        step = steps[depth, tried[depth]]
        tried[depth] += 1
        looks += 1
        for world in range(worlds.shape[1]):
            worlds[depth + 1, world, :] = worlds[depth, world]
            apply(worlds[depth + 1, world], step)
        after = worlds[depth + 1]
        if actor(after[0]) == seat and not _turn_over(worlds[depth, 0], after[0]):
            if depth + 2 < len(worlds) and not _met(met, after[0], key_size):
                depth += 1
                tried[depth] = 0
                counts[depth] = _common(after, steps[depth], room, legal)
            continue
        value = 0.0
        for world in range(len(after)):
            scores(after[world], points)
            value += mean_lead(points, seat, players) + outlook(after[world], seat)
        if value == liked:
            equals += 1
        if value > liked or (value == liked and unit(random) * equals < 1.0):
            equals = 1 if value > liked else equals
            liked, length = value, depth + 1
            for index in range(length):
                best[index] = steps[index, tried[index] - 1]
    return length


def greedy_turn(kernel: Kernel, observed: Bytes, players: int, seed: int) -> tuple[int, ...]:
    """The steps of the turn that looks best right after it, to the seat that is to move."""
    seat, random = kernel.actor(observed), seeded(seed)
    worlds = np.zeros((LONGEST + 1, WORLDS, kernel.size), dtype=np.uint8)
    worlds[0] = observed
    for world in worlds[0]:
        kernel.determinize(world, seat, random)
    steps = np.zeros((LONGEST, kernel.most_steps), dtype=np.int16)
    best = np.zeros(LONGEST, dtype=np.int16)
    functions = handed(kernel, essential=False)
    length = best_turn(worlds, seat, players, kernel.key_size, MOST_LOOKS, steps, best, random, functions)
    return tuple(best[:length].tolist())
