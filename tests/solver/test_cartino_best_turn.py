"""The most points of one turn: counted out, asked of OR-Tools, and played by the rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from solver.games.cartino import rules as kernel
from solver.games.cartino.best_turn import BestTurn, best_now
from solver.games.cartino.model import TurnModel
from solver.games.cartino.state import PASS, STATE, new_state
from solver.games.cartino.tables import KINDS, PLACES, SUIT, UPPER
from solver.kernel.contract import Bytes
from tests.solver.cartino_bridge import WORDS, after, codes, played, standing, table


def any_table(seed: int) -> Bytes:
    """A random board and a random rack, often with many stones of one suit and with jokers."""
    chance = random.Random(seed)
    stones = [kind for kind in range(KINDS) for _ in range(2)]
    lying = chance.sample(range(PLACES), chance.randint(0, 60))
    for place in lying:
        stones.remove(place // 16 * 8 + place % 8)
    if chance.random() < 0.5:
        suit = chance.randrange(4)
        spread = chance.choice([0.5, 2])
        stones.sort(key=lambda kind: (suit != SUIT[UPPER[kind]]) + chance.random() * spread)
    else:
        chance.shuffle(stones)
    rack = stones[: chance.randint(1, 5)] or [KINDS]
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2])):
        if KINDS in rack[1:] or len(rack) < 5:
            rack.append(KINDS)
        else:
            rack[-1] = KINDS
    state = new_state([rack[:5], [0]], [])
    s = state.view(STATE)[0]
    s.taken = np.uint64(sum(1 << place for place in lying))
    s.left = 1
    return state


def points_of(state: Bytes, turn: BestTurn) -> int:
    """What the turn brings when it is played."""
    made = state.copy()
    for step in turn.steps:
        assert step in codes(made)
        kernel.apply(made, step)
    assert made[-8:].tobytes() != state[-8:].tobytes(), "a whole turn"
    return standing(made)[0] - standing(state)[0]


@pytest.mark.parametrize("tables", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_ortools_finds_the_same(tables: int) -> None:
    most, jokers = 0, 0
    for seed in range(tables):
        state = any_table(seed)
        ours, theirs = best_now(state), TurnModel(state).best()
        assert ours.points == theirs.points, f"table {seed}"
        assert points_of(state, ours) == points_of(state, theirs) == ours.points
        most = max(most, ours.points)
        jokers += any(PLACES <= step < 2 * PLACES for step in ours.steps)
    assert most > 30 and jokers > tables / 20


def best_by_trying(state: Bytes) -> int:
    """Every order of every turn, by the rules."""
    start, best, waiting = standing(state)[0], 0, [state]
    while waiting:
        now = waiting.pop()
        best = max(best, standing(now)[0] - start)
        for step in codes(now):
            if step < 2 * PLACES:
                following = now.copy()
                kernel.apply(following, step)
                if following.view(STATE)[0].seat == 0 and not following.view(STATE)[0].over:
                    waiting.append(following)
                else:
                    best = max(best, standing(following)[0] - start)
    return best


def test_trying_everything_finds_the_same() -> None:
    for seed in range(150):
        state = any_table(seed)
        if state.view(STATE)[0].joker[0] < 2:
            assert best_now(state).points == best_by_trying(state), f"table {seed}"


def test_the_higher_stone_comes_first() -> None:
    """Of an ace and a seven side by side the ace is laid first: the seven then scores five."""
    turn = best_now(table("KA K7", "P8", drawn="P9"))
    assert turn.points == 5
    assert [WORDS[step].place for step in turn.steps] == ["d3", "d2"]
    assert standing(after(table("KA K7", "P8", drawn="P9"), "d2", "d3"))[0] == 1


def test_a_set_is_worth_ten() -> None:
    turn = best_now(table("K7 K8 K9 K10 KB", "P8", drawn="P9"))
    assert len(turn.steps) == 5
    assert turn.points == 10 + 3 * 1 + 2


def test_who_can_lay_nothing_passes() -> None:
    state = table("K7", "P8", lying="d1 *d2", drawn="P9")
    assert best_now(state) == TurnModel(state).best() == BestTurn((PASS,), 0)


def test_in_a_real_game_it_is_never_less_than_what_was_played() -> None:
    for seed in range(20):
        best, turn = 0, -1
        before = [0, 0]
        for state, game, _ in played(2, seed):
            if game.turn != turn:
                if turn >= 0:
                    mover = 1 - game.seat if not game.over else int(state.view(STATE)[0].seat)
                    gained = sum(game.score_parts()[mover][:2]) - before[mover]
                    assert gained <= best
                turn, best = game.turn, best_now(state).points
                before = [sum(parts[:2]) for parts in game.score_parts()]


def test_every_kind_has_two_places() -> None:
    assert sorted([*UPPER, *(UPPER + 8)]) == list(range(PLACES))
