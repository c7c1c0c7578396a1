"""What a greedy seat would do where a tree comes past often: found out once for what that seat sees, and remembered.

A search that takes everybody for as clever as itself foresees the wrong answers of those who are not. So a tree can be
told how likely each seat is greedy: in so many of its simulations that seat plays the turn which looks best right
after it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernel.contract import Bytes, Random, inlined
from solver.kernel.function_values import observe_of
from solver.search.greedy import LONGEST, best_turn
from solver.search.scratch import copy_state
from solver.search.views import slot_of_view

FAMILIAR = 48
"""Visits of a node from which on it is worth knowing: finding a greedy turn takes as long as some simulations."""
TRIED, MET_AGAIN = 8, 16
"""So many are found out in any case; more only while those that are known were met again so often on average. Where a
seat holds what others have not seen, they hardly ever are, and each takes as long as dozens of simulations."""
HABITS = 1 << 12
"""Places of the table; at most half of them are used."""
MOST_LOOKS = 20_000
"""Steps that are tried to find one: a simulation in which that is done stays short."""
LENGTH = LONGEST
"""Behind its steps the row of a turn has how many these are."""

NO_HABITS, NO_TURNS = np.zeros((0, 2), dtype=np.uint64), np.zeros((0, LENGTH + 1), dtype=np.int16)
"""Everybody is as clever as the search."""


@inlined
def is_greedy(likely: float, seat: int, mood: np.uint64) -> bool:
    """Whether a seat is greedy in a simulation, which has a mood of 64 random bits."""
    return bool((mood >> np.uint64(8 * seat)) & np.uint64(255) < likely * 256.0)


@inlined
def habit(
    habits: Any, turns: Any, counts: Any, world: Bytes, seat: int, players: int, key_size: int,
    view: Bytes, line: Any, options: Any, luck: Random, functions: Any,
) -> Any:  # fmt: skip
    """The row of `turns` with what the seat to move does if it is greedy; -1 where there is no room for more.

    `view`, `line`, `options` and `luck` are room to look for it.
    """
    copy_state(world, view)
    observe_of(functions)(view, seat)
    slot, key = slot_of_view(habits, view, seat, key_size)
    if habits[slot, 0]:
        counts[6] += 1
    else:
        row = counts[5]
        if row >= len(turns) or (row >= TRIED and counts[6] < MET_AGAIN * row):
            return -1
        habits[slot, 0], habits[slot, 1] = key, row
        counts[5] += 1
        copy_state(world, line[0, 0])
        luck[0] = key
        length = best_turn(
            line, seat, players, key_size, MOST_LOOKS, options, turns[row], luck, functions,
        )  # fmt: skip
        turns[row, LENGTH] = length
    return np.int64(habits[slot, 1])
