"""The rules of the card game, once: written in Python, compiled by numba, used by the log, the score and the search.

The display is four rows of fourteen cells, cell = 14 * row + column; a row shrinks from both ends (`lo`, `hi`).
A turn is a sequence of steps through these phases:

    TAKE   take from an end, play a law, stop (after at least one card), or skip when nothing can be taken
    PAY    a marked card was taken and the stock is empty: which of the own stones on the display goes
    STONE  place a stone, lift one to move it, play "return", or be done
    MOVE   a stone was lifted: where it goes

`hand` counts a seat's law tiles by kind; kind UNKNOWN stands for a tile that whoever looks at this state has not seen.
The rulings that these rules follow where the texts are silent are in docs/rulings.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numba
import numpy as np
from numba import types

from solver.games.kk_card.tables import (
    CARDS,
    CIRCLE_COUNT,
    CIRCLES,
    COLUMNS,
    LAND,
    LAND_SIZE,
    LANDS,
    LAW_CELLS,
    LAWS,
    ROUTE,
    ROWS,
    STONES_EACH,
    SYMBOLS,
)
from solver.kernel.contract import MOST_SEATS, Bytes, Points, Random, Steps, kernel
from solver.kernel.random import below

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

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("players", "u1"),
                ("start_only", "u1"),  # switch: only cards that were at an end when the turn began
                ("seat", "u1"),
                ("phase", "u1"),
                ("left", "u1"),  # cards on the display
                ("lifted", "i1"),  # the cell a stone was lifted from, or -1
                ("lo", "i1", (ROWS,)),
                ("hi", "i1", (ROWS,)),
                ("first_lo", "i1", (ROWS,)),  # the ends when the turn began
                ("first_hi", "i1", (ROWS,)),
                ("colour", "i1"),  # land taken this turn, or -1
                ("circles", "u1"),  # circle symbols taken this turn
                ("taken", "u1"),  # cards taken this turn
                ("three", "u1"),  # "three symbols" was played this turn
                ("many", "u1"),  # "many colours" was played this turn
                ("must_take", "u1"),  # a law was played for the next take
                ("card", "u1", (CARDS,)),
                ("stone", "u1", (CARDS,)),  # seat + 1, or 0
                ("tile", "u1", (CARDS,)),  # kind of the law tile on the cell, or 0
                ("played", "u1", (6,)),  # law tiles out of the game, by kind
                ("stock", "u1", (MOST_SEATS,)),
                ("shown", "u1", (MOST_SEATS,)),  # own stones on the display
                ("lost", "u1", (MOST_SEATS,)),
                ("hand", "u1", (MOST_SEATS, 6)),
                ("cards", "u1", (MOST_SEATS,)),
                ("lands", "u1", (MOST_SEATS, LANDS)),
                ("symbols", "u1", (MOST_SEATS, LANDS, SYMBOLS)),
                ("routes", "u1", (MOST_SEATS, 3)),  # 1 ships, 2 carriages
                ("turn", "u8"),  # last and eight bytes wide: what comes before it tells positions apart
            ],
            align=True,
        ),
    )
)
_RAW = types.Array(types.uint8, 1, "C")
_POINTS2 = types.Array(types.float64, 2, "C")
_helper = numba.njit(cache=True, nogil=True, forceinline=True)


@_helper
def stones_allowed(players: int) -> int:
    """How many own stones may lie on the display at once: with four and five players one stays in reserve."""
    return STONES_EACH if players == 3 else STONES_EACH - 1


@_helper
def circle_limit(s: Any) -> int:
    """How many circle symbols may be taken this turn."""
    return 3 if s.three else 2


@_helper
def end_cell(s: Any, end: int) -> int:
    """The cell at an end of a row, or -1: an empty row has none, and one card is a single end."""
    row = end >> 1
    lo, hi = s.lo[row], s.hi[row]
    if lo > hi or (lo == hi and end & 1):
        return -1
    return row * COLUMNS + (hi if end & 1 else lo)


@_helper
def takeable(s: Any, end: int) -> int:
    """The cell that the seat to move may take from this end now, or -1."""
    cell = end_cell(s, end)
    if cell < 0:
        return -1
    card = s.card[cell]
    if s.taken and (s.circles >= circle_limit(s) or (LAND[card] != s.colour and not s.many)):
        return -1
    if s.circles + CIRCLE_COUNT[card] > circle_limit(s):
        return -1
    owner = s.stone[cell]
    if owner and owner != s.seat + 1 and s.stock[s.seat] == 0 and s.shown[s.seat] == 0:
        return -1
    if s.start_only:
        row, column = cell // COLUMNS, cell % COLUMNS
        if column != s.first_lo[row] and column != s.first_hi[row]:
            return -1
    return cell


@_helper
def _any_takeable(s: Any) -> bool:
    for end in range(2 * ROWS):  # noqa: SIM110 - numba compiles no generators
        if takeable(s, end) >= 0:
            return True
    return False


@_helper
def holds(s: Any, seat: int, kind: int) -> bool:
    """Whether a seat has a law tile of a kind, or may have one for all that is known."""
    if s.hand[seat, kind]:
        return True
    if s.hand[seat, UNKNOWN] == 0:
        return False
    seen = s.played[kind]
    for other in range(s.players):
        seen += s.hand[other, kind]
    return seen < LAWS[kind]


@_helper
def _takeable_under(s: Any, three: int, many: int) -> bool:
    """Whether a card could be taken with these laws in force."""
    was_three, was_many = s.three, s.many
    s.three, s.many = three, many
    helps = _any_takeable(s)
    s.three, s.many = was_three, was_many
    return helps


@_helper
def law_helps(s: Any, kind: int) -> bool:
    """Whether "three symbols" or "many colours" would let the seat take a card now, alone or with the other of them."""
    seat = s.seat
    if (s.three if kind == THREE else s.many) or not holds(s, seat, kind):
        return False
    if _takeable_under(s, 1 if kind == THREE else s.three, s.many if kind == THREE else 1):
        return True
    other = COLOURS if kind == THREE else THREE
    tiles = (s.hand[seat, kind] > 0) + (s.hand[seat, other] > 0) + s.hand[seat, UNKNOWN]
    return bool(holds(s, seat, other) and tiles >= 2 and _takeable_under(s, 1, 1))


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when the last card is taken."""
    s = state.view(STATE)[0]
    return -1 if s.phase == OVER else int(s.seat)


