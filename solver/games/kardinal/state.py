"""A position of Kardinal as bytes: its fields, the phases of a turn, the numbers of the steps.

The plane has no edge, but 24 buildings do not reach far. Look at how the highest occupied column grows. A tower, or a
court that lies wholly beyond that column, has to touch a house (edicts 2 and 3), and all it can touch is in that very
column; so for each such building there is a column of its own with a house in it. There are eight houses and the nave,
hence at most nine of these buildings, among them at most eight courts, which alone gain two columns. A house gains
one, a court that starts inside one. To both sides together that is at most 8 + 9 + 8 = 25 columns beside the two of
the cathedral; of rows, where the one with the nave may serve both sides, 26 beside its one. The fortress therefore
never needs more than 27 x 27 squares, and a plane that is rolled up to 32 x 32 never meets itself: cell = 32 * y + x,
both modulo 32, counted from the tower of the cathedral (0,0); its nave is 1,0. The box around the fortress tells which
square a cell stands for.

The word of an empty cell counts the buildings beside it by colour (three bits each) and tells which shapes these have;
zero is open country, anything else a site. A cell that is built on has the top bit set and tells what stands there.
Sites are noted by rows, too: whoever looks for them need not go past all the cells.

A turn goes through these phases:

    BUILD     put up a building, or pass when that is impossible
    BONUS     the very first building: the start player takes a stone of any colour
    CARDINAL  move the cardinal to another site, or keep him where he is; the start player has to bring him in

Colours are numbered by whose they are (`tables.OWN`); `paint` tells which is which at the table.

The cathedral lies fixed, so of all movements of the plane only the reflection in its long axis maps it onto itself,
tower to tower: the key is the same for a position and its mirror image. It is also the same wherever the cardinal
stands while he is to be moved: he may go to any site, and stay on his own. But for a chance of one in 2**64 or less it
is the same for no others.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.games.kardinal.tables import (
    CELLS,
    COLOURS,
    DOM_NAVE,
    DOM_TOWER,
    HOUSE,
    PIECES,
    SHAPES,
    SIDE,
    STONES_EACH,
    TOWER,
    cell_at,
)
from solver.kernel.contract import Bytes
from solver.kernel.lent import opener
from solver.kernel.record import Record, flags, i1, i2, u1, u2, u4, u8

BUILD, BONUS, CARDINAL, OVER = range(4)
LYING, STANDING = 2, 3
"""The forms of a court, which follow those of house and tower: its cell is the left one, or the lower one."""
FORMS = 4

# Steps: a word, a colour, a cell for the cardinal, or a building.
KEEP, PASS = 0, 1
TAKE_STONE = 2  # + colour
MOVE = TAKE_STONE + COLOURS  # + cell
RAISE = MOVE + CELLS  # + (FORMS * which + form) * CELLS + cell, `which` of the seat's colours
STEPS = RAISE + 2 * FORMS * CELLS
MOST_STEPS = 576
"""A fortress has at most 6 + 16 * 2 + 8 * 4 = 70 sites; two colours, on each site a house and three courts."""

TAKEN = 1 << 15
COUNTS = (1 << 12) - 1
SHAPE_BIT = 1 << 12  # << shape: such a building stands beside the cell
SHAPE_BITS = 7 << 12
NO_COLOUR = 4


class State(Record):
    """The buildings, the stones, and the fortress cell by cell."""

    players = u1()
    fourth_apart = u1()  # switch: stones of the fourth colour count for nobody, however earned
    seat = u1()
    phase = u1()
    built = u1()
    last_shape = i1()  # of the building that was built last, or -1
    last_colour = i1()
    paint = u1(COLOURS)
    supply = u1(COLOURS)
    stones = u1(4, COLOURS)  # by seat
    left = u1(SHAPES, COLOURS)  # buildings in hand
    contacts = u1(COLOURS)  # sides on the cathedral
    hashes = flags(2)  # of what stands where and of its mirror image, the smaller one first
    # What follows is worked out from what stands where, or no part of the position.
    turned = u1()  # the first hash is that of the mirror image
    low_x = i1()  # the box around the fortress
    high_x = i1()
    low_y = i1()
    high_y = i1()
    cardinal = i2()  # his cell, or -1
    sites = u4(SIDE)  # by row, a bit for each column
    word = u2(CELLS)
    turn = u8()


STATE = State.dtype
opened = opener(State)
KEY_SIZE = State.offset("turned")
"""Two hashes of 64 bits stand for the fortress in the key, so that it is short, and the same for a mirror image."""


def new_state(players: int, paint: Sequence[int] = range(COLOURS), fourth_apart: bool = False) -> Bytes:
    """The opening position: the cathedral alone; `paint` are the colours of the table in the order of `tables.OWN`."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = State.of(state)
    s.players, s.fourth_apart = players, fourth_apart
    s.last_shape = s.last_colour = s.cardinal = -1
    s.paint[:] = paint
    s.supply[:] = STONES_EACH
    s.left[:] = PIECES
    s.high_x = 1
    for cell, shape in ((DOM_TOWER, TOWER), (DOM_NAVE, HOUSE)):
        s.word[cell] = TAKEN | (NO_COLOUR << 2) | shape
        x, y = cell % SIDE, cell // SIDE
        for side in (cell_at(x + 1, y), cell_at(x - 1, y), cell_at(x, y + 1), cell_at(x, y - 1)):
            if s.word[side] < TAKEN:
                s.word[side] |= SHAPE_BIT << shape
    for site in np.flatnonzero((s.word > 0) & (s.word < TAKEN)).tolist():
        s.sites[site // SIDE] |= 1 << (site % SIDE)
    return state
