"""A position of the board game as bytes: its fields, the phases of a turn, the numbers of the steps.

A state brings its map along: the tables of lands, sites and cards lie behind the position, and the kernels look them up
there. So games on several maps are played side by side by the same compiled code, and no position can meet a wrong map.
The arrays have room for the largest map that `map_check` lets in; a map says itself how much of them it uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.games.kk_board.map_check import MOST_CARDS_IN_ALL, MOST_KINDS, MOST_LANDS, MOST_SITES, PIECES
from solver.kernel.contract import MOST_SEATS, Bytes, inlined
from solver.kernel.lent import opener
from solver.kernel.record import Record, flags, i1, i2, i8, u1, u8

CLOISTERS_EACH, COUNCILS_EACH = PIECES["cloister"], PIECES["councillor"]
HAND, OPEN = 3, 2
CHAIN = 4
"""So many cloisters along a road score."""

PLACE, DRAW, OVER = range(3)
UNKNOWN = MOST_KINDS
BOTH = MOST_KINDS + 1
COURTS = MOST_SITES
"""Targets below this number are fields, those from it on the courts of the lands."""
TARGETS = COURTS + MOST_LANDS

# Steps: a kind of card with a target (kind * TARGETS + target), or a word with a kind of card.
EXCHANGE = MOST_KINDS * TARGETS  # + kind
STOP = EXCHANGE + MOST_KINDS
TAKE = STOP + 1  # + kind of an open card
BLIND = TAKE + MOST_KINDS  # the top card of the stack
STEPS = BLIND + 1
MOST_STEPS = STEPS

NOT_MIXED, MIXED, UNRECORDED = range(3)
DRAWN = 7
"""In the record: a card drawn unseen; else the kind that was played from among the unseen ones."""


class State(Record):
    """The key comes first, then what follows from it, then the map, then the number of the turn."""

    mask = flags(MOST_SEATS)  # the fields with a cloister of each seat
    seed = u8()  # how the discards will be shuffled; 0 where nobody can know
    players = u1()
    seat = u1()
    phase = u1()
    half = u1()  # 0 before the interim scoring, 1 after it
    ending = u1()  # the stack was played through twice: this round is the last
    placed = u1()  # pieces placed this turn
    limit = u1()  # pieces that may be placed this turn
    land = i1()  # where they are placed, or -1
    councils = u1(MOST_LANDS, MOST_SEATS)
    interim = i2(MOST_SEATS)
    hand = u1(MOST_SEATS, BOTH)
    public = u1(MOST_SEATS, MOST_KINDS)  # of these the ones that everybody saw being taken
    open = u1(BOTH)
    discard = u1(MOST_KINDS)
    left = u1()  # cards in the stack
    stack = u1(MOST_CARDS_IN_ALL)  # the top card comes last
    # What everybody knows of the reshuffle while somebody may still hold unseen cards from before it:
    mixed = u1()
    may_keep = u1(MOST_SEATS)  # whether this seat may
    shuffled = u1(MOST_KINDS)  # the cards that were shuffled
    shown = u1(MOST_KINDS)  # of these the ones turned up since
    drawn = u1(MOST_SEATS, MOST_KINDS)  # and those that each seat drew, as far as this state knows
    records = u1()
    record = u1(2 * MOST_CARDS_IN_ALL + 2)  # unseen draws and plays since: 8 * seat + kind or DRAWN

    # What follows from the above:
    taken = flags()  # the fields with a cloister of anybody
    cloisters = u1(MOST_LANDS, MOST_SEATS)
    cloisters_left = u1(MOST_SEATS)
    councils_left = u1(MOST_SEATS)
    held = u1(MOST_SEATS)  # cards in hand

    # The map, the same in all positions of a game:
    lands = i8()
    kinds = i8()  # of cards
    land_mask = u8(MOST_LANDS)  # the fields of each land
    neighbours = u8(MOST_SITES)  # the fields that a road joins with a field
    wishes = u8()  # see `rollout`: all that can be wished for on this map, as bits
    allied = u8(MOST_LANDS)  # the wishes that a council changes
    allies = i1(MOST_LANDS, MOST_LANDS)  # the lands that an alliance joins with a land; the rest is -1
    land_of = u1(TARGETS)  # the land that a field or a court lies in
    card_of = u1(MOST_LANDS)  # the kind of card that shows a land
    count = u1(MOST_KINDS)  # cards of each kind in the box; five players play with all of them

    turn = u8()


STATE = State.dtype
opened = opener(State)
KEY_SIZE = State.offset("taken")


@inlined
def land_at(s: State, target: int) -> Any:
    """The land that a target lies in."""
    return np.int64(s.land_of[target])


@inlined
def card_of(s: State, land: int) -> Any:
    """The kind of card that shows a land."""
    return np.int64(s.card_of[land])


def new_state(
    blank: Bytes,
    players: int,
    hands: Sequence[Sequence[int]],
    open_cards: Sequence[int],
    stack: Sequence[int],
    seed: int,
) -> Bytes:
    """The opening position on a blank map: the hands, the open cards, and the stack with its top card first."""
    state = blank.copy()
    s = State.of(state)
    s.players, s.seed, s.land = players, seed, -1
    s.cloisters_left[:players], s.councils_left[:players] = CLOISTERS_EACH, COUNCILS_EACH
    for seat, hand in enumerate(hands):
        s.held[seat] = len(hand)
        for kind in hand:
            s.hand[seat, kind] += 1
    for kind in open_cards:
        s.open[kind] += 1
    s.left = len(stack)
    s.stack[: s.left] = list(stack)[::-1]
    return state
