"""Whole games of the card game, step by step on two tables: the kernel's and the plain reference's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from solver.games.kk_card import rules
from solver.games.kk_card import state as position
from solver.games.kk_card.game import KERNEL
from solver.games.kk_card.tables import CARD_IDS, LAND_IDS, LAW_KINDS, ROUTE_IDS, SYMBOL_IDS
from solver.kernel.contract import MOST_SEATS, Bytes
from tests.solver.kk_card_bridge import codes, fields, number_of, parts, standing, winner
from tests.solver.kk_card_play import played, shuffled
from tests.solver.kk_card_reference import CARDS, COLUMNS, LAWS, ROWS, STONES_EACH, Game
from tests.solver.two_tables import kernel_ways, reference_ways

PHASES = {
    position.TAKE: "take",
    position.PAY: "pay",
    position.STONE: "stone",
    position.MOVE: "drop",
    position.OVER: "over",
}

MUST_HAPPEN = {
    *(word + switch for switch in ("", " (first ends)") for word in ("take", "pay", "stop", "skip", "law")),
    *(word + switch for switch in ("", " (first ends)") for word in ("place", "lift", "drop", "done")),
    *("take own marked", "take foreign marked"),
    *("take with three", "take with colours", "take with colours and three"),
    *("three in take", "colours in take", "return in take", "return in stone"),
}


def check_sums(s: dict[str, Any]) -> None:
    """Nothing is lost from the box, and the kernel's counters agree with what lies on the table."""
    rows = [range(row * COLUMNS + s["lo"][row], row * COLUMNS + s["hi"][row] + 1) for row in range(ROWS)]
    on_show = [cell for row in rows for cell in row]
    assert s["left"] == len(on_show)
    assert s["left"] + sum(s["cards"]) == len(CARDS) == len(set(s["card"]))
    for layer in ("stone", "tile"):
        assert [s[layer][cell] for cell in on_show].count(0) == s[layer].count(0) - len(CARDS) + len(on_show)
    for seat in range(MOST_SEATS):
        assert s["shown"][seat] == s["stone"].count(seat + 1)
        stones = STONES_EACH if seat < s["players"] else 0
        assert s["stock"][seat] + s["shown"][seat] + s["lost"][seat] == stones
        assert s["cards"][seat] == sum(s["lands"][seat]) == sum(s["routes"][seat])
    for number, kind in enumerate(LAW_KINDS[1:], start=1):
        held = sum(hand[number] for hand in s["hand"])
        assert s["tile"].count(number) + held + s["played"][number] == LAWS.count(kind)


def check_table(s: dict[str, Any], game: Game) -> None:
    """The kernel's bytes and the reference show the same stones, tiles and turn."""
    assert PHASES[s["phase"]] == ("over" if game.over else game.phase)
    assert (s["seat"], s["taken"]) == (game.seat, len(game.taken))
    stones = dict(game.stones)
    if game.lifted:
        assert s["lifted"] == number_of(game.lifted)
        stones[game.lifted] = game.seat
    assert len(CARDS) - s["stone"].count(0) == len(stones)
    assert all(s["stone"][number_of(cell)] == owner + 1 for cell, owner in stones.items())
    assert len(CARDS) - s["tile"].count(0) == len(game.tiles)
    assert all(LAW_KINDS[s["tile"][number_of(cell)]] == kind for cell, kind in game.tiles.items())
    for seat, player in enumerate(game.players):
        assert (s["stock"][seat], s["lost"][seat]) == (player.stock, player.lost)
        assert s["hand"][seat] == [player.hand.count(kind) for kind in [*LAW_KINDS, "unknown"]]


def check_piles(s: dict[str, Any], game: Game) -> None:
    """The same cards lie on the display, and the kernel's counters tell what the players have of them."""
    display = {
        (row, column): CARD_IDS[s["card"][row * COLUMNS + column]]
        for row in range(ROWS)
        for column in range(s["lo"][row], s["hi"][row] + 1)
    }
    assert display == {cell: card.id for cell, card in game.display.items()}
    for seat, player in enumerate(game.players):
        assert s["cards"][seat] == len(player.cards)
        lands = Counter(card.land for card in player.cards)
        assert s["lands"][seat] == [lands[land] for land in LAND_IDS]
        circles = Counter((card.land, symbol) for card in player.cards for symbol in card.symbols)
        assert s["symbols"][seat] == [[circles[land, kind] for kind in SYMBOL_IDS] for land in LAND_IDS]
        routes = Counter(card.route for card in player.cards)
        assert s["routes"][seat] == [routes[route] for route in ROUTE_IDS]


