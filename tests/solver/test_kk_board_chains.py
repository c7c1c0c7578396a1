"""Chains of cloisters three times: the fast count of the kernel, a plain search, and CP-SAT with a proof."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.games.kk_board.chains import GAVE_UP, _listed, chain_points, groups, searched
from solver.games.kk_board.score import _read_off, chains_of
from solver.games.kk_board.split import best_split
from solver.games.kk_board.tables import FIELD_IDS, FIELDS, NEIGHBOURS
from tests.solver import kk_board_reference

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
        points = int(chain_points(np.uint64(bits(fields))))
        assert points == sum(map(len, best_split(bits(fields)))), [FIELD_IDS[field] for field in fields]
        scored += points > 0
    assert scored > boards / 10


@given(SETS)
def test_the_fast_count_agrees_with_the_plain_search(fields: set[int]) -> None:
    names = frozenset(FIELD_IDS[field] for field in fields)
    assert chain_points(np.uint64(bits(fields))) == kk_board_reference.chain_points(names)


@given(SETS)
def test_the_chains_that_are_told_are_chains_and_bring_the_points(fields: set[int]) -> None:
    chains = chains_of(bits(fields))
    used = [field for chain in chains for field in chain]
    assert len(used) == len(set(used)) == chain_points(np.uint64(bits(fields)))
    assert set(used) <= fields
    for chain in chains:
        assert len(chain) >= 4
        assert all(int(NEIGHBOURS[a]) >> b & 1 for a, b in pairwise(chain))


def test_crowded_boards_agree_too() -> None:
    chance = random.Random(3)
    for _ in range(150):
        fields = grown(chance, 20)
        names = frozenset(FIELD_IDS[field] for field in fields)
        assert chain_points(np.uint64(bits(fields))) == kk_board_reference.chain_points(names)


def test_the_list_of_all_sets_counts_as_the_search_does() -> None:
    """What is counted where the search gives up, on boards where it does not; and the chains that are read off it."""
    chance = random.Random(11)
    for number in range(60):
        fields = grown(chance, 20 if number % 20 == 0 else chance.randint(4, 14))
        mask = bits(fields)
        assert _listed(np.uint64(mask)) == searched(np.uint64(mask)) == chain_points(np.uint64(mask))
        chains = [chain for group in groups(mask) for chain in _read_off(group)]
        used = [field for chain in chains for field in chain]
        assert len(used) == len(set(used)) == chain_points(np.uint64(mask)) and set(used) <= set(fields)
        assert all(len(chain) >= 4 for chain in chains)
        assert all(int(NEIGHBOURS[a]) >> b & 1 for chain in chains for a, b in pairwise(chain))


def test_the_search_does_not_give_up_on_our_own_map() -> None:
    chance = random.Random(12)
    assert all(searched(np.uint64(bits(grown(chance, 20)))) != GAVE_UP for _ in range(2_000))


@pytest.mark.soak
def test_the_densest_map_is_counted_exactly_and_soon(tmp_path: Path) -> None:
    """Twenty cloisters on a few crossroads and many dead ends: endless for a search that does not give up."""
    room = str(Path(__file__).parents[2])
    done = subprocess.run(
        [sys.executable, "-m", "tests.solver.kk_board_dense_map"],
        env={**os.environ, "PYTHONPATH": room, "NUMBA_CACHE_DIR": str(tmp_path)},
        cwd=room,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.stdout.split() == ["17", "17"], done.stderr[-2000:]
