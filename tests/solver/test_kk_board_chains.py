"""Chains of cloisters three times: the fast count of the kernel, a plain search, and CP-SAT with a proof."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.games.kk_board.chains import GAVE_UP, _listed, chain_points, groups, searched
from solver.games.kk_board.score import _read_off, chains_of
from solver.games.kk_board.split import best_split
from tests.solver import kk_board_reference
from tests.solver.kk_board_bridge import FIELD_IDS, HOUSE

FIELDS, NEIGHBOURS = len(FIELD_IDS), HOUSE.map.neighbours

SETS = st.sets(st.integers(0, FIELDS - 1), min_size=1, max_size=20)


def bits(fields: set[int] | list[int]) -> int:
    return sum(1 << field for field in fields)


def grown(chance: random.Random, number: int) -> list[int]:
    """Cloisters that keep together, so that the chains have something to branch into."""
    found = [chance.randrange(FIELDS)]
    while len(found) < number:
        roads = int(NEIGHBOURS[chance.choice(found)])
        fresh = [field for field in range(FIELDS) if roads >> field & 1 and field not in found]
        if chance.random() < 0.2:
            fresh = [field for field in range(FIELDS) if field not in found]
        found += [chance.choice(fresh)] if fresh else []
    return found


@pytest.mark.parametrize("boards", [400, pytest.param(100_000, marks=pytest.mark.soak)])
def test_the_fast_count_is_the_proved_best(boards: int) -> None:
    chance = random.Random(boards)
    scored = 0
    for number in range(boards):
        size = chance.randint(4, 20)
        fields = grown(chance, min(size, 14)) if number % 10 == 0 else chance.sample(range(FIELDS), size)
        points = int(chain_points(NEIGHBOURS, np.uint64(bits(fields))))
        assert points == sum(map(len, best_split(HOUSE.map.roads, bits(fields)))), [
            FIELD_IDS[field] for field in fields
        ]
        scored += points > 0
    assert scored > boards / 10


@given(SETS)
def test_the_fast_count_agrees_with_the_plain_search(fields: set[int]) -> None:
    names = frozenset(FIELD_IDS[field] for field in fields)
    assert chain_points(NEIGHBOURS, np.uint64(bits(fields))) == kk_board_reference.chain_points(names)


@given(SETS)
def test_the_chains_that_are_told_are_chains_and_bring_the_points(fields: set[int]) -> None:
    chains = chains_of(NEIGHBOURS, bits(fields))
    used = [field for chain in chains for field in chain]
    assert len(used) == len(set(used)) == chain_points(NEIGHBOURS, np.uint64(bits(fields)))
    assert set(used) <= fields
    for chain in chains:
        assert len(chain) >= 4
        assert all(int(NEIGHBOURS[a]) >> b & 1 for a, b in pairwise(chain))


def test_crowded_boards_agree_too() -> None:
    chance = random.Random(3)
    for _ in range(150):
        fields = grown(chance, 20)
        names = frozenset(FIELD_IDS[field] for field in fields)
        assert chain_points(NEIGHBOURS, np.uint64(bits(fields))) == kk_board_reference.chain_points(names)


def test_the_list_of_all_sets_counts_as_the_search_does() -> None:
    """What is counted where the search gives up, on boards where it does not; and the chains that are read off it."""
    chance = random.Random(11)
    for number in range(60):
        fields = grown(chance, 20 if number % 20 == 0 else chance.randint(4, 14))
        mask = bits(fields)
        most = chain_points(NEIGHBOURS, np.uint64(mask))
        assert _listed(NEIGHBOURS, np.uint64(mask)) == searched(NEIGHBOURS, np.uint64(mask)) == most
        chains = [chain for group in groups(NEIGHBOURS, mask) for chain in _read_off(NEIGHBOURS, group)]
        used = [field for chain in chains for field in chain]
        assert len(used) == len(set(used)) == most and set(used) <= set(fields)
        assert all(len(chain) >= 4 for chain in chains)
        assert all(int(NEIGHBOURS[a]) >> b & 1 for chain in chains for a, b in pairwise(chain))


def test_the_search_does_not_give_up_on_our_own_map() -> None:
    chance = random.Random(12)
    assert all(searched(NEIGHBOURS, np.uint64(bits(grown(chance, 20)))) != GAVE_UP for _ in range(2_000))


@pytest.mark.soak
def test_the_densest_map_is_counted_exactly() -> None:
    """Twenty cloisters on seven crossroads and many dead ends: endless for a search that does not give up."""
    chance, ends = random.Random(1), [0] * 20
    near = np.zeros(len(NEIGHBOURS), dtype=np.uint64)
    pairs = [(a, b) for a in range(7) for b in range(7, 20)]
    chance.shuffle(pairs)
    for a, b in pairs:
        if ends[a] < 6 and ends[b] < 6:
            near[a] |= np.uint64(1 << b)
            near[b] |= np.uint64(1 << a)
            ends[a] += 1
            ends[b] += 1
    twenty = (1 << 20) - 1
    assert searched(near, np.uint64(twenty)) == GAVE_UP
    assert chain_points(near, np.uint64(twenty)) == sum(map(len, best_split(near, twenty))) == 17
