"""Measuring strength: paired deals, whole blocks, honest intervals."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.players.crew import processes
from solver.players.programme import Game, Programme, play_game
from solver.players.standings import Table, interval, table, whole_blocks
from solver.players.tournament import Tournament, Watch


def run(programme: Programme, workers: int = 1, watch: Watch | None = None) -> Table:
    return Tournament(programme).run(processes(workers), watch)


RANDOM = Programme("kk-card", ("random", "random", "greedy"), blocks=2, seed=3)


@given(st.integers(2, 5), st.integers(0, 30))
def test_in_a_block_every_bot_sits_on_every_seat_once(players: int, block: int) -> None:
    programme = Programme("kk-card", tuple("abcde"[:players]), blocks=1)
    orders = [programme.order(block, rotation) for rotation in range(players)]
    for seat in range(players):
        assert sorted(order[seat] for order in orders) == list(range(players))


def test_neighbours_change_sides_between_blocks() -> None:
    programme = Programme("kk-card", ("a", "b", "c"), blocks=2)
    orders = [programme.order(block, 0) for block in (0, 1)]
    followers = [{(order[i], order[(i + 1) % 3]) for i in range(3)} for order in orders]
    assert followers[0].isdisjoint(followers[1])


def test_a_tournament_counts_whole_blocks_and_can_be_repeated() -> None:
    table, again = run(RANDOM), run(RANDOM)
    assert (table.games, table.blocks) == (6, 2)
    assert [bot.wins for bot in table.bots] == [bot.wins for bot in again.bots]
    assert [bot.points for bot in table.bots] == [bot.points for bot in again.bots]
    assert [(bot.bot, bot.seats) for bot in table.bots] == [("random", 2), ("greedy", 1)]
    assert sum(bot.wins for bot in table.bots) <= table.games
    for bot in table.bots:
        assert bot.share == pytest.approx(bot.wins / table.games)
        assert bot.ci95[0] <= bot.share <= bot.ci95[1]


def test_two_processes_bring_the_same_result_as_one() -> None:
    one, two = run(RANDOM, workers=1), run(RANDOM, workers=2)
    assert [(bot.bot, bot.wins, bot.points) for bot in one.bots] == [(b.bot, b.wins, b.points) for b in two.bots]


def test_the_points_of_a_game_go_to_the_bot_that_made_them() -> None:
    games = [play_game(RANDOM, 0, rotation) for rotation in range(3)]
    for game in games:
        best = max(game.points)
        assert all(game.points[place] == best for place, won in enumerate(game.won) if won)
    assert sum(game.points[2] for game in games) > sum(game.points[0] for game in games)


def test_breaking_off_keeps_the_whole_blocks() -> None:
    def break_off(_interim: Table) -> None:
        raise KeyboardInterrupt

    table = run(Programme("kk-card", ("random",) * 3, blocks=50), watch=break_off)
    assert (table.blocks, table.games) == (1, 3)


# ---- intervals -------------------------------------------------------------------------------------------------------

SHARES = st.lists(st.sampled_from([0.0, 1 / 3, 2 / 3, 1.0]), min_size=1, max_size=60)


@given(SHARES)
def test_an_interval_holds_its_share_and_stays_between_nothing_and_all(shares: list[float]) -> None:
    low, high = interval(shares, 3)
    assert 0 <= low <= np.mean(shares) <= high <= 1
    assert high - low > 0


@given(SHARES)
def test_more_of_the_same_blocks_make_it_narrower(shares: list[float]) -> None:
    few, many = interval(shares * 2, 3), interval(shares * 8, 3)
    assert many[1] - many[0] < few[1] - few[0]


@given(SHARES)
def test_what_one_side_wins_the_other_loses(shares: list[float]) -> None:
    low, high = interval(shares, 3)
    assert interval([1 - share for share in shares], 3) == pytest.approx((1 - high, 1 - low))


@pytest.mark.parametrize("share", [0.1, 0.33, 0.8])
@pytest.mark.parametrize("sway", [0.0, 0.15])
def test_intervals_hold_the_truth_about_95_times_in_100(share: float, sway: float) -> None:
    """Deals that favour or hinder a bot in all their games are what makes games depend on each other."""
    dice = np.random.default_rng(5)
    held = 0
    for _ in range(600):
        chances = np.clip(share + sway * dice.choice([-0.6, 0.6], size=30), 0, 1)
        low, high = interval((dice.binomial(3, chances) / 3).tolist(), 3)
        held += low <= float(np.clip(share + sway * np.array([-0.6, 0.6]), 0, 1).mean()) <= high
    assert 0.92 <= held / 600 <= 0.985


def test_games_that_go_together_say_less_than_games_that_do_not() -> None:
    together, apart = [0.0, 1.0] * 15, [1 / 3, 2 / 3] * 15
    wide, narrow = interval(together, 3), interval(apart, 3)
    assert wide[1] - wide[0] > narrow[1] - narrow[0]


def test_elo_is_zero_on_average_and_knows_how_many_seats_a_bot_has() -> None:
    table = run(Programme("kk-card", ("greedy", "random", "random"), blocks=3))
    greedy, random = table.bots
    assert greedy.elo + random.elo == pytest.approx(0)
    assert greedy.elo > random.elo
    assert (greedy.fair, random.fair) == pytest.approx((1 / 3, 2 / 3))


def test_an_unbroken_row_of_wins_bounds_elo_as_it_bounds_the_share() -> None:
    programme = Programme("kk-card", ("a", "b"), 10)
    rows = ((block, rotation) for block in range(10) for rotation in range(2))
    won = [Game(*row, (1.0, 0.0), (1.0, 0.0), (1, 1), (0.0, 0.0)) for row in rows]
    first = table(programme, whole_blocks(programme, won), 1.0).bots[0]
    assert first.ci95[0] < 0.9 and first.elo_ci95[0] < first.elo / 2
    assert first.elo_ci95[0] < first.elo_ci95[1]
