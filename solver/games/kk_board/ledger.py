"""The ledger of a roll-out of the board game: what it knows of a position, for a piece changes little of it.

How much each seat likes each land stands there as a factor. A piece makes some of these stale; they are weighed anew
when the seat has cards for them and a piece has a place there. Where a council has none it is liked by 0.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_board.changes import Courts, open_courts, ranks_in
from solver.games.kk_board.map_check import MOST_KINDS, MOST_LANDS
from solver.games.kk_board.points import majority
from solver.games.kk_board.rules import court_has_room, free_fields, is_empty
from solver.games.kk_board.state import COURTS, State, card_of, land_at
from solver.kernel.bits import ONE, bit, first, rest
from solver.kernel.contract import MOST_SEATS, Bytes, Random, compiled, inlined
from solver.kernel.lent import opener
from solver.kernel.record import f8, flags, u8

LANDS = np.uint64((1 << MOST_LANDS) - 1)
"""Of the wishes of a seat those for cloisters; those for councils stand behind them."""


class Ledger(Courts):
    """It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    vacant = flags()  # the lands with a free field
    begun = flags()  # the lands with a piece
    roomy = flags()  # the lands whose court has room for a council
    shown = u8(MOST_KINDS)  # the lands that each kind of card shows
    rising = u8(MOST_LANDS)  # see `Ranks`
    falling = u8(MOST_LANDS)
    near = u8(MOST_SEATS)  # the fields next to the cloisters of each seat
    stale = u8(MOST_SEATS)  # the factors that are out of date, as bits: cloisters by lands, then councils
    cloister = f8(MOST_SEATS, MOST_LANDS)  # how a seat likes each land for a cloister
    council = f8(MOST_SEATS, MOST_LANDS)  # and for a council
    building = f8(MOST_LANDS)  # how the seat to move wishes for a cloister in each land
    wishes = f8(MOST_LANDS)  # and for a piece of either kind
    ease = f8(3)  # how easily pieces are paid
    weights = f8(MOST_LANDS)  # room for a choice
    majority, councils, most_allies = Courts.majority, Courts.councils, Courts.most_allies


LEDGER_SIZE = Ledger.dtype.itemsize
open_ledger = opener(Ledger)


@inlined
def all_lands(s: State) -> np.uint64:
    return bit(s.lands) - ONE


@inlined
def note_land(s: State, ledger: Ledger, land: int) -> None:
    """What is known of a land."""
    one = bit(land)
    ledger.rising[land], ledger.falling[land] = ranks_in(s, land)
    ledger.vacant = ledger.vacant | one if free_fields(s, land) else ledger.vacant & ~one
    ledger.begun = ledger.begun & ~one if is_empty(s, land) else ledger.begun | one
    if court_has_room(s, land):
        ledger.roomy |= one
    else:
        ledger.roomy &= ~one
        ledger.council[:, land] = 0.0


@inlined
def open_lands(s: State, ledger: Ledger) -> None:
    open_courts(s, ledger, all_lands(s))
    for land in range(s.lands):
        note_land(s, ledger, land)


@compiled
def opened_ledger(s: State, random: Random) -> Bytes:
    """The ledger for a position, as bytes; all factors are stale."""
    raw = np.zeros(LEDGER_SIZE, dtype=np.uint8)
    ledger = open_ledger(raw)
    ledger.random = random[0]
    open_lands(s, ledger)
    for land in range(s.lands):
        ledger.shown[card_of(s, land)] |= bit(land)
    for seat in range(s.players):
        ledger.stale[seat] = s.wishes
        near, own = np.uint64(0), s.mask[seat]
        while own:
            near |= s.neighbours[first(own)]
            own = rest(own)
        ledger.near[seat] = near
    return raw


@inlined
def note_piece(s: State, ledger: Ledger, seat: int, target: int) -> None:
    """What a piece changes."""
    land = land_at(s, target)
    changed = bit(land)
    if target < COURTS:
        ledger.near[seat] |= s.neighbours[target]
        if s.cloisters_left[seat] == 0:
            ledger.cloister[seat, :] = 0.0
    else:
        changed = s.allied[land]
        ledger.majority[land] = majority(s, land)
        ledger.councils[land] += 1
        if s.councils_left[seat] == 0:
            ledger.stale[seat] = s.wishes
            ledger.council[seat, :] = 0.0
    note_land(s, ledger, land)
    for other in range(MOST_SEATS):
        ledger.stale[other] |= changed


@inlined
def note_half(s: State, ledger: Ledger) -> None:
    """The interim scoring: the halves have weights of their own."""
    for seat in range(MOST_SEATS):
        ledger.stale[seat] = s.wishes
