"""The plane of Kardinal: what lies beside a cell, and which buildings the edicts allow there."""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.state import COUNTS, LYING, SHAPE_BIT, SHAPE_BITS, TAKEN, State
from solver.games.kardinal.tables import CELLS, CHOICES, COURT, HOUSE, OWN, SIDE, TOWER
from solver.kernel.bits import first, rest
from solver.kernel.contract import inlined, wide

ROW = (1 << SIDE) - 1
"""All bits of a row."""


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
def bit_of(cell: int) -> int:
    """The bit of a cell in its row."""
    return 1 << (wide(cell) & (SIDE - 1))


@inlined
def _row_of_sites(s: State, y: int) -> np.uint64:
    """The sites of a row as bits, counted from the column left of the box."""
    row, shift = wide(s.sites[y & (SIDE - 1)]), (wide(s.low_x) - 1) & (SIDE - 1)
    return np.uint64(((row >> shift) | (row << (SIDE - shift))) & ROW)


@inlined
def two_rows_of_sites(s: State, y: int) -> np.uint64:
    """The sites of a row and of the one above: no processor can foresee how many a row has, so they are taken by two.

    Above the last row that has sites there is always one that has none.
    """
    return _row_of_sites(s, y) | (_row_of_sites(s, y + 1) << np.uint64(SIDE))


@inlined
def first_site(s: State, y: int, rows: np.uint64) -> int:
    """The cell of the first bit of two rows."""
    place = first(rows)
    return at(wide(s.low_x) - 1 + (place & (SIDE - 1)), y + place // SIDE)


@inlined
def is_free(s: State, cell: int) -> bool:
    """Whether nothing stands on a cell, not even the cardinal (edict 1)."""
    return s.word[cell] < TAKEN and cell != s.cardinal


@inlined
def is_yard(word: int, colour: int) -> bool:
    """Whether a site's neighbours allow a court to have a cell there, if those of the other cell do, too."""
    return not word & ((SHAPE_BIT << COURT) | (7 << (3 * colour)))


@inlined
def court_fits(s: State, site: int, other: int, colour: int) -> bool:
    """Whether a court can lie on a site and the cell beside it."""
    return is_free(s, other) & fits(merged(s.word[site], s.word[other]), COURT, colour)


@inlined
def hand(s: State, seat: int, which: int) -> int:
    """The shapes, as bits, that a seat could build now in one of its colours."""
    if which >= CHOICES[s.players]:
        return 0
    colour = OWN[s.players, seat, which]
    tower, court = at_hand(s, TOWER, colour), at_hand(s, COURT, colour)
    return int(at_hand(s, HOUSE, colour)) << HOUSE | int(tower) << TOWER | int(court) << COURT


@inlined
def can_stand(s: State, site: int, colour: int, shapes: int) -> bool:
    """Whether a building of one of these shapes could stand on a site."""
    if not shapes:
        return False
    word = s.word[site]
    found = False
    if shapes >> HOUSE & 1:
        found |= fits(word, HOUSE, colour)
    if shapes >> TOWER & 1:
        found |= fits(word, TOWER, colour)
    if shapes >> COURT & 1 and is_yard(word, colour):
        for other in (east(site), north(site), west(site), south(site)):
            found |= court_fits(s, site, other, colour)
    return found


@inlined
def can_build(s: State, seat: int) -> bool:
    """Whether a seat could put up a building now."""
    for which in range(CHOICES[s.players]):
        colour, shapes = OWN[s.players, seat, which], hand(s, seat, which)
        if not shapes:
            continue
        for y in range(s.low_y - 1, s.high_y + 2, 2):
            rows = two_rows_of_sites(s, y)
            while rows:
                site = first_site(s, y, rows)
                rows = rest(rows)
                if site != s.cardinal and can_stand(s, site, colour, shapes):
                    return True
    return False


@inlined
def word_for(s: State, form: int, cell: int) -> int:
    """What a building of this form would touch."""
    return merged(s.word[cell], s.word[second(form, cell)]) if form >= LYING else s.word[cell]
