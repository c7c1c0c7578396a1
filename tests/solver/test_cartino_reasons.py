"""Why a turn of Cartino is good, in words: what is said is so, and it is said in both languages."""

from __future__ import annotations

import random

import pytest

from shelf.language import LANGUAGES
from solver.games import playable
from solver.games.cartino import notation, rules
from solver.games.cartino.facts import facts_of
from solver.games.cartino.reasons import why
from solver.kernel.contract import Bytes
from solver.kernel.random import seeded
from solver.players.bots import any_step, turn_over
from tests.solver.cartino_bridge import both, late, table
from tests.solver.cartino_reference import POINTS

GAME = playable("cartino")
NAMES = ["Anna", "Ben", "Clara", "Dora"]


def reason(state: Bytes, turn: str, language: str = "en") -> str:
    steps = notation.read_turn(state, turn).steps
    return why(state, steps, NAMES, language)  # type: ignore[arg-type]


def test_contacts_and_what_they_open() -> None:
    state = table("KA K7 P9", "H7", lying="c3", drawn="P8 P10 R7 R8 R9")
    assert reason(state, "d3 d2").startswith("9 points with 2 stones, 5 of them on d2.")
    assert "Whoever has KA now finds 5 points on d4" not in reason(state, "d2 d3")
    assert "another turn would bring" in reason(state, "d2").lower()
    assert reason(state, "d3 d2", "de").startswith("9 Punkte mit 2 Steinen, davon 5 auf d2.")


def test_a_great_opening_is_told() -> None:
    state = table("KA P9", "H7", lying="c4 e4", drawn="P8 P10 R7 R8 R9")
    assert "whoever has KA now finds 14 points on d4" in reason(state, "d3")
    assert "wer KA hat, findet nun 14 Punkte auf d4" in reason(state, "d3", "de")


def test_a_set_and_going_out() -> None:
    state = table("K7 K8 K9 K10 KB", "P7 PK", drawn="")
    told = reason(state, "a3 a2 b2 c2 d2")
    assert "five at once: 10 points more" in told
    assert "goes out: 10 points more" in told


def test_with_an_empty_bag_it_is_known_what_the_other_one_loses() -> None:
    for seed in range(100):
        state, game = both(late(2, seed))
        lays = [step.place for step in game.lays() if step.word == "lay"]
        if len(game.player.rack) == 1 and lays:
            lost = sum(map(stone_value, game.players[1].rack))
            assert f"and the others lose {lost} point" in reason(state, lays[0])
            return
    raise AssertionError("nobody could go out")


def stone_value(stone: str) -> int:
    return 6 if stone == "*" else POINTS[stone[1:]]


def test_jokers_in_words() -> None:
    state = table("K7 P9 *", "H7", lying="*d1", drawn="P8 P10 R7 R8 R9")
    assert "K7 brings back the joker from d1" in reason(state, "xd1")
    assert "the joker stays on a1" in reason(state, "*a1").lower()


def test_collecting_and_passing() -> None:
    state = table("K7 K8 K9 K10 P9", "H7", drawn="P8 P10 R7 R8 R9")
    assert "keeps 4 stones for a set of clubs" in reason(state, "g1").lower()
    assert reason(table("K7", "P7", lying="d1 *d2", drawn=""), "--") == "Nothing can be laid."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_there_is_something_to_say_about_every_turn_and_the_points_are_right(players: int) -> None:
    chance = random.Random(players)
    state, random_ = GAME.deal(players, 5, {}), seeded(players)
    while rules.actor(state) >= 0:
        seat, before, steps = rules.actor(state), state.copy(), list[int]()
        while True:
            earlier = state.copy()
            steps.append(any_step(GAME.kernel, state, random_))
            rules.apply(state, steps[-1])
            if turn_over(GAME.kernel, earlier, state):
                break
        text = why(before, steps, NAMES, chance.choice(LANGUAGES))
        assert text and "{" not in text
        facts = facts_of(before, steps)
        change = GAME.score_parts(state)[seat]["contacts"] - GAME.score_parts(before)[seat]["contacts"]
        assert facts.own.change == sum(contact.points for contact in facts.contacts) == change
        assert facts.most_now >= change + 10 * facts.set
