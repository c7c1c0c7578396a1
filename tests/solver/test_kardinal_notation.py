"""Kardinal's notation: every word of it, every refusal, setups, final files, and random logs read again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.games import playable
from solver.games.kardinal import tables
from solver.games.kardinal.state import State
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from table.log import gamelog
from table.log.gamelog import GameLogError
from table.log.referee import Match, replay

GAME = playable("kardinal")

PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 2**32)
NAMES = ("Anna", "Ben", "Clara", "Dora")


def opening(players: int = 4) -> Bytes:
    return GAME.deal(players, 0, {})


def refused(state: Bytes, text: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        GAME.read_turn(state, text)
    return caught.value


# ---- words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("H-1,0 +R @0,1", "H-1,0 +R @0,1"),
        ("h-1,0+r@0,1", "H-1,0 +R @0,1"),
        ("h –1 , 0 + red * 0, 1", "H-1,0 +R @0,1"),
        ("RH-1,0 +gelb k0,1", "H-1,0 +Y @0,1"),
        ("Hr-1,0 +Ü @0,+1", "H-1,0 +G @0,1"),
        ("C2,0/3,0 +B @1,1", "C2,0/3,0 +B @1,1"),
        ("C3,0/2,0 +B @1,1", "C2,0/3,0 +B @1,1"),
        ("c2,0> +B @1,1", "C2,0/3,0 +B @1,1"),
        ("c3,0< +B @1,1", "C2,0/3,0 +B @1,1"),
        ("c1,1^ +B @2,0", "C1,1/1,2 +B @2,0"),
        ("c1,2v +B @2,0", "C1,1/1,2 +B @2,0"),
    ],
)
def test_a_turn_may_be_typed_in_many_ways_and_is_written_in_one(typed: str, written: str) -> None:
    turn = GAME.read_turn(opening(), typed)
    assert turn.complete
    assert turn.text == written
    assert GAME.read_turn(opening(), turn.text).after.tobytes() == turn.after.tobytes()


def test_the_colour_is_written_where_a_seat_has_two_and_need_not_be_typed_where_one_is_meant() -> None:
    assert "RH0,1" in GAME.legal_texts(opening(2)) and "H0,1" in GAME.legal_texts(opening(4))
    assert "RH or GH" in str(refused(opening(2), "H0,1 +R @2,0"))
    state = GAME.read_turn(opening(3), "BH-1,0 +R @0,1").after
    assert GAME.read_turn(state, "T1,1").text == "YT1,1", "blue was built last"


def test_a_cardinal_that_stays_need_not_be_written() -> None:
    state = GAME.read_turn(opening(), "H-1,0 +R @0,1").after
    for typed in ("T1,1", "T1,1 keep"):
        turn = GAME.read_turn(state, typed)
        assert turn.complete and turn.text == "T1,1"
    assert not GAME.read_turn(state, "T1,1", ends=False).complete
    assert not GAME.read_turn(opening(), "H-1,0 +R").complete
    assert not GAME.read_turn(opening(), "H-1,0").complete


def test_what_may_be_typed_next_is_what_is_legal_without_what_goes_without_saying() -> None:
    state = GAME.read_turn(opening(), "H-1,0 +R @0,1").after
    begun = GAME.read_turn(state, "T1,1", ends=False).after
    assert set(GAME.legal_texts(begun)) - set(GAME.next_words(begun)) == {"keep"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("X2,0", "'X2,0' is not a step"),
        ("T2", "'T2' is not a step"),
        ("C2,0", "two squares"),
        ("H-1,0/-2,0", "only a court"),
        ("C2,0/4,0", "side by side"),
        ("T9,9", "touches no building"),
        ("T34,0", "touches no building"),
        ("T-30,32", "touches no building"),
        ("YT2,0", "not yours"),
        ("H0,0", "stands the cathedral"),
        ("@2,0", "first a building"),
        ("+R", "only the start player"),
        ("keep", "first a building"),
        ("--", "has to"),
        ("H-1,0 @2,0", "takes a stone"),
        ("H-1,0 +R T1,1", "up already"),
        ("H-1,0 +R @34,0", "touches no building"),
        ("H-1,0 +R @3,0", "not beside a building"),
        ("H-1,0 +R @1,0", "stands the cathedral"),
        ("H-1,0 +R @0,1 T1,1", "too much"),
        ("H-1,0 +R +R", "only the start player"),
    ],
)
def test_refusals_say_why_and_what_would_be_legal(text: str, reason: str) -> None:
    fault = refused(opening(), text)
    assert reason in str(fault)
    assert fault.legal or reason == "too much"


def test_a_spent_building_is_refused() -> None:
    state = opening()
    State.of(state).left[tables.HOUSE, 0] = 0
    assert "no red house is left" in str(refused(state, "H-1,0"))


def test_nothing_can_be_revealed() -> None:
    with pytest.raises(NotationError, match="nothing is hidden"):
        GAME.reveal(opening(), 0, "R")


@settings(max_examples=60, deadline=None)
@given(text=st.text(alphabet="HTCRYGBÜ0123456789,-+/@*<>^v kep", max_size=24), players=PLAYERS)
def test_whatever_is_typed_is_played_or_refused(text: str, players: int) -> None:
    try:
        turn = GAME.read_turn(opening(players), text)
    except NotationError:
        return
    assert all(step in range(GAME.kernel.step_space) for step in turn.steps)


# ---- logs -----------------------------------------------------------------------------------------------------------


def random_log(players: int, seed: int, options: dict[str, str]) -> tuple[str, list[Bytes]]:
    """The text of a random log and the state after each of its lines."""
    dice = random.Random(seed)
    paint = dice.sample(["red", "yellow", "green", "blue"], 4)
    state = GAME.read_setup(players, [(1, f"colours: {' '.join(paint)}")], options)
    header = {"game": GAME.id, "players": ", ".join(NAMES[:players]), **options}
    text = gamelog.written(header, GAME.write_setup(state))
    states, number = [state], 0
    while (seat := GAME.kernel.actor(state)) >= 0:
        number += 1
        turn, steps = int(State.of(state).turn), []
        after = state.copy()
        while GAME.kernel.actor(after) >= 0 and State.of(after).turn == turn:
            steps.append(dice.choice(list(GAME.legal_texts(after).values())))
            GAME.kernel.apply(after, steps[-1])
        text += f"{number} {NAMES[seat]}: {GAME.write_turn(state, steps)}\n"
        state = after
        states.append(state)
    return text, states


def replayed(text: str) -> Match:
    return replay(gamelog.parse(text, Path("game.tbk")))


@settings(max_examples=20, deadline=None)
@given(players=PLAYERS, seed=SEEDS, apart=st.booleans())
def test_a_log_replayed_and_written_again_is_the_same_log(players: int, seed: int, apart: bool) -> None:
    text, states = random_log(players, seed, {"fourth_apart": "yes"} if apart else {})
    match = replayed(text)
    assert [state.tobytes() for state in match.states] == [state.tobytes() for state in states]
    again = gamelog.written(gamelog.parse(text, Path("x")).header, GAME.write_setup(match.opening))
    assert again + "".join(f"{match.line(move)}\n" for move in match.moves) == text


HEAD = "game: kardinal\nplayers: Anna, Ben\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (f"{HEAD}setup\ncolours: red yellow green\n", 4, "each of the 4 colours"),
        (f"{HEAD}setup\ncolours: red yellow green pink\n", 4, "no colour 'PINK'"),
        (f"{HEAD}setup\ncolours: R Y G B\ncolours: R Y G B\n", 5, "twice"),
        (f"{HEAD}setup\nrow 1: FR1\n", 4, "was expected"),
        (f"{HEAD}fourth: yes\nsetup\n", 3, "fourth_apart"),
        (f"{HEAD}setup\n\n1 Anna: RH-1,0\n", 5, "not finished"),
        (f"{HEAD}setup\n\n1 Anna: RH-1,0 +Y @0,1\n2 Ben: YH0,-1\n", 6, "sixth edict"),
        (f"{HEAD}setup\n\n1 Anna: RH-1,0 +Y @0,1\n2 Ben: RT1,1\n", 6, "not yours"),
        (f"{HEAD}setup\n\n1 Anna: RH-1,0 +Y @0,1\n3 Ben: YT1,1\n", 6, "turn 2"),
        (f"{HEAD}setup\n\n1 Ben: YH-1,0 +Y @0,1\n", 5, "Anna's turn"),
        (f"{HEAD}setup\n\n1 Anna: RH-1,0 +Y @0,1\nreveal Ben: R\n", 6, "nothing is hidden"),
        ("game: kardinal\nplayers: Anna, Ben, C, D, E\nsetup\n", 2, "2 to 4 players"),
    ],
)
def test_a_bad_log_is_told_with_its_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(GameLogError) as caught:
        replayed(text)
    assert caught.value.line == line
    assert reason in caught.value.message


def test_the_setup_may_be_left_out_and_colours_may_be_agreed_on() -> None:
    assert replayed(f"{HEAD}setup\n").opening.tobytes() == opening(2).tobytes()
    match = replayed(f"{HEAD}setup\nFarben: blau, grün, gelb, rot\n\n1 Anna: BH-1,0 +Y @0,1\n2 Ben: GT1,1\n")
    picture = GAME.picture(match.state)
    assert [player["colours"] for player in picture["players"]] == [["blue", "yellow"], ["green", "red"]]
    assert GAME.write_setup(match.opening) == ["colours: blue green yellow red"]


# ---- the end of a game without a log --------------------------------------------------------------------------------


def ended(*hands: str) -> Bytes:
    return GAME.read_holdings(
        [[(number, line) for line in hand.split("|")] for number, hand in enumerate(hands, start=2)]
    )


def test_stones_at_the_end_are_counted() -> None:
    state = ended("R1 y4 3G +R5 dom 2", "Y2 | B2 +4Y", "+G3 dom 1", "R4 +B1")
    assert GAME.score_parts(state) == [
        {"stones": 8, "supply": 5, "doubled": 6},
        {"stones": 4, "supply": 4, "doubled": 6},
        {"stones": 0, "supply": 3, "doubled": 3},
        {"stones": 4, "supply": 1, "doubled": 4},
    ]
    assert GAME.tiebreaks(state) == [2, 0, 1, 0]
    assert GAME.winners(state) == [0]
    assert GAME.kernel.actor(state) == -1


def test_two_players_may_get_two_colours_from_the_supply() -> None:
    state = ended("R5 +R3 +B2", "G6 +Y1")
    assert GAME.score_parts(state) == [
        {"stones": 5, "supply": 5, "doubled": 8},
        {"stones": 6, "supply": 1, "doubled": 6},
    ]


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (("R13", ""), "only 12 red"),
        (("R7", "R6"), "only 12 red"),
        (("+R2", "+R2"), "one player only"),
        (("+R2 +G1 +B1", "Y1"), "own colour only"),
        (("dom 4", "dom 3"), "only 6 sides"),
        (("FR1", ""), "no stones"),
    ],
)
def test_impossible_ends_are_refused(hands: tuple[str, ...], reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        ended(*hands)


# ---- pictures -------------------------------------------------------------------------------------------------------


def test_the_drawing_shows_the_fortress_the_cardinal_and_where_the_next_step_may_lead() -> None:
    state = GAME.read_turn(opening(2), "RC2,0/3,0 +Y @1,1").after
    drawing = GAME.drawing(GAME.picture(state, names=NAMES), plain=True)
    shown = {
        (x, y): cell.lines[0].strip()
        for y, row in zip(drawing.rows, drawing.grid, strict=True)
        for x, cell in zip(drawing.columns, row, strict=True)
        if cell
    }
    assert (shown["0", "0"], shown["1", "0"]) == ("DT-", "-DN")
    assert (shown["2", "0"], shown["3", "0"], shown["1", "1"]) == ("RC-", "-RC", "@@")
    assert shown["-1", "0"] == ".."
    picture = GAME.picture(state, names=NAMES)
    picture["steps"] = [step for step in picture["steps"] if step.startswith("YT")]
    marked = [cell for row in GAME.drawing(picture, plain=True).grid for cell in row if cell and ".." in cell.lines[0]]
    assert len(marked) == len(picture["steps"]) > 0


@settings(max_examples=10, deadline=None)
@given(players=PLAYERS, seed=SEEDS)
def test_every_position_can_be_drawn(players: int, seed: int) -> None:
    for state in random_log(players, seed, {})[1]:
        picture = GAME.picture(state, names=NAMES)
        for plain in (False, True):
            drawing = GAME.drawing(picture, plain)
            assert len(drawing.grid) == len(drawing.rows)
            assert all(any(row) for row in drawing.grid)
            if plain:
                assert all(line.isascii() for row in drawing.grid for cell in row if cell for line in cell.lines)


def test_a_letter_is_the_same_colour_on_paper_and_in_the_log_whatever_the_language() -> None:
    for language in ("de", "en"):
        printed = {colour: words["letter"] for colour, words in tables.GAME.words[language]["colour"].items()}
        assert printed == {"red": "R", "yellow": "Y", "green": "G", "blue": "B"}
        setup = f"colours: {' '.join(printed.values())}"
        assert GAME.write_setup(GAME.read_setup(4, [(1, setup)], {})) == ["colours: red yellow green blue"]
