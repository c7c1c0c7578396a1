"""Quick judgement of the card game: what a card is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from solver.contract import MOST_SEATS, Bytes, Random, kernel
from solver.games.kk_card.kernel import (
    COLOURS,
    DONE,
    LIFT,
    OVER,
    PAY,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    SKIP,
    STATE,
    STONE,
    STOP,
    TAKE,
    THREE,
    circle_limit,
    end_cell,
    law_helps,
    make,
    stones_allowed,
    takeable,
)
from solver.games.kk_card.tables import CIRCLES, COLUMNS, LAND, LAND_SIZE, LANDS, ROUTE, ROWS, SYMBOLS
from solver.random import below, unit

STONE_PRICE = 2.0
"""Points that a claim stone is taken to be worth."""
STOP_WEIGHT = 0.3
"""Of stopping against taking one more card."""

_helper = numba.njit(cache=True, nogil=True, forceinline=True)


@_helper
def land_points(s: Any, seat: int, land: int, own: int) -> int:
    """What a seat gets for a land if it held `own` cards of it and everybody else what they hold now."""
    if own == 0:
        return 0
    above = 0
    for other in range(s.players):
        held = s.lands[other, land]
        if other != seat and held > own and (above == 0 or held < above):
            above = held
    return above if above else LAND_SIZE[land]


@_helper
def _land_gain(s: Any, seat: int, land: int) -> int:
    """What one more card of a land brings in the ranking of that land."""
    own = s.lands[seat, land]
    return land_points(s, seat, land, own + 1) - land_points(s, seat, land, own)


@_helper
def _most_symbols(s: Any, land: int) -> int:
    """The most equal symbols of a land that anybody holds."""
    most = 0
    for seat in range(s.players):
        for kind in range(SYMBOLS):
            most = max(most, s.symbols[seat, land, kind])
    return most


@_helper
def _worth(s: Any, seat: int, card: int, gain: float, most: int) -> float:
    """What a card gives a seat, if its land's ranking gives `gain` and the most equal symbols there are `most`."""
    value = 0.5 + gain
    for kind in range(SYMBOLS):
        gained = CIRCLES[card, kind]
        if gained:
            value += gained if s.symbols[seat, LAND[card], kind] + gained >= most else 0.3
    route = ROUTE[card]
    if route:
        have = s.routes[seat, route]
        value += 1.0 if have >= 5 else 0.5 + 0.4 * have
    return value


@_helper
def worth(s: Any, seat: int, card: int) -> float:
    """What a card gives a seat: points in its land, the lead in symbols, progress towards a chain."""
    land = LAND[card]
    return _worth(s, seat, card, _land_gain(s, seat, land), _most_symbols(s, land))


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    s = state.view(STATE)[0]
    seat = s.seat
    if step < STOP:
        cell = end_cell(s, step)
        owner = s.stone[cell]
        value = 1.0 + worth(s, seat, s.card[cell])
        if s.tile[cell]:
            value += 0.5
        return value * 0.4 if owner and owner != seat + 1 else value
    if step == STOP:
        return 1.0
    if step < PAY_FROM:
        return 3.0 if step == PLAY + RETURN else 1.5
    if step >= LIFT:
        return 0.2
    if step >= PLACE:
        cell = step - PLACE
        row = cell // COLUMNS
        depth = min(cell % COLUMNS - s.lo[row], s.hi[row] - cell % COLUMNS)
        return 0.6 * worth(s, seat, s.card[cell]) * 0.55**depth
    return 1.0 / (0.5 + worth(s, seat, s.card[step - PAY_FROM]))


@_helper
def _update(s: Any, ledger: Any, land: int) -> None:
    """Writes down for a land what one more card brings each seat, and the most equal symbols."""
    for seat in range(s.players):
        ledger[land, seat] = _land_gain(s, seat, land)
    ledger[land, MOST_SEATS] = _most_symbols(s, land)


@_helper
def opened_ledger(s: Any) -> Any:
    """For every land what one more card brings each seat, and the most equal symbols: kept up to date in a roll-out."""
    ledger = np.empty((LANDS, MOST_SEATS + 1), dtype=np.int8)
    for land in range(LANDS):
        _update(s, ledger, land)
    return ledger


@_helper
def _noted(s: Any, ledger: Any, card: int) -> float:
    """What a card gives the seat to move, from the ledger."""
    land = LAND[card]
    return _worth(s, s.seat, card, ledger[land, s.seat], ledger[land, MOST_SEATS])


@_helper
def _suggest_take(s: Any, ledger: Any, weights: Any, random: Random) -> int:
    """A card drawn by the square of its worth."""
    total, otherwise = 0.0, SKIP
    if s.taken and not s.must_take:
        if s.circles >= circle_limit(s):
            return STOP
        total, otherwise = STOP_WEIGHT, STOP
    for end in range(2 * ROWS):
        cell = takeable(s, end)
        weights[end] = 0.0
        if cell >= 0:
            owner = s.stone[cell]
            value = _noted(s, ledger, s.card[cell])
            if owner and owner != s.seat + 1:
                value = max(value - STONE_PRICE, 0.1)
            weights[end] = value * value
            total += value * value
    drawn = unit(random) * total
    for end in range(2 * ROWS):
        drawn -= weights[end]
        if drawn < 0.0:
            return end
    return otherwise


@_helper
def _suggest_stone(s: Any, ledger: Any, random: Random) -> int:
    """A stone on the better of two ends, if it is worth one."""
    seat = s.seat
    if s.stock[seat] == 0 or s.shown[seat] >= stones_allowed(s.players):
        return DONE
    best, pick = STONE_PRICE, DONE
    for _ in range(2):
        cell = end_cell(s, below(random, 2 * ROWS))
        if cell >= 0 and s.stone[cell] == 0:
            value = _noted(s, ledger, s.card[cell])
            if value > best:
                best, pick = value, PLACE + cell
    return pick


@_helper
def _any_own_stone(s: Any) -> int:
    """Pays with the first own stone on the display, or puts a lifted one on the first free card."""
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if s.phase == PAY and s.stone[cell] == s.seat + 1:
                return PAY_FROM + cell
            if s.phase != PAY and s.stone[cell] == 0 and cell != s.lifted:
                return PLACE + cell
    return DONE


@_helper
def suggest(s: Any, ledger: Any, weights: Any, random: Random) -> int:
    """A step for a roll-out."""
    seat = s.seat
    if s.phase == STONE:
        return _suggest_stone(s, ledger, random)
    if s.phase != TAKE:
        return _any_own_stone(s)
    if s.lost[seat] and s.hand[seat, RETURN]:
        return PLAY + RETURN
    for kind in (THREE, COLOURS):
        if s.hand[seat, kind] and below(random, 2) and law_helps(s, kind):
            return PLAY + kind
    step = _suggest_take(s, ledger, weights, random)
    if step == SKIP and s.must_take:
        return PLAY + (COLOURS if s.three and not s.many else THREE)
    return step


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, in place, and counts the steps."""
    s = state.view(STATE)[0]
    ledger = opened_ledger(s)
    weights = np.empty(2 * ROWS)
    made = 0
    while s.phase != OVER:
        step = suggest(s, ledger, weights, random)
        make(s, step)
        if step < STOP:
            _update(s, ledger, s.colour)
        made += 1
    return made
