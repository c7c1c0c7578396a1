"""The rules of Kardinal, once: written in Python, compiled by numba, used by the log, the score and the search.

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

A turn goes through these phases:

    BUILD     put up a building, or pass when that is impossible
    BONUS     the very first building: the start player takes a stone of any colour
    CARDINAL  move the cardinal to another site, or keep him where he is; the start player has to bring him in

Colours are numbered by whose they are (`tables.OWN`); `paint` tells which is which at the table. The rulings that
these rules follow where the text is silent are in docs/rulings.md.

The cathedral lies fixed, so of all movements of the plane only the reflection in its long axis maps it onto itself,
tower to tower: the key is the same for a position and its mirror image, and, but for a chance of one in 2**64 or less,
for no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types

from solver.games.kardinal.tables import (
    BESIDE_DOM,
    BUILDINGS,
    CELLS,
    CHOICES,
    COLOURS,
    COURT,
    DOM_NAVE,
    DOM_TOWER,
    HOUSE,
    NOBODY,
    OWN,
    OWNER,
    PIECES,
    SHAPES,
    SIDE,
    STONES_EACH,
    TOWER,
    cell_at,
)
from solver.kernel.contract import MOST_SEATS, Bytes, Points, Random, Steps, kernel

BUILD, BONUS, CARDINAL, OVER = range(4)
LYING, STANDING = 2, 3
"""The forms of a court, which follow those of house and tower: its cell is the left one, or the lower one."""
FORMS = 4

# Steps: a word, a colour, a cell for the cardinal, or a building.
KEEP, PASS = 0, 1
TAKE_STONE = 2  # + colour
MOVE = TAKE_STONE + COLOURS  # + cell
RAISE = MOVE + CELLS  # + (FORMS * which + form) * CELLS + cell, `which` of the seat's colours
STEP_SPACE = RAISE + 2 * FORMS * CELLS
MOST_STEPS = 576
"""A fortress has at most 6 + 16 * 2 + 8 * 4 = 70 sites; two colours, on each site a house and three courts."""

TAKEN = 1 << 15
COUNTS = (1 << 12) - 1
SHAPE_BIT = 1 << 12  # << shape: such a building stands beside the cell
SHAPE_BITS = 7 << 12
NO_COLOUR = 4

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("players", "u1"),
                ("fourth_apart", "u1"),  # switch: stones of the fourth colour count for nobody, however earned
                ("seat", "u1"),
                ("phase", "u1"),
                ("built", "u1"),
                ("last_shape", "i1"),  # of the building that was built last, or -1
                ("last_colour", "i1"),
                ("paint", "u1", (COLOURS,)),
                ("supply", "u1", (COLOURS,)),
                ("stones", "u1", (4, COLOURS)),  # by seat
                ("left", "u1", (SHAPES, COLOURS)),  # buildings in hand
                ("contacts", "u1", (COLOURS,)),  # sides on the cathedral
                ("hashes", "u8", (2,)),  # of what stands where and of its mirror image, the smaller one first
                # What follows is worked out from what stands where, or no part of the position.
                ("turned", "u1"),  # the first hash is that of the mirror image
                ("low_x", "i1"),  # the box around the fortress
                ("high_x", "i1"),
                ("low_y", "i1"),
                ("high_y", "i1"),
                ("cardinal", "i2"),  # his cell, or -1
                ("word", "u2", (CELLS,)),
                ("turn", "u8"),
            ],
            align=True,
        ),
    )
)
assert STATE.fields is not None
KEY_SIZE = int(STATE.fields["turned"][1])
"""Two hashes of 64 bits stand for the fortress in the key, so that it is short, and the same for a mirror image."""
_RAW = types.Array(types.uint8, 1, "C")
_POINTS2 = types.Array(types.float64, 2, "C")
_helper = numba.njit(cache=True, nogil=True, forceinline=True)


@_helper
def east(cell: int) -> int:
    """The cell to the right."""
    return (cell & (CELLS - SIDE)) | ((cell + 1) & (SIDE - 1))


@_helper
def west(cell: int) -> int:
    """The cell to the left."""
    return (cell & (CELLS - SIDE)) | ((cell - 1) & (SIDE - 1))


@_helper
def north(cell: int) -> int:
    """The cell above."""
    return (cell + SIDE) & (CELLS - 1)


@_helper
def south(cell: int) -> int:
    """The cell below."""
    return (cell - SIDE) & (CELLS - 1)


@_helper
def shape_of(form: int) -> int:
    """House, tower or court."""
    return min(form, COURT)


@_helper
def second(form: int, cell: int) -> int:
    """The other cell of a court."""
    return east(cell) if form == LYING else north(cell)


@_helper
def merged(one: int, other: int) -> int:
    """The word of two cells together: neighbours counted over both; no square touches both and counts twice."""
    return ((one & COUNTS) + (other & COUNTS)) | ((one | other) & SHAPE_BITS)


@_helper
def fits(word: int, shape: int, colour: int) -> bool:
    """Whether edicts 2 to 5 allow a building between these neighbours."""
    if word & (SHAPE_BIT << shape) or (word >> (3 * colour)) & 7:
        return False
    return shape == HOUSE or (word & (SHAPE_BIT << HOUSE)) != 0


@_helper
def at_hand(s: Any, shape: int, colour: int) -> bool:
    """Whether such a building is left, and edicts 6 and 7 allow it after the last one."""
    return s.left[shape, colour] > 0 and shape != s.last_shape and colour != s.last_colour


@_helper
def is_site(s: Any, cell: int) -> bool:
    """Whether a cell is empty and beside a building."""
    return 0 < s.word[cell] < TAKEN


@_helper
def is_free(s: Any, cell: int) -> bool:
    """Whether nothing stands on a cell, not even the cardinal (edict 1)."""
    return s.word[cell] < TAKEN and cell != s.cardinal


@_helper
def court_word(s: Any, site: int, other: int) -> int:
    """The merged word of a site and the cell beside it, or 0 where something stands there."""
    return merged(s.word[site], s.word[other]) if is_free(s, other) else 0


@_helper
def _court_fits(s: Any, site: int, colour: int) -> bool:
    """Whether a court can have one of its cells on this site."""
    for other in (east(site), north(site), west(site), south(site)):
        word = court_word(s, site, other)
        if word and fits(word, COURT, colour):
            return True
    return False


@_helper
def can_build(s: Any, seat: int) -> bool:
    """Whether a seat could put up a building now."""
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        house, tower, court = at_hand(s, HOUSE, colour), at_hand(s, TOWER, colour), at_hand(s, COURT, colour)
        if not (house or tower or court):
            continue
        for y in range(s.low_y - 1, s.high_y + 2):
            for x in range(s.low_x - 1, s.high_x + 2):
                cell = ((y & (SIDE - 1)) * SIDE) | (x & (SIDE - 1))
                if not is_site(s, cell) or cell == s.cardinal:
                    continue
                word = s.word[cell]
                if (house and fits(word, HOUSE, colour)) or (tower and fits(word, TOWER, colour)):
                    return True
                if court and _court_fits(s, cell, colour):
                    return True
    return False


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when nobody can build any more."""
    s = state.view(STATE)[0]
    return -1 if s.phase == OVER else int(s.seat)


