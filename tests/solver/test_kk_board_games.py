"""Whole games of the board game, step by step on two tables: the kernel's and the plain reference's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from solver.games import playable
from solver.games.kk_board import rules
from solver.games.kk_board import state as position
from solver.games.kk_board.game import KERNEL
from solver.games.kk_board.state import UNKNOWN
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.players.bots import seated, take_turn
from tests.solver.kk_board_bridge import HOUSE, Both, both_dealt, codes, fields, parts, place, played, standing
from tests.solver.kk_board_reference import Game, Step
from tests.solver.two_tables import kernel_ways, reference_ways

MUST_HAPPEN = {
    *("place", "exchange", "stop", "take", "blind", "council", "pair", "second piece", "interim in a draw"),
    *("interim while cards are turned up", "last round", "empty court"),
}


def check_sums(s: dict[str, Any], on: Both = HOUSE) -> None:
    """All cards and pieces are somewhere, and once."""
    stack = s["stack"][: s["left"]]
    assert not any(s["stack"][s["left"] :])
    for kind, card in enumerate(on.map.card_ids):
        held = sum(hand[kind] for hand in s["hand"])
        total = held + s["open"][kind] + s["discard"][kind] + stack.count(kind)
        assert total == on.plain.cards[card] - (5 - s["players"])
    assert [sum(hand) for hand in s["hand"]] == s["held"]
    assert s["taken"] == sum(s["mask"]) and s["taken"] < 1 << len(on.map.fields)
    for seat in range(s["players"]):
        assert s["mask"][seat].bit_count() + s["cloisters_left"][seat] == 20
        assert sum(land[seat] for land in s["councils"]) + s["councils_left"][seat] == 8
        assert sum(land[seat] for land in s["cloisters"]) == s["mask"][seat].bit_count()
        assert all(seen <= held for seen, held in zip(s["public"][seat], s["hand"][seat], strict=False))
    for seat in range(s["players"], MOST_SEATS):
        assert not s["mask"][seat] and not s["cloisters_left"][seat] and not s["held"][seat]


def check_table(s: dict[str, Any], game: Game, on: Both = HOUSE) -> None:
    """The kernel's bytes and the reference show the same."""
    cards, kinds, lands = on.map.card_ids, len(on.map.kinds), len(on.map.lands)
    unused = UNKNOWN + 1 - kinds
    phase = position.OVER if game.over else position.DRAW if game.drawing else position.PLACE
    assert (s["phase"], s["seat"], s["turn"]) == (phase, game.seat, game.turn)
    assert (bool(s["half"]), bool(s["ending"])) == (game.second_half, game.last_round)
    assert [cards[kind] for kind in s["stack"][: s["left"]]] == game.stack
    assert s["open"] == [*(game.open.count(card) for card in cards), *[0] * unused]
    assert s["discard"][:kinds] == [game.discards.count(card) for card in cards]
    for seat, player in enumerate(game.players):
        assert s["hand"][seat] == [*(player.hand.count(card) for card in cards), *[0] * unused]
        assert s["mask"][seat] == sum(1 << on.map.field_ids.index(name) for name in player.cloisters)
        assert [land[seat] for land in s["councils"][:lands]] == [
            player.councils.count(code) for code in on.map.land_codes
        ]
        assert s["interim"][seat] == player.interim


def check_scores(state: Bytes, game: Game) -> None:
    assert parts(state) == game.score_parts()
    assert standing(state) == list(zip(map(sum, game.score_parts()), game.tiebreaks(), strict=True))
    assert playable("kk-board").winners(state) == game.winners()


def occasions(game: Game, step: Step, halves: tuple[bool, bool], pieces: int) -> list[str]:
    found = [step.word]
    if step.word == "place":
        found += ["council"] if step.place[0] == "+" else []
        found += ["pair"] if place(step.place) != step else []
        found += ["second piece"] if pieces == 1 else []
    if halves == (False, True):
        found.append("interim in a draw" if game.drawing else "interim while cards are turned up")
    found += ["last round"] if game.last_round else []
    found += ["empty court"] if not any(player.councils for player in game.players) else []
    return found


@pytest.mark.parametrize("games", [300, pytest.param(5000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_kernel_and_reference_agree_on_whole_games(players: int, games: int) -> None:
    """The legal steps are compared before every step, the tables after every turn, the points at the end."""
    seen: Counter[str] = Counter()
    for seed in range(games):
        turn, half, pieces = -1, False, 0
        for state, game, step in played(players, seed):
            seen.update(occasions(game, step, (half, game.second_half), pieces))
            half, pieces = game.second_half, game.pieces
            if game.turn != turn:
                check_table(fields(state), game)
                turn = game.turn
        check_sums(fields(state))
        check_scores(state, game)
        assert rules.actor(state) == -1 and not codes(state)
    assert seen.keys() >= MUST_HAPPEN, f"never seen: {sorted(MUST_HAPPEN - seen.keys())}"


@pytest.mark.parametrize("games", [25, pytest.param(500, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_is_lost_after_any_step(players: int, games: int) -> None:
    for seed in range(10_000, 10_000 + games):
        for state, game, _ in played(players, seed):
            s = fields(state)
            check_sums(s)
            check_table(s, game)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_scores_agree_in_mid_game(players: int) -> None:
    for seed in range(1000, 1004):
        for state, game, _ in played(players, seed):
            check_scores(state, game)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_ways_lead_on_from_an_opening(players: int) -> None:
    state, game = both_dealt(players, 11)
    for depth in range(1, 4):
        assert kernel_ways(KERNEL, state, depth) == reference_ways(game, depth)


@pytest.mark.parametrize(("players", "names"), [(3, ("greedy", "random", "easy")), (5, ("greedy", "greedy", "random"))])
def test_bots_play_a_game_that_the_log_can_tell(players: int, names: tuple[str, ...]) -> None:
    """Whole turns of bots, written down and read again, lead to the same end."""
    game = playable("kk-board")
    state = game.deal(players, 8, {})
    read = game.read_setup(players, list(enumerate(game.write_setup(state))), {})
    turn = 0
    while (seat := rules.actor(state)) >= 0:
        bot = seated(names[seat % len(names)])
        steps = take_turn(bot, game.kernel, state, players, seed=turn)
        read = game.read_turn(read, game.write_turn(state, steps)).after
        for step in steps:
            rules.apply(state, step)
        turn += 1
    assert read.tobytes() == state.tobytes()
    check_sums(fields(state))
    greedy = [sum(part) for seat, part in enumerate(parts(state)) if names[seat % len(names)] == "greedy"]
    assert max(greedy) > 25
