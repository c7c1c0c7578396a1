"""The plane of Kardinal: what lies beside a cell, and which buildings the edicts allow there."""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.state import COUNTS, LYING, SHAPE_BIT, SHAPE_BITS, TAKEN, State
from solver.games.kardinal.tables import CELLS, CHOICES, COURT, HOUSE, OWN, SIDE, TOWER
from solver.kernel.contract import inlined, wide

ROW = (1 << SIDE) - 1
"""All bits of a row."""
SPREADING = 0x077CB531
"""Times a power of two below 2**32 it has other bits 27 to 31 for each of them."""
PLACE = np.zeros(SIDE, dtype=np.int64)
for _bit in range(SIDE):
    PLACE[((SPREADING << _bit) >> 27) & 31] = _bit


@inlined
def at(x: int, y: int) -> int:
    """The cell of a square."""
    return ((y & (SIDE - 1)) * SIDE) | (x & (SIDE - 1))


@inlined
def east(cell: int) -> int:
    """The cell to the right."""
    return (cell & (CELLS - SIDE)) | ((cell + 1) & (SIDE - 1))


@inlined
def west(cell: int) -> int:
    """The cell to the left."""
    return (cell & (CELLS - SIDE)) | ((cell - 1) & (SIDE - 1))


@inlined
def north(cell: int) -> int:
    """The cell above."""
    return (cell + SIDE) & (CELLS - 1)


@inlined
def south(cell: int) -> int:
    """The cell below."""
    return (cell - SIDE) & (CELLS - 1)


@inlined
def shape_of(form: int) -> int:
    """House, tower or court."""
    return min(form, COURT)


@inlined
def second(form: int, cell: int) -> int:
    """The other cell of a court."""
    return east(cell) if form == LYING else north(cell)


@inlined
def merged(one: int, other: int) -> int:
    """The word of two cells together: neighbours counted over both; no square touches both and counts twice."""
    return ((one & COUNTS) + (other & COUNTS)) | ((one | other) & SHAPE_BITS)


@inlined
def fits(word: int, shape: int, colour: int) -> bool:
    """Whether edicts 2 to 5 allow a building between these neighbours."""
    if word & (SHAPE_BIT << shape) or (word >> (3 * colour)) & 7:
        return False
    return shape == HOUSE or (word & (SHAPE_BIT << HOUSE)) != 0


@inlined
def at_hand(s: State, shape: int, colour: int) -> bool:
    """Whether such a building is left, and edicts 6 and 7 allow it after the last one.

    That changes from turn to turn, so no processor can foresee it, and nothing branches on a part of it.
    """
    return (s.left[shape, colour] > 0) & (shape != s.last_shape) & (colour != s.last_colour)


@inlined
def is_site(s: State, cell: int) -> bool:
    """Whether a cell is empty and beside a building."""
    return 0 < s.word[cell] < TAKEN


@inlined
def bit_of(cell: int) -> int:
    """The bit of a cell in its row."""
    return 1 << (wide(cell) & (SIDE - 1))


@inlined
def row_of_sites(s: State, y: int) -> int:
    """The sites of a row as bits, counted from the column left of the box."""
    row, shift = wide(s.sites[y & (SIDE - 1)]), (wide(s.low_x) - 1) & (SIDE - 1)
    return ((row >> shift) | (row << (SIDE - shift))) & ROW


@inlined
def first_site(s: State, y: int, row: int) -> int:
    """The cell of a row's first bit."""
    return at(wide(s.low_x) - 1 + PLACE[(((row & -row) * SPREADING) >> 27) & 31], y)


@inlined
def is_free(s: State, cell: int) -> bool:
    """Whether nothing stands on a cell, not even the cardinal (edict 1)."""
    return s.word[cell] < TAKEN and cell != s.cardinal


@inlined
def court_word(s: State, site: int, other: int) -> int:
    """The merged word of a site and the cell beside it, or 0 where something stands there."""
    return merged(s.word[site], s.word[other]) if is_free(s, other) else 0


@inlined
def _court_fits(s: State, site: int, colour: int) -> bool:
    """Whether a court can have one of its cells on this site."""
    for other in (east(site), north(site), west(site), south(site)):
        word = court_word(s, site, other)
        if word and fits(word, COURT, colour):
            return True
    return False


@inlined
def can_build(s: State, seat: int) -> bool:
    """Whether a seat could put up a building now."""
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        house, tower, court = at_hand(s, HOUSE, colour), at_hand(s, TOWER, colour), at_hand(s, COURT, colour)
        if not (house or tower or court):
            continue
        for y in range(s.low_y - 1, s.high_y + 2):
            row = row_of_sites(s, y)
            while row:
                cell = first_site(s, y, row)
                row &= row - 1
                if cell == s.cardinal:
                    continue
                word = s.word[cell]
                if (house and fits(word, HOUSE, colour)) or (tower and fits(word, TOWER, colour)):
                    return True
                if court and _court_fits(s, cell, colour):
                    return True
    return False


@inlined
def word_for(s: State, form: int, cell: int) -> int:
    """What a building of this form would touch."""
    return merged(s.word[cell], s.word[second(form, cell)]) if form >= LYING else s.word[cell]