@_helper
def raising(which: int, form: int, cell: int) -> int:
    """The step that puts up a building."""
    return RAISE + (FORMS * which + form) * CELLS + cell


@_helper
def _legal_courts(s: Any, site: int, which: int, colour: int, steps: Steps, n: int) -> int:
    """Courts on a site; one that lies on two sites is written by its own cell, one that leaves them by the site."""
    for form in (LYING, STANDING):
        word = court_word(s, site, second(form, site))
        if word and fits(word, COURT, colour):
            steps[n] = raising(which, form, site)
            n += 1
        outside = west(site) if form == LYING else south(site)
        if s.word[outside] == 0 and fits(s.word[site], COURT, colour):
            steps[n] = raising(which, form, outside)
            n += 1
    return n


@_helper
def _legal_buildings(s: Any, steps: Steps) -> int:
    n = 0
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, s.seat, which]
        house, tower, court = at_hand(s, HOUSE, colour), at_hand(s, TOWER, colour), at_hand(s, COURT, colour)
        if not (house or tower or court):
            continue
        for y in range(s.low_y - 1, s.high_y + 2):
            for x in range(s.low_x - 1, s.high_x + 2):
                cell = ((y & (SIDE - 1)) * SIDE) | (x & (SIDE - 1))
                if not is_site(s, cell) or cell == s.cardinal:
                    continue
                word = s.word[cell]
                if house and fits(word, HOUSE, colour):
                    steps[n] = raising(which, HOUSE, cell)
                    n += 1
                if tower and fits(word, TOWER, colour):
                    steps[n] = raising(which, TOWER, cell)
                    n += 1
                if court:
                    n = _legal_courts(s, cell, which, colour, steps, n)
    if n == 0:
        steps[0] = PASS
        n = 1
    return n


