"""Quick judgement of the card game: what a card is worth at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.kk_card.rules import (
    Bounds,
    bounds_now,
    circle_limit,
    end_cell,
    law_helps,
    make,
    next_seat,
    stones_allowed,
    takeable,
)
from solver.games.kk_card.state import (
    CARRIAGE,
    COLOURS,
    DONE,
    LIFT,
    OVER,
    PAY,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    SHIP,
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
from solver.kernel.bits import bit, first
from solver.kernel.contract import (
    LONGEST_GAME,
    MOST_SEATS,
    Bytes,
    Points,
    Random,
    compiled,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.random import below_by, unit_by
from solver.kernel.record import Record, f8, flags, u1
from solver.kernel.weights import QuickPolicy, Weights

LONG = 5
"""So many ships or carriages score."""
Factors = Points


_LAND, _ROUTE, _CIRCLES = LAND.astype(np.uint8), ROUTE.astype(np.uint8), CIRCLE_COUNT.astype(np.uint8)
"""In numbers without a sign: compiled, nobody asks whether what they point at is counted from the end."""
_KIND, _EQUAL, _SHOWS = np.zeros((3, CARDS, 2), dtype=np.uint8)
"""The different circle symbols of a card, how many of each there are, and 1 for each that there is."""
for _card, _symbols in enumerate(CIRCLES):
    _kinds = np.flatnonzero(_symbols)
    _places = slice(len(_kinds))
    _KIND[_card, _places], _EQUAL[_card, _places], _SHOWS[_card, _places] = _kinds, _symbols[_kinds], 1


@inlined
def _held(s: State, land: int) -> np.uint64:
    """The numbers of cards of a land that seats hold, and the land's number, as a set."""
    numbers = bit(LAND_SIZE[land])
    for seat in range(MOST_SEATS):
        numbers |= bit(s.lands[seat, land])
    return numbers


@inlined
def _rank(numbers: np.uint64, least: int, land: int) -> int:
    """What a seat gets that is topped by those who hold at least so many: the fewest of these, or the land's number."""
    least = min(least, wide(LAND_SIZE[land]))
    return least + first(numbers >> np.uint64(least))


@inlined
def _gain(numbers: np.uint64, own: int, land: int) -> int:
    """What one more card of a land brings a seat in the ranking of that land."""
    return _rank(numbers, own + 2, land) - min(own, 1) * _rank(numbers, own + 1, land)


@inlined
def land_gain(s: State, seat: int, land: int) -> int:
    """The same, from the position."""
    return _gain(_held(s, land), wide(s.lands[seat, land]), land)


@inlined
def _most_symbols(s: State, land: int) -> int:
    """The most equal symbols of a land that anybody holds."""
    most = 0
    for seat in range(MOST_SEATS):
        for kind in range(SYMBOLS):
            most = max(most, s.symbols[seat, land, kind])
    return most


@inlined
def _symbol_factor(s: State, seat: int, card: int, place: int, most: int, f: Factors) -> float:
    """Of a symbol on a card, if there is one, where the most equal symbols of its land are `most`."""
    held = wide(s.symbols[seat, _LAND[card], _KIND[card, place]]) + wide(_EQUAL[card, place])
    return f[SYMBOL + wide(_SHOWS[card, place]) * (MOST_POINTS * most + held)]


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
def _land_factor(s: State, seat: int, land: int, gain: int, following: int, top: int, left: int, f: Factors) -> float:
    """What a land makes of its cards, if one more brings a seat `gain` points and the seat after it `following`."""
    weight = f[GAINS + gain + (MOST_POINTS if 2 * s.left <= CARDS else 0)]
    own = s.lands[seat, land] + 1
    weight *= f[ALONE + TOP if own >= top else ALONE + LOST if own + left <= top else NOTHING]
    return weight * f[STILL + left] * f[NEXT_GAINS + following]


@inlined
def _appeal(s: State, seat: int, card: int, weight: float, most: int, route: tuple[float, float], f: Factors) -> float:
    """How often a card is wanted: by what its land makes of it (`weight`), the lead in symbols, its route.

    What a card has not is a factor of one: multiplying costs less than guessing wrongly what comes next.
    """
    weight *= _symbol_factor(s, seat, card, 0, most, f)
    weight *= _symbol_factor(s, seat, card, 1, most, f)
    return weight * route[0] * route[1] * f[CIRCLE + wide(_CIRCLES[card])]


