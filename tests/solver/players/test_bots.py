"""Bots as opponents: they keep to the rules, see only what their seat has seen, and are as strong as they should be."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_card import state as position
from solver.games.kk_card.outlook import outlook
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.contract import outlook as no_outlook
from solver.kernel.random import below, seeded
from solver.players.bots import (
    BOTS,
    Bot,
    CasualBot,
    GreedyBot,
    Question,
    SearchBot,
    TextbookBot,
    legal_steps,
    seated,
    take_turn,
    turn_over,
)
from solver.players.levels import Level
from solver.players.programme import Programme
from solver.players.tournament import Tournament
from solver.search.exact import Solver, preference
from solver.search.greedy import greedy_turn

GAME = playable("kk-card")
KERNEL = GAME.kernel
QUICK: dict[str, Bot] = {name: seated(name, simulations=60) for name in BOTS} | {
    "easy": CasualBot(Level(ideas=3, focus=0.5, simulations=60, slack=0.3)),
    "normal": CasualBot(Level(ideas=8, focus=1.0, simulations=120, slack=0.1)),
}


def turns(bots: Sequence[Bot], seed: int) -> Iterator[tuple[Bytes, tuple[int, ...]]]:
    """A whole game: before every turn the position, and the steps that are made from it."""
    state = GAME.deal(len(bots), seed, {})
    number = 0
    while (seat := KERNEL.actor(state)) >= 0:
        number += 1
        steps = take_turn(bots[seat], KERNEL, state, len(bots), seed * 1000 + number)
        yield state.copy(), steps
        for step in steps:
            assert step in legal_steps(KERNEL, state)
            KERNEL.apply(state, step)


def random_positions(seed: int, count: int, tiles: bool = True) -> list[Bytes]:
    """Positions at the beginning of turns, from random games."""
    random = seeded(seed)
    found: list[Bytes] = []
    while len(found) < count:
        cards = np.random.default_rng(seed + len(found)).permutation(56).tolist()
        state = GAME.deal(3, seed + len(found), {}) if tiles else position.new_state(3, cards, [0] * 8)
        for _ in range(below(random, 30)):
            if KERNEL.actor(state) >= 0:
                for step in take_turn(QUICK["random"], KERNEL, state, 3, below(random, 10_000)):
                    KERNEL.apply(state, step)
        if KERNEL.actor(state) >= 0:
            found.append(state)
    return found


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bots_play_to_the_end_by_the_rules(players: int) -> None:
    bots = [QUICK[name] for name in ("textbook", "greedy", "easy", "random", "greedy")]
    *_, (state, steps) = turns(bots[:players], 7)
    for step in steps:
        KERNEL.apply(state, step)
    assert KERNEL.actor(state) == -1


@pytest.mark.parametrize("name", BOTS)
def test_the_same_seed_brings_the_same_turn_and_other_seeds_bring_others(name: str) -> None:
    for state in random_positions(7, 3):
        assert take_turn(QUICK[name], KERNEL, state, 3, 5) == take_turn(QUICK[name], KERNEL, state, 3, 5)
    openings = [GAME.deal(3, number, {}) for number in range(4)]
    turns = [{take_turn(QUICK[name], KERNEL, opening, 3, seed) for seed in range(6)} for opening in openings]
    sure = ("greedy", "hard")
    """What these think of an opening is no matter of chance."""
    assert name in sure or max(map(len, turns)) > 1


@pytest.mark.parametrize("name", BOTS)
def test_what_a_seat_has_not_seen_does_not_change_what_its_bot_does(name: str) -> None:
    for number, state in enumerate(random_positions(40, 4)):
        seat = KERNEL.actor(state)
        other = state.copy()
        KERNEL.observe(other, seat)
        KERNEL.determinize(other, seat, seeded(number))
        one, two = (take_turn(QUICK[name], KERNEL, table, 3, number) for table in (state, other))
        for step in _until_something_is_seen(state, seat, one):
            assert step == two[0]
            two = two[1:]


def _until_something_is_seen(state: Bytes, seat: int, steps: Sequence[int]) -> Iterator[int]:
    table = state.copy()
    tiles = table.view(position.STATE)[0].hand[seat].sum()
    for step in steps:
        yield step
        KERNEL.apply(table, step)
        if table.view(position.STATE)[0].hand[seat].sum() > tiles:
            return


class Curious:
    """Keeps what it was shown; takes the first legal step and plans no further."""

    def __init__(self) -> None:
        self.shown: list[Bytes] = []
        self.again: list[bool] = []

    def plan(self, question: Question) -> Sequence[int]:
        self.shown.append(question.observed)
        self.again.append(question.again)
        return legal_steps(question.kernel, question.observed)[:1]


def test_a_bot_is_shown_no_tile_that_lies_face_down_or_in_another_hand() -> None:
    for state in random_positions(11, 10):
        bot = Curious()
        take_turn(bot, KERNEL, state, 3, 0)
        seat = KERNEL.actor(state)
        for shown in bot.shown:
            s = shown.view(position.STATE)[0]
            assert set(s.tile.tolist()) <= {position.NONE, position.UNKNOWN}
            for other in range(3):
                if other != seat:
                    assert not s.hand[other, position.RETURN : position.UNKNOWN].any()


class Planner:
    """Plans a fixed turn and keeps what it saw."""

    def __init__(self, plan: Sequence[int]) -> None:
        self.steps, self.asked = plan, 0

    def plan(self, question: Question) -> Sequence[int]:
        self.asked += 1
        legal = legal_steps(question.kernel, question.observed)
        return self.steps if self.asked == 1 else [position.STOP if position.STOP in legal else position.DONE]


def test_a_bot_is_asked_again_when_a_tile_comes_to_light_and_only_then() -> None:
    state = GAME.deal(3, 5, {})
    without = Planner([0, position.STOP, position.DONE])
    take_turn(without, KERNEL, state, 3, 0)
    assert without.asked == 1
    for step in (0, position.STOP, position.DONE):
        KERNEL.apply(state, step)
    with_tile = Planner([0, position.STOP, position.DONE])
    steps = take_turn(with_tile, KERNEL, state, 3, 0)
    assert steps == (0, position.STOP, position.DONE)
    assert with_tile.asked == 3


def test_a_step_that_is_not_legal_is_refused() -> None:
    with pytest.raises(ValueError, match="not legal"):
        take_turn(Planner([position.SKIP]), KERNEL, GAME.deal(3, 5, {}), 3, 0)


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(LookupError, match="textbook"):
        seated("clever")


# ---- greedy ----------------------------------------------------------------------------------------------------------


def all_turns(state: Bytes) -> Iterator[tuple[tuple[int, ...], Bytes]]:
    waiting: list[tuple[tuple[int, ...], Bytes]] = [((), state)]
    while waiting:
        begun, before = waiting.pop()
        for step in legal_steps(KERNEL, before):
            after = before.copy()
            KERNEL.apply(after, step)
            if turn_over(KERNEL, before, after):
                yield (*begun, step), after
            else:
                waiting.append(((*begun, step), after))


def lead(state: Bytes, seat: int) -> float:
    points = np.zeros(2 * MOST_SEATS)
    KERNEL.scores(state, points)
    return float(points[seat] - (points[:3].sum() - points[seat]) / 2)


@pytest.mark.parametrize("beyond", [no_outlook, outlook])
def test_no_turn_looks_better_right_after_it_than_the_greedy_one(beyond: Callable[[Bytes, int], float]) -> None:
    kernel = replace(KERNEL, outlook=beyond)
    for number, state in enumerate(random_positions(3, 12, tiles=False)):
        seat = KERNEL.actor(state)
        chosen = greedy_turn(kernel, state, 3, number)
        values = {turn: lead(after, seat) + beyond(after, seat) for turn, after in all_turns(state)}
        assert values[chosen] == pytest.approx(max(values.values()))


def test_greedy_plays_a_law_tile_when_that_brings_points() -> None:
    played = {
        step - position.PLAY
        for seed in range(6)
        for _, steps in turns([QUICK["greedy"]] * 3, seed)
        for step in steps
        if position.PLAY < step < position.PAY_FROM
    }
    assert played == {position.RETURN, position.THREE, position.COLOURS}


def test_greedy_beats_two_random_players_clearly() -> None:
    standing = Tournament(Programme("kk-card", ("greedy", "random", "random"), blocks=12)).run().bots[0]
    assert standing.ci95[0] > 0.6


# ---- levels for people -----------------------------------------------------------------------------------------------


def test_a_level_plays_what_brings_most_now_and_a_careful_one_nothing_that_loses() -> None:
    hasty, careful = (CasualBot(Level(ideas=200, focus=0.0, simulations=400, slack=slack)) for slack in (1.0, 0.0))
    for state, wins in endings(1, 4):
        points = {turn: lead(after, KERNEL.actor(state)) for turn, after in all_turns(state)}
        assert points[take_turn(hasty, KERNEL, state, 3, 1)] == max(points.values())
        assert wins[take_turn(careful, KERNEL, state, 3, 1)]


# ---- the textbook ----------------------------------------------------------------------------------------------------


def endings(seed: int, count: int) -> Iterator[tuple[Bytes, dict[tuple[int, ...], bool]]]:
    """Positions near the end where some turns win by force and others do not."""
    found = 0
    while found < count:
        seed += 1
        state = position.new_state(3, np.random.default_rng(seed).permutation(56).tolist(), [0] * 8)
        s = state.view(position.STATE)[0]
        while s.left > 5:
            for step in take_turn(QUICK["random"], KERNEL, state, 3, seed + int(s.left)):
                KERNEL.apply(state, step)
        seat, solver = KERNEL.actor(state), Solver(KERNEL, 3)
        if seat < 0:
            continue
        values = {turn: solver.value(after, 100_000) for turn, after in all_turns(state)}
        wins = {turn: value is not None and preference(value, seat, 3, False) > 5_000 for turn, value in values.items()}
        if len(set(wins.values())) == 2:
            found += 1
            yield state, wins


@pytest.mark.parametrize("bot", [TextbookBot(1.0, 3000), SearchBot(1.0, 1200), SearchBot(1.0, 1200, threads=2)])
def test_searching_bots_find_the_turns_that_win_by_force(bot: Bot) -> None:
    chosen = [wins[take_turn(bot, KERNEL, state, 3, 1)] for state, wins in endings(1, 8)]
    assert sum(chosen) >= 7


def test_on_two_threads_a_bot_answers_the_same_each_time() -> None:
    game, hard, games = playable("kardinal"), SearchBot(1.0, 1200, threads=2), []
    for _ in range(2):
        state, turns = game.deal(2, 3, {}), list[tuple[int, ...]]()
        for number in range(4):
            turns.append(take_turn(hard, game.kernel, state, 2, number))
            for step in turns[-1]:
                game.kernel.apply(state, step)
        games.append(turns)
    assert games[0] == games[1]


def test_the_greedy_bot_looks_beyond_the_score_as_the_game_does() -> None:
    assert isinstance(seated("greedy"), GreedyBot) and KERNEL.outlook is outlook


@pytest.mark.parametrize("name", ["hard", "textbook"])
def test_a_bot_thinks_by_the_clock_it_is_given(name: str) -> None:
    """That of a tournament is the processor's; a clock that runs fast enough ends a quarter of an hour at once."""
    state, looks = GAME.deal(3, 5, {}), count()
    bot = seated(name, 900.0, clock=lambda: 60.0 * next(looks))
    assert take_turn(bot, KERNEL, state, 3, 1)
    assert next(looks) > 900 / 60


def test_a_tournament_counts_the_processors_seconds() -> None:
    bot = Programme("kk-card", ("hard", "greedy", "greedy"), 1).seated(0)
    assert isinstance(bot, SearchBot) and bot.clock is time.process_time