def check_scores(state: Bytes, game: Game) -> None:
    assert parts(state) == [list(part.values()) for part in game.score_parts()]
    cards = [len(player.cards) for player in game.players]
    assert standing(state) == list(zip(game.scores(), cards, strict=True))
    assert winner(state) == game.winner()


@pytest.mark.parametrize("games", [300, pytest.param(10_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_kernel_and_reference_agree_on_whole_games(players: int, games: int) -> None:
    """The legal steps are compared before every step, the tables before every turn and at the end."""
    seen: Counter[str] = Counter()
    for seed in range(games):
        seat = -1
        for state, game, what in played(players, seed):
            seen.update(what)
            if game.seat != seat:
                check_table(fields(state), game)
                seat = game.seat
        check_sums(fields(state))
        check_piles(fields(state), game)
        check_scores(state, game)
        assert rules.actor(state) == -1 and not codes(state)
    assert seen.keys() >= MUST_HAPPEN, f"never seen: {sorted(MUST_HAPPEN - seen.keys())}"


@pytest.mark.parametrize("games", [30, pytest.param(1000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_tables_agree_after_every_step(players: int, games: int) -> None:
    for seed in range(games):
        for state, game, what in played(players, seed):
            s = fields(state)
            check_sums(s)
            check_table(s, game)
            if what[0].startswith("take"):
                check_piles(s, game)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_scores_agree_in_mid_game(players: int) -> None:
    for seed in range(1000, 1002):
        for state, game, _ in played(players, seed):
            check_scores(state, game)


# ---- how many ways lead on -------------------------------------------------------------------------------------------


def reached(players: int, seed: int, left: int) -> tuple[Bytes, Game]:
    """The first begin of a turn in a random game with no more than so many cards on the display."""
    for state, game, _ in played(players, seed):
        if len(game.display) <= left and game.phase == "take" and not game.taken:
            return state, game
    raise AssertionError("the display ran empty in one turn")


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("seed", [11, 12, 16])
def test_as_many_ways_lead_on_from_an_opening(players: int, seed: int) -> None:
    state, game = shuffled(players, seed)
    for depth in range(1, 6):
        assert kernel_ways(KERNEL, state, depth) == reference_ways(game, depth)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize(("left", "depth"), [(40, 5), (24, 6), (12, 7), (6, 9)])
def test_as_many_ways_lead_on_from_mid_game(players: int, left: int, depth: int) -> None:
    for seed in range(20, 23):
        state, game = reached(players, seed, left)
        assert kernel_ways(KERNEL, state, depth) == reference_ways(game, depth)


def kernel_ends(state: Bytes) -> Counter[tuple[tuple[float, float], ...]]:
    """Every way to play on to the end, counted by the points and tie-breaks it leads to."""
    offered = codes(state)
    if not offered:
        return Counter([tuple(standing(state))])
    ends: Counter[tuple[tuple[float, float], ...]] = Counter()
    for code in offered:
        child = state.copy()
        rules.apply(child, code)
        ends += kernel_ends(child)
    return ends


def reference_ends(game: Game) -> Counter[tuple[tuple[float, float], ...]]:
    offered = game.legal()
    if not offered:
        cards = [len(player.cards) for player in game.players]
        return Counter([tuple(zip(game.scores(), cards, strict=True))])
    ends: Counter[tuple[tuple[float, float], ...]] = Counter()
    for step in offered:
        child = game.copy()
        child.apply(step)
        ends += reference_ends(child)
    return ends


@pytest.mark.parametrize("players", [3, 4, 5])
def test_all_ways_to_play_the_last_cards_end_alike(players: int) -> None:
    for seed in range(40, 44):
        state, game = reached(players, seed, 4)
        assert kernel_ends(state) == reference_ends(game)