@_helper
def _legal_takes(s: Any, steps: Steps) -> int:
    n = 0
    for end in range(2 * ROWS):
        if takeable(s, end) >= 0:
            steps[n] = end
            n += 1
    if s.taken == 0 and n == 0:
        steps[n] = SKIP
        n += 1
    elif s.taken and not s.must_take:
        steps[n] = STOP
        n += 1
    if s.lost[s.seat] and holds(s, s.seat, RETURN):
        steps[n] = PLAY + RETURN
        n += 1
    for kind in (THREE, COLOURS):
        if law_helps(s, kind):
            steps[n] = PLAY + kind
            n += 1
    return n


@_helper
def _legal_stones(s: Any, steps: Steps) -> int:
    steps[0] = DONE
    n = 1
    seat = s.seat
    if s.lost[seat] and holds(s, seat, RETURN):
        steps[n] = PLAY + RETURN
        n += 1
    may_place = s.stock[seat] > 0 and s.shown[seat] < stones_allowed(s.players)
    free = 0
    if not may_place and s.shown[seat]:
        for row in range(ROWS):
            for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
                free += s.stone[cell] == 0
        if free == 0:
            return n
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if may_place:
                if s.stone[cell] == 0:
                    steps[n] = PLACE + cell
                    n += 1
            elif s.stone[cell] == seat + 1:
                steps[n] = LIFT + cell
                n += 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    s = state.view(STATE)[0]
    if s.phase == TAKE:
        return _legal_takes(s, steps)
    if s.phase == STONE:
        return _legal_stones(s, steps)
    n = 0
    if s.phase == OVER:
        return n
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if s.phase == PAY and s.stone[cell] == s.seat + 1:
                steps[n] = PAY_FROM + cell
                n += 1
            elif s.phase == MOVE and s.stone[cell] == 0 and cell != s.lifted:
                steps[n] = PLACE + cell
                n += 1
    return n


