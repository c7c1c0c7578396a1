"""A position of the card game as bytes: its fields, the phases of a turn, the numbers of the steps.

The display is four rows of fourteen cells, cell = 14 * row + column; a row shrinks from both ends (`lo`, `hi`).
A turn is a sequence of steps through these phases:

    TAKE   take from an end, play a law, stop (after at least one card), or skip when nothing can be taken
    PAY    a marked card was taken and the stock is empty: which of the own stones on the display goes
    STONE  place a stone, lift one to move it, play "return", or be done
    MOVE   a stone was lifted: where it goes

`hand` counts a seat's law tiles by kind; kind UNKNOWN stands for a tile that whoever looks at this state has not seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.games.kk_card.tables import CARDS, COLUMNS, LANDS, LAW_CELLS, ROWS, STONES_EACH, SYMBOLS
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.lent import opener
from solver.kernel.record import Record, i1, u1, u8

TAKE, PAY, STONE, MOVE, OVER = range(5)
NONE, RETURN, THREE, COLOURS, MINUS, UNKNOWN = range(6)
SHIP, CARRIAGE = 1, 2

# Steps: an end of a row (2 * row + side), a word, or a word with a cell.
STOP, SKIP, DONE = 8, 9, 10
PLAY = 10  # + kind: 11 return, 12 three, 13 colours
PAY_FROM = 14  # + cell
PLACE = PAY_FROM + CARDS  # + cell
LIFT = PLACE + CARDS  # + cell
STEPS = LIFT + CARDS
MOST_STEPS = 72


class State(Record):
    """The display, the turn that was begun, and what everybody holds."""

    players = u1()
    start_only = u1()  # switch: only cards that were at an end when the turn began
    seat = u1()
    phase = u1()
    left = u1()  # cards on the display
    lifted = i1()  # the cell a stone was lifted from, or -1
    lo = i1(ROWS)
    hi = i1(ROWS)
    first_lo = i1(ROWS)  # the ends when the turn began
    first_hi = i1(ROWS)
    colour = i1()  # land taken this turn, or -1
    circles = u1()  # circle symbols taken this turn
    taken = u1()  # cards taken this turn
    three = u1()  # "three symbols" was played this turn
    many = u1()  # "many colours" was played this turn
    must_take = u1()  # a law was played for the next take
    card = u1(CARDS)
    stone = u1(CARDS)  # seat + 1, or 0
    tile = u1(CARDS)  # kind of the law tile on the cell, or 0
    played = u1(6)  # law tiles out of the game, by kind
    stock = u1(MOST_SEATS)
    shown = u1(MOST_SEATS)  # own stones on the display
    lost = u1(MOST_SEATS)
    hand = u1(MOST_SEATS, 6)
    cards = u1(MOST_SEATS)
    lands = u1(MOST_SEATS, LANDS)
    symbols = u1(MOST_SEATS, LANDS, SYMBOLS)
    routes = u1(MOST_SEATS, 3)  # 1 ships, 2 carriages
    turn = u8()  # last and eight bytes wide: what comes before it tells positions apart


STATE = State.dtype
opened = opener(State)
KEY_SIZE = State.offset("turn")


def new_state(players: int, cards: Sequence[int], tiles: Sequence[int], start_only: bool = False) -> Bytes:
    """The opening position: the cards of the display row by row, and the law tiles in the order of LAW_CELLS."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = State.of(state)
    s.players, s.start_only, s.left = players, start_only, CARDS
    s.lifted = s.colour = -1
    s.hi[:] = s.first_hi[:] = COLUMNS - 1
    s.card[:] = cards
    s.tile[LAW_CELLS] = tiles
    s.stock[:players] = STONES_EACH
    return state
