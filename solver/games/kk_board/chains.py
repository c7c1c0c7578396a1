"""Chains of cloisters: the split of a player's cloisters into chains of four or more that covers the most of them.

A chain is a path along roads, a ring included; every cloister counts once, so chains share none. Almost always the
connected groups are paths, rings or too small, and are counted at sight; the others are searched out. On a map with
very many roads that search could go on for years. It gives up after so many steps, and the sets of cloisters that
chains can cover are then listed one by one: twenty cloisters have about a million of them, so that has an end on every
map.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from solver.games.kk_board.tables import BIT, CHAIN, CLOISTERS_EACH, NEIGHBOURS
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import inlined as helper

_COUNT = types.int64(types.uint64)
_EFFORT = types.Array(types.int64, 1, "C")
_SEARCH = types.int64(types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, _EFFORT)
_ENDS = types.Array(types.uint32, 2, "C")
EFFORT = 500_000
"""Steps of the search; on the maps of the house it needs some hundreds at most."""
GAVE_UP = -1


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
def _search(mask: np.uint64, used: np.uint64, length: int, end: int, start: int, turned: int, effort: Any) -> int:
    """The most cloisters of `mask` in chains; when no effort is left the answer means nothing.

    With a chain begun (`length` members, `used`) it is continued from `end`, or turned round once to grow at `start`
    as well; what it leaves over is split anew. A group is settled by its loosest member: it is in a chain, or in none.
    """
    # numba compiles a recursive function once for each kind of argument: plain numbers, no literals
    nothing: Any = np.uint64(0)
    none: Any = np.int64(0)
    one: Any = np.int64(1)
    best: Any = np.int64(0)
    effort[0] -= 1
    if effort[0] < 0:
        return best
    if length == 0:
        while mask:
            group = _group(mask)
            mask &= ~group
            total = size(group)
            if total < CHAIN:
                continue
            member = _loosest(group)
            if member >= 0:
                found = _search(group, BIT[member], one, member, member, none, effort)
                if found < total:
                    found = max(found, _search(group & ~BIT[member], nothing, none, none, none, none, effort))
                total = found
            best += total
        return best
    total = size(mask)
    near = NEIGHBOURS[end] & mask & ~used
    while near:
        field = first(near)
        near = rest(near)
        best = max(best, _search(mask, used | BIT[field], length + 1, field, start, turned, effort))
        if best == total:
            return best
    if not turned and end != start:
        near = NEIGHBOURS[start] & mask & ~used
        while near:
            field = first(near)
            near = rest(near)
            best = max(best, _search(mask, used | BIT[field], length + 1, field, start, one, effort))
            if best == total:
                return best
    if length >= CHAIN:
        best = max(best, length + _search(mask & ~used, nothing, none, none, none, none, effort))
    return best


@numba.njit([_COUNT], cache=True, nogil=True)
def searched(mask: np.uint64) -> int:
    """Points for the chains of one player's cloisters, or GAVE_UP."""
    alone = mask
    while alone:
        field = first(alone)
        alone = rest(alone)
        if not NEIGHBOURS[field] & mask:
            mask &= ~BIT[field]
    nothing: Any = np.uint64(0)
    none: Any = np.int64(0)
    if size(mask) < CHAIN:
        return none
    effort = np.full(1, EFFORT, dtype=np.int64)
    found = _search(mask, nothing, none, none, none, none, effort)
    return found if effort[0] >= 0 else GAVE_UP


@numba.njit([_ENDS(types.uint64)], cache=True, nogil=True)
def chain_ends(group: np.uint64) -> Any:
    """For every set of members of a group, numbered as they come: where a split of the whole set into chains can end.

    Column n - 1 has the ends, as bits, where the last chain has n members so far, the last column those where it is
    long enough; so a set with ends there is covered by chains. Every set is looked up in those that lack one member.
    """
    members = size(group)
    if members > CLOISTERS_EACH:
        raise ValueError("more cloisters than a player has")
    near = np.zeros(members, dtype=np.uint32)
    left, number = group, 0
    while left:
        roads, others, other = NEIGHBOURS[first(left)], group, 0
        left = rest(left)
        while others:
            near[number] |= np.uint32((roads >> np.uint64(first(others)) & np.uint64(1)) << np.uint64(other))
            others = rest(others)
            other += 1
        number += 1
    ends = np.zeros((1 << members, CHAIN), dtype=np.uint32)
    for chosen in range(1, 1 << members):
        for member in range(members):
            before = chosen ^ 1 << member
            if before > chosen:
                continue
            bit = np.uint32(1 << member)
            if before == 0 or ends[before, CHAIN - 1]:
                ends[chosen, 0] |= bit
            for length in range(1, CHAIN):
                if near[member] & ends[before, length - 1]:
                    ends[chosen, length] |= bit
            if near[member] & ends[before, CHAIN - 1]:
                ends[chosen, CHAIN - 1] |= bit
    return ends


@numba.njit([_COUNT], cache=True, nogil=True)
def _listed(mask: np.uint64) -> int:
    """The most cloisters in chains, group by group, from the list of all sets."""
    total: Any = np.int64(0)
    while mask:
        group = _group(mask)
        mask &= ~group
        most: Any = np.int64(0)
        if size(group) >= CHAIN:
            ends = chain_ends(group)
            for chosen in range(len(ends)):
                if ends[chosen, CHAIN - 1]:
                    most = max(most, size(np.uint64(chosen)))
        total += most
    return total


@numba.njit([_COUNT], cache=True, nogil=True)
def chain_points(mask: np.uint64) -> int:
    """Points for the chains of one player's cloisters."""
    found = searched(mask)
    return found if found != GAVE_UP else _listed(mask)


def groups(mask: int) -> list[int]:
    """The cloisters by what roads join."""
    found = []
    while mask:
        found.append(int(_group(np.uint64(mask))))
        mask &= ~found[-1]
    return found
