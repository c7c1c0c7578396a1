"""Chains of cloisters: the split of a player's cloisters into chains of four or more that covers the most of them.

A chain is a path along roads, a ring included; every cloister counts once, so chains share none. Almost always the
connected groups are paths, rings, small trees or too small, and are counted at sight; the others are searched out. On a
map with very many roads that search could go on for years. It gives up after so many steps, and the sets of cloisters
that chains can cover are then listed one by one: twenty cloisters have about a million of them, so that has an end on
every map.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.games.kk_board.map_check import MOST_SITES
from solver.games.kk_board.state import CHAIN, CLOISTERS_EACH, State
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import Bytes, compiled_for, inlined

_ROADS = types.Array(types.uint64, 1, "C")
_COUNT = types.int64(_ROADS, types.uint64)
_EFFORT = types.Array(types.int64, 1, "C")
_SEARCH = types.int64(_ROADS, types.uint64, types.uint64, types.int64, types.int64, types.int64, types.int64, _EFFORT)
_ENDS = types.Array(types.uint32, 2, "C")
EFFORT = 500_000
"""Steps of the search, some milliseconds; far more than it needs on the maps of the house."""
GAVE_UP = -1
Roads = NDArray[np.uint64]
"""For each field of a map, as bits, the fields that a road joins with it."""
_FIRST, _LAST = State.offset("neighbours"), State.offset("neighbours") + 8 * MOST_SITES


@inlined
def roads_in(state: Bytes) -> Roads:
    """The roads of the map that a state brings along."""
    return state[_FIRST:_LAST].view(np.uint64)


@inlined
def _group(roads: Roads, mask: np.uint64) -> np.uint64:
    """All that is joined by roads with the first of the set."""
    found = mask ^ rest(mask)
    edge: Any = found
    while edge:
        near = roads[first(edge)] & mask & ~found
        found |= near
        edge = rest(edge) | near
    return found


@inlined
def _loosest(roads: Roads, group: np.uint64) -> int:
    """A member with the fewest roads to others; -1 where the group is a path or a ring."""
    pick, fewest, most = -1, 99, 0
    left = group
    while left:
        field = first(left)
        left = rest(left)
        ends = size(roads[field] & group)
        most = max(most, ends)
        if ends < fewest:
            pick, fewest = field, ends
    return pick if most > 2 else -1


@compiled_for(_SEARCH)
def _search(
    roads: Roads, mask: np.uint64, used: np.uint64, length: int, end: int, start: int, turned: int, effort: Any
) -> int:
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
            group = _group(roads, mask)
            mask &= ~group
            total = size(group)
            if total < CHAIN:
                continue
            member = _loosest(roads, group)
            if member >= 0:
                found = _search(roads, group, bit(member), one, member, member, none, effort)
                if found < total:
                    found = max(found, _search(roads, group & ~bit(member), nothing, none, none, none, none, effort))
                total = found
            best += total
        return best
    total = size(mask)
    near = roads[end] & mask & ~used
    while near:
        field = first(near)
        near = rest(near)
        best = max(best, _search(roads, mask, used | bit(field), length + 1, field, start, turned, effort))
        if best == total:
            return best
    if not turned and end != start:
        near = roads[start] & mask & ~used
        while near:
            field = first(near)
            near = rest(near)
            best = max(best, _search(roads, mask, used | bit(field), length + 1, field, start, one, effort))
            if best == total:
                return best
    if length >= CHAIN:
        best = max(best, length + _search(roads, mask & ~used, nothing, none, none, none, none, effort))
    return best


@compiled_for(_COUNT)
def _best_of(roads: Roads, group: np.uint64) -> int:
    """The most cloisters of a group in chains, or GAVE_UP."""
    nothing: Any = np.uint64(0)
    none: Any = np.int64(0)
    effort = np.full(1, EFFORT, dtype=np.int64)
    found = _search(roads, group, nothing, none, none, none, none, effort)
    return found if effort[0] >= 0 else GAVE_UP


@inlined
def _layers(roads: Roads, group: np.uint64, start: np.uint64) -> tuple[int, np.uint64]:
    """How many members lie on the way from one to the farthest of a group, both included; and the farthest ones."""
    found, edge, last, layers = start, start, start, 0
    while edge:
        layers += 1
        last, near = edge, np.uint64(0)
        while edge:
            near |= roads[first(edge)]
            edge = rest(edge)
        edge = near & group & ~found
        found |= edge
    return layers, last


@inlined
def _longest_path(roads: Roads, tree: np.uint64) -> int:
    """How many members the longest path of a tree has: it begins farthest from any of them."""
    _, farthest = _layers(roads, tree, tree ^ rest(tree))
    return _layers(roads, tree, farthest ^ rest(farthest))[0]


@inlined
def _is_tree(roads: Roads, group: np.uint64) -> bool:
    ends, left = 0, group
    while left:
        ends += size(roads[first(left)] & group)
        left = rest(left)
    return ends == 2 * (size(group) - 1)


@inlined
def _in_chains(roads: Roads, group: np.uint64) -> int:
    """The most members of a group in chains, or GAVE_UP; a small tree has no two chains, only its longest path."""
    total = size(group)
    if total < CHAIN:
        return 0
    if _loosest(roads, group) < 0:
        return total
    if total < 2 * CHAIN and _is_tree(roads, group):
        longest = _longest_path(roads, group)
        return longest if longest >= CHAIN else 0
    return _best_of(roads, group)


@compiled_for(_COUNT)
def searched(roads: Roads, mask: np.uint64) -> int:
    """Points for the chains of one player's cloisters, or GAVE_UP."""
    points: Any = np.int64(0)
    while mask:
        group = _group(roads, mask)
        mask &= ~group
        found = _in_chains(roads, group)
        if found == GAVE_UP:
            return found
        points += found
    return points


@compiled_for(_ENDS(_ROADS, types.uint64))
def chain_ends(roads: Roads, group: np.uint64) -> Any:
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
        joined, others, other = roads[first(left)], group, 0
        left = rest(left)
        while others:
            near[number] |= np.uint32((joined >> np.uint64(first(others)) & np.uint64(1)) << np.uint64(other))
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


@compiled_for(_COUNT)
def _listed(roads: Roads, mask: np.uint64) -> int:
    """The most cloisters in chains, group by group, from the list of all sets."""
    total: Any = np.int64(0)
    while mask:
        group = _group(roads, mask)
        mask &= ~group
        most: Any = np.int64(0)
        if size(group) >= CHAIN:
            ends = chain_ends(roads, group)
            for chosen in range(len(ends)):
                if ends[chosen, CHAIN - 1]:
                    most = max(most, size(np.uint64(chosen)))
        total += most
    return total


@compiled_for(_COUNT)
def chain_points(roads: Roads, mask: np.uint64) -> int:
    """Points for the chains of one player's cloisters."""
    found = searched(roads, mask)
    return found if found != GAVE_UP else _listed(roads, mask)


def groups(roads: Roads, mask: int) -> list[int]:
    """The cloisters by what roads join."""
    found = []
    while mask:
        found.append(int(_group(roads, np.uint64(mask))))
        mask &= ~found[-1]
    return found
