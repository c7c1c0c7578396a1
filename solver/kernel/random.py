"""Random numbers for kernels: the state is one unsigned integer that is passed along, so a seed repeats everything."""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from solver.kernel.contract import Points, Random

_STATE = types.Array(types.uint64, 1, "C")


def seeded(seed: int) -> Random:
    """A random state for a seed."""
    return np.array([(seed * 0x9E3779B97F4A7C15 + 0x1234567) & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@numba.njit([types.uint64(_STATE)], cache=True, nogil=True)
def draw(random: Random) -> np.uint64:
    """64 random bits (SplitMix64)."""
    random[0] += np.uint64(0x9E3779B97F4A7C15)
    z = random[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@numba.njit([types.int64(_STATE, types.int64)], cache=True, nogil=True)
def below(random: Random, limit: int) -> int:
    """A whole number from 0 to limit - 1."""
    return int(((draw(random) >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@numba.njit([types.float64(_STATE)], cache=True, nogil=True)
def unit(random: Random) -> float:
    """A number from 0 to just under 1."""
    return float(draw(random) >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@numba.njit([types.int64(_STATE, types.Array(types.float64, 1, "C"))], cache=True, nogil=True)
def weighted(random: Random, weights: Points) -> int:
    """The number of a weight, each as likely as it is large."""
    pick, last = unit(random) * weights.sum(), len(weights) - 1
    for number in range(last):
        pick -= weights[number]
        if pick < 0.0:
            return number
    return last
