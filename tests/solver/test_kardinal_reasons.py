"""Why a turn of Kardinal is good, and what it does, in words that are true."""

from __future__ import annotations

import random

import pytest

from shelf.language import Language
from solver.games import playable
from solver.games.kardinal import tables
from solver.games.kardinal.facts import facts_of
from solver.games.kardinal.reasons import why
from solver.games.kardinal.state import State, new_state
from solver.games.kardinal.turn_words import tell
from solver.kernel.contract import Bytes

GAME = playable("kardinal")

NAMES = ("Anna", "Ben", "Clara", "Dora")
OPENING = ("H-1,0 +R @0,1", "T1,1", "H2,1", "T2,0")


def position(*turns: str, players: int = 4) -> Bytes:
    state = new_state(players)
    for turn in turns:
        state = GAME.read_turn(state, turn).after
    return state


def steps(state: Bytes, text: str) -> tuple[int, ...]:
    turn = GAME.read_turn(state, text)
    assert turn.complete
    return turn.steps


def reason(state: Bytes, text: str, language: Language = "en") -> str:
    return why(state, steps(state, text), NAMES, language)


def told(state: Bytes, text: str) -> str:
    return tell(state, steps(state, text))


def test_stones_and_those_who_lose_them_are_named() -> None:
    state = position(*OPENING[:2])
    assert reason(state, "H2,1").startswith("Takes 1 yellow stone, Ben loses 1 from the supply.")
    assert reason(state, "H2,1", "de").startswith("Nimmt 1 gelben Stein, Ben verliert 1 aus dem Vorrat.")
    assert reason(state, "H0,-1").startswith("Takes no stone.")


def test_the_start_players_stone_is_named() -> None:
    assert reason(position(), "H-1,0 +G @0,1").startswith("Takes 1 green stone to begin with.")


def test_what_the_cardinal_keeps_from_the_next_player() -> None:
    """Above the yellow tower and the green house Dora's court would touch both."""
    state = position("H0,-1 +R @-1,0", "T1,1")
    assert "but Dora can take 2 stones next" in reason(state, "H2,1 @0,-2")
    said = reason(state, "H2,1 @2,2")
    assert "The cardinal on 2,2 keeps Dora from 2 stones" in said
    assert "leaves Dora 1 stone at most" in said
    assert "Der Kardinal auf 2,2 nimmt Dora den Platz für 2 Steine" in reason(state, "H2,1 @2,2", "de")


def test_a_player_who_has_to_pass_is_named() -> None:
    state = position(*OPENING[:2])
    State.of(state).left[:, 3] = 0
    assert "Dora has to pass" in reason(state, "H2,1")
    assert "Dora muss aussetzen" in reason(state, "H2,1", "de")


def test_the_only_shape_that_is_left_is_named() -> None:
    state = position(*OPENING[:2])
    State.of(state).left[tables.COURT, 3] = 0
    State.of(state).left[tables.TOWER, 3] = 0
    assert "nothing but" not in reason(state, "C2,0/3,0 @0,-1"), "there are no others in hand"
    State.of(state).left[tables.TOWER, 3] = 1
    assert facts_of(state, steps(state, "H2,1")).only is None, "only a tower is left after a house"


def test_the_fourth_colour_takes_stones_out_of_the_game() -> None:
    state = position("RH-1,0 +Y @0,1", "YT1,1", "GH0,-1", players=3)
    facts = facts_of(state, steps(state, "BT-2,0"))
    assert (facts.won, facts.aside, facts.losers) == ({}, {0: 1}, {})
    assert reason(state, "BT-2,0").startswith("Puts 1 red stone out of the game.")


def test_a_colour_that_counts_twice_is_named() -> None:
    state = position(*OPENING[:2])
    s = State.of(state)
    s.supply[2] = 1
    s.stones[2, 1] = 3
    assert "counts 4 yellow stones twice now" in reason(state, "H2,1")


def test_a_turn_is_told_in_words() -> None:
    assert told(position(), "C2,0/3,0 +G @1,1") == (
        "builds the red court on 2,0/3,0, takes 1 green stone to begin with and brings the cardinal in on 1,1"
    )
    assert told(position(*OPENING[:2]), "H2,1 @3,1") == (
        "builds the green house on 2,1, takes 1 yellow stone and moves the cardinal to 3,1"
    )
    stuck = position(OPENING[0])
    State.of(stuck).left[:, 1] = 0
    assert told(stuck, "--") == "cannot build and passes"


def best_haul(state: Bytes) -> int:
    """The most stones that leave the supply when the seat to move builds, or -1."""
    hauls = [-1]
    for text, step in GAME.legal_texts(state).items():
        if text != "--":
            after = state.copy()
            GAME.kernel.apply(after, step)
            hauls.append(int(State.of(state).supply.sum()) - int(State.of(after).supply.sum()))
    return max(hauls)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_turn_has_a_reason_and_every_number_in_it_is_true(players: int, language: Language) -> None:
    dice = random.Random(players)
    for _ in range(6):
        state = new_state(players, fourth_apart=dice.random() < 0.3)
        while GAME.kernel.actor(state) >= 0:
            seat, turn, made, after = GAME.kernel.actor(state), int(State.of(state).turn), list[int](), state.copy()
            while GAME.kernel.actor(after) >= 0 and State.of(after).turn == turn:
                made.append(dice.choice(list(GAME.legal_texts(after).values())))
                GAME.kernel.apply(after, made[-1])
            said = why(state, made, NAMES, language)
            assert said.endswith(".") and "{" not in said
            facts = facts_of(state, made)
            gained = int(State.of(after).stones[seat].sum()) - int(State.of(state).stones[seat].sum())
            assert sum(facts.won.values()) + sum(facts.bonus.values()) == gained
            gone = int(State.of(state).supply.sum()) - int(State.of(after).supply.sum())
            assert gained + sum(facts.aside.values()) == gone
            assert tell(state, made)
            if facts.blocked:
                assert facts.blocked.with_him == best_haul(after)
                assert facts.blocked.without >= facts.blocked.with_him
            state = after
