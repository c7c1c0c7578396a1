"""Turns that depend on what chance shows: what is ranked can be played in every world, and is worth what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_card.state import STATE as CARDS
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, legal_steps, same_turn
from solver.kernel.random import below, seeded
from solver.players.bots import SearchBot, take_turn
from solver.search.advice import Advice, Candidate, Limit
from solver.search.advisor import Advisor
from solver.search.decisions import Decisions
from solver.search.tree import Tree
from table.log.referee import load
from tests.solver.brute_force import brute_force, liking

POSITION = Path(__file__).parents[2] / "positions" / "unseen-tile-ending.tbk"
Worth = tuple[float, float, float]
"""The share of the win, the lead and the points."""


def test_a_turn_that_is_legal_in_one_world_of_three_does_not_come_first() -> None:
    match = load(POSITION)
    advice = Advisor(match.game.kernel, match.state, 3, Limit(simulations=20_000)).advise()
    view = seen(match.game.kernel, match.state)
    texts = [match.game.write_turn(view, row.steps) for row in advice.turns]
    assert texts[0] == "EN4 !C KA6" and advice.turns[0].win == 1.0
    assert "EN4 !C BA3=? !T KA6" not in texts
    open_row = advice.turns[texts.index("EN4 !C BA3=?")]
    assert open_row.win == pytest.approx(1 / 3)
    assert sorted(round(branch.win, 3) for branch in open_row.plan) == [0, 1]


# ---- brute force over all worlds ------------------------------------------------------------------------------------


def seen(kernel: Kernel, state: Bytes, seat: int | None = None) -> Bytes:
    view = state.copy()
    kernel.observe(view, kernel.actor(state) if seat is None else seat)
    return view


def after(kernel: Kernel, state: Bytes, *steps: int) -> Bytes:
    state = state.copy()
    for step in steps:
        assert step in legal_steps(kernel, state), "no step is made where it is not legal"
        kernel.apply(state, step)
    return state


def over(kernel: Kernel, begun: Bytes, state: Bytes) -> bool:
    return kernel.actor(state) != kernel.actor(begun) or not same_turn(begun, state)


def best_worth(kernel: Kernel, begun: Bytes, worlds: list[Bytes], players: int) -> Worth:
    """The best that a seat can do that cannot tell these worlds apart, and learns what its steps show."""
    return max(
        worth_after(kernel, begun, [after(kernel, world, step) for world in worlds], players)
        for step in legal_steps(kernel, worlds[0])
        if all(step in legal_steps(kernel, world) for world in worlds)
    )


def worth_after(kernel: Kernel, begun: Bytes, worlds: list[Bytes], players: int) -> Worth:
    seat = kernel.actor(begun)
    groups: dict[bytes, list[Bytes]] = {}
    if over(kernel, begun, worlds[0]):
        values = [brute_force(kernel, world, players) for world in worlds]
        likings = [liking(value, seat, players, kernel.shared_wins) for value in values]
        return mean([(won, ahead, value[seat]) for (won, ahead, *_), value in zip(likings, values, strict=True)])
    for world in worlds:
        groups.setdefault(seen(kernel, world, seat).tobytes(), []).append(world)
    return mean([best_worth(kernel, begun, group, players) for group in groups.values() for _ in group])


def mean(rows: list[Worth]) -> Worth:
    won, ahead, points = (float(np.mean(column)) for column in zip(*rows, strict=True))
    return round(won, 9), round(ahead, 9), round(points, 9)


def late_card_games(count: int) -> Iterator[tuple[Bytes, int]]:
    """Few cards are left, and a tile lies unseen at an end or in a hand."""
    game, seed = playable("kk-card"), 0
    while count:
        seed += 1
        players, random = 3 + seed % 3, seeded(seed)
        state = game.deal(players, seed, {})
        while state.view(CARDS)[0].left > 2 + seed % 2 or state.view(CARDS)[0].taken:
            legal = legal_steps(game.kernel, state)
            if not legal:
                break
            game.kernel.apply(state, legal[below(random, len(legal))])
        s = state.view(CARDS)[0]
        if game.kernel.actor(state) >= 0 and s.phase == 0 and s.tile.any():
            count -= 1
            yield state, players


def test_the_exact_answer_equals_brute_force_over_all_worlds() -> None:
    kernel, went_on, several = playable("kk-card").kernel, 0, 0
    for state, players in late_card_games(24):
        view = seen(kernel, state)
        worlds = kernel.worlds(view, 12)
        if not worlds:
            continue
        advice = Advisor(kernel, state, players, Limit(simulations=50_000)).advise()
        several += len(worlds) > 1
        first = advice.turns[0]
        assert (first.win, first.margin, first.points) == pytest.approx(best_worth(kernel, state, worlds, players))
        for row in advice.turns:
            afterwards = [after(kernel, world, *row.steps) for world in worlds]
            assert (row.win, row.margin, row.points) == pytest.approx(worth_after(kernel, state, afterwards, players))
            went_on += bool(row.plan)
    assert several >= 8 and went_on >= 8


# ---- what is recommended can be played ------------------------------------------------------------------------------


def middle_positions(game_id: str, players: int, count: int) -> Iterator[Bytes]:
    game = playable(game_id)
    for seed in range(count):
        state, random = game.deal(players, seed, {}), seeded(seed)
        for _ in range(10 + 17 * seed):
            legal = legal_steps(game.kernel, state)
            game.kernel.apply(state, legal[below(random, len(legal))])
            if game.kernel.actor(state) < 0:
                break
        if game.kernel.actor(state) >= 0:
            yield state


def dealt_worlds(kernel: Kernel, view: Bytes, count: int) -> Iterator[Bytes]:
    for number in range(count):
        world = view.copy()
        kernel.determinize(world, kernel.actor(view), seeded(1_000 + number))
        yield world


@pytest.mark.parametrize(("game_id", "players"), [("kk-card", 3), ("kk-board", 4), ("cartino", 3), ("kardinal", 2)])
def test_what_is_ranked_is_legal_in_every_world_and_plans_say_how_to_go_on(game_id: str, players: int) -> None:
    kernel = replace(playable(game_id).kernel, near_end=lambda _: False)
    plans = 0
    for state in middle_positions(game_id, players, 8):
        view = seen(kernel, state)
        advice = Advisor(kernel, state, players, Limit(simulations=1_200, threads=1)).advise()
        for row in advice.turns:
            ends = [over(kernel, view, after(kernel, world, *row.steps)) for world in dealt_worlds(kernel, view, 20)]
            assert all(ends) or (row.plan and not any(ends))
            if row.plan:
                plans += 1
                _check_plan(kernel, row)
    assert bool(plans) == (game_id in ("kk-card", "kk-board"))


def _check_plan(kernel: Kernel, row: Candidate) -> None:
    assert sum(branch.chance for branch in row.plan) == pytest.approx(1.0)
    assert len({branch.seen for branch in row.plan}) == len(row.plan) > 1
    for branch in row.plan:
        assert 0 <= branch.win <= 1
        assert branch.steps
        after(kernel, branch.state, *branch.steps)


def test_a_bot_stops_where_chance_speaks_and_is_asked_again() -> None:
    match = load(POSITION)
    steps = take_turn(SearchBot(1.0, 20_000), match.game.kernel, match.state, 3, 1)
    assert match.game.write_turn(match.state, steps) == "EN4 !C KA6"


def test_turns_are_compared_by_what_they_bring_the_seat_that_asks() -> None:
    """What is counted at the root is counted for the mover: the comparison drops what is bad for this seat."""
    kernel, seats = playable("kk-card").kernel, set[int]()
    for state, players in late_card_games(8):
        seat = kernel.actor(state)
        tree = Tree(Decisions(kernel, seen(kernel, state), seat), players, 1, 10_000)
        step = legal_steps(kernel, seen(kernel, state))[0]
        tree.run(30, (step,))
        assert tree.sums_of(0).tolist() == tree.sums((step,)).tolist()
        seats.add(seat)
    assert len(seats) > 1


# ---- a win that is shared -------------------------------------------------------------------------------------------


def last_turns(game_id: str, players: int) -> Iterator[Bytes]:
    """Positions from which the game ends with the turn."""
    game = playable(game_id)
    for seed in range(40):
        state, random, begun = game.deal(players, seed, {}), seeded(seed), None
        while game.kernel.actor(state) >= 0:
            if begun is None or not same_turn(begun, state):
                begun = state.copy()
            legal = legal_steps(game.kernel, state)
            game.kernel.apply(state, legal[below(random, len(legal))])
        assert begun is not None
        yield begun


def level(game_id: str, state: Bytes, row: Candidate) -> Bytes | None:
    """The same position with points moved so that a turn ends in a tie at the top, if that can be."""
    kernel, points = playable(game_id).kernel, np.zeros(2 * MOST_SEATS)
    end = after(kernel, state, *row.steps)
    kernel.scores(end, points)
    other = 1 - kernel.actor(state)
    equal = state.copy()
    from solver.games.cartino.state import STATE

    equal.view(STATE)[0].contacts[other] += int(points[1 - other] - points[other])
    return equal if kernel.actor(end) < 0 else None


def test_a_draw_that_both_win_is_worth_one_half_and_one_that_nobody_wins_nothing() -> None:
    game, told = playable("cartino"), 0
    for state in last_turns("cartino", 2):
        best = _proved(game.kernel, state).turns[0]
        equal = level("cartino", state, best)
        if equal is None:
            continue
        shared = _proved(game.kernel, equal)
        alone = _proved(replace(game.kernel, shared_wins=False), equal)
        assert shared.proved and alone.proved
        if shared.turns[0].margin == 0 and game.kernel.actor(after(game.kernel, equal, *shared.turns[0].steps)) < 0:
            told += 1
            assert shared.turns[0].win == 0.5 and alone.turns[0].win == 0.0
            tree = Tree(Decisions(game.kernel, equal, game.kernel.actor(equal)), 2, 1, 10_000)
            tree.run(20, shared.turns[0].steps)
            visits, wins, *_ = tree.sums(shared.turns[0].steps)
            assert visits == 20 and wins == 10
    assert told >= 3


def _proved(kernel: Kernel, state: Bytes) -> Advice:
    return Advisor(kernel, state, 2, Limit(simulations=20_000, threads=1)).advise()
