"""Chains on a map with as many roads as are allowed, where the search gives up. Tables are frozen: run this by itself.

Prints the points of twenty cloisters on seven crossroads and thirteen other sites, as counted and as proved by CP-SAT.
"""

from __future__ import annotations

import random

import numpy as np

from solver.games.kk_board import tables

if __name__ == "__main__":
    chance, roads, ends = random.Random(1), list[tuple[int, int]](), [0] * 20
    pairs = [(a, b) for a in range(7) for b in range(7, 20)]
    chance.shuffle(pairs)
    for a, b in pairs:
        if ends[a] < 6 and ends[b] < 6:
            roads.append((a, b))
            ends[a] += 1
            ends[b] += 1
    near = np.zeros(tables.FIELDS, dtype=np.uint64)
    for a, b in roads:
        near[a] |= tables.BIT[b]
        near[b] |= tables.BIT[a]
    tables.NEIGHBOURS, tables.ROADS = near, roads

    from solver.games.kk_board.chains import GAVE_UP, chain_points, searched
    from solver.games.kk_board.split import best_split

    twenty = (1 << 20) - 1
    assert searched(np.uint64(twenty)) == GAVE_UP
    print(chain_points(np.uint64(twenty)), sum(map(len, best_split(twenty))))