@_helper
def _legal_moves(s: Any, steps: Steps) -> int:
    n = 0
    if s.cardinal >= 0:
        steps[0] = KEEP
        n = 1
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            cell = ((y & (SIDE - 1)) * SIDE) | (x & (SIDE - 1))
            if is_site(s, cell) and cell != s.cardinal:
                steps[n] = MOVE + cell
                n += 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    s = state.view(STATE)[0]
    if s.phase == BUILD:
        return _legal_buildings(s, steps)
    if s.phase == CARDINAL:
        return _legal_moves(s, steps)
    n = 0
    if s.phase == BONUS:
        for colour in range(COLOURS):
            if s.supply[colour]:
                steps[n] = TAKE_STONE + colour
                n += 1
    return n


@_helper
def _essential_moves(s: Any, steps: Steps) -> int:
    """The cardinal's sites that hinder whoever builds next, and one that does not.

    After the next building its builder may put him anywhere, so all that matters of his place is which buildings it
    forbids to that builder. Sites on which nothing could be built are alike, and staying where he is stands for them if
    it is one of them. Seats that could not build even without him pass and change nothing.
    """
    home, seat, n = s.cardinal, s.seat, 0
    s.cardinal = -1
    for ahead in range(1, s.players + 1):
        s.seat = (seat + ahead) % s.players
        n = _legal_buildings(s, steps)
        if steps[0] != PASS:
            break
        n = 0
    s.seat, s.cardinal = seat, home
    wanted = np.zeros(CELLS, dtype=np.uint8)
    for index in range(n):
        code = steps[index] - RAISE
        cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
        wanted[cell] = 1
        if form >= LYING:
            wanted[second(form, cell)] = 1
    n, alike = 0, False
    if home >= 0:
        steps[0] = KEEP
        n, alike = 1, wanted[home] == 0
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            cell = ((y & (SIDE - 1)) * SIDE) | (x & (SIDE - 1))
            if is_site(s, cell) and cell != home and (wanted[cell] or not alike):
                alike = alike or wanted[cell] == 0
                steps[n] = MOVE + cell
                n += 1
    return n


