"""A position of the board game as bytes: its fields, the phases of a turn, the numbers of the steps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solver.games.kk_board.tables import (
    CARDS,
    CLOISTERS_EACH,
    COUNCILS_EACH,
    FIELDS,
    HAND,
    KINDS,
    LANDS,
    OPEN,
    cards_in_play,
)
from solver.kernel.contract import MOST_SEATS, Bytes

PLACE, DRAW, OVER = range(3)
UNKNOWN = KINDS
BOTH = KINDS + 1
TARGETS = FIELDS + LANDS

# Steps: a kind of card with a target (kind * TARGETS + target), or a word with a kind of card.
EXCHANGE = KINDS * TARGETS  # + kind
STOP = EXCHANGE + KINDS
TAKE = STOP + 1  # + kind of an open card
BLIND = TAKE + KINDS  # the top card of the stack
STEPS = BLIND + 1
MOST_STEPS = STEPS

NOT_MIXED, MIXED, UNRECORDED = range(3)
DRAWN = 7
"""In the record: a card drawn unseen; else the kind that was played from among the unseen ones."""
RECORD = 2 * CARDS + 2

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("mask", "u8", (MOST_SEATS,)),  # the fields with a cloister of each seat
                ("taken", "u8"),  # all of them
                ("seed", "u8"),  # how the discards will be shuffled; 0 where nobody can know
                ("players", "u1"),
                ("seat", "u1"),
                ("phase", "u1"),
                ("half", "u1"),  # 0 before the interim scoring, 1 after it
                ("ending", "u1"),  # the stack was played through twice: this round is the last
                ("placed", "u1"),  # pieces placed this turn
                ("limit", "u1"),  # pieces that may be placed this turn
                ("land", "i1"),  # where they are placed, or -1
                ("cloisters", "u1", (LANDS, MOST_SEATS)),
                ("councils", "u1", (LANDS, MOST_SEATS)),
                ("cloisters_left", "u1", (MOST_SEATS,)),
                ("councils_left", "u1", (MOST_SEATS,)),
                ("interim", "i2", (MOST_SEATS,)),
                ("held", "u1", (MOST_SEATS,)),  # cards in hand
                ("hand", "u1", (MOST_SEATS, BOTH)),
                ("public", "u1", (MOST_SEATS, KINDS)),  # of these the ones that everybody saw being taken
                ("open", "u1", (BOTH,)),
                ("discard", "u1", (KINDS,)),
                ("left", "u1"),  # cards in the stack
                ("stack", "u1", (CARDS,)),  # the top card comes last
                # What everybody knows of the reshuffle while somebody may still hold unseen cards from before it:
                ("mixed", "u1"),
                ("may_keep", "u1", (MOST_SEATS,)),  # whether this seat may
                ("shuffled", "u1", (KINDS,)),  # the cards that were shuffled
                ("shown", "u1", (KINDS,)),  # of these the ones turned up since
                ("drawn", "u1", (MOST_SEATS, KINDS)),  # and those that each seat drew, as far as this state knows
                ("records", "u1"),
                ("record", "u1", (RECORD,)),  # unseen draws and plays since: 8 * seat + kind or DRAWN
                ("turn", "u8"),  # last and eight bytes wide: what comes before it tells positions apart
            ],
            align=True,
        ),
    )
)


def new_state(
    players: int, hands: Sequence[Sequence[int]], open_cards: Sequence[int], stack: Sequence[int], seed: int
) -> Bytes:
    """The opening position: the hands, the open cards, and the stack with its top card first."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = state.view(STATE)[0]
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


def stack_size(players: int) -> int:
    """Cards in the stack when the game begins."""
    return sum(cards_in_play(players)) - HAND * players - OPEN
