"""How often a card of the card game is wanted at a glance: a product of factors, one for each feature that it has."""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.rules import (
    held_numbers,
    most_symbols,
    next_seat,
    rank_points,
    stones_allowed,
)
from solver.games.kk_card.state import (
    State,
)
from solver.games.kk_card.tables import (
    CARDS,
    CIRCLE_COUNT,
    CIRCLES,
    LAND,
    LAND_SIZE,
    ROUTE,
)
from solver.games.kk_card.weights import (
    ALONE,
    CHAIN,
    CIRCLE,
    DENIED,
    FOREIGN,
    GAINS,
    LOST,
    MOST_POINTS,
    NEXT_GAINS,
    NO_SYMBOL,
    NOTHING,
    OWN,
    ROUTES,
    STILL,
    STOPPING,
    STOPS_AND_CLAIMS,
    SYMBOL,
    TILE,
    TOP,
)
from solver.kernel.contract import (
    MOST_SEATS,
    Numbers,
    Points,
    inlined,
    wide,
)
from solver.kernel.record import Record, u1, u2

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


LOOKS = _looks()


@inlined
def gain_among(numbers: np.uint64, own: int, land: int) -> int:
    """What one more card of a land brings a seat in the ranking of that land."""
    return rank_points(numbers, own + 2, land) - min(own, 1) * rank_points(numbers, own + 1, land)


@inlined
def land_gain(s: State, seat: int, land: int) -> int:
    """The same, from the position."""
    return gain_among(held_numbers(s, land), wide(s.lands[seat, land]), land)


@inlined
def symbol_factor(s: State, seat: int, look: Look, place: int, most: int, f: Factors) -> float:
    """Of a symbol on a card, if there is one, where the most equal symbols of its land are `most`."""
    held = wide(s.symbols[seat, look.land, look.kind[place]])
    return f[wide(look.symbol[place]) + MOST_POINTS * most + held]


@inlined
def standing_in(s: State, land: int) -> tuple[int, int]:
    """The most cards of a land that anybody holds, and those that are left."""
    top, left = 0, wide(LAND_SIZE[land])
    for seat in range(MOST_SEATS):
        held = wide(s.lands[seat, land])
        top = max(top, held)
        left -= held
    return top, left


@inlined
def gains_now(s: State) -> int:
    """Where the factors begin that the points in a land have in this half of the game."""
    return GAINS + (MOST_POINTS if 2 * s.left <= CARDS else 0)


@inlined
def land_factor(own: int, standing: tuple[int, int], gain: int, following: int, gains: int, f: Factors) -> float:
    """What a land makes of its cards for a seat that has so many of them, if one more brings it `gain` points and the
    seat after it `following`."""
    top, left = standing
    at_top = ALONE + TOP if own + 1 >= top else ALONE + LOST if own + 1 + left <= top else NOTHING
    return f[gains + gain] * f[at_top] * f[STILL + left] * f[NEXT_GAINS + following]


@inlined
def appeal(s: State, seat: int, look: Look, weight: float, most: int, route: tuple[float, float], f: Factors) -> float:
    """How often a card is wanted: by what its land makes of it (`weight`), the lead in symbols, its route.

    What a card has not is a factor of one: multiplying costs less than guessing wrongly what comes next.
    """
    weight *= symbol_factor(s, seat, look, 0, most, f)
    weight *= symbol_factor(s, seat, look, 1, most, f)
    return weight * route[0] * route[1] * f[wide(look.circles)]


@inlined
def chain_factor(s: State, seat: int, route: int, f: Factors) -> float:
    """What a seat's chain makes of one more ship or carriage."""
    return f[CHAIN + min(wide(s.routes[seat, route]), ROUTES - 1) if route else NOTHING]


@inlined
def denial_factor(s: State, seat: int, route: int, f: Factors) -> float:
    """What it makes of a ship or carriage for the seat before it that it may need just this one."""
    return f[ALONE + DENIED if route and s.routes[seat, route] == LONG - 1 else NOTHING]


@inlined
def appeal_now(s: State, seat: int, card: int, f: Factors) -> float:
    """The same, from the position alone."""
    look, after = LOOKS[card], next_seat(s, seat)
    land, route = look.land, look.route
    numbers, own = held_numbers(s, land), wide(s.lands[seat, land])
    gain, following = gain_among(numbers, own, land), gain_among(numbers, wide(s.lands[after, land]), land)
    weight = land_factor(own, standing_in(s, land), gain, following, gains_now(s), f)
    route_factors = chain_factor(s, seat, route, f), denial_factor(s, after, route, f)
    return appeal(s, seat, look, weight, most_symbols(s, land), route_factors, f)


@inlined
def tile_factor(s: State, cell: int, f: Factors) -> float:
    """A law tile to be had."""
    return f[ALONE + TILE if s.tile[cell] else NOTHING]


@inlined
def stone_factor(owner: int, seat: int, f: Factors) -> float:
    """Another's stone to be paid for."""
    return f[NOTHING if owner == 0 else ALONE + OWN if owner == seat + 1 else ALONE + FOREIGN]


@inlined
def stop_factor(s: State, f: Factors) -> float:
    may_claim = s.stock[s.seat] > 0 and s.shown[s.seat] < stones_allowed(s.players)
    return f[ALONE + STOPPING] * (f[ALONE + STOPS_AND_CLAIMS] if may_claim else 1.0)
