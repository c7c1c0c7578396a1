"""What each seat of the board game can still reach: no play gets beyond it, and in the last round one gets there."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

import pytest

from solver.games import playable
from solver.games.kk_board import policy, rules
from solver.games.kk_board.game import KERNEL
from solver.games.kk_board.hidden import determinize, observe, worlds
from solver.games.kk_board.state import DRAW, EXCHANGE, NOT_MIXED, OVER, PLACE, STATE, STOP
from solver.kernel.contract import Bytes
from solver.kernel.playable import Reach
from solver.kernel.random import seeded
from solver.players.bots import any_step
from solver.search.advice import Limit
from solver.search.advisor import Advisor
from tests.solver.kk_board_bridge import board, both_dealt, codes, played, standing, table
from tests.solver.two_tables import standing_of

GAME = playable("kk-board")


def seen_by(state: Bytes, viewer: int) -> Bytes:
    state = state.copy()
    observe(state, viewer)
    return state


def check(bounds: list[Reach], end: Bytes) -> None:
    for (points, _), bound in zip(standing(end), bounds, strict=True):
        assert points <= bound.most
    assert all(bounds[seat].can_win for seat in GAME.winners(end))


def position(players: int, seed: int, until: Callable[..., bool]) -> Bytes:
    """The first begin of a turn in a random game at which this holds; where it never does, in another game."""
    state, _ = both_dealt(players, seed)
    chance, s = seeded(seed), state.view(STATE)[0]
    while s.phase != PLACE or s.placed or not until(s):
        if s.phase == OVER:
            return position(players, seed + 1000, until)
        rules.apply(state, any_step(KERNEL, state, chance))
    return state


# ---- never too low ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_game_ends_beyond_what_was_in_reach_at_any_step_of_it(players: int) -> None:
    chance, looks, unable = random.Random(players), 0, 0
    for seed in range(500, 503):
        bounds: list[list[Reach]] = []
        for state, game, _ in played(players, seed):
            late = game.second_half and len(game.stack) <= 6
            if not game.over and chance.random() < (0.08 if late else 0.01):
                bounds.append(GAME.reach(seen_by(state, chance.randrange(players))))
        looks += len(bounds)
        for bound in bounds:
            check(bound, state)
            unable += sum(not of.can_win for of in bound)
    assert looks > 4 and unable


@pytest.mark.parametrize(
    ("players", "half", "left"),
    [(3, 0, 30), (4, 0, 1), (5, 1, 30), (3, 1, 9), (4, 1, 5), (5, 1, 2), (3, 1, 0), (5, 1, 0)],
)
def test_quick_players_never_get_beyond_the_bound(players: int, half: int, left: int) -> None:
    for seed in (11, 12):
        state = position(players, seed, lambda s: s.half == half and s.left <= left)
        viewer = int(state.view(STATE)[0].seat)
        bounds, chance = GAME.reach(seen_by(state, viewer)), seeded(players)
        for _ in range(300):
            world = seen_by(state, viewer)
            determinize(world, viewer, chance)
            policy.rollout(world, chance)
            check(bounds, world)


def helped(state: Bytes, helped_one: int, chance: random.Random) -> Bytes:
    """The end of a game in which every step is the best one at sight for one seat, and nobody hurries."""
    end, players = state.copy(), int(state.view(STATE)[0].players)
    while rules.actor(end) >= 0:
        best: list[tuple[float, int]] = []
        for step in codes(end):
            after = end.copy()
            rules.apply(after, step)
            gain, _ = standing_of(KERNEL, after, players)[helped_one]
            best.append((gain + 0.1 * (EXCHANGE <= step < STOP) + 0.5 * chance.random(), step))
        rules.apply(end, max(best)[1])
    return end


@pytest.mark.parametrize(
    ("players", "half", "left"), [(3, 0, 12), (4, 1, 25), (5, 1, 12), (3, 1, 6), (4, 1, 4), (5, 1, 3)]
)
def test_not_even_with_the_help_of_all_the_bound_is_passed(players: int, half: int, left: int) -> None:
    chance = random.Random(left)
    state = position(players, 21, lambda s: s.half == half and s.left <= left)
    bounds = GAME.reach(state)
    for seat in range(players):
        for _ in range(3):
            check(bounds, helped(state, seat, chance))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_search_stays_below(players: int) -> None:
    for seed, left in ((1, 12), (2, 4), (3, 1), (4, 0)):
        state = position(players, seed, lambda s, left=left: s.half == 1 and s.left <= left)
        viewer = int(state.view(STATE)[0].seat)
        bounds = GAME.reach(seen_by(state, viewer))
        for turn in Advisor(KERNEL, state, players, Limit(simulations=900)).advise().turns:
            assert turn.points <= bounds[viewer].most
            assert bounds[viewer].can_win or turn.win == 0


# ---- never too high: all that the last turns can lead to -------------------------------------------------------------


def ends(state: Bytes) -> dict[bytes, Bytes]:
    """Every board at the end, each once; which card is drawn changes nothing any more."""
    boards, found = {_board(state): state}, dict[bytes, Bytes]()
    while boards:
        after = dict[bytes, Bytes]()
        for one in boards.values():
            steps = codes(one)
            for step in steps[:1] if one.view(STATE)[0].phase == DRAW else steps:
                next_one = one.copy()
                rules.apply(next_one, step)
                over = next_one.view(STATE)[0].phase == OVER
                (found if over else after)[_board(next_one)] = next_one
        boards = after
    return found


def _board(state: Bytes) -> bytes:
    """What tells positions of the last round apart: pieces, and the hand of who is in the middle of his turn."""
    s = state.view(STATE)[0]
    hand = s.hand[s.seat].tobytes() if s.phase == PLACE and s.placed else b""
    return b"".join([s.mask.tobytes(), s.councils.tobytes(), s.seat.tobytes(), s.phase.tobytes(), hand])


def best_of(players: int, boards: Iterable[Bytes]) -> list[Reach]:
    most, winners = [0] * players, set[int]()
    for end in boards:
        ranking = standing_of(KERNEL, end, players)
        most = [max(int(points), before) for (points, _), before in zip(ranking, most, strict=True)]
        winners |= {seat for seat in range(players) if ranking[seat] == max(ranking)}
    return [Reach(most[seat], True, seat in winners) for seat in range(players)]


@pytest.mark.parametrize(("players", "seeds"), [(3, range(20, 26)), (4, range(30, 36)), (5, range(40, 46))])
def test_in_the_last_turns_the_bound_is_the_best_of_all_ends(players: int, seeds: range) -> None:
    for seed in seeds:
        turns = 1 + seed % 2
        state = position(players, seed, lambda s, turns=turns: s.ending and s.seat == players - turns)
        assert GAME.reach(state) == best_of(players, ends(state).values())


def test_a_hand_that_nobody_has_seen_may_be_any() -> None:
    compared = 0
    for seed in range(60, 200):
        state = position(3, seed, lambda s: s.ending and s.seat == 1)
        view = seen_by(state, 1)
        if view.view(STATE)[0].mixed == NOT_MIXED and (deals := worlds(view, 12)):
            assert GAME.reach(view) == best_of(3, [end for world in deals for end in ends(world).values()])
            compared += 1
        if compared == 3:
            return
    raise AssertionError("there was too little to compare")


# ---- examples --------------------------------------------------------------------------------------------------------


def test_at_the_end_everybody_has_reached_what_he_has() -> None:
    for state, game, _ in played(4, 900):
        if game.over:
            bounds = GAME.reach(state)
            assert [bound.most for bound in bounds] == [points for points, _ in standing(state)]
            assert [seat for seat in range(4) if bounds[seat].can_win] == GAME.winners(state)


def test_equals_at_the_end_share_the_win() -> None:
    assert [bound.can_win for bound in GAME.reach(board("F1", "L1", ""))] == [True, True, False]


def last_turn(*holdings: str, hand: str) -> Bytes:
    """The last seat has these cards and the last turn of the game."""
    state = table(*holdings, hand=hand, seat=len(holdings) - 1)
    s = state.view(STATE)[0]
    s.half, s.ending, s.left, s.stack[:] = 1, 1, 0, 0
    return state


def test_who_moves_last_helps_the_others_with_his_cloisters() -> None:
    state = last_turn("F12", "F3 E1", "", hand="FA FA BB")
    assert [bound.most for bound in GAME.reach(state)] == [5, 4, 5]


def test_only_the_last_hand_can_pay() -> None:
    assert [bound.most for bound in GAME.reach(last_turn("F12", "F3", "", hand="FR ES LI"))] == [3, 2, 1]


def test_bounds_repeat_and_know_nothing_of_unseen_cards() -> None:
    state = position(4, 5, lambda s: s.half == 1 and s.left <= 7)
    viewer = int(state.view(STATE)[0].seat)
    other = seen_by(state, viewer)
    determinize(other, viewer, seeded(99))
    assert (other != state).any()
    assert (
        GAME.reach(seen_by(state, viewer)) == GAME.reach(seen_by(state, viewer)) == GAME.reach(seen_by(other, viewer))
    )
