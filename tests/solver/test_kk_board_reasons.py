"""Why a turn of the board game is good, in words: what is said is so, and it is said in both languages."""

from __future__ import annotations

import random

import pytest

from pnp.definition.game import LANGUAGES
from solver.games import playable
from solver.games.kk_board import rules
from solver.games.kk_board.facts import facts_of
from solver.kernel.contract import Bytes
from solver.kernel.random import seeded
from solver.players.bots import any_step, turn_over
from tests.solver.kk_board_bridge import HOUSE, table

GAME = playable("kk-board")
NAMES = ["Anna", "Ben", "Clara", "Dora", "Emil"]


def reason(state: Bytes, turn: str, language: str = "en") -> str:
    steps = GAME.read_turn(state, turn, ends=False).steps
    return GAME.why(state, steps, NAMES, language)  # type: ignore[arg-type]


def test_a_second_place_and_its_price() -> None:
    state = table("", "L1234", "", hand="LI LI FR")
    assert reason(state, "L5 ?").startswith("Second in Lorraine for one cloister: 4 points, Ben rises to 5.")
    assert reason(state, "L5 ?", "de").startswith("Platz 2 in Lothringen für ein Kloster: 4 Punkte, Ben steigt auf 5.")


def test_a_tied_court_opens_an_alliance() -> None:
    state = table("+U", "I12 +I", "U1", hand="LI LI FR")
    told = reason(state, "+I ?")
    assert "Ties the councils of Ben in Italy, which opens alliance 14 to you: 3 points" in told
    assert "öffnet dir Bündnis 14: 3 Punkte" in reason(state, "+I ?", "de")


def test_a_majority_taken_costs_the_other_an_alliance() -> None:
    state = table("+I", "I123 +IU", "U1", hand="LI LI FR")
    told = reason(state, "+I ?")
    assert "Takes" not in told and "Has the majority in Italy alone now" in told
    assert "Ben loses alliance 14: 3 points" in told


@pytest.mark.parametrize(
    ("cloisters", "turn", "said"),
    [
        ("U6 I12", "I4 ?", "makes a chain of 4 cloisters: 4 points"),
        ("U6 I124", "I5 ?", "makes the chains longer, one of 5 now: 1 point more"),
        ("I1", "I2 I4 ? ?", "3 cloisters in a row, one more makes a chain"),
    ],
)
def test_chains_in_words(cloisters: str, turn: str, said: str) -> None:
    assert said in reason(table(cloisters, "", "", hand="LI LI FR"), turn)


def test_an_exchange_and_a_pair() -> None:
    state = table("", "", "", hand="FA BB LI", open_cards="LI FR")
    assert reason(state, "-FA LI") == "Exchanges FA for a better hand. LI makes a pair, good for any other land."


def test_the_last_field_and_a_full_court_are_told() -> None:
    assert "Nobody can build in Swabia any more" in reason(table("S1", "S23", "", hand="ES FA LI"), "S4 ?")
    assert "The court of Swabia is full for now" in reason(table("S1", "", "", hand="ES FA LI"), "+S ?")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_there_is_something_to_say_about_every_turn_and_the_points_are_right(players: int) -> None:
    chance = random.Random(players)
    state, random_ = GAME.deal(players, 5, {}), seeded(players)
    silent = turns = 0
    while rules.actor(state) >= 0:
        seat, before, steps = rules.actor(state), state.copy(), list[int]()
        while True:
            earlier = state.copy()
            steps.append(any_step(GAME.kernel, state, random_))
            rules.apply(state, steps[-1])
            if turn_over(GAME.kernel, earlier, state):
                break
        language = chance.choice(LANGUAGES)
        text = GAME.why(before, steps, NAMES, language)
        assert "{" not in text
        silent, turns = silent + (not text), turns + 1
        facts = facts_of(HOUSE.map, before, steps)
        change = {
            part: GAME.score_parts(state)[seat][part] - GAME.score_parts(before)[seat][part]
            for part in ("cloisters", "alliances", "chains")
        }
        assert change["cloisters"] == (facts.land.own.change if facts.land else 0)
        if facts.chain:
            assert facts.chain.own.change == change["chains"]
        if facts.court and change["alliances"] > 0:
            assert sum(pact.shift.change for pact in facts.court.gains) == change["alliances"]
    assert silent < turns / 10