@_helper
def _settle_claim(s: Any, cell: int) -> None:
    """An own stone comes home; a foreign one goes home too, and the taker pays with one of his."""
    owner = s.stone[cell]
    if owner == 0:
        return
    s.stone[cell] = 0
    s.shown[owner - 1] -= 1
    s.stock[owner - 1] += 1
    if owner != s.seat + 1:
        if s.stock[s.seat]:
            s.stock[s.seat] -= 1
            s.lost[s.seat] += 1
        else:
            s.phase = PAY


@_helper
def _take(s: Any, end: int) -> None:
    seat, row = s.seat, end >> 1
    cell = end_cell(s, end)
    if end & 1:
        s.hi[row] -= 1
    else:
        s.lo[row] += 1
    card = s.card[cell]
    land = LAND[card]
    s.left -= 1
    s.taken += 1
    s.must_take = 0
    s.colour = land
    s.circles += CIRCLE_COUNT[card]
    s.cards[seat] += 1
    s.lands[seat, land] += 1
    for kind in range(SYMBOLS):
        s.symbols[seat, land, kind] += CIRCLES[card, kind]
    s.routes[seat, ROUTE[card]] += 1
    if s.tile[cell]:
        s.hand[seat, s.tile[cell]] += 1
        s.tile[cell] = NONE
    _settle_claim(s, cell)
    if s.left == 0:
        s.phase = OVER


@_helper
def _play(s: Any, kind: int) -> None:
    """A law tile leaves the game; one that nobody had seen turns out to be of this kind."""
    seat = s.seat
    if s.hand[seat, kind]:
        s.hand[seat, kind] -= 1
    else:
        s.hand[seat, UNKNOWN] -= 1
    s.played[kind] += 1
    if kind == RETURN:
        s.lost[seat] -= 1
        s.stock[seat] += 1
    elif kind == THREE:
        s.three = 1
        s.must_take = 1
    else:
        s.many = 1
        s.must_take = 1


@_helper
def _next_turn(s: Any) -> None:
    s.seat = (s.seat + 1) % s.players
    s.phase = TAKE
    s.lifted = -1
    s.colour = -1
    s.circles = 0
    s.taken = 0
    s.three = 0
    s.many = 0
    s.must_take = 0
    s.turn += 1
    if s.start_only:
        for row in range(ROWS):
            s.first_lo[row] = s.lo[row]
            s.first_hi[row] = s.hi[row]


@_helper
def _place(s: Any, cell: int) -> None:
    if s.phase == MOVE:
        s.stone[s.lifted] = 0
    else:
        s.stock[s.seat] -= 1
        s.shown[s.seat] += 1
    s.stone[cell] = s.seat + 1
    _next_turn(s)


@_helper
def make(s: Any, step: int) -> None:
    """Makes a step."""
    if step < STOP:
        _take(s, step)
    elif step == STOP:
        s.phase = STONE
    elif step in (SKIP, DONE):
        _next_turn(s)
    elif step < PAY_FROM:
        _play(s, step - PLAY)
    elif step < PLACE:
        s.stone[step - PAY_FROM] = 0
        s.shown[s.seat] -= 1
        s.lost[s.seat] += 1
        s.phase = TAKE
    elif step < LIFT:
        _place(s, step - PLACE)
    else:
        s.lifted = step - LIFT
        s.phase = MOVE


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(state.view(STATE)[0], step)


LAND_PART, SYMBOL_PART, CHAIN_PART, LAW_PART = range(4)
PARTS = ("land", "symbols", "chains", "law")


