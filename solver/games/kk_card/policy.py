"""Quick judgement of the card game: what a card is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.kk_card.lent import opened
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
    rank_points,
    stones_allowed,
    takeable,
)
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
    NO_SYMBOL,
    NOTHING,
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
from solver.kernel.bits import first, rest
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
from solver.kernel.random import WEYL, below_by, unit_by
from solver.kernel.record import Record, f8, flags, i8, u1, u2
from solver.kernel.weights import QuickPolicy, Weights

LONG = 5
"""So many ships or carriages score."""
Factors = Points


class Look(Record):
    """What a card looks like at a glance, all in one place."""

    land = u1()
    route = u1()
    kind = u1(2)  # its different circle symbols,
    symbol = u2(2)  # and for each where the factors begin, by the most equal symbols and by what is held
    circles = u2()  # which factor its circle symbols have


def _looks() -> Numbers:
    looks = np.zeros(CARDS, dtype=Look.dtype)
    looks["land"], looks["route"], looks["circles"] = LAND, ROUTE, CIRCLE + CIRCLE_COUNT.astype(int)
    looks["symbol"] = NO_SYMBOL
    for look, symbols in zip(looks, CIRCLES.astype(int), strict=True):
        kinds = np.flatnonzero(symbols)
        look.kind[: len(kinds)], look.symbol[: len(kinds)] = kinds, SYMBOL + symbols[kinds]
    return looks


_LOOKS = _looks()


@inlined
def _gain(numbers: np.uint64, own: int, land: int) -> int:
    """What one more card of a land brings a seat in the ranking of that land."""
    return rank_points(numbers, own + 2, land) - min(own, 1) * rank_points(numbers, own + 1, land)


@inlined
def land_gain(s: State, seat: int, land: int) -> int:
    """The same, from the position."""
    return _gain(held_numbers(s, land), wide(s.lands[seat, land]), land)


@inlined
def _symbol_factor(s: State, seat: int, look: Look, place: int, most: int, f: Factors) -> float:
    """Of a symbol on a card, if there is one, where the most equal symbols of its land are `most`."""
    held = wide(s.symbols[seat, look.land, look.kind[place]])
    return f[wide(look.symbol[place]) + MOST_POINTS * most + held]


@inlined
def _standing(s: State, land: int) -> tuple[int, int]:
    """The most cards of a land that anybody holds, and those that are left."""
    top, left = 0, wide(LAND_SIZE[land])
    for seat in range(MOST_SEATS):
        held = wide(s.lands[seat, land])
        top = max(top, held)
        left -= held
    return top, left


@inlined
def _gains_now(s: State) -> int:
    """Where the factors begin that the points in a land have in this half of the game."""
    return GAINS + (MOST_POINTS if 2 * s.left <= CARDS else 0)


@inlined
def _land_factor(own: int, standing: tuple[int, int], gain: int, following: int, gains: int, f: Factors) -> float:
    """What a land makes of its cards for a seat that has so many of them, if one more brings it `gain` points and the
    seat after it `following`."""
    top, left = standing
    at_top = ALONE + TOP if own + 1 >= top else ALONE + LOST if own + 1 + left <= top else NOTHING
    return f[gains + gain] * f[at_top] * f[STILL + left] * f[NEXT_GAINS + following]


@inlined
def _appeal(s: State, seat: int, look: Look, weight: float, most: int, route: tuple[float, float], f: Factors) -> float:
    """How often a card is wanted: by what its land makes of it (`weight`), the lead in symbols, its route.

    What a card has not is a factor of one: multiplying costs less than guessing wrongly what comes next.
    """
    weight *= _symbol_factor(s, seat, look, 0, most, f)
    weight *= _symbol_factor(s, seat, look, 1, most, f)
    return weight * route[0] * route[1] * f[wide(look.circles)]


@inlined
def _chain_factor(s: State, seat: int, route: int, f: Factors) -> float:
    """What a seat's chain makes of one more ship or carriage."""
    return f[CHAIN + min(wide(s.routes[seat, route]), ROUTES - 1) if route else NOTHING]


@inlined
def _denial_factor(s: State, seat: int, route: int, f: Factors) -> float:
    """What it makes of a ship or carriage for the seat before it that it may need just this one."""
    return f[ALONE + DENIED if route and s.routes[seat, route] == LONG - 1 else NOTHING]


@inlined
def _appeal_now(s: State, seat: int, card: int, f: Factors) -> float:
    """The same without a ledger."""
    look, after = _LOOKS[card], next_seat(s, seat)
    land, route = look.land, look.route
    numbers, own = held_numbers(s, land), wide(s.lands[seat, land])
    gain, following = _gain(numbers, own, land), _gain(numbers, wide(s.lands[after, land]), land)
    weight = _land_factor(own, _standing(s, land), gain, following, _gains_now(s), f)
    route_factors = _chain_factor(s, seat, route, f), _denial_factor(s, after, route, f)
    return _appeal(s, seat, look, weight, most_symbols(s, land), route_factors, f)


