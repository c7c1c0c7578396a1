"""How a roll-out of the card game goes on: each step drawn by how much it is wanted.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.appeal import (
    LOOKS,
    Factors,
    appeal,
    chain_factor,
    denial_factor,
    gain_among,
    gains_now,
    land_factor,
    standing_in,
    stone_factor,
    stop_factor,
    tile_factor,
)
from solver.games.kk_card.rules import (
    bounds_now,
    cell_at,
    cell_in,
    circle_limit,
    held_numbers,
    law_helps,
    make,
    most_symbols,
    next_seat,
    stones_allowed,
    takeable,
)
from solver.games.kk_card.state import (
    COLOURS,
    DONE,
    OVER,
    PAY,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    SKIP,
    STONE,
    STOP,
    TAKE,
    THREE,
    State,
)
from solver.games.kk_card.tables import (
    CARDS,
    COLUMNS,
    LAND,
    LANDS,
    ROUTE,
    ROWS,
    SYMBOLS,
)
from solver.games.kk_card.weights import (
    BEHIND_IT,
    DEPTH,
)
from solver.kernel.bits import first, rest
from solver.kernel.contract import (
    LONGEST_GAME,
    MOST_SEATS,
    Bytes,
    Random,
    compiled,
    inlined,
    wide,
)
from solver.kernel.lent import opener
from solver.kernel.random import below_by, drawn_by, unit_by
from solver.kernel.record import Record, f8, flags, i8, u1


class Ledger(Record):
    """What a roll-out keeps. It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    wanted = f8(MOST_SEATS, LANDS)  # what a land makes of its cards, for each seat
    behind = f8(MOST_SEATS, LANDS)  # what it makes of uncovering them, by the seat that may take them next
    chain = f8(MOST_SEATS, 3)  # what a card's route makes of it, for each seat by its own chain,
    denied = f8(MOST_SEATS, 3)  # and for the seat before it
    stones = f8(MOST_SEATS, 1 + MOST_SEATS)  # what a stone on a card makes of it, for each seat by its owner
    weights = f8(2 * ROWS)  # room for a choice: how much each step is wanted,
    steps = i8(2 * ROWS)  # and which it is
    most = u1(LANDS)  # the most equal symbols


LEDGER_SIZE = Ledger.dtype.itemsize
open_ledger = opener(Ledger)


@inlined
def _update(s: State, ledger: Ledger, land: int, f: Factors) -> None:
    """Writes down what a land makes of its cards for each seat."""
    players, numbers = wide(s.players), held_numbers(s, land)
    standing, gains = standing_in(s, land), gains_now(s)
    own = start = wide(s.lands[0, land])
    gain = gain_of_first = gain_among(numbers, own, land)
    for seat in range(players):
        after = wide(s.lands[seat + 1, land]) if seat + 1 < players else start
        following = gain_among(numbers, after, land) if seat + 1 < players else gain_of_first
        ledger.wanted[seat, land] = land_factor(own, standing, gain, following, gains, f)
        ledger.behind[seat, land] = f[BEHIND_IT + gain]
        own, gain = after, following


@inlined
def _note_symbols(s: State, ledger: Ledger, seat: int, land: int) -> None:
    """A seat has taken a card of a land: nobody's symbols become fewer."""
    most = wide(ledger.most[land])
    for kind in range(SYMBOLS):
        most = max(most, wide(s.symbols[seat, land, kind]))
    ledger.most[land] = most


@inlined
def _note_route(s: State, ledger: Ledger, seat: int, route: int, f: Factors) -> None:
    """Writes down what a seat's chain makes of one more ship or carriage."""
    ledger.chain[seat, route] = chain_factor(s, seat, route, f)
    ledger.denied[seat, route] = denial_factor(s, seat, route, f)


@compiled
def _open_land(s: State, ledger: Ledger, land: int, f: Factors) -> None:
    _update(s, ledger, land, f)
    ledger.most[land] = most_symbols(s, land)


@inlined
def _open_lands(s: State, ledger: Ledger, f: Factors) -> None:
    for land in range(LANDS):
        _open_land(s, ledger, land, f)


@inlined
def opened_ledger(s: State, f: Factors, random: Random) -> Bytes:
    """The ledger for a position, as bytes; a roll-out keeps it up to date."""
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    ledger = open_ledger(raw)
    ledger.random = random[0]
    _open_lands(s, ledger, f)
    for seat in range(wide(s.players)):
        for route in range(3):
            _note_route(s, ledger, seat, route, f)
        for owner in range(1 + wide(s.players)):
            ledger.stones[seat, owner] = stone_factor(owner, seat, f)
    return raw


@inlined
def _note_card(s: State, ledger: Ledger, seat: int, card: int, f: Factors) -> None:
    """A seat has taken a card: writes down what becomes of the others, for each seat."""
    land = LAND[card]
    _note_symbols(s, ledger, seat, land)
    _note_route(s, ledger, seat, ROUTE[card], f)
    if 2 * s.left == CARDS:
        _open_lands(s, ledger, f)
    else:
        _update(s, ledger, land, f)


@inlined
def _noted(s: State, ledger: Ledger, seat: int, after: int, card: int, f: Factors) -> float:
    """How much a seat wants a card, from the ledger."""
    look = LOOKS[card]
    land, route = look.land, look.route
    route_factors = ledger.chain[seat, route], ledger.denied[after, route]
    return appeal(s, seat, look, ledger.wanted[seat, land], wide(ledger.most[land]), route_factors, f)