@_helper
def _score_land(s: Any, land: int, parts: Any) -> None:
    """First the land's number, every next rank what one player of the rank above holds; symbols to the most."""
    most = 0
    for seat in range(s.players):
        for kind in range(SYMBOLS):
            most = max(most, s.symbols[seat, land, kind])
    for seat in range(s.players):
        own = s.lands[seat, land]
        if own == 0:
            continue
        above = 0
        for other in range(s.players):
            held = s.lands[other, land]
            if held > own and (above == 0 or held < above):
                above = held
        parts[seat, LAND_PART] += above if above else LAND_SIZE[land]
        if most:
            for kind in range(SYMBOLS):
                if s.symbols[seat, land, kind] == most:
                    parts[seat, SYMBOL_PART] += most
                    break


@numba.njit([types.void(_RAW, _POINTS2)], cache=True, nogil=True)
def score_parts(state: Bytes, parts: Any) -> None:
    """Points of each seat by category, as if the game ended now; law tiles that nobody has seen cost nothing."""
    s = state.view(STATE)[0]
    for seat in range(s.players):
        ships, carriages = s.routes[seat, SHIP], s.routes[seat, CARRIAGE]
        parts[seat, LAND_PART] = 0
        parts[seat, SYMBOL_PART] = 0
        parts[seat, CHAIN_PART] = (ships if ships >= 5 else 0) + (carriages if carriages >= 5 else 0)
        parts[seat, LAW_PART] = -2.0 * s.hand[seat, MINUS]
    for land in range(LANDS):
        _score_land(s, land, parts)


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, then its number of land cards, which decides between equals."""
    s = state.view(STATE)[0]
    parts = np.empty((MOST_SEATS, 4))
    score_parts(state, parts)
    for seat in range(s.players):
        out[seat] = parts[seat, 0] + parts[seat, 1] + parts[seat, 2] + parts[seat, 3]
        out[MOST_SEATS + seat] = s.cards[seat]


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Blanks the law tiles on the display and in the other hands; nothing else is hidden in this game."""
    s = state.view(STATE)[0]
    for cell in range(CARDS):
        if s.tile[cell]:
            s.tile[cell] = UNKNOWN
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(RETURN, UNKNOWN):
                s.hand[seat, UNKNOWN] += s.hand[seat, kind]
                s.hand[seat, kind] = 0


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """Deals the law tiles that the viewer has not seen anew."""
    s = state.view(STATE)[0]
    pool = np.empty(8, dtype=np.uint8)
    n = 0
    for kind in range(RETURN, UNKNOWN):
        unseen = LAWS[kind] - s.played[kind]
        for seat in range(s.players):
            unseen -= s.hand[seat, kind]
        for cell in LAW_CELLS:
            unseen -= s.tile[cell] == kind
        for _ in range(unseen):
            pool[n] = kind
            n += 1
    for cell in LAW_CELLS:
        if s.tile[cell] == UNKNOWN:
            pick = below(random, n)
            s.tile[cell] = pool[pick]
            n -= 1
            pool[pick] = pool[n]
    for seat in range(s.players):
        while s.hand[seat, UNKNOWN]:
            pick = below(random, n)
            s.hand[seat, UNKNOWN] -= 1
            s.hand[seat, pool[pick]] += 1
            n -= 1
            pool[pick] = pool[n]


def new_state(players: int, cards: Sequence[int], tiles: Sequence[int], start_only: bool = False) -> Bytes:
    """The opening position: the cards of the display row by row, and the law tiles in the order of LAW_CELLS."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = state.view(STATE)[0]
    s.players, s.start_only, s.left = players, start_only, CARDS
    s.lifted = s.colour = -1
    s.hi[:] = s.first_hi[:] = COLUMNS - 1
    s.card[:] = cards
    s.tile[LAW_CELLS] = tiles
    s.stock[:players] = STONES_EACH
    return state


def near_end(state: Bytes) -> bool:
    """With eight cards left an ending has up to a few million positions."""
    return bool(state.view(STATE)[0].left <= 8)
