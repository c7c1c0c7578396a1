"""The book of openings: it is played on both sides of the axis and in all colours, and a spoilt one does no harm."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from shelf.csv_files import read_csv
from shelf.errors import DefinitionError
from shelf.language import LANGUAGES
from solver.games import playable
from solver.games.kardinal import book
from solver.games.kardinal.codes import COLOUR_LETTERS
from solver.games.kardinal.state import new_state
from solver.games.kardinal.tables import GAME as DATA
from solver.kernel.contract import Bytes, legal_steps, same_turn
from solver.players.bots import SearchBot, seated, take_turn

GAME = playable("kardinal")
KERNEL = GAME.kernel
ROWS = read_csv(DATA.folder / book.FILE).rows


def after(line: str, paint: tuple[int, ...] = (0, 1, 2, 3), turned: bool = False) -> Bytes:
    """The position after a line of the book, with other colours on the table or on the other side of the axis."""
    state = new_state(2, paint)
    letters = {COLOUR_LETTERS[number]: COLOUR_LETTERS[colour] for number, colour in enumerate(paint)}
    for turn in line.split(book.BETWEEN) if line else []:
        text = "".join(letters.get(letter, letter) for letter in turn)
        state = GAME.read_turn(state, mirrored(text) if turned else text).after
    return state


def mirrored(turn: str) -> str:
    """A turn on the other side of the axis."""
    return re.sub(r",(-?[0-9]+)", lambda y: f",{-int(y[1])}", turn)


def playable_whole(state: Bytes, turn: tuple[int, ...]) -> bool:
    """Whether steps are a whole turn."""
    state, begun = state.copy(), state.copy()
    for step in turn:
        if not same_turn(begun, state) or step not in legal_steps(KERNEL, state):
            return False
        KERNEL.apply(state, step)
    return not same_turn(begun, state)


def test_every_row_is_found_and_can_be_played_in_all_colours_and_mirrored() -> None:
    assert len(ROWS) >= 10
    for row in ROWS:
        turn = KERNEL.book(after(row["line"]))
        assert GAME.write_turn(after(row["line"]), turn) == row["turn"]
        for paint, turned in (((2, 3, 0, 1), False), ((0, 3, 2, 1), True), ((1, 0, 3, 2), True)):
            state = after(row["line"], paint, turned)
            assert playable_whole(state, KERNEL.book(state))


def test_chances_are_shares_of_long_searches() -> None:
    for row in ROWS:
        assert 0 < float(row["chance"]) < 1
        assert 0 <= float(row["error"]) < 0.05
        assert int(row["simulations"]) >= 200_000


def test_hard_plays_from_the_book_for_two() -> None:
    opening = GAME.deal(2, 0, {})
    assert take_turn(seated("hard", 60.0), KERNEL, opening, 2, 0) == KERNEL.book(opening)
    assert KERNEL.book(GAME.deal(3, 0, {})) == ()


def test_a_turn_that_cannot_be_played_is_not_played() -> None:
    stale = replace(KERNEL, book=lambda state: (3, 3, 3))
    bot, opening = SearchBot(1.0, simulations=50, well_read=True), GAME.deal(2, 0, {})
    assert playable_whole(opening, take_turn(bot, stale, opening, 2, 0))


@pytest.mark.parametrize(
    ("rows", "line", "told"),
    [
        ("line;turn\n;RH2,0 +B @2,1\n", None, "columns"),
        (f"{';'.join(book.COLUMNS)}\n;RT9,9 +B @2,1;0.5;0.01;1;\n", 2, "cannot be played"),
    ],
)
def test_a_spoilt_book_is_told_with_its_place(tmp_path: Path, rows: str, line: int | None, told: str) -> None:
    file = tmp_path / book.FILE
    file.write_text(rows, encoding="utf-8")
    with pytest.raises(DefinitionError) as fault:
        book.entries(file)
    assert fault.value.line == line
    said = [fault.value.said(language) for language in LANGUAGES]
    assert any(told in text for text in said)
    assert len(set(said)) == len(LANGUAGES)