@inlined
def _route_factors(s: State, seat: int, route: int, f: Factors) -> tuple[float, float]:
    """What a seat's chain makes of one more ship or carriage, and that the seat after it may need just this one."""
    denies = s.routes[next_seat(s, seat), route] == LONG - 1
    return f[CHAIN + min(wide(s.routes[seat, route]), ROUTES - 1)], f[ALONE + DENIED if denies else NOTHING]


@inlined
def _appeal_now(s: State, seat: int, card: int, f: Factors) -> float:
    """The same without a ledger."""
    land, route = LAND[card], ROUTE[card]
    gain, following = land_gain(s, seat, land), land_gain(s, next_seat(s, seat), land)
    top, left = _standing(s, land)
    weight = _land_factor(s, seat, land, gain, following, top, left, f)
    factors_of_route = _route_factors(s, seat, route, f) if route else (1.0, 1.0)
    return _appeal(s, seat, card, weight, _most_symbols(s, land), factors_of_route, f)


@inlined
def _hindered(s: State, cell: int, f: Factors) -> float:
    """What lies on a card: a law tile to be had, another's stone to be paid for."""
    owner = s.stone[cell]
    stone = NOTHING if owner == 0 else ALONE + OWN if owner == s.seat + 1 else ALONE + FOREIGN
    return f[ALONE + TILE if s.tile[cell] else NOTHING] * f[stone]


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
        return weight if behind < 0 else weight * f[BEHIND_IT + land_gain(s, next_seat(s, seat), LAND[behind])]
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


class Ledger(Record):
    """What a roll-out keeps. It is a record, for numba counts every hand that an array goes through."""

    random = flags()
    wanted = f8(LANDS, MOST_SEATS)  # what a land makes of its cards, for each seat
    behind = f8(LANDS, MOST_SEATS)  # what it makes of uncovering them, by the seat that may take them next
    weights = f8(2 * ROWS)  # room for a choice
    chain = f8(3)  # what a card's route makes of it, for the seat to move: by its own chain,
    denied = f8(3)  # and by that of the seat after it
    most = u1(LANDS)  # the most equal symbols


LEDGER = Ledger.dtype
LEDGER_SIZE = LEDGER.itemsize


@inlined
def _update(s: State, ledger: Ledger, land: int, f: Factors) -> None:
    """Writes down what a land makes of its cards for each seat."""
    players, numbers = wide(s.players), _held(s, land)
    top, left = _standing(s, land)
    start = _gain(numbers, wide(s.lands[0, land]), land)
    gain = start
    for seat in range(players):
        following = _gain(numbers, wide(s.lands[seat + 1, land]), land) if seat + 1 < players else start
        ledger.wanted[land, seat] = _land_factor(s, seat, land, gain, following, top, left, f)
        ledger.behind[land, seat] = f[BEHIND_IT + gain]
        gain = following


@inlined
def _note(s: State, ledger: Ledger, seat: int, land: int) -> None:
    """A seat has taken a card of a land: nobody's symbols become fewer."""
    most = wide(ledger.most[land])
    for kind in range(SYMBOLS):
        most = max(most, wide(s.symbols[seat, land, kind]))
    ledger.most[land] = most


@compiled
def _update_all(s: State, ledger: Ledger, f: Factors) -> None:
    for land in range(LANDS):
        _update(s, ledger, land, f)
        ledger.most[land] = _most_symbols(s, land)


@inlined
def opened_ledger(s: State, f: Factors, random: Random) -> Bytes:
    """The ledger for a position, as bytes: what every land makes of its cards, kept up to date in a roll-out."""
    raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
    ledger = raw.view(LEDGER)[0]
    ledger.random = random[0]
    ledger.chain[0] = ledger.denied[0] = 1.0
    _update_all(s, ledger, f)
    return raw


