"""The game that `timbuktu init --plays` writes: its rules, and what codes give it for nothing."""

from __future__ import annotations

import pytest

from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from solver.kernel.record import Record, u1
from solver.kernel.secrecy import still_sealed
from tests.contract.games import game_of

GAME = game_of("night-market")
SETUP = ["wares: SA3 SK4 TU5 BU6 SA2 BU3 TU2", "hand 1: 2 4 14 15 21 27 28", "hand 2: 7 8 11 13 20 22 25"]
THIRD = "hand 3: 3 5 9 12 16 17 26"


def opened(*lines: str, players: int = 3) -> Bytes:
    return GAME.read_setup(players, list(enumerate(lines, start=1)), {})


def bid(state: Bytes, *bids: str) -> Bytes:
    for text in bids:
        state = GAME.read_turn(state, text).after
    return state


def test_the_brightest_takes_the_ware_and_the_dimmest_a_coin() -> None:
    state = bid(opened(*SETUP, THIRD), "21", "7", "12")
    assert GAME.score_parts(state) == [
        {"wares": 3, "sets": 0, "coins": 0},
        {"wares": 0, "sets": 0, "coins": 1},
        {"wares": 0, "sets": 0, "coins": 0},
    ]
    state = bid(state, "2", "25", "26")
    assert [sum(parts.values()) for parts in GAME.score_parts(state)] == [4, 1, -4]
    state = bid(state, "27", "8", "9", "28", "11", "3")
    assert GAME.score_parts(state)[0] == {"wares": 14, "sets": 4, "coins": 1}


def test_hands_that_nobody_told_may_hold_whatever_was_not_seen() -> None:
    state = opened(*SETUP)
    assert GAME.write_setup(state) == [*SETUP, "hand 3: ?"]
    legal = GAME.legal_texts(bid(state, "21", "7"))
    assert "12" in legal and not {"21", "7", "2", "25"} & set(legal)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hand 3: 3 5 9 12 16 17 28", "hand 3: 28 is there twice"),
        ("hand 3: 3 5 9", "7 were expected, but found 3"),
        ("hand 3: 3 5 9 12 16 17 29", "there is no '29'"),
        ("hand 4: ?", "were expected, but found 'hand 4: ?'"),
        ("hand 2: ?", "hand 2 is there twice"),
    ],
)
def test_a_slip_in_the_setup_is_told_with_its_line(line: str, message: str) -> None:
    with pytest.raises(NotationError, match=message.replace("?", r"\?")) as fault:
        opened(*SETUP, line)
    assert fault.value.line == 4


def test_the_table_can_be_typed_in() -> None:
    entry = GAME.setup_entry(3, {})
    for line in (SETUP[0], SETUP[1].removeprefix("hand 1: "), SETUP[2]):
        entry.enter(line)
    assert entry.prompt() == "hand 3" and "26" in entry.words() and entry.lines() == SETUP
    with pytest.raises(NotationError, match="28 is there twice"):
        entry.enter("3 5 9 12 16 17 28")
    assert entry.enter("?") == ["hand 3: ?"]
    assert entry.prompt() is None and entry.state().tobytes() == opened(*SETUP).tobytes()


@pytest.mark.parametrize(
    ("text", "message"),
    [("7", "lantern 7 is not in this hand"), ("x", "'X' is not a step"), ("21 27", "the turn is over after 21")],
)
def test_a_bid_that_cannot_be_is_refused_with_the_reason(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        GAME.read_turn(opened(*SETUP, THIRD), text)


def test_a_bid_is_sealed_for_the_others_until_all_have_bid() -> None:
    state, lights = opened(*SETUP, THIRD), [20, 6, 11]
    assert still_sealed(GAME.kernel, state, lights[:1], [], viewer=1)
    assert still_sealed(GAME.kernel, state, lights[:1], lights[1:2], viewer=2)
    assert not still_sealed(GAME.kernel, state, lights[:1], lights[1:], viewer=2)
    assert not still_sealed(GAME.kernel, state, lights[:1], [], viewer=0)


def test_a_field_that_numpy_would_hide_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Rounds\.round: numpy's records have a method of that name"):

        class Rounds(Record):
            round = u1()


def test_whoever_the_log_is_for_is_asked_for_the_own_hand_alone() -> None:
    entry = GAME.setup_entry(3, {}, 0)
    entry.enter(SETUP[0])
    assert entry.prompt() == "hand 1"
    assert "26" not in entry.words("1 26 ")
    entry.enter(SETUP[1])
    assert entry.prompt() is None
    assert GAME.write_setup(entry.state())[2:] == ["hand 2: ?", "hand 3: ?"]