@kernel
def essential(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps, but of the cardinal's moves that come to the same only one."""
    s = state.view(STATE)[0]
    return _essential_moves(s, steps) if s.phase == CARDINAL else legal(state, steps)


@_helper
def _occupy(s: Any, cell: int, shape: int, colour: int) -> None:
    """A cell is built on, and its free neighbours learn of it."""
    s.word[cell] = TAKEN | (colour << 2) | shape
    seen = (SHAPE_BIT << shape) | (0 if colour == NO_COLOUR else 1 << (3 * colour))
    for side in (east(cell), north(cell), west(cell), south(cell)):
        word = s.word[side]
        if word < TAKEN:
            s.word[side] = merged(word, seen)
    x, y = cell & (SIDE - 1), cell >> 5
    # A cell lies in the box or just beside it, a court's outer one two away; so it is clear which way round it is.
    x = s.low_x - 3 + ((x - s.low_x + 3) & (SIDE - 1))
    y = s.low_y - 3 + ((y - s.low_y + 3) & (SIDE - 1))
    s.low_x, s.high_x = min(s.low_x, x), max(s.high_x, x)
    s.low_y, s.high_y = min(s.low_y, y), max(s.high_y, y)


@_helper
def word_for(s: Any, form: int, cell: int) -> int:
    """What a building of this form would touch."""
    return merged(s.word[cell], s.word[second(form, cell)]) if form >= LYING else s.word[cell]


@_helper
def put_up(s: Any, form: int, cell: int, colour: int) -> None:
    """A building of the seat to move goes up and earns its stones; those of the fourth colour are set aside."""
    word = word_for(s, form, cell)
    seat, shape = s.seat, shape_of(form)
    earns = OWNER[s.players, colour] != NOBODY or s.fourth_apart
    for touched in range(COLOURS):
        stones = min((word >> (3 * touched)) & 7, s.supply[touched])
        s.supply[touched] -= stones
        if earns:
            s.stones[seat, touched] += stones
    s.left[shape, colour] -= 1
    s.contacts[colour] += BESIDE_DOM[cell]
    _occupy(s, cell, shape, colour)
    if form >= LYING:
        other = second(form, cell)
        s.contacts[colour] += BESIDE_DOM[other]
        _occupy(s, other, shape, colour)
    s.built += 1
    s.last_shape = shape
    s.last_colour = colour


@_helper
def _mixed(cell: int, thing: int) -> np.uint64:
    """64 bits for something that stands on a cell."""
    z = (np.uint64(cell * 32 + thing) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@_helper
def _note(s: Any, cell: int, thing: int) -> None:
    """Something comes to a cell or leaves it; both hashes learn of it."""
    image = (-(cell & ~(SIDE - 1)) & (CELLS - 1)) | (cell & (SIDE - 1))
    plain, other = (1, 0) if s.turned else (0, 1)
    here = s.hashes[plain] ^ _mixed(cell, thing)
    there = s.hashes[other] ^ _mixed(image, thing)
    s.turned = there < here
    s.hashes[0], s.hashes[1] = min(here, there), max(here, there)


CARDINAL_THING = 31


@_helper
def _pass_on(s: Any) -> None:
    """The next seat's turn, even if it can only pass; over when nobody can build."""
    s.turn += 1
    s.phase = OVER
    for ahead in range(1, s.players + 1):
        if can_build(s, (s.seat + ahead) % s.players):
            s.phase = BUILD
            break
    s.seat = (s.seat + 1) % s.players


@_helper
def _raise(s: Any, code: int) -> None:
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    thing = 4 * shape_of(form) + colour
    put_up(s, form, cell, colour)
    _note(s, cell, thing)
    if form >= LYING:
        _note(s, second(form, cell), thing)
    if s.built == BUILDINGS:
        s.turn += 1
        s.phase = OVER
    else:
        s.phase = BONUS if s.built == 1 else CARDINAL


@_helper
def make(s: Any, step: int) -> None:
    """Makes a step."""
    if step >= RAISE:
        _raise(s, step - RAISE)
    elif step >= MOVE:
        if s.cardinal >= 0:
            _note(s, s.cardinal, CARDINAL_THING)
        s.cardinal = step - MOVE
        _note(s, s.cardinal, CARDINAL_THING)
        _pass_on(s)
    elif step >= TAKE_STONE:
        s.supply[step - TAKE_STONE] -= 1
        s.stones[s.seat, step - TAKE_STONE] += 1
        s.phase = CARDINAL
    elif step == KEEP:
        _pass_on(s)
    else:
        s.turn += 1
        s.seat = (s.seat + 1) % s.players


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(state.view(STATE)[0], step)


STONE_PART, SUPPLY_PART, DOUBLE_PART = range(3)
PARTS = ("stones", "supply", "doubled")


@_helper
def counts(s: Any, colour: int) -> bool:
    """Whether stones of a colour count for those who hold them."""
    return OWNER[s.players, colour] != NOBODY or not s.fourth_apart


@numba.njit([types.void(_RAW, _POINTS2)], cache=True, nogil=True)
def score_parts(state: Bytes, parts: Any) -> None:
    """Points of each seat by category, as if the game ended now."""
    s = state.view(STATE)[0]
    for seat in range(s.players):
        stones, supply, most = 0, 0, 0
        for colour in range(COLOURS):
            held = s.stones[seat, colour] if counts(s, colour) else 0
            rest = s.supply[colour] if OWNER[s.players, colour] == seat else 0
            stones += held
            supply += rest
            most = max(most, held + rest)
        parts[seat, STONE_PART] = stones
        parts[seat, SUPPLY_PART] = supply
        parts[seat, DOUBLE_PART] = most


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, then its sides on the cathedral, which decide between equals."""
    s = state.view(STATE)[0]
    for seat in range(s.players):
        total, most, sides = 0, 0, 0
        for colour in range(COLOURS):
            held = s.stones[seat, colour] if counts(s, colour) else 0
            if OWNER[s.players, colour] == seat:
                held += s.supply[colour]
                sides += s.contacts[colour]
            total += held
            most = max(most, held)
        out[seat] = total + most
        out[MOST_SEATS + seat] = sides


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Nothing is hidden in this game."""


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """Nothing is hidden in this game."""


def new_state(players: int, paint: Sequence[int] = range(COLOURS), fourth_apart: bool = False) -> Bytes:
    """The opening position: the cathedral alone; `paint` are the colours of the table in the order of `tables.OWN`."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = state.view(STATE)[0]
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
    return state


def worlds(view: Bytes, _most: int) -> list[Bytes]:
    """Nothing is hidden in this game."""
    return [view]


NEAR_END = 4
"""So many buildings left to go up, with three and four players."""
NEAR_END_OF_TWO = 7


def near_end(state: Bytes) -> bool:
    """With few buildings in hand an ending has up to some million positions."""
    s = state.view(STATE)[0]
    return bool(s.phase != OVER and BUILDINGS - s.built <= (NEAR_END_OF_TWO if s.players == 2 else NEAR_END))
