"""The book of openings: what long searches found best in the first turns of a game for two.

`book.csv` has a row for each position, by the turns that led there from the opening, in the notation of the log with
the colours as they lie in the box. It holds for the mirror image of a position, too, and whichever of its two colours a
seat took for which: each row is entered in all eight ways. `chance` is the share of games that the seat won after that
turn when trees played it to the end, `error` how far it may be off by chance, `simulations` those of the search that
chose the turn, `others` what else it liked.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import chain, product
from pathlib import Path

from shelf.csv_files import LINE, Row, read_csv
from shelf.errors import DefinitionError, message_of
from solver.games.kardinal.notation import read_turn
from solver.games.kardinal.rules import apply
from solver.games.kardinal.sites import second
from solver.games.kardinal.state import FORMS, MOVE, RAISE, STANDING, TAKE_STONE, State, new_state
from solver.games.kardinal.tables import CELLS, COLOURS, GAME, SIDE, refused
from solver.kernel.contract import TURN_SIZE, Bytes
from solver.kernel.playable import NotationError

FILE = "book.csv"
COLUMNS = ("line", "turn", "chance", "error", "simulations", "others")
BETWEEN = " | "
"""Stands between two turns of a line."""
MOST_BUILT = 4
"""With more buildings on the table no book is asked."""
TurnSteps = tuple[int, ...]


def book(state: Bytes) -> TurnSteps:
    """The best turn of a position as far as the book knows it; nothing where it does not."""
    s = State.of(state)
    return entries(GAME.folder / FILE).get(_plain(state), ()) if s.players == 2 and s.built <= MOST_BUILT else ()


@cache
def entries(file: Path) -> dict[bytes, TurnSteps]:
    """The turns of a book by their positions; a row that cannot be played is told with its line."""
    if not file.exists():
        return {}
    table = read_csv(file)
    if table.header != COLUMNS:
        raise DefinitionError(file, refused("book.columns", columns=", ".join(COLUMNS)))
    return {place(before): turn for row in table.rows for *before, turn in reversed(alike(_read(file, row)))}


def alike(turns: Sequence[TurnSteps]) -> list[list[TurnSteps]]:
    """Turns from the opening on in all the ways that come to the same, the first of them as they stand."""
    return [
        [tuple(_other(step, number % 2, mirrored, exchanged) for step in turn) for number, turn in enumerate(turns)]
        for mirrored, *exchanged in product((False, True), repeat=3)
    ]


def place(turns: Sequence[TurnSteps]) -> bytes:
    """The position after turns from the opening on."""
    state = new_state(2)
    for step in chain.from_iterable(turns):
        apply(state, step)
    return _plain(state)


def _read(file: Path, row: Row) -> list[TurnSteps]:
    """The turns of a row, the book's own last."""
    line, state, found = row["line"].split(BETWEEN.strip()) if row["line"] else [], new_state(2), list[TurnSteps]()
    try:
        for text in (*line, row["turn"]):
            played = read_turn(state, text.strip())
            found.append(played.steps)
            state = played.after
    except NotationError as fault:
        raise DefinitionError(file, refused("book.row", fault=message_of(fault)), int(row[LINE])) from None
    return found


def _other(step: int, seat: int, mirrored: bool, exchanged: Sequence[bool]) -> int:
    """A step of a seat on the other side of the axis, or in the other colours."""
    if step < TAKE_STONE:
        return step
    if step < MOVE:
        colour = step - TAKE_STONE
        return TAKE_STONE + (colour + 2 * exchanged[colour % 2]) % COLOURS
    if step < RAISE:
        return MOVE + (_image(step - MOVE) if mirrored else step - MOVE)
    cell, form, which = (step - RAISE) % CELLS, (step - RAISE) // CELLS % FORMS, (step - RAISE) // (CELLS * FORMS)
    if mirrored:
        cell = _image(second(form, cell) if form == STANDING else cell)
    return RAISE + (FORMS * (which ^ exchanged[seat]) + form) * CELLS + cell


def _image(cell: int) -> int:
    """The cell on the other side of the axis."""
    return -(cell // SIDE) % SIDE * SIDE + cell % SIDE


def _plain(state: Bytes) -> bytes:
    """All that tells positions apart here: not the colours on the table, nor how many turns there were."""
    plain = state.copy()
    State.of(plain).paint[:] = 0
    return plain[:-TURN_SIZE].tobytes()
