"""A position of Cartino as bytes: its fields, and the numbers of the steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.games.cartino.tables import BIT, KINDS, PLACES, RACK, STONES, SUITS, UPPER
from solver.kernel.contract import Bytes
from solver.kernel.lent import opener
from solver.kernel.record import Record, flags, i1, i2, u1, u8

MOST_PLAYERS = 4
JOKER = KINDS
UNKNOWN = KINDS + 1
ANY_SUIT = SUITS
"""The suit of a turn in which nothing was laid yet."""
BAG = STONES - 2 * RACK

# Steps: a stone or a joker laid on a place, a joker exchanged there, or a word.
LAY_JOKER = PLACES  # + place
EXCHANGE = 2 * PLACES  # + place
DONE = 3 * PLACES
PASS = DONE + 1
STEPS = PASS + 1
MOST_STEPS = STEPS


class State(Record):
    """The table, the racks, and what everybody remembers of them."""

    taken = flags()  # the places where a stone lies
    jokers = flags()  # where it is a joker
    now = flags()  # where it was laid in this turn
    rack = flags(MOST_PLAYERS)  # the stones of each seat, as places; jokers are counted apart
    joker = u1(MOST_PLAYERS)
    hidden = u1(MOST_PLAYERS)  # stones that this state does not know
    held = u1(MOST_PLAYERS)  # all of them
    players = u1()
    seat = u1()
    over = u1()
    suit = u1()  # of this turn, or ANY_SUIT
    exchanged = u1()  # jokers taken back in this turn, which have to wait
    passes = u1()  # in a row
    finisher = i1()  # who laid the last stone, or -1
    left = u1()  # stones in the bag
    contacts = i2(MOST_PLAYERS)
    sets = u1(MOST_PLAYERS)  # five stones in one turn, so many times
    bag = u1(BAG)  # the next stone comes last; zeros behind it
    # What everybody remembers of the racks:
    public = flags(MOST_PLAYERS)  # stones that were shown
    public_joker = u1(MOST_PLAYERS)  # jokers that were taken back
    full = flags(MOST_PLAYERS)  # where stones lay when the seat last could not lay any
    stuck = u1(MOST_PLAYERS)  # so many of its unseen stones are from then
    last_suit = u1(MOST_PLAYERS)  # what it laid last
    kept = u1(MOST_PLAYERS)  # the unseen stones that it kept then
    turn = u8()  # last and eight bytes wide


STATE = State.dtype
opened = opener(State)
KEY_SIZE = State.offset("public")
"""What comes before tells positions apart: memories change nothing where all racks are known."""


def new_state(racks: Sequence[Sequence[int]], bag: Sequence[int]) -> Bytes:
    """The opening position: the racks, and the stones of the bag in the order in which they will be drawn."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = State.of(state)
    s.players, s.suit, s.finisher = len(racks), ANY_SUIT, -1
    s.last_suit[:] = ANY_SUIT
    for seat, rack in enumerate(racks):
        for stone in rack:
            put_in(s, seat, stone)
        s.held[seat] = len(rack)
    s.left = len(bag)
    s.bag[: s.left] = list(bag)[::-1]
    return state


def put_in(s: State, seat: int, stone: int) -> None:
    """A stone more in a rack, outside the kernel; how many it holds is not changed."""
    if stone == UNKNOWN:
        s.hidden[seat] += 1
    elif stone == JOKER:
        s.joker[seat] += 1
    else:
        upper, lower = int(BIT[UPPER[stone]]), int(BIT[UPPER[stone] + 8])
        s.rack[seat] = np.uint64(int(s.rack[seat]) | (lower if int(s.rack[seat]) & upper else upper))


def stones_of(places: int) -> list[int]:
    """The kinds of a set of stones that is written as places."""
    return [kind for kind in range(KINDS) for place in (UPPER[kind], UPPER[kind] + 8) if places >> int(place) & 1]


def rack_of(s: State, seat: int) -> list[int]:
    """The stones of a rack: kinds, jokers, unknown ones."""
    return [*stones_of(int(s.rack[seat])), *[JOKER] * int(s.joker[seat]), *[UNKNOWN] * int(s.hidden[seat])]


def show(s: State, seat: int, stone: int, number: int) -> None:
    """Everybody knows of so many stones of a kind in a rack."""
    if stone == JOKER:
        s.public_joker[seat] = max(int(s.public_joker[seat]), number)
    else:
        upper = int(BIT[UPPER[stone]])
        s.public[seat] = np.uint64(int(s.public[seat]) | upper | (upper << 8 if number > 1 else 0))
    unseen = int(s.held[seat]) - int(s.public_joker[seat]) - int(s.public[seat]).bit_count()
    s.stuck[seat] = min(int(s.stuck[seat]), unseen)
