"""The bench that asks what better guesses of hidden hands could bring: its seer sees hands, and nothing else."""

from __future__ import annotations

import pytest

from bench.seer import seen_by_anybody
from solver.games import playable
from solver.games.cartino.state import State, rack_of
from solver.kernel.random import seeded


@pytest.mark.parametrize("players", [2, 4])
def test_a_seer_sees_every_rack_and_not_the_bag(players: int) -> None:
    game = playable("cartino")
    state = game.deal(players, 3, {})
    seen = seen_by_anybody(game.kernel, state, players)
    first, second = seen.copy(), seen.copy()
    game.kernel.determinize(first, 0, seeded(1))
    game.kernel.determinize(second, 0, seeded(2))
    for world in (first, second):
        assert [rack_of(State.of(world), seat) for seat in range(players)] == [
            rack_of(State.of(state), seat) for seat in range(players)
        ]
    assert sorted(State.of(first).bag) == sorted(State.of(second).bag) == sorted(State.of(state).bag)
    assert list(State.of(first).bag) != list(State.of(second).bag)
