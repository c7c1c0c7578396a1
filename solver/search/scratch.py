"""Room that simulations write into, made once for a tree.

Compiled code that may make arrays counts who uses which, to know when one is to be freed: up to a third of the time of
a tree that judges by values. So `simulate` is compiled without that, and makes none. What it hands to a kernel is not
counted there either.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES, BYTES3, FLOATS, FLOATS2, INTS, SHORTS, SHORTS2, WORDS
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, Points, Random, Steps, inlined
from solver.search.greedy import LONGEST
from solver.search.nodes import COLUMNS

UNCOUNTED: dict[str, Any] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
"""How numba compiles what makes no arrays; a division by nothing is the function's own to avoid."""

DEEPEST = 400
"""Nodes of a path at most."""


class Scratch(NamedTuple):
    """What a simulation is in the middle of; nothing in it lasts longer."""

    world: Bytes
    own_view: Bytes
    """What the seat that asks sees of it."""
    seen: Bytes
    """What the seat to move does."""
    random: Random
    steps: Steps
    children: NDArray[np.int64]
    where: Steps
    columns: Points
    path: NDArray[np.int64]
    movers: NDArray[np.int64]
    points: Points
    gains: Points
    standing: Points
    line: NDArray[np.uint8]
    """States along a greedy turn."""
    options: Steps
    luck: Random
    """Chances between greedy turns that look alike."""


SCRATCH = types.NamedTuple(  # type: ignore[no-untyped-call]
    (
        BYTES, BYTES, BYTES, WORDS, SHORTS, INTS, SHORTS, FLOATS2, INTS, INTS, FLOATS, FLOATS, FLOATS2, BYTES3, SHORTS2,
        WORDS,
    ),
    Scratch,
)  # fmt: skip


def made_for(kernel: Kernel, features: int, greedy: bool) -> Scratch:
    """Room for a tree that judges by so many features, and whose seats may be greedy."""
    line = LONGEST + 1 if greedy else 0
    return Scratch(
        world=np.zeros(kernel.size, dtype=np.uint8),
        own_view=np.zeros(kernel.size, dtype=np.uint8),
        seen=np.zeros(kernel.size, dtype=np.uint8),
        random=np.zeros(1, dtype=np.uint64),
        steps=np.zeros(kernel.most_steps, dtype=np.int16),
        children=np.zeros(kernel.most_steps, dtype=np.int64),
        where=np.zeros(kernel.step_space, dtype=np.int16),
        columns=np.zeros((COLUMNS, kernel.most_steps)),
        path=np.zeros(DEEPEST, dtype=np.int64),
        movers=np.zeros(DEEPEST, dtype=np.int64),
        points=np.zeros(2 * MOST_SEATS),
        gains=np.zeros(3 * MOST_SEATS),
        standing=np.zeros((MOST_SEATS, features)),
        line=np.zeros((line, 1, kernel.size), dtype=np.uint8),
        options=np.zeros((line, kernel.most_steps), dtype=np.int16),
        luck=np.zeros(1, dtype=np.uint64),
    )


@inlined
def copy_state(state: Bytes, into: Bytes) -> None:
    """Word by word: numba copies whole arrays by way of a third one, in case the two overlap."""
    words, copied = state.view(np.uint64), into.view(np.uint64)
    for index in range(len(words)):
        copied[index] = words[index]