@inlined
def _note_routes(s: State, ledger: Ledger, f: Factors) -> None:
    """Writes down what the chains make of ships and carriages for the seat to move."""
    for route in (SHIP, CARRIAGE):
        ledger.chain[route], ledger.denied[route] = _route_factors(s, s.seat, route, f)


@inlined
def _noted(s: State, ledger: Ledger, card: int, f: Factors) -> float:
    """How much the seat to move wants a card, from the ledger."""
    land, route = _LAND[card], _ROUTE[card]
    factors_of_route = ledger.chain[route], ledger.denied[route]
    return _appeal(s, s.seat, card, ledger.wanted[land, s.seat], wide(ledger.most[land]), factors_of_route, f)


@inlined
def _drawn(ledger: Ledger, ends: range, total: float, otherwise: int) -> int:
    """One of these ends drawn by its weight; what is left of the total stands for something else."""
    drawn = unit_by(ledger) * total
    for end in ends:
        drawn -= ledger.weights[end]
        if drawn < 0.0:
            return end
    return otherwise


@inlined
def _weigh(s: State, ledger: Ledger, end: int, bounds: Bounds, f: Factors) -> float:
    """Notes how much the seat to move would like to take from an end."""
    cell = takeable(s, end, bounds)
    weight = 0.0
    if cell >= 0:
        weight = _noted(s, ledger, s.card[cell], f) * _hindered(s, cell, f)
        behind = _behind(s, end, cell)
        if behind >= 0:
            weight *= ledger.behind[_LAND[behind], next_seat(s, s.seat)]
    ledger.weights[end] = weight
    return weight


@inlined
def _suggest_take(s: State, ledger: Ledger, f: Factors) -> int:
    total, otherwise = 0.0, SKIP
    if s.taken and not s.must_take:
        if s.circles >= circle_limit(s.three):
            return STOP
        total, otherwise = _stop_factor(s, f), STOP
    _note_routes(s, ledger, f)
    bounds = bounds_now(s)
    for row in range(ROWS):
        total += _weigh(s, ledger, 2 * row, bounds, f)
        total += _weigh(s, ledger, 2 * row + 1, bounds, f)
    return _drawn(ledger, range(2 * ROWS), total, otherwise)


@inlined
def _suggest_stone(s: State, ledger: Ledger, f: Factors) -> int:
    """A stone on a card at an end, or none; one side of the display is looked at and stands for both."""
    if s.stock[s.seat] == 0 or s.shown[s.seat] >= stones_allowed(s.players):
        return DONE
    total = 1.0
    _note_routes(s, ledger, f)
    ends = range(below_by(ledger, 2), 2 * ROWS, 2)
    for end in ends:
        cell, weight = end_cell(s, end), 0.0
        if cell >= 0 and s.stone[cell] == 0:
            weight = _noted(s, ledger, s.card[cell], f) * (2 * f[DEPTH])
            total += weight
        ledger.weights[end] = weight
    end = _drawn(ledger, ends, total, -1)
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
def suggest(s: State, ledger: Ledger, f: Factors) -> int:
    """A step for a roll-out."""
    seat = s.seat
    if s.phase == STONE:
        return _suggest_stone(s, ledger, f)
    if s.phase != TAKE:
        return _any_own_stone(s)
    if s.lost[seat] and s.hand[seat, RETURN]:
        return PLAY + RETURN
    for kind in (THREE, COLOURS):
        if s.hand[seat, kind] and below_by(ledger, 4) == 0 and law_helps(s, kind):
            return PLAY + kind
    step = _suggest_take(s, ledger, f)
    if step == SKIP and s.must_take:
        return PLAY + (COLOURS if s.three and not s.many else THREE)
    return step


@inlined
def _play(s: State, raw: Bytes, f: Factors) -> int:
    """Plays to the end; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger, made = raw.view(LEDGER)[0], 0
    while s.phase != OVER and made < LONGEST_GAME:
        seat, step = wide(s.seat), suggest(s, ledger, f)
        make(s, step)
        if step < STOP:
            _note(s, ledger, seat, s.colour)
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
        raw = opened_ledger(s, tables[s.players], random)
        made = _play(s, raw, tables[s.players])
        random[0] = raw.view(LEDGER)[0].random
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
