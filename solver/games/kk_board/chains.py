"""Chains of cloisters: the split of a player's cloisters into chains of four or more that covers the most of them.

A chain is a path along roads, a ring included; every cloister counts once, so chains share none. Almost always the
connected groups are paths, rings or too small, and are counted at sight; the others are searched out.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from solver.games.kk_board.tables import BIT, CHAIN, NEIGHBOURS
from solver.kernel.bits import first, helper, rest, size

_COUNT = types.int64(types.uint64)
_SEARCH = types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64)


@helper
def _group(mask: np.uint64) -> np.uint64:
    """All that is joined by roads with the first of the set."""
    found = mask ^ rest(mask)
    edge: Any = found
    while edge:
        near = NEIGHBOURS[first(edge)] & mask & ~found
        found |= near
        edge = rest(edge) | near
    return found


@helper
def _loosest(group: np.uint64) -> int:
    """A member with the fewest roads to others; -1 where the group is a path or a ring."""
    pick, fewest, most = -1, 99, 0
    left = group
    while left:
        field = first(left)
        left = rest(left)
        roads = size(NEIGHBOURS[field] & group)
        most = max(most, roads)
        if roads < fewest:
            pick, fewest = field, roads
    return pick if most > 2 else -1


@numba.njit([_SEARCH], cache=True, nogil=True)
def _search(mask: np.uint64, used: np.uint64, length: int, end: int, start: int, turned: int) -> int:
    """The most cloisters of `mask` in chains.

    With a chain begun (`length` members, `used`) it is continued from `end`, or turned round once to grow at `start`
    as well; what it leaves over is split anew. A group is settled by its loosest member: it is in a chain, or in none.
    """
    # numba compiles a recursive function once for each kind of argument: plain numbers, no literals
    nothing: Any = np.uint64(0)
    none: Any = np.int64(0)
    one: Any = np.int64(1)
    best: Any = np.int64(0)
    if length == 0:
        while mask:
            group = _group(mask)
            mask &= ~group
            total = size(group)
            if total < CHAIN:
                continue
            member = _loosest(group)
            if member >= 0:
                found = _search(group, BIT[member], one, member, member, none)
                if found < total:
                    found = max(found, _search(group & ~BIT[member], nothing, none, none, none, none))
                total = found
            best += total
        return best
    total = size(mask)
    near = NEIGHBOURS[end] & mask & ~used
    while near:
        field = first(near)
        near = rest(near)
        best = max(best, _search(mask, used | BIT[field], length + 1, field, start, turned))
        if best == total:
            return best
    if not turned and end != start:
        near = NEIGHBOURS[start] & mask & ~used
        while near:
            field = first(near)
            near = rest(near)
            best = max(best, _search(mask, used | BIT[field], length + 1, field, start, one))
            if best == total:
                return best
    if length >= CHAIN:
        best = max(best, length + _search(mask & ~used, nothing, none, none, none, none))
    return best


@numba.njit([_COUNT], cache=True, nogil=True)
def chain_points(mask: np.uint64) -> int:
    """Points for the chains of one player's cloisters."""
    alone = mask
    while alone:
        field = first(alone)
        alone = rest(alone)
        if not NEIGHBOURS[field] & mask:
            mask &= ~BIT[field]
    nothing: Any = np.uint64(0)
    none: Any = np.int64(0)
    return _search(mask, nothing, none, none, none, none) if size(mask) >= CHAIN else none
