"""Quick judgement of the card game: what a card is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.rules import circle_limit, end_cell, law_helps, make, stones_allowed, takeable
from solver.games.kk_card.state import (
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
    State,
)
from solver.games.kk_card.tables import CARDS, CIRCLES, COLUMNS, LAND, LAND_SIZE, LANDS, ROUTE, ROWS, SYMBOLS
from solver.kernel.contract import LONGEST_GAME, MOST_SEATS, Bytes, Numbers, Random, inlined, kernel
from solver.kernel.random import below, unit

# How much more often long searches chose a step that has a property than one that has not (fitted, natural logarithms).
GAIN = np.exp(0.21 * np.arange(16))
"""By the points that the card brings in the ranking of its land."""
LEAD, TRAIL = np.exp(0.2), np.exp(-0.3)
"""By a symbol of which nobody then holds more in that land, and by one of which somebody does."""
_ROUTE = [1.7, 1.5, 1.65, 1.5, 1.25] + [0.9] * 52
ROUTES = np.exp(np.array([[0.0] * 57, _ROUTE, _ROUTE]))
"""By a ship or carriage, by how many of them the seat holds."""
TILE = np.exp(0.8)
FOREIGN = np.exp(-1.5)
"""By another player's claim stone, which has to be paid for."""
STOPPING = np.exp(-0.7)
DEPTHS = np.exp(np.array([0.65, -0.5, -2.0] + [-3.8] * 12))
"""Of a claim stone, by how many cards lie before the claimed one, against placing none."""

SYMBOL = np.full((CARDS, 2), SYMBOLS)
"""The different circle symbols of a card, SYMBOLS where there is none."""
for _card, _place in enumerate(SYMBOL):
    _kinds = np.flatnonzero(CIRCLES[_card])
    _place[: len(_kinds)] = _kinds


@inlined
def land_points(s: State, seat: int, land: int, own: int) -> int:
    """What a seat gets for a land if it held `own` cards of it and everybody else what they hold now."""
    if own == 0:
        return 0
    above = 0
    for other in range(s.players):
        held = s.lands[other, land]
        if other != seat and held > own and (above == 0 or held < above):
            above = held
    return above if above else LAND_SIZE[land]


@inlined
def _land_gain(s: State, seat: int, land: int) -> int:
    """What one more card of a land brings in the ranking of that land."""
    own = s.lands[seat, land]
    return land_points(s, seat, land, own + 1) - land_points(s, seat, land, own)


@inlined
def _most_symbols(s: State, land: int) -> int:
    """The most equal symbols of a land that anybody holds."""
    most = 0
    for seat in range(s.players):
        for kind in range(SYMBOLS):
            most = max(most, s.symbols[seat, land, kind])
    return most


@inlined
def _appeal(s: State, seat: int, card: int, gain: int, most: int) -> float:
    """How often a card is wanted, if its land's ranking gives `gain` and the most equal symbols there are `most`."""
    weight, land = GAIN[gain], LAND[card]
    for place in range(2):
        kind = SYMBOL[card, place]
        if kind < SYMBOLS:
            weight *= LEAD if s.symbols[seat, land, kind] + CIRCLES[card, kind] >= most else TRAIL
    return weight * ROUTES[ROUTE[card], s.routes[seat, ROUTE[card]]]


@inlined
def appeal(s: State, seat: int, card: int) -> float:
    """How often a card is wanted: for points in its land, the lead in symbols, progress towards a chain."""
    land = LAND[card]
    return _appeal(s, seat, card, _land_gain(s, seat, land), _most_symbols(s, land))


@inlined
def _hindered(s: State, cell: int) -> float:
    """What lies on a card: a law tile to be had, another's stone to be paid for."""
    weight = TILE if s.tile[cell] else 1.0
    owner = s.stone[cell]
    return weight * FOREIGN if owner and owner != s.seat + 1 else weight


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    s: State = state.view(STATE)[0]
    seat = s.seat
    if step < STOP:
        cell = end_cell(s, step)
        return appeal(s, seat, s.card[cell]) * _hindered(s, cell)
    if step == STOP:
        return STOPPING
    if step < PAY_FROM:
        return 3.0 if step == PLAY + RETURN else 1.0
    if step >= LIFT:
        return 0.2
    if step >= PLACE:
        cell = step - PLACE
        row = cell // COLUMNS
        depth = min(cell % COLUMNS - s.lo[row], s.hi[row] - cell % COLUMNS)
        return appeal(s, seat, s.card[cell]) * DEPTHS[depth]
    return 1.0 / appeal(s, seat, s.card[step - PAY_FROM])