@inlined
def _offer(ledger: Ledger, options: int, step: int, weight: float) -> float:
    """Writes a step down as one of a choice."""
    ledger.weights[options], ledger.steps[options] = weight, step
    return weight


@inlined
def _drawn(ledger: Ledger, options: int, total: float, otherwise: int) -> int:
    """One of the first steps of a choice, drawn by its weight; what is left of the total stands for something else.

    What is left only falls, so the steps before it reaches zero can be counted: that is quicker than to stop there,
    where nobody can guess.
    """
    drawn, passed = unit_by(ledger) * total, 0
    for option in range(options):
        drawn -= ledger.weights[option]
        passed += drawn >= 0.0
    return ledger.steps[passed] if passed < options else otherwise


@inlined
def _weight(s: State, ledger: Ledger, seat: int, after: int, end: int, f: Factors) -> float:
    """How much the seat to move would like to take from an end."""
    cell, row = cell_at(s, end), end >> 1
    hindrance = tile_factor(s, cell, f) * ledger.stones[seat, s.stone[cell]]
    weight = _noted(s, ledger, seat, after, s.card[cell], f) * hindrance
    if s.lo[row] == s.hi[row]:
        return weight
    return weight * ledger.behind[after, LAND[s.card[np.uint64(wide(cell) + 1 - 2 * (end & 1))]]]


@inlined
def _suggest_take(s: State, ledger: Ledger, seat: int, f: Factors) -> int:
    """A card to take, or to stop.

    Where none may be taken a number is drawn for nothing, but for a seat that has all the symbols that it may take.
    """
    may_stop = s.taken and not s.must_take
    ends, otherwise = takeable(s, bounds_now(s)), STOP if may_stop else SKIP
    if not ends:
        if not may_stop or s.circles < circle_limit(s.three):
            drawn_by(ledger)
        return otherwise
    total, options, after = stop_factor(s, f) if may_stop else 0.0, 0, next_seat(s, seat)
    while ends:
        end = first(ends)
        ends = rest(ends)
        total += _offer(ledger, options, end, _weight(s, ledger, seat, after, end, f))
        options += 1
    return _drawn(ledger, options, total, otherwise)


@inlined
def _suggest_stone(s: State, ledger: Ledger, seat: int, f: Factors) -> int:
    """A stone on a card at an end, or none; one side of the display is looked at and stands for both."""
    if (s.stock[seat] == 0) | (s.shown[seat] >= stones_allowed(s.players)):
        return DONE
    total, options, after = 1.0, 0, next_seat(s, seat)
    side = below_by(ledger, 2)
    for row in range(ROWS):
        lo, hi = wide(s.lo[row]), wide(s.hi[row])
        if lo <= hi:
            cell = cell_in(row, hi if side else lo)
            weight = _noted(s, ledger, seat, after, s.card[cell], f) * (2 * f[DEPTH])
            free = (s.stone[cell] == 0) & ((side == 0) | (lo < hi))
            total += _offer(ledger, options, PLACE + wide(cell), weight if free else 0.0)
            options += 1
    return _drawn(ledger, options, total, DONE)


@inlined
def _any_own_stone(s: State) -> int:
    """Pays with the first own stone on the display, or puts a lifted one on the first free card."""
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if s.phase == PAY and s.stone[cell] == s.seat + 1:
                return PAY_FROM + cell
            if s.phase != PAY and s.stone[cell] == 0 and cell != s.lifted:
                return PLACE + cell
    return DONE


@inlined
def _suggest_law(s: State, ledger: Ledger, seat: int) -> int:
    """A law to play, or -1."""
    if s.lost[seat] and s.hand[seat, RETURN]:
        return PLAY + RETURN
    for kind in (THREE, COLOURS):
        if s.hand[seat, kind] and below_by(ledger, 4) == 0 and law_helps(s, kind):
            return PLAY + kind
    return -1


@inlined
def suggest(s: State, ledger: Ledger, f: Factors) -> int:
    """A step for a roll-out."""
    seat = wide(s.seat)
    if s.phase == STONE:
        return _suggest_stone(s, ledger, seat, f)
    if s.phase != TAKE:
        return _any_own_stone(s)
    if s.hand[seat, RETURN] | s.hand[seat, THREE] | s.hand[seat, COLOURS]:
        law = _suggest_law(s, ledger, seat)
        if law >= 0:
            return law
    step = _suggest_take(s, ledger, seat, f)
    if step == SKIP and s.must_take:
        return PLAY + (COLOURS if s.three and not s.many else THREE)
    return step


@inlined
def play_step(s: State, ledger: Ledger, f: Factors) -> None:
    """Makes a step and writes down what comes of it."""
    step = suggest(s, ledger, f)
    if step < STOP:
        seat, card = wide(s.seat), s.card[cell_at(s, step)]
        make(s, step)
        _note_card(s, ledger, seat, card, f)
    else:
        make(s, step)


@inlined
def play(s: State, raw: Bytes, f: Factors, random: Random) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive, and the caller does."""
    ledger, made = open_ledger(raw), 0
    while s.phase != OVER and made < LONGEST_GAME:
        play_step(s, ledger, f)
        made += 1
    random[0] = ledger.random
    return made
