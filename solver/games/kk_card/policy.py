"""Quick judgement of the card game: what a card is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

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
from solver.games.kk_card.tables import (
    CARDS,
    CIRCLE_COUNT,
    CIRCLES,
    COLUMNS,
    LAND,
    LAND_SIZE,
    LANDS,
    ROUTE,
    ROWS,
    SYMBOLS,
)
from solver.games.kk_card.weights import (
    ALONE,
    BEHIND_IT,
    CHAIN,
    CIRCLE,
    COLOURED,
    DENIED,
    DEPTH,
    DEPTHS,
    FOREIGN,
    GAINS,
    LIFTING,
    LOST,
    MOST_POINTS,
    NEXT_GAINS,
    OWN,
    RETURNS,
    ROUTES,
    STILL,
    STOPPING,
    STOPS_AND_CLAIMS,
    SYMBOL,
    THREES,
    TILE,
    TOP,
    UNITS,
    factors,
)
from solver.games.kk_card.weights import TABLE as TABLE
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.contract import (
    LONGEST_GAME,
    MOST_SEATS,
    Bytes,
    Numbers,
    Points,
    Random,
    compiled,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import below, unit
from solver.kernel.weights import QuickPolicy, Weights

LONG = 5
"""So many ships or carriages score."""
Factors = Points


KINDS = np.full((CARDS, 2), SYMBOLS)
"""The different circle symbols of a card, SYMBOLS where there is none."""
for _card, _place in enumerate(KINDS):
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
def _symbol_factor(s: State, seat: int, card: int, kind: int, most: int, f: Factors) -> float:
    """Of one kind of symbol on a card, if the most equal symbols of its land are `most`."""
    held = s.symbols[seat, LAND[card], kind] + CIRCLES[card, kind]
    standing = 0 if held > most else 1 if held == most else 2
    return f[SYMBOL + MOST_POINTS * standing + min(held, MOST_POINTS - 1)]


@inlined
def _standing(s: State, land: int) -> tuple[int, int]:
    """The most cards of a land that anybody holds, and those that are left."""
    top, left = 0, wide(LAND_SIZE[land])
    for seat in range(s.players):
        held = wide(s.lands[seat, land])
        top = max(top, held)
        left -= held
    return top, left


@inlined
def _land_factor(s: State, seat: int, land: int, gain: int, following: int, top: int, left: int, f: Factors) -> float:
    """What a land makes of its cards, if one more brings a seat `gain` points and the seat after it `following`."""
    weight = f[GAINS + gain + (MOST_POINTS if 2 * s.left <= CARDS else 0)]
    own = s.lands[seat, land] + 1
    if own >= top:
        weight *= f[ALONE + TOP]
    elif own + left <= top:
        weight *= f[ALONE + LOST]
    return weight * f[STILL + left] * f[NEXT_GAINS + following]


@inlined
def _appeal(s: State, seat: int, card: int, weight: float, most: int, f: Factors) -> float:
    """How often a card is wanted: by what its land makes of it (`weight`), the lead in symbols, a chain."""
    route = ROUTE[card]
    for place in range(2):
        kind = KINDS[card, place]
        if kind < SYMBOLS:
            weight *= _symbol_factor(s, seat, card, kind, most, f)
    if route:
        weight *= f[CHAIN + min(s.routes[seat, route], ROUTES - 1)]
        if s.routes[(seat + 1) % s.players, route] == LONG - 1:
            weight *= f[ALONE + DENIED]
    return weight * f[CIRCLE + CIRCLE_COUNT[card]]


@inlined
def _appeal_now(s: State, seat: int, card: int, f: Factors) -> float:
    """The same without a ledger."""
    land = LAND[card]
    gain, following = _land_gain(s, seat, land), _land_gain(s, (seat + 1) % s.players, land)
    top, left = _standing(s, land)
    weight = _land_factor(s, seat, land, gain, following, top, left, f)
    return _appeal(s, seat, card, weight, _most_symbols(s, land), f)


@inlined
def _hindered(s: State, cell: int, f: Factors) -> float:
    """What lies on a card: a law tile to be had, another's stone to be paid for."""
    weight = f[ALONE + TILE] if s.tile[cell] else 1.0
    owner = s.stone[cell]
    if owner == 0:
        return weight
    return weight * f[ALONE + (OWN if owner == s.seat + 1 else FOREIGN)]


@inlined
def _behind(s: State, end: int, cell: int) -> int:
    """The card that taking from an end uncovers, or -1."""
    row = end >> 1
    if s.lo[row] == s.hi[row]:
        return -1
    return int(s.card[cell - 1 if end & 1 else cell + 1])


@inlined
def _stop_factor(s: State, f: Factors) -> float:
    may_claim = s.stock[s.seat] > 0 and s.shown[s.seat] < stones_allowed(s.players)
    return f[ALONE + STOPPING] * (f[ALONE + STOPS_AND_CLAIMS] if may_claim else 1.0)


@inlined
def _law_factor(kind: int, f: Factors) -> float:
    return f[ALONE + (RETURNS if kind == RETURN else THREES if kind == THREE else COLOURED)]


