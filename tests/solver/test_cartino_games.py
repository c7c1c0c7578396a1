"""Whole games of Cartino, step by step on two tables: the kernel's and the plain reference's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from solver.games.cartino import rules
from solver.games.cartino.game import KERNEL
from solver.games.cartino.state import ANY_SUIT, BAG, MOST_PLAYERS
from solver.kernel.contract import Bytes
from tests.solver.cartino_bridge import (
    bag,
    board,
    both,
    both_dealt,
    codes,
    essential_codes,
    fields,
    late,
    played,
    rack,
    standing,
)
from tests.solver.cartino_reference import STONES, Game, Step
from tests.solver.two_tables import kernel_ways, reference_ways

MUST_HAPPEN = {
    *("lay", "joker", "exchange", "done", "pass", "a set", "a set with a joker", "went out", "an exchange alone"),
    *("a joker laid beside one taken back", "an exchanged joker laid again"),
}


def check_sums(state: Bytes, s: dict[str, Any]) -> None:
    """All 66 stones are somewhere, and once."""
    racks = [rack(state, seat) for seat in range(s["players"])]
    everywhere = [*board(state).values(), *bag(state), *(stone for held in racks for stone in held)]
    assert sorted(everywhere) == sorted(STONES) and len(everywhere) == 66
    assert [len(held) for held in racks] == s["held"][: s["players"]] and not any(s["hidden"])
    assert s["jokers"] & ~s["taken"] == 0 and s["now"] & ~s["taken"] == 0
    assert not any(s["bag"][s["left"] :]) and len(s["bag"]) >= BAG
    for seat in range(MOST_PLAYERS):
        assert s["public"][seat] & ~s["rack"][seat] == 0 and s["public_joker"][seat] <= s["joker"][seat]
        if seat >= s["players"]:
            assert not (s["rack"][seat] or s["held"][seat] or s["contacts"][seat] or s["sets"][seat])


def check_table(state: Bytes, s: dict[str, Any], game: Game) -> None:
    """The kernel's bytes and the reference show the same."""
    assert (bool(s["over"]), s["turn"]) == (game.over, game.turn)
    assert game.over or s["seat"] == game.seat
    assert game.over or (s["suit"] == ANY_SUIT) == (game.suit == "")
    assert board(state) == game.board and bag(state) == game.bag
    for seat, player in enumerate(game.players):
        assert sorted(rack(state, seat)) == sorted(player.rack)
        assert (s["contacts"][seat], 10 * s["sets"][seat]) == (player.contacts, player.sets)


def occasions(game: Game, step: Step, before: Game) -> list[str]:
    found = [step.word]
    old, new = before.players[before.seat], game.players[before.seat]
    if new.sets > old.sets:
        found.append("a set")
        places = [*before.laid, step.place]
        found += ["a set with a joker"] if any(game.board[place] == "*" for place in places) else []
    found += ["went out"] if new.finish else []
    found += ["an exchange alone"] if step.word == "done" and before.taken_back and not before.laid else []
    found += ["a joker laid beside one taken back"] if step.word == "joker" and before.taken_back else []
    return found


@pytest.mark.parametrize("games", [300, pytest.param(5000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernel_and_reference_agree_on_whole_games(players: int, games: int) -> None:
    """The legal steps are compared before every step, the tables after every turn, the points at the end."""
    for seed in range(games):
        turn = -1
        for state, game, _ in played(players, seed):
            if game.turn != turn:
                check_table(state, fields(state), game)
                turn = game.turn
        check_sums(state, fields(state))
        assert standing(state) == [sum(parts) for parts in game.score_parts()]
        assert rules.actor(state) == -1 and not codes(state) and not essential_codes(state)


def test_everything_happens_in_these_games() -> None:
    seen: Counter[str] = Counter()
    for players in (2, 3, 4):
        for seed in range(60):
            before, exchanged = None, False
            for _, game, step in played(players, seed):
                if before is not None:
                    seen.update(occasions(game, step, before))
                    seen.update(["an exchanged joker laid again"] if exchanged and step.word == "joker" else [])
                    exchanged |= step.word == "exchange"
                before = game.copy()
    missing = MUST_HAPPEN - seen.keys()
    assert not missing, f"never seen: {sorted(missing)}"


@pytest.mark.parametrize("games", [40, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_lost_after_any_step(players: int, games: int) -> None:
    for seed in range(10_000, 10_000 + games):
        for state, game, _ in played(players, seed):
            s = fields(state)
            check_sums(state, s)
            check_table(state, s, game)
            assert standing(state) == [sum(parts) for parts in game.score_parts()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_ways_lead_on(players: int) -> None:
    """From an opening, and from the end of a game."""
    tables = [both_dealt(players, 11), both_dealt(players, 13), both(late(players, 5)), both(late(players, 6))]
    for state, game in tables:
        for depth in range(1, 5 if game.board else 4):
            assert kernel_ways(KERNEL, state, depth) == reference_ways(game, depth)
