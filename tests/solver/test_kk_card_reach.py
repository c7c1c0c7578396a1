"""What each seat of the card game can still reach: no line of play gets beyond it, and some deal gets there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations, product

import numpy as np
import pytest

from solver.games.kk_card import hidden, policy, rules
from solver.games.kk_card.game import KERNEL
from solver.games.kk_card.reach import Reach, reach
from solver.games.kk_card.state import COLOURS, MINUS, NONE, RETURN, STATE, TAKE, THREE, new_state
from solver.kernel.contract import Bytes
from solver.kernel.random import seeded
from solver.players.bots import any_step
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.exact import Solver
from tests.solver.kk_card_bridge import collected, give_law, shrink, standing, table, winner
from tests.solver.kk_card_play import played
from tests.solver.kk_card_reference import Card, Game


def seen_by(state: Bytes, viewer: int) -> Bytes:
    state = state.copy()
    hidden.observe(state, viewer)
    return state


def check(bounds: list[Reach], end: list[tuple[float, float]], won: int | None) -> None:
    assert all(points <= bound.most for (points, _), bound in zip(end, bounds, strict=True))
    assert won is None or bounds[won].can_win


# ---- never too low ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_game_ends_beyond_what_was_in_reach_at_any_step_of_it(players: int) -> None:
    chance, looks = random.Random(players), 0
    for seed in range(3):
        bounds: list[list[Reach]] = []
        for state, game, _ in played(players, 700 + seed):
            if chance.random() < (0.002 if len(game.display) > 20 else 0.03):
                bounds.append(reach(seen_by(state, chance.randrange(players))))
        looks += len(bounds)
        for bound in bounds:
            check(bound, standing(state), winner(state))
    assert looks > 3


@pytest.mark.parametrize(("players", "left"), [(3, 30), (4, 16), (5, 9), (3, 6)])
def test_quick_players_never_get_beyond_the_bound(players: int, left: int) -> None:
    state, viewer = position(players, 3, left)
    bounds, chance = reach(seen_by(state, viewer)), seeded(players)
    for _ in range(200):
        world = seen_by(state, viewer)
        hidden.determinize(world, viewer, chance)
        policy.rollout(world, chance)
        check(bounds, standing(world), winner(world))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_search_and_the_exact_solver_stay_below(players: int) -> None:
    for seed, left in ((1, 20), (2, 5), (3, 5), (4, 4)):
        state, viewer = position(players, seed, left)
        bounds = reach(seen_by(state, viewer))
        advice = Advisor(KERNEL, state, players, Limit(simulations=900)).advise()
        for turn in advice.turns:
            assert turn.points <= bounds[viewer].most
            assert bounds[viewer].can_win or turn.win == 0
        if left <= 5:
            value = Solver(KERNEL, players).value(state, 2_000_000)
            assert value is not None
            end = [(float(value[seat]), float(value[5 + seat])) for seat in range(players)]
            check(bounds, end, end.index(max(end)) if end.count(max(end)) == 1 else None)


def position(players: int, seed: int, left: int) -> tuple[Bytes, int]:
    """The begin of a turn in a random game, and who is to move."""
    deal, chance = np.random.default_rng(seed), seeded(seed)
    tiles = [RETURN, THREE, COLOURS, MINUS] * 2
    state = new_state(players, deal.permutation(56).tolist(), deal.permutation(tiles).tolist())
    s = state.view(STATE)[0]
    while not (s.left <= left and s.phase == TAKE and s.taken == 0):
        rules.apply(state, any_step(KERNEL, state, chance))
    return state, int(s.seat)


# ---- never too high: all deals of the last cards ---------------------------------------------------------------------


def without_other_laws(state: Bytes, game: Game) -> None:
    """Takes "three symbols" and "many colours" out of the game, so that a turn is a turn."""
    s = state.view(STATE)[0]
    for number, kind in ((THREE, "three"), (COLOURS, "colours")):
        s.played[number] = 2
        s.hand[:, number] = 0
        s.tile[s.tile == number] = NONE
        for player in game.players:
            player.hand = [law for law in player.hand if law != kind]
        game.tiles = {cell: law for cell, law in game.tiles.items() if law != kind}


def turns_needed(cards: list[Card]) -> int:
    """Each turn is one land and two symbols."""
    lands = Counter(card.land for card in cards)
    circles = Counter(card.land for card in cards for _ in card.symbols)
    return sum(max(1, -(-circles[land] // 2)) for land in lands)


def playable_in_turns(game: Game, piles: list[list[Card]]) -> bool:
    """Whether some number of turns lets everybody take his pile, with a card in every turn or all stones paid."""
    players = len(game.players)
    for turns in range((len(game.display) + 1) * players + 1):
        own = [(turns + players - 1 - (seat - game.seat) % players) // players for seat in range(players)]
        stones = [one.stock + list(game.stones.values()).count(seat) for seat, one in enumerate(game.players)]
        if all(
            turns_needed(piles[seat]) <= own[seat] and len(piles[seat]) >= min(own[seat], stones[seat])
            for seat in range(players)
        ):
            return True
    return False


def hands(game: Game, viewer: int) -> Iterator[tuple[list[list[str]], dict[tuple[int, int], str]]]:
    """Every way in which the law tiles that the viewer has not seen can lie."""
    places = [seat for seat, one in enumerate(game.players) for _ in one.hand if seat != viewer]
    unseen = [law for seat, one in enumerate(game.players) for law in one.hand if seat != viewer]
    unseen += game.tiles.values()
    for order in set(permutations(unseen)):
        held = [list(one.hand) if seat == viewer else [] for seat, one in enumerate(game.players)]
        for seat, law in zip(places, order, strict=False):
            held[seat].append(law)
        yield held, dict(zip(game.tiles, order[len(places) :], strict=True))


def all_deals(game: Game, viewer: int) -> list[Reach]:
    """The most of every seat, and who can win, over all deals of what is left."""
    players = range(len(game.players))
    most, wins = [-99] * len(players), set[int | None]()
    for owners in product(players, repeat=len(game.display)):
        piles: list[list[Card]] = [[] for _ in players]
        for owner, card in zip(owners, game.display.values(), strict=True):
            piles[owner].append(card)
        if not playable_in_turns(game, piles):
            continue
        for held, tiles in hands(game, viewer):
            end = game.copy()
            for seat in players:
                end.players[seat].cards += piles[seat]
                end.players[seat].hand = list(held[seat])
            for owner, cell in zip(owners, game.display, strict=True):
                end.players[owner].hand += [tiles[cell]] if cell in tiles else []
            most = [max(pair) for pair in zip(most, end.scores(), strict=True)]
            wins.add(end.winner())
    return [Reach(most[seat], True, seat in wins) for seat in players]


def test_the_bound_is_the_best_deal_of_the_last_cards() -> None:
    seen = set[bool]()
    for players, left, seeds in ((3, 5, range(3)), (4, 4, range(3)), (5, 3, range(2))):
        for seed in seeds:
            state, game = ending(players, 800 + seed, left)
            without_other_laws(state, game)
            viewer = seed % players
            bounds = reach(seen_by(state, viewer))
            assert bounds == all_deals(game, viewer)
            seen |= {bound.can_win for bound in bounds}
    assert seen == {True, False}


def ending(players: int, seed: int, left: int) -> tuple[Bytes, Game]:
    for state, game, _ in played(players, seed):
        if len(game.display) <= left and game.phase == "take" and not game.taken and not game.in_force:
            return state, game
    raise AssertionError("the display ran empty in one turn")


# ---- examples --------------------------------------------------------------------------------------------------------


def test_at_the_end_everybody_has_reached_what_he_has() -> None:
    for state, game, _ in played(4, 900):
        if game.over:
            bounds = reach(state)
            assert [bound.most for bound in bounds] == [points for points, _ in standing(state)]
            assert [seat for seat in range(4) if bounds[seat].can_win] == [winner(state)]


def last_card(card: str, *piles: list[str]) -> Bytes:
    """Everybody holds his pile, and one card is left."""
    state = table(players=len(piles), cards={(0, 0): card})
    held = collected(*piles).view(STATE)[0]
    s = state.view(STATE)[0]
    for field in ("cards", "lands", "symbols", "routes"):
        s[field] = held[field]
    shrink(state, 0, 0, 0)
    for row in (1, 2, 3):
        shrink(state, row, 1, 0)
    s.played[:], s.tile[:] = (0, 2, 2, 2, 2, 0), NONE
    return state


def test_only_who_is_to_move_gets_the_last_card() -> None:
    state = last_card("FR7", ["FR1"], ["FR2"], ["DA1", "DA2"])
    first, second, third = reach(state)
    assert (first.most, second.most, third.most) == (10, 4, 6)
    assert first.can_win and not second.can_win and not third.can_win


def test_a_tile_that_nobody_has_seen_may_cost_two_points_or_not() -> None:
    state = last_card("SA7", ["FR1"], ["FR2"], ["DA1", "DA2"])
    s = state.view(STATE)[0]
    s.played[MINUS] = s.played[RETURN] = 1
    give_law(state, 1, "minus")
    give_law(state, 2, "return")
    assert [bound.most for bound in reach(state)] == [17, 8, 6]
    assert [bound.most for bound in reach(seen_by(state, 0))] == [17, 10, 6]
    assert [bound.most for bound in reach(seen_by(state, 1))] == [17, 8, 6]


def test_bounds_repeat_and_know_nothing_of_face_down_tiles() -> None:
    state, viewer = position(4, 5, 24)
    other = seen_by(state, viewer)
    hidden.determinize(other, viewer, seeded(99))
    assert (other != state).any()
    assert reach(seen_by(state, viewer)) == reach(seen_by(state, viewer)) == reach(seen_by(other, viewer))
