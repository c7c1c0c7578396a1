"""What a roll-out of Kardinal knows of the fortress, so that it need not look at all of it for every building.

Squares are noted in the order in which they become sites, and each keeps its place in that list. What a building must
have or must not have beside it are sets of places, as bits, so that the edicts are a few operations on whole sets, and
whoever goes through what they leave meets only sites on which something can be built.
"""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.rules import put_up
from solver.games.kardinal.sites import (
    at_hand,
    east,
    first_site,
    north,
    second,
    shape_of,
    south,
    two_rows_of_sites,
    west,
)
from solver.games.kardinal.state import FORMS, LYING, MOST_STEPS, SHAPE_BIT, STANDING, TAKEN, State
from solver.games.kardinal.tables import CELLS, CHOICES, COLOURS, COURT, HOUSE, OWN, SHAPES, TOWER
from solver.games.kardinal.weights import OPEN_SIDES
from solver.games.kardinal.worth import price, shape_worth
from solver.kernel.bits import ONE, first, rest
from solver.kernel.contract import Numbers, inlined, wide
from solver.kernel.lent import opener
from solver.kernel.record import Record, flags, i4, u1, u2

CELL_BITS, CODE_BITS = CELLS.bit_length() - 1, (2 * FORMS * CELLS).bit_length() - 1
ROOM = 1 << CODE_BITS
"""Codes of buildings are below this."""
LEAST = 1 << 12
"""Nothing is worth less than minus this."""
NONE = -2 * LEAST * ROOM
"""In place of a building, to fill a block."""
BLOCK = np.uint64(16)
"""So many buildings are looked at side by side, and share a random number."""

HALF = np.uint64(64)
"""So many places a set of bits has room for."""
HALVES = 2
"""At most 6 + 16 * 3 + 8 * 6 = 102 squares ever become sites: a house or tower adds three, a court six."""
EMPTY, FULL = np.uint64(0), np.uint64(0xFFFFFFFFFFFFFFFF)


class Ledger(Record):
    """What is noted. It is a record, for numba counts every hand that an array goes through.

    Places in it are unsigned numbers: of another the compiler would ask each time whether it counts from the end.
    """

    random = flags()
    known = flags()  # so many squares are sites or were
    sites = u2(HALVES * int(HALF))  # these squares by place
    places = u1(CELLS)  # the place of each of them
    free = flags(HALVES)  # the places that are not built on
    touching = flags(COLOURS, HALVES)  # those beside a building of a colour
    beside = flags(SHAPES, HALVES)  # those beside a building of a shape
    options = i4(MOST_STEPS + int(BLOCK))  # ROOM times what a building touches, then what it brings; plus its code
    tops = i4(int(BLOCK))  # the highest options by their place in a block


LEDGER_SIZE = Ledger.dtype.itemsize
open_ledger = opener(Ledger)


# ---- sites ----------------------------------------------------------------------------------------------------------


@inlined
def note_sites(s: State, ledger: Ledger) -> None:
    """Begins with the sites of a position."""
    ledger.known = EMPTY
    for y in range(s.low_y - 1, s.high_y + 2, 2):
        rows = two_rows_of_sites(s, y)
        while rows:
            site = first_site(s, y, rows)
            rows = rest(rows)
            ledger.sites[ledger.known] = site
            ledger.places[site] = ledger.known
            ledger.known += ONE
    for half in range(np.uint64(HALVES)):
        ledger.free[half] = _with_any(s, ledger, half, TAKEN - 1)
        for colour in range(COLOURS):
            ledger.touching[colour, half] = _with_any(s, ledger, half, 7 << (3 * colour))
        for shape in range(SHAPES):
            ledger.beside[shape, half] = _with_any(s, ledger, half, SHAPE_BIT << shape)


@inlined
def _with_any(s: State, ledger: Ledger, half: int, wanted: int) -> np.uint64:
    """Those places of a half whose words have some of the wanted bits."""
    found, begun = EMPTY, np.uint64(half) * HALF
    for place in range(begun, min(ledger.known, begun + HALF)):
        found |= np.uint64((wide(s.word[ledger.sites[place]]) & wanted) != 0) << (np.uint64(place) - begun)
    return found


