"""Sets of fields as bits of one number."""

from __future__ import annotations

import numpy as np

from solver.kernel.contract import inlined

ONE = np.uint64(1)
_HALVES = np.uint64(0x5555555555555555)
_QUARTERS = np.uint64(0x3333333333333333)
_EIGHTHS = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)


@inlined
def size(bits: np.uint64) -> int:
    """How many are in the set."""
    bits = bits - ((bits >> np.uint64(1)) & _HALVES)
    bits = (bits & _QUARTERS) + ((bits >> np.uint64(2)) & _QUARTERS)
    bits = (bits + (bits >> np.uint64(4))) & _EIGHTHS
    return int(np.int64((bits * _SUM) >> np.uint64(56)))


@inlined
def bit(number: int) -> np.uint64:
    """The set with nothing but this number, from 0 to 63."""
    return ONE << np.uint64(number)


@inlined
def rest(bits: np.uint64) -> np.uint64:
    """The set without its first."""
    return bits & (bits - ONE)


@inlined
def first(bits: np.uint64) -> int:
    """The first of a set that is not empty."""
    return size((bits ^ rest(bits)) - ONE)


@inlined
def nth(bits: np.uint64, number: int) -> int:
    """The one before which so many others come."""
    for _ in range(number):
        bits = rest(bits)
    return first(bits)
