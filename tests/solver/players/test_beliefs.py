"""How others play is learnt from their turns, and only from what was seen of them."""

from __future__ import annotations

import pytest

from solver.games import playable
from solver.kernel.contract import Bytes
from solver.players.beliefs import greedy_chances, looks_best, suspected
from solver.players.bots import Bot, SearchBot, Turn, seated, take_turn

ROUNDS = 3


def watched(game_id: str, bots: list[Bot], seed: int) -> tuple[list[Turn], list[tuple[bytes, tuple[int, ...]]]]:
    """The first rounds of a game, as they were and as the first seat saw them."""
    kernel, players = playable(game_id).kernel, len(bots)
    state = playable(game_id).deal(players, seed, {})
    turns: list[Turn] = []
    for number in range(ROUNDS * players):
        steps = take_turn(bots[kernel.actor(state)], kernel, state, players, number)
        turns.append((state.copy(), steps))
        for step in steps:
            kernel.apply(state, step)
    return turns, [(seen(game_id, before), steps) for before, steps in turns]


def seen(game_id: str, state: Bytes) -> bytes:
    view = state.copy()
    playable(game_id).kernel.observe(view, 0)
    return view.tobytes()


@pytest.mark.parametrize("game", ["kardinal", "kk-card"])
@pytest.mark.parametrize(("last", "clear"), [("greedy", 0.8), ("random", 0.5)])
def test_after_some_turns_it_is_clear_who_is_greedy(game: str, last: str, clear: float) -> None:
    kernel, bots = playable(game).kernel, [seated(name) for name in ("greedy", "greedy", last)]
    found = [greedy_chances(kernel, 3, 0, watched(game, bots, seed)[1]) for seed in range(4)]
    assert all(own == 0.0 for own, _, _ in found), "nobody asks about the own seat"
    assert all(greedy > clear for _, greedy, _ in found), found
    assert all(other > clear if last == "greedy" else other < 0.1 for _, _, other in found), found


def test_before_anything_was_played_nobody_is_taken_for_greedy() -> None:
    chances = greedy_chances(playable("kardinal").kernel, 4, 2, [])
    assert chances[2] == 0.0
    assert 0.0 < chances[0] == chances[1] == chances[3] < 0.25


@pytest.mark.parametrize("game", ["kardinal", "kk-card"])
def test_who_gave_no_reason_is_taken_for_one_who_searches(game: str) -> None:
    kernel = playable(game).kernel
    _, turns = watched(game, [seated("greedy"), seated("greedy"), seated("random")], 1)
    assert suspected(greedy_chances(kernel, 3, 0, [])) == (0.0, 0.0, 0.0)
    own, greedy, random = suspected(greedy_chances(kernel, 3, 0, turns))
    assert own == random == 0.0 < greedy


def test_who_is_found_out_tells_something_of_the_others() -> None:
    kernel = playable("kardinal").kernel
    _, turns = watched("kardinal", [seated("greedy")] * 4, 1)
    whole_round = greedy_chances(kernel, 4, 0, turns[:4])
    of_one = greedy_chances(kernel, 4, 0, turns[:2])
    assert whole_round[1] > of_one[1] > of_one[2] > greedy_chances(kernel, 4, 0, [])[2]


@pytest.mark.parametrize("game", ["kk-board", "cartino"])
def test_of_those_who_hold_what_was_not_seen_nothing_is_concluded(game: str) -> None:
    kernel = playable(game).kernel
    _, turns = watched(game, [seated("greedy")] * 3, 1)
    others = [(before, steps) for number, (before, steps) in enumerate(turns) if number % 3]
    assert {looks_best(kernel, 3, before, steps) for before, steps in others} == {None}


def test_a_bot_learns_of_earlier_turns_only_what_its_seat_has_seen() -> None:
    class Listening(SearchBot):
        def plan(self, question):  # type: ignore[no-untyped-def]
            heard.extend(question.earlier)
            return super().plan(question)

    game, heard = playable("kk-board"), []  # type: ignore[var-annotated]
    turns, views = watched("kk-board", [seated("greedy")] * 3, 2)
    state = turns[-1][0].copy()
    for step in turns[-1][1]:
        game.kernel.apply(state, step)
    assert game.kernel.actor(state) == 0
    take_turn(Listening(1.0, 60, watchful=True), game.kernel, state, 3, 1, turns)
    assert heard[: len(views)] == views, "each time it is asked"
    assert any(before.tobytes() != view for (before, _), (view, _) in zip(turns, views, strict=True))
