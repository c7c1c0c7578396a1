"""Random numbers for kernels: the state is one unsigned integer that is passed along, so a seed repeats everything."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numba import types

from solver.kernel.arrays import FLOATS, WORDS
from solver.kernel.contract import Points, Random, compiled_for, inlined

WEYL = np.uint64(0x9E3779B97F4A7C15)
"""Steps of this size come past every number of 64 bits."""


def seeded(seed: int) -> Random:
    """A random state for a seed."""
    return np.array([(seed * int(WEYL) + 0x1234567) & 0xFFFFFFFFFFFFFFFF], dtype=np.uint64)


@inlined
def scattered(z: np.uint64) -> np.uint64:
    """The bits of a number mixed up, so that numbers which lie close together no longer do."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled_for(types.uint64(WORDS))
def draw(random: Random) -> np.uint64:
    """64 random bits (SplitMix64)."""
    random[0] += WEYL
    return scattered(random[0])


@inlined
def spread(number: int) -> np.uint64:
    """64 bits for a number, as random as those that are drawn, and always the same."""
    return scattered((np.uint64(number) + np.uint64(1)) * WEYL)


@inlined
def _whole(bits: np.uint64, limit: int) -> int:
    return int(((bits >> np.uint64(32)) * np.uint64(limit)) >> np.uint64(32))


@inlined
def _fraction(bits: np.uint64) -> float:
    return float(bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@compiled_for(types.int64(WORDS, types.int64))
def below(random: Random, limit: int) -> int:
    """A whole number from 0 to limit - 1."""
    return _whole(draw(random), limit)


def shuffle(pile: list[int], random: Random) -> None:
    """Mixes a pile, in place."""
    for last in range(len(pile) - 1, 0, -1):
        pick = below(random, last + 1)
        pile[last], pile[pick] = pile[pick], pile[last]


@compiled_for(types.float64(WORDS))
def unit(random: Random) -> float:
    """A number from 0 to just under 1."""
    return _fraction(draw(random))


class Chance(Protocol):
    """A record that brings a random state along: in a roll-out, where every array that is handed on costs time."""

    random: np.uint64


@inlined
def drawn_by(record: Chance) -> np.uint64:
    """As `draw`, with the random state of a record."""
    record.random += WEYL
    return scattered(record.random)


@inlined
def below_by(record: Chance, limit: int) -> int:
    """As `below`, with the random state of a record."""
    return _whole(drawn_by(record), limit)


@inlined
def unit_by(record: Chance) -> float:
    """As `unit`, with the random state of a record."""
    return _fraction(drawn_by(record))


@compiled_for(types.int64(WORDS, FLOATS))
def weighted(random: Random, weights: Points) -> int:
    """The number of a weight, each as likely as it is large."""
    pick, last = unit(random) * weights.sum(), len(weights) - 1
    for number in range(last):
        pick -= weights[number]
        if pick < 0.0:
            return number
    return last