@inlined
def _update(s: State, ledger: Numbers, land: int) -> None:
    """Writes down for a land what one more card brings each seat, and the most equal symbols."""
    for seat in range(s.players):
        ledger[land, seat] = _land_gain(s, seat, land)
    ledger[land, MOST_SEATS] = _most_symbols(s, land)


@inlined
def opened_ledger(s: State) -> Numbers:
    """For every land what one more card brings each seat, and the most equal symbols: kept up to date in a roll-out."""
    ledger = np.empty((LANDS, MOST_SEATS + 1), dtype=np.uint8)
    for land in range(LANDS):
        _update(s, ledger, land)
    return ledger


@inlined
def _noted(s: State, ledger: Numbers, card: int) -> float:
    """How much the seat to move wants a card, from the ledger."""
    land = LAND[card]
    return _appeal(s, s.seat, card, ledger[land, s.seat], ledger[land, MOST_SEATS])


@inlined
def _drawn(weights: Numbers, total: float, otherwise: int, random: Random) -> int:
    """An end drawn by its weight; what is left of the total stands for something else."""
    drawn = unit(random) * total
    for end in range(2 * ROWS):
        drawn -= weights[end]
        if drawn < 0.0:
            return end
    return otherwise


@inlined
def _suggest_take(s: State, ledger: Numbers, weights: Numbers, random: Random) -> int:
    total, otherwise = 0.0, SKIP
    if s.taken and not s.must_take:
        if s.circles >= circle_limit(s):
            return STOP
        total, otherwise = STOPPING, STOP
    for end in range(2 * ROWS):
        cell = takeable(s, end)
        weights[end] = 0.0
        if cell >= 0:
            weights[end] = _noted(s, ledger, s.card[cell]) * _hindered(s, cell)
            total += weights[end]
    return _drawn(weights, total, otherwise, random)


@inlined
def _suggest_stone(s: State, ledger: Numbers, weights: Numbers, random: Random) -> int:
    """A stone on a card at an end, or none; one side of the display is looked at and stands for both."""
    if s.stock[s.seat] == 0 or s.shown[s.seat] >= stones_allowed(s.players):
        return DONE
    total = 1.0
    weights[:] = 0.0
    for end in range(below(random, 2), 2 * ROWS, 2):
        cell = end_cell(s, end)
        if cell >= 0 and s.stone[cell] == 0:
            weights[end] = _noted(s, ledger, s.card[cell]) * (2 * DEPTHS[0])
            total += weights[end]
    end = _drawn(weights, total, -1, random)
    return PLACE + end_cell(s, end) if end >= 0 else DONE


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
def suggest(s: State, ledger: Numbers, weights: Numbers, random: Random) -> int:
    """A step for a roll-out."""
    seat = s.seat
    if s.phase == STONE:
        return _suggest_stone(s, ledger, weights, random)
    if s.phase != TAKE:
        return _any_own_stone(s)
    if s.lost[seat] and s.hand[seat, RETURN]:
        return PLAY + RETURN
    for kind in (THREE, COLOURS):
        if s.hand[seat, kind] and below(random, 4) == 0 and law_helps(s, kind):
            return PLAY + kind
    step = _suggest_take(s, ledger, weights, random)
    if step == SKIP and s.must_take:
        return PLAY + (COLOURS if s.three and not s.many else THREE)
    return step


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, in place, and counts the steps."""
    s: State = state.view(STATE)[0]
    ledger = opened_ledger(s)
    weights = np.empty(2 * ROWS)
    made = 0
    while s.phase != OVER and made < LONGEST_GAME:
        step = suggest(s, ledger, weights, random)
        make(s, step)
        if step < STOP:
            _update(s, ledger, s.colour)
        made += 1
    return made
