"""How numba calls the arrays that kernels and the search hand each other; a number behind a name counts its axes."""

from __future__ import annotations

from numba import types

BYTES, BYTES2, BYTES3 = (types.Array(types.uint8, axes, "C") for axes in (1, 2, 3))
SHORTS, SHORTS2 = (types.Array(types.int16, axes, "C") for axes in (1, 2))
INTS = types.Array(types.int64, 1, "C")
WORDS, WORDS2 = (types.Array(types.uint64, axes, "C") for axes in (1, 2))
FLOATS, FLOATS2 = (types.Array(types.float64, axes, "C") for axes in (1, 2))