@inlined
def _promise(s: State, step: int, f: Factors) -> float:
    """How promising a step looks."""
    seat = s.seat
    if step < STOP:
        cell = end_cell(s, step)
        weight = _appeal_now(s, seat, s.card[cell], f) * _hindered(s, cell, f)
        behind = _behind(s, step, cell)
        return weight if behind < 0 else weight * f[BEHIND_IT + _land_gain(s, (seat + 1) % s.players, LAND[behind])]
    if step == STOP:
        return _stop_factor(s, f)
    if step < PAY_FROM:
        return _law_factor(step - PLAY, f) if step > PLAY else 1.0
    if step >= LIFT:
        return f[ALONE + LIFTING]
    if step >= PLACE:
        cell = step - PLACE
        row = cell // COLUMNS
        depth = min(cell % COLUMNS - s.lo[row], s.hi[row] - cell % COLUMNS)
        return _appeal_now(s, seat, s.card[cell], f) * f[DEPTH + min(wide(depth), DEPTHS - 1)]
    return 1.0 / _appeal_now(s, seat, s.card[step - PAY_FROM], f)


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s: State = state.view(STATE)[0]
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------

BEHIND, MOST = MOST_SEATS, 2 * MOST_SEATS
"""In a ledger: where the factors of uncovered cards begin, by the seat that may take them next; the most symbols."""


@inlined
def _update(s: State, ledger: Points, land: int, f: Factors) -> None:
    """Writes down what a land makes of its cards for each seat, and the most equal symbols."""
    players = wide(s.players)
    top, left = _standing(s, land)
    first = _land_gain(s, 0, land)
    gain = first
    for seat in range(players):
        following = _land_gain(s, seat + 1, land) if seat + 1 < players else first
        ledger[land, seat] = _land_factor(s, seat, land, gain, following, top, left, f)
        ledger[land, BEHIND + seat] = f[BEHIND_IT + gain]
        gain = following
    ledger[land, MOST] = _most_symbols(s, land)


@compiled
def _update_all(s: State, ledger: Points, f: Factors) -> None:
    for land in range(LANDS):
        _update(s, ledger, land, f)


@inlined
def opened_ledger(s: State, f: Factors) -> Points:
    """What every land makes of its cards, kept up to date in a roll-out."""
    ledger = np.empty((LANDS, 2 * MOST_SEATS + 1))
    _update_all(s, ledger, f)
    return ledger


@inlined
def _noted(s: State, ledger: Points, card: int, f: Factors) -> float:
    """How much the seat to move wants a card, from the ledger."""
    land = LAND[card]
    return _appeal(s, s.seat, card, ledger[land, s.seat], int(ledger[land, MOST]), f)


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
def _suggest_take(s: State, ledger: Points, weights: Numbers, f: Factors, random: Random) -> int:
    total, otherwise = 0.0, SKIP
    if s.taken and not s.must_take:
        if s.circles >= circle_limit(s):
            return STOP
        total, otherwise = _stop_factor(s, f), STOP
    following = BEHIND + (s.seat + 1) % s.players
    for end in range(2 * ROWS):
        cell = takeable(s, end)
        weights[end] = 0.0
        if cell >= 0:
            weights[end] = _noted(s, ledger, s.card[cell], f) * _hindered(s, cell, f)
            behind = _behind(s, end, cell)
            if behind >= 0:
                weights[end] *= ledger[LAND[behind], following]
            total += weights[end]
    return _drawn(weights, total, otherwise, random)


@inlined
def _suggest_stone(s: State, ledger: Points, weights: Numbers, f: Factors, random: Random) -> int:
    """A stone on a card at an end, or none; one side of the display is looked at and stands for both."""
    if s.stock[s.seat] == 0 or s.shown[s.seat] >= stones_allowed(s.players):
        return DONE
    total = 1.0
    weights[:] = 0.0
    for end in range(below(random, 2), 2 * ROWS, 2):
        cell = end_cell(s, end)
        if cell >= 0 and s.stone[cell] == 0:
            weights[end] = _noted(s, ledger, s.card[cell], f) * (2 * f[DEPTH])
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
def suggest(s: State, ledger: Points, weights: Numbers, f: Factors, random: Random) -> int:
    """A step for a roll-out."""
    seat = s.seat
    if s.phase == STONE:
        return _suggest_stone(s, ledger, weights, f, random)
    if s.phase != TAKE:
        return _any_own_stone(s)
    if s.lost[seat] and s.hand[seat, RETURN]:
        return PLAY + RETURN
    for kind in (THREE, COLOURS):
        if s.hand[seat, kind] and below(random, 4) == 0 and law_helps(s, kind):
            return PLAY + kind
    step = _suggest_take(s, ledger, weights, f, random)
    if step == SKIP and s.must_take:
        return PLAY + (COLOURS if s.three and not s.many else THREE)
    return step


@inlined
def _play(s: State, f: Factors, random: Random) -> int:
    ledger = opened_ledger(s, f)
    weights = np.empty(2 * ROWS)
    made = 0
    while s.phase != OVER and made < LONGEST_GAME:
        step = suggest(s, ledger, weights, f, random)
        make(s, step)
        if step < STOP:
            if 2 * s.left == CARDS:
                _update_all(s, ledger, f)
            else:
                _update(s, ledger, s.colour, f)
        made += 1
    return made


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    tables = factors(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s: State = state.view(STATE)[0]
        return _promise(s, step, tables[s.players])

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s: State = state.view(STATE)[0]
        return _play(s, tables[s.players], random)

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