@inlined
def _tile_factor(s: State, cell: np.uint64, f: Factors) -> float:
    """A law tile to be had."""
    return f[ALONE + TILE if s.tile[cell] else NOTHING]


@inlined
def _stone_factor(owner: int, seat: int, f: Factors) -> float:
    """Another's stone to be paid for."""
    return f[NOTHING if owner == 0 else ALONE + OWN if owner == seat + 1 else ALONE + FOREIGN]


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
        cell, row = cell_at(s, step), step >> 1
        hindrance = _tile_factor(s, cell, f) * _stone_factor(wide(s.stone[cell]), seat, f)
        weight = _appeal_now(s, seat, s.card[cell], f) * hindrance
        if s.lo[row] == s.hi[row]:
            return weight
        behind = s.card[wide(cell) + (-1 if step & 1 else 1)]
        return weight * f[BEHIND_IT + land_gain(s, next_seat(s, seat), LAND[behind])]
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
    s = opened(state)
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


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


LEDGER = Ledger.dtype
LEDGER_SIZE = LEDGER.itemsize


@inlined
def _update(s: State, ledger: Ledger, land: int, f: Factors) -> None:
    """Writes down what a land makes of its cards for each seat."""
    players, numbers = wide(s.players), held_numbers(s, land)
    standing, gains = _standing(s, land), _gains_now(s)
    own = start = wide(s.lands[0, land])
    gain = gain_of_first = _gain(numbers, own, land)
    for seat in range(players):
        after = wide(s.lands[seat + 1, land]) if seat + 1 < players else start
        following = _gain(numbers, after, land) if seat + 1 < players else gain_of_first
        ledger.wanted[seat, land] = _land_factor(own, standing, gain, following, gains, f)
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
    ledger.chain[seat, route] = _chain_factor(s, seat, route, f)
    ledger.denied[seat, route] = _denial_factor(s, seat, route, f)


@compiled
def _update_all(s: State, ledger: Ledger, f: Factors) -> None:
    for land in range(LANDS):
        _update(s, ledger, land, f)
        ledger.most[land] = most_symbols(s, land)


@inlined
def opened_ledger(s: State, f: Factors, random: Random) -> Bytes:
    """The ledger for a position, as bytes: what every land makes of its cards, kept up to date in a roll-out."""
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    ledger = raw.view(LEDGER)[0]
    ledger.random = random[0]
    _update_all(s, ledger, f)
    for seat in range(wide(s.players)):
        for route in range(3):
            _note_route(s, ledger, seat, route, f)
        for owner in range(1 + wide(s.players)):
            ledger.stones[seat, owner] = _stone_factor(owner, seat, f)
    return raw


@inlined
def _note_card(s: State, ledger: Ledger, seat: int, card: int, f: Factors) -> None:
    """A seat has taken a card: writes down what becomes of the others, for each seat."""
    land = LAND[card]
    _note_symbols(s, ledger, seat, land)
    _note_route(s, ledger, seat, ROUTE[card], f)
    if 2 * s.left == CARDS:
        _update_all(s, ledger, f)
    else:
        _update(s, ledger, land, f)


@inlined
def _noted(s: State, ledger: Ledger, seat: int, after: int, card: int, f: Factors) -> float:
    """How much a seat wants a card, from the ledger."""
    look = _LOOKS[card]
    land, route = look.land, look.route
    route_factors = ledger.chain[seat, route], ledger.denied[after, route]
    return _appeal(s, seat, look, ledger.wanted[seat, land], wide(ledger.most[land]), route_factors, f)


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
    hindrance = _tile_factor(s, cell, f) * ledger.stones[seat, s.stone[cell]]
    weight = _noted(s, ledger, seat, after, s.card[cell], f) * hindrance
    if s.lo[row] == s.hi[row]:
        return weight
    return weight * ledger.behind[after, LAND[s.card[np.uint64(wide(cell) + 1 - 2 * (end & 1))]]]


@inlined
def _suggest_take(s: State, ledger: Ledger, seat: int, f: Factors) -> int:
    may_stop = s.taken and not s.must_take
    ends, otherwise = takeable(s, bounds_now(s)), STOP if may_stop else SKIP
    if not ends:
        ledger.random += np.uint64(0) if may_stop and s.circles >= circle_limit(s.three) else WEYL
        return otherwise
    total, options, after = _stop_factor(s, f) if may_stop else 0.0, 0, next_seat(s, seat)
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
def _play(s: State, raw: Bytes, f: Factors) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, made = raw.view(LEDGER)[0], 0
    while s.phase != OVER and made < LONGEST_GAME:
        step = suggest(s, ledger, f)
        if step < STOP:
            seat, card = wide(s.seat), s.card[cell_at(s, step)]
            make(s, step)
            _note_card(s, ledger, seat, card, f)
        else:
            make(s, step)
        made += 1
    return made


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    tables = factors(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s = opened(state)
        return _promise(s, step, tables[s.players])

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s = opened(state)
        raw = opened_ledger(s, tables[s.players], random)
        made = _play(s, raw, tables[s.players])
        random[0] = raw.view(LEDGER)[0].random
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