@inlined
def grow(s: State, code: int, ledger: Ledger) -> None:
    """Puts up a building of the seat to move, and notes what has changed around it."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    low, high = _around(s, cell, ledger)
    if form >= LYING:
        more_low, more_high = _around(s, second(form, cell), ledger)
        low, high = low | more_low, high | more_high
    _now_beside(ledger, 0, low, shape_of(form), colour)
    _now_beside(ledger, 1, high, shape_of(form), colour)
    _build_on(ledger, cell)
    if form >= LYING:
        _build_on(ledger, second(form, cell))
    put_up(s, form, cell, colour)


@inlined
def _around(s: State, cell: int, ledger: Ledger) -> tuple[np.uint64, np.uint64]:
    """The places, by half, beside a cell that is about to be built on; what becomes a site by that is noted.

    Where something stands there is no place; whatever is read there is not used.
    """
    low, high = EMPTY, EMPTY
    for side in (east(cell), north(cell), west(cell), south(cell)):
        word, known = wide(s.word[side]), ledger.known
        place = known if word == 0 else np.uint64(ledger.places[side])
        ledger.sites[known] = side
        ledger.places[side] = place
        ledger.known = known + np.uint64(word == 0)
        here = np.uint64(word < TAKEN) << (place & (HALF - ONE))
        low |= here if place < HALF else EMPTY
        high |= EMPTY if place < HALF else here
    return low, high


@inlined
def _now_beside(ledger: Ledger, half: int, places: np.uint64, shape: int, colour: int) -> None:
    """Places of a half come to lie beside a building."""
    ledger.free[half] |= places
    ledger.touching[colour, half] |= places
    ledger.beside[shape, half] |= places


@inlined
def _build_on(ledger: Ledger, cell: int) -> None:
    """A site is none any longer."""
    place = np.uint64(ledger.places[cell])
    ledger.free[place // HALF] &= ~(ONE << (place & (HALF - ONE)))


# ---- buildings ------------------------------------------------------------------------------------------------------


@inlined
def _cell_at(ledger: Ledger, half: int, places: np.uint64) -> int:
    """The square of the first of the places."""
    return wide(ledger.sites[np.uint64(half) * HALF + np.uint64(first(places))])


@inlined
def _list_small(s: State, colour: int, ledger: Ledger, n: np.uint64) -> np.uint64:
    """Lists houses, which no house is beside, and towers, which one is."""
    house = FULL if at_hand(s, HOUSE, colour) else EMPTY
    tower = FULL if at_hand(s, TOWER, colour) else EMPTY
    for half in range(np.uint64(HALVES)):
        by_house = ledger.beside[HOUSE, half]
        fitting = (house & ~by_house) | (tower & by_house & ~ledger.beside[TOWER, half])
        fitting &= ledger.free[half] & ~ledger.touching[colour, half]
        while fitting:
            cell = _cell_at(ledger, half, fitting)
            fitting = rest(fitting)
            word = wide(s.word[cell])
            shape = TOWER if word & (SHAPE_BIT << HOUSE) else HOUSE
            ledger.options[n] = word * ROOM + shape * CELLS + cell
            n += ONE
    return n


@inlined
def _listed(ledger: Ledger, n: np.uint64, code: int, touched: int, fits: bool) -> np.uint64:
    """Writes down a building; one that does not fit is written over by the next.

    No processor can foresee where a building fits, so nothing branches on that.
    """
    ledger.options[n] = touched * ROOM + code
    return n + np.uint64(fits)


@inlined
def _list_courts(s: State, colour: int, ledger: Ledger, n: np.uint64) -> np.uint64:
    """Lists courts; one that lies on two sites by its own cell, one that leaves them by the site."""
    lying, standing, by_house = LYING * CELLS, STANDING * CELLS, SHAPE_BIT << HOUSE
    edicts = TAKEN | (SHAPE_BIT << COURT) | by_house | (7 << (3 * colour))
    for half in range(np.uint64(HALVES)):
        yards = ledger.free[half] & ~ledger.touching[colour, half] & ~ledger.beside[COURT, half]
        while yards:
            cell = _cell_at(ledger, half, yards)
            yards = rest(yards)
            word = wide(s.word[cell])
            beside, above, alone = wide(s.word[east(cell)]), wide(s.word[north(cell)]), (word & by_house) != 0
            n = _listed(ledger, n, lying + cell, word + beside, (word | beside) & edicts == by_house)
            n = _listed(ledger, n, standing + cell, word + above, (word | above) & edicts == by_house)
            n = _listed(ledger, n, lying + west(cell), word, alone & (s.word[west(cell)] == 0))
            n = _listed(ledger, n, standing + south(cell), word, alone & (s.word[south(cell)] == 0))
    return n


Offer = tuple[np.int32, np.int32]
"""What a stone brings, and how many there are. Of numbers of 32 bits a processor reckons with many at once."""
Shapes = tuple[np.int32, np.int32, np.int32]
"""What house, tower and court bring by themselves."""


@inlined
def _offer(s: State, seat: int, colour: int, touched: int, w: Numbers) -> Offer:
    """Of the stones of a colour, to a seat that builds in another."""
    return np.int32(price(s, seat, colour, touched, w)), np.int32(s.supply[touched])


@inlined
def _brought(option: int, touched: int, offer: Offer, open_side: np.int32) -> np.int32:
    """What the neighbours of one colour bring: stones, and sides that are not open."""
    sides = np.int32((option >> (CODE_BITS + 3 * touched)) & 7)
    return np.int32(offer[0] * min(sides, offer[1]) - open_side * sides)


@inlined
def _value(
    s: State, seat: int, which: int, shapes: Shapes, begun: np.uint64, n: np.uint64, ledger: Ledger, w: Numbers
) -> None:
    """Of the buildings in one colour: puts what each brings in the place of what it touches."""
    colour, base = OWN[s.players, seat, which], np.int32(which * FORMS * CELLS)
    one, two = _offer(s, seat, colour, 0, w), _offer(s, seat, colour, 1, w)
    three, four = _offer(s, seat, colour, 2, w), _offer(s, seat, colour, 3, w)
    (house, tower, court), side = shapes, np.int32(w[OPEN_SIDES])
    for block in range(begun, n, BLOCK):
        for index in range(BLOCK):
            option = ledger.options[block + index]
            form = (option >> CELL_BITS) & (FORMS - 1)
            value = house if form == HOUSE else tower if form == TOWER else court
            value = np.int32(value + _brought(option, 0, one, side) + _brought(option, 1, two, side))
            value = np.int32(value + _brought(option, 2, three, side) + _brought(option, 3, four, side))
            ledger.options[block + index] = np.int32(value * ROOM) + base + np.int32(option & (ROOM - 1))


@inlined
def weigh(s: State, seat: int, ledger: Ledger, w: Numbers) -> np.uint64:
    """Lists all buildings that a seat could put up if the cardinal were not there, and what each brings.

    The last block is filled up.
    """
    n = np.uint64(0)
    house, tower = shape_worth(s, seat, HOUSE, w), shape_worth(s, seat, TOWER, w)
    shapes = np.int32(house), np.int32(tower), np.int32(shape_worth(s, seat, COURT, w))
    for which in range(CHOICES[s.players]):
        colour, begun = OWN[s.players, seat, which], n
        if at_hand(s, HOUSE, colour) | at_hand(s, TOWER, colour):
            n = _list_small(s, colour, ledger, n)
        if at_hand(s, COURT, colour):
            n = _list_courts(s, colour, ledger, n)
        _value(s, seat, which, shapes, begun, n, ledger, w)
    for index in range(BLOCK):
        ledger.options[n + index] = NONE
    return n


@inlined
def stands_on(code: int, cell: int) -> bool:
    """Whether a building would stand on a cell."""
    place = np.int32(code & (FORMS * CELLS - 1))
    lying, standing = np.int32(LYING * CELLS + west(cell)), np.int32(STANDING * CELLS + south(cell))
    return (np.int32(code & (CELLS - 1)) == np.int32(cell)) | (place == lying) | (place == standing)
