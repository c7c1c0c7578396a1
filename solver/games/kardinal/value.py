"""How the seats of Kardinal stand, by named features; `values.csv` has what each is worth.

The last buildings are left to roll-outs, which are short then.
"""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.rules import counts
from solver.games.kardinal.sites import at
from solver.games.kardinal.state import BUILD, OVER, SHAPE_BIT, TAKEN, State, opened
from solver.games.kardinal.tables import BUILDINGS, CHOICES, COLOURS, COURT, GAME, HOUSE, OWN, OWNER, SHAPES, TOWER
from solver.games.kardinal.weights import AT_SIGHT, UNIT
from solver.games.kardinal.worth import price
from solver.kernel.contract import Bytes, Numbers, Points, inlined, kernel, wide
from solver.kernel.values import read_values

LAST_BUILDINGS = 4
"""With so many left to go up the rest is played out."""
KNOTS = (LAST_BUILDINGS, 7, 10, 14, 19, BUILDINGS)
"""Buildings that are left for which there are weights; between two of them these change evenly."""

_PLAIN = (
    "points", "supply", "own stones", "second colour", "sides on the cathedral", "exposed sides",
)  # fmt: skip
_SHAPES = ("houses", "towers", "courts")
_AWAY = ("builds", "builds once the cardinal is sent", "1 away", "2 away", "3 away")
_KINDS = ("to move", "best site", "second site", "sites", "no shape of use", "one shape of use", "two shapes of use")
FEATURES = (
    *_PLAIN,
    *(f"{shape} in hand" for shape in _SHAPES),
    *(f"no {shape} in hand" for shape in _SHAPES),
    *(f"{kind}, {away}" for away in _AWAY for kind in _KINDS),
)
_POINTS, _SUPPLY, _OWN, _SECOND, _SIDES, _EXPOSED = range(len(_PLAIN))
_HAND = len(_PLAIN)
_NONE, _BY_AWAY = _HAND + SHAPES, _HAND + 2 * SHAPES
_TO_MOVE, _BEST, _NEXT_BEST, _SITES, _USELESS, _, _ = range(len(_KINDS))

VALUES = read_values(GAME.folder, FEATURES, KNOTS)

_LOOKS = 2
"""Colours that a seat may build, at most."""


@inlined
def _holdings(s: State, seat: int, row: Points) -> None:
    """Stones and buildings in hand."""
    total, most, second = 0, 0, 0
    for colour in range(COLOURS):
        held = wide(s.stones[seat, colour]) if counts(s, colour) else 0
        if OWNER[s.players, colour] == seat:
            row[_OWN] += held
            row[_SUPPLY] += s.supply[colour]
            row[_SIDES] += s.contacts[colour]
            held += wide(s.supply[colour])
        total += held
        second = max(second, min(most, held))
        most = max(most, held)
    row[_POINTS] = total + most
    row[_SECOND] = second
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        for shape in range(SHAPES):
            row[_HAND + shape] += s.left[shape, colour]
    for shape in range(SHAPES):
        row[_NONE + shape] = 1.0 if row[_HAND + shape] == 0.0 else 0.0


@inlined
def _usable(s: State, colour: int, builds: bool) -> int:
    """The shapes, as bits, of which a seat has buildings; after the last one only some are allowed to who builds."""
    found = 0
    if builds and colour == s.last_colour:
        return 0
    for shape in range(SHAPES):
        if s.left[shape, colour] > 0 and not (builds and shape == s.last_shape):
            found |= 1 << shape
    return found


@inlined
def _fitting(word: int) -> int:
    """The shapes, as bits, that the neighbours of a site allow."""
    beside = (word // SHAPE_BIT) & 7
    by_house = (beside >> HOUSE) & 1
    return (1 - by_house) << HOUSE | ((1 << TOWER | 1 << COURT) & ~beside) * by_house


@inlined
def _look(s: State, seat: int, builds: bool, cardinal: int, row: Points, at_row: int, sites: Numbers, n: int) -> None:
    """What the sites hold for a seat: the best one, the next best, and how many shapes it has a use for."""
    best, second, open_sites, useful = 0, 0, 0, 0
    brings = np.empty((_LOOKS, COLOURS), dtype=np.int64)
    shapes = np.empty(_LOOKS, dtype=np.int64)
    choices = CHOICES[s.players]
    for which in range(choices):
        colour = OWN[s.players, seat, which]
        shapes[which] = _usable(s, colour, builds)
        for touched in range(COLOURS):
            brings[which, touched] = price(s, seat, colour, touched, AT_SIGHT[s.players]) if s.supply[touched] else 0
    for index in range(n):
        cell = wide(sites[index])
        if cell == cardinal:
            continue
        word = wide(s.word[cell])
        fitting, here = _fitting(word), -1
        for which in range(choices):
            colour = OWN[s.players, seat, which]
            fits = fitting & shapes[which]
            if fits and not word & (7 << (3 * colour)):
                useful |= fits
                brought = 0
                for touched in range(COLOURS):
                    brought += brings[which, touched] * ((word >> (3 * touched)) & 7)
                here = max(here, brought, 0)
        if here >= 0:
            open_sites += 1
        second = max(second, min(best, here))
        best = max(best, here)
    row[at_row + _TO_MOVE] = 1.0
    row[at_row + _BEST] = best / UNIT
    row[at_row + _NEXT_BEST] = second / UNIT
    row[at_row + _SITES] = np.sqrt(open_sites)
    kinds = (useful & 1) + (useful >> 1 & 1) + (useful >> 2)
    if kinds < SHAPES:
        row[at_row + _USELESS + kinds] = 1.0


@inlined
def _survey(s: State, sites: Numbers, out: Points) -> int:
    """Writes the sites, and counts the open sides of everybody's buildings."""
    n = 0
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            cell = at(x, y)
            word = wide(s.word[cell])
            if 0 < word < TAKEN:
                sites[n] = cell
                n += 1
                for colour in range(COLOURS):
                    owner = OWNER[s.players, colour]
                    if owner >= 0 and s.supply[colour]:
                        out[owner, _EXPOSED] += (word >> (3 * colour)) & 7
    return n


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the buildings that are left, or -1 where these are few."""
    s = opened(state)
    left = BUILDINGS - wide(s.built)
    if s.phase == OVER or left <= LAST_BUILDINGS:
        return -1
    players = wide(s.players)
    for seat in range(players):
        out[seat, :] = 0.0
        _holdings(s, seat, out[seat])
    sites = np.empty(96, dtype=np.uint16)
    n = _survey(s, sites, out)
    settled = s.phase == BUILD
    for ahead in range(players):
        seat = (wide(s.seat) + ahead + (0 if settled else 1)) % players
        place = ahead + (1 if ahead or not settled else 0)
        cardinal = wide(s.cardinal) if settled and ahead == 0 else -1
        _look(s, seat, ahead == 0, cardinal, out[seat], _BY_AWAY + place * len(_KINDS), sites, n)
    return left
