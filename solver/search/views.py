"""What seats see, as places in a table: positions that look the same to whoever moves are one."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernel.contract import Bytes, inlined


@inlined
def slot_of_view(views: Any, state: Bytes, seat: int, key_size: int) -> Any:
    """The place in the table for a seat that sees this position, and its key."""
    words = state.view(np.uint64)
    key = np.uint64(0xCBF29CE484222325) ^ np.uint64(seat)
    for index in range(key_size // 8):
        key = (key ^ words[index]) * np.uint64(0x9FB21C651E98DF25)
        key ^= key >> np.uint64(32)
    key |= np.uint64(1)
    slot = np.int64(key % np.uint64(len(views)))
    while views[slot, 0] and views[slot, 0] != key:
        slot = (slot + 1) % len(views)
    return slot, key


@inlined
def node_of_view(counts: Any, room: int, views: Any, state: Bytes, seat: int, key_size: int) -> Any:
    """The node of a seat that sees this position; made where there is none, or 0 where there is no room for it.

    `views` is a table of keys and nodes that never gets more than half full.
    """
    slot, key = slot_of_view(views, state, seat, key_size)
    if views[slot, 0] == 0:
        if counts[0] >= room or 2 * counts[4] >= len(views):
            return 0
        views[slot, 0] = key
        views[slot, 1] = counts[0]
        counts[0] += 1
        counts[4] += 1
    return np.int64(views[slot, 1])


@inlined
def told_apart(view: Bytes, seen: Bytes, key_size: int) -> bool:
    """Whether two views, or positions, differ in what counts."""
    one, other = view.view(np.uint64), seen.view(np.uint64)
    for index in range(key_size // 8):  # noqa: SIM110 - numba compiles no generators
        if one[index] != other[index]:
            return True
    return False
