"""Quick judgement of Kardinal: what a building brings at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np

from solver.games.kardinal.rules import put_up
from solver.games.kardinal.sites import at, at_hand, east, fits, is_site, merged, north, second, south, west, word_for
from solver.games.kardinal.state import (
    BONUS,
    CARDINAL,
    COUNTS,
    FORMS,
    KEEP,
    LYING,
    MOST_STEPS,
    MOVE,
    OVER,
    RAISE,
    SHAPE_BIT,
    STANDING,
    STATE,
    TAKE_STONE,
    TAKEN,
    State,
)
from solver.games.kardinal.tables import (
    BUILDINGS,
    CELLS,
    CHOICES,
    COLOURS,
    COURT,
    HOUSE,
    NOBODY,
    OWN,
    OWNER,
    TOWER,
)
from solver.kernel.contract import LONGEST_GAME, Bytes, Numbers, Random, inlined, kernel, wide
from solver.kernel.random import draw

UNIT = 16
"""A point in the whole numbers that roll-outs count with."""
OWN_STONE = 4
"""An own stone would have come home anyway; now it is safe."""
COLLECTED = 3
"""For each stone of the same colour that the seat holds already: it may become the doubled colour."""
OPEN_SIDE = 4
"""A free square beside an own building is where others will earn own stones."""
NOISE = 15
"""Roll-outs add up to so much to each building, at random (a mask of bits)."""
BLOCKS = 3
"""Of four cardinals in a roll-out so many go where the next building would be best."""
POWERS = 2.0 ** (np.arange(8 * UNIT) / UNIT)
NOTHING = -1000
LEAST = 1 << 12
"""Nothing is worth less than minus this."""
ROOM = 2 * FORMS * CELLS
"""Codes of buildings are below this."""
MOST_SITES = 160
"""Room for the sites of a fortress, twice."""
PRICES = 8 * COLOURS


@inlined
def price(s: State, seat: int, colour: int, touched: int) -> int:
    """What a stone of the touched colour brings a seat that builds in `colour`: its own, and what the owner loses."""
    owner, others = OWNER[s.players, touched], wide(s.players) - 1
    if OWNER[s.players, colour] == NOBODY and not s.fourth_apart:
        return 0 if owner == NOBODY else -UNIT if owner == seat else UNIT // others
    if owner == seat:
        return OWN_STONE
    if owner == NOBODY:
        return 0 if s.fourth_apart else UNIT + COLLECTED * wide(s.stones[seat, touched])
    return UNIT + UNIT // others + COLLECTED * wide(s.stones[seat, touched])


@inlined
def appraise(s: State, seat: int, colour: int, prices: Numbers) -> None:
    """Writes what 0 to 7 neighbours of each colour bring a seat that builds in `colour`, as far as the supply goes."""
    for touched in range(COLOURS):
        each, supply = price(s, seat, colour, touched), int(s.supply[touched])
        for sides in range(8):
            prices[8 * touched + sides] = each * min(sides, supply) + OPEN_SIDE * sides


@inlined
def weighed(s: State, seat: int, colour: int, word: int, sides: int) -> int:
    """The same as `worth`, for a single building."""
    value = -OPEN_SIDE * sides
    for touched in range(COLOURS):
        stones = wide(word >> (3 * touched)) & 7
        if stones:
            value += price(s, seat, colour, touched) * min(stones, int(s.supply[touched])) + OPEN_SIDE * stones
    return value


@inlined
def worth(prices: Numbers, word: int, sides: int) -> int:
    """What a building with these neighbours brings: its stones, less what its open sides bring others."""
    value = prices[word & 7] + prices[8 + ((word >> 3) & 7)] + prices[16 + ((word >> 6) & 7)]
    return value + prices[24 + ((word >> 9) & 7)] - OPEN_SIDE * sides


@inlined
def _raise_worth(s: State, code: int) -> int:
    """What a building step brings the seat to move."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    return weighed(s, s.seat, colour, word_for(s, form, cell), 6 if form >= LYING else 4)


@inlined
def _site_worth(s: State, seat: int, cell: int) -> int:
    """The most that a seat could get by building on a cell, or NOTHING."""
    best, word = NOTHING, s.word[cell]
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        if word & (7 << (3 * colour)):
            continue
        for shape in (HOUSE, TOWER):
            if at_hand(s, shape, colour) and fits(word, shape, colour):
                best = max(best, weighed(s, seat, colour, word, 4))
        if at_hand(s, COURT, colour) and not word & (SHAPE_BIT << COURT):
            for other in (east(cell), north(cell), west(cell), south(cell)):
                if s.word[other] < TAKEN:
                    both = merged(word, s.word[other])
                    if fits(both, COURT, colour):
                        best = max(best, weighed(s, seat, colour, both, 6))
    return best


@inlined
def _promise(value: int) -> float:
    """Twice as much for every point."""
    return POWERS[min(max(value, 0), len(POWERS) - 1)]


@kernel
def prior(state: Bytes, step: int) -> float:
    """How promising a step looks."""
    s: State = state.view(STATE)[0]
    if step >= RAISE:
        return _promise(_raise_worth(s, step - RAISE))
    if step >= MOVE:
        blocked = _site_worth(s, (s.seat + 1) % s.players, step - MOVE)
        return 0.2 if blocked == NOTHING else 0.4 * _promise(blocked)
    if step >= TAKE_STONE:
        owner = OWNER[s.players, step - TAKE_STONE]
        return 0.3 if owner == NOBODY or owner == s.seat else 1.0
    if step == KEEP:
        blocked = _site_worth(s, (s.seat + 1) % s.players, s.cardinal)
        return 0.6 if blocked == NOTHING else 0.6 + 0.4 * _promise(blocked)
    return 1.0


@inlined
def all_sites(s: State, sites: Numbers) -> int:
    """Writes all sites."""
    n = 0
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            cell = at(x, y)
            if is_site(s, cell):
                sites[n] = cell
                n += 1
    return n


@inlined
def _wanted(s: State, shape: int, colour: int) -> tuple[int, int]:
    """Edicts 2 to 7 as a mask and what has to be left of a word under it; impossible where nothing is at hand."""
    if not at_hand(s, shape, colour):
        return 0, 1
    house = SHAPE_BIT << HOUSE
    return TAKEN | (SHAPE_BIT << shape) | (7 << (3 * colour)) | house, 0 if shape == HOUSE else house


@inlined
def weigh(s: State, seat: int, sites: Numbers, count: int, prices: Numbers, codes: Numbers, values: Numbers) -> int:
    """Writes all buildings that a seat could put up if the cardinal were not there, and what each brings.

    No processor can foresee where a building fits, so nothing branches on that: everything is written down, and what
    does not fit is written over by the next. `sites` needs room for twice as many: behind them the yards are noted,
    the sites that may be part of a court.
    """
    n = 0
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        house, bare = _wanted(s, HOUSE, colour)
        tower, by_house = _wanted(s, TOWER, colour)
        court, courtly = _wanted(s, COURT, colour)
        begun, base = n, which * FORMS * CELLS
        barred = court & ~(SHAPE_BIT << HOUSE)
        yards = count
        for index in range(count):
            cell = wide(sites[index])
            word = s.word[cell]
            codes[n] = base + HOUSE * CELLS + cell
            values[n] = word
            n += (word & house) == bare
            codes[n] = base + TOWER * CELLS + cell
            values[n] = word
            n += (word & tower) == by_house
            sites[yards] = cell
            yards += (word & barred) == 0
        singles = n
        if court:
            lying, standing = base + LYING * CELLS, base + STANDING * CELLS
            for index in range(count, yards):
                cell = wide(sites[index])
                word = s.word[cell]
                beside = s.word[east(cell)]
                codes[n] = lying + cell
                values[n] = (word & COUNTS) + (beside & COUNTS)
                n += ((word | beside) & court) == courtly
                beside = s.word[north(cell)]
                codes[n] = standing + cell
                values[n] = (word & COUNTS) + (beside & COUNTS)
                n += ((word | beside) & court) == courtly
                alone = (word & court) == courtly
                codes[n] = lying + west(cell)
                values[n] = word
                n += alone & (s.word[west(cell)] == 0)
                codes[n] = standing + south(cell)
                values[n] = word
                n += alone & (s.word[south(cell)] == 0)
        if n > begun:
            appraise(s, seat, colour, prices)
            for index in range(begun, n):
                values[index] = worth(prices, values[index], 4 if index < singles else 6)
    return n


@inlined
def stands_on(code: int, cell: int) -> bool:
    """Whether a building would stand on a cell."""
    place = code & (FORMS * CELLS - 1)
    as_other = (place == LYING * CELLS + west(cell)) | (place == STANDING * CELLS + south(cell))
    return ((code & (CELLS - 1)) == cell) | as_other


@inlined
def _send_cardinal(s: State, codes: Numbers, values: Numbers, n: int, random: Random) -> None:
    """Mostly to where the next building would bring most; else he stays."""
    if s.cardinal >= 0 and (draw(random) >> np.uint64(40)) & np.uint64(3) >= np.uint64(BLOCKS):
        return
    best = -ROOM
    for index in range(n):
        best = max(best, values[index] * ROOM + codes[index])
    code = best & (ROOM - 1)
    cell = code & (CELLS - 1)
    s.cardinal = cell if s.word[cell] else second((code // CELLS) % FORMS, cell)


@inlined
def _pick(s: State, codes: Numbers, values: Numbers, n: int, random: Random) -> int:
    """The building that brings most, give or take some noise, where the cardinal does not stand; or -1."""
    best, worst = -LEAST * ROOM, -LEAST * ROOM
    bits = np.uint64(0)
    for index in range(n):
        if index & 15 == 0:
            bits = draw(random)
        noisy = values[index] + np.int64(bits & np.uint64(NOISE))
        bits >>= np.uint64(4)
        best = max(best, worst if stands_on(wide(codes[index]), s.cardinal) else noisy * ROOM + codes[index])
    return -1 if best == worst else best & (ROOM - 1)


@inlined
def _add_sites(s: State, cell: int, sites: Numbers, count: int) -> int:
    """The squares around a cell that is about to be built on and were open country."""
    for side in (east(cell), north(cell), west(cell), south(cell)):
        if s.word[side] == 0:
            sites[count] = side
            count += 1
    return count


@inlined
def _grow(s: State, code: int, sites: Numbers, count: int) -> int:
    """Puts up a building and keeps the list of sites."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    count = _add_sites(s, cell, sites, count)
    if form >= LYING:
        other = second(form, cell)
        for side in (east(other), north(other), west(other), south(other)):
            if s.word[side] == 0 and side != cell:
                sites[count] = side
                count += 1
    put_up(s, form, cell, OWN[s.players, s.seat, code // (CELLS * FORMS)])
    kept = 0
    for index in range(count):
        if s.word[sites[index]] < TAKEN:
            sites[kept] = sites[index]
            kept += 1
    return kept


@inlined
def _likes(s: State) -> int:
    """The colour of the start player's stone: the next seat's, whose loss it is."""
    return OWN[s.players, (s.seat + 1) % s.players, 0]


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, in place, and counts the steps.

    The cardinal is sent only when the next seat's buildings are weighed, which he is there to spoil: that is one look
    at the fortress for two steps.
    """
    s: State = state.view(STATE)[0]
    if s.phase == OVER:
        return 0
    sites = np.empty(MOST_SITES, dtype=np.uint16)
    prices = np.empty(PRICES, dtype=np.int32)
    codes = np.empty(MOST_STEPS + 1, dtype=np.uint16)
    values = np.empty(MOST_STEPS + 1, dtype=np.int32)
    count = all_sites(s, sites)
    made = 0
    if s.phase == BONUS:
        colour = _likes(s)
        s.supply[colour] -= 1
        s.stones[s.seat, colour] += 1
        s.phase = CARDINAL
        made += 1
    waits = s.phase == CARDINAL
    if waits:
        s.seat = (s.seat + 1) % s.players
    passes = 0
    while passes < s.players and made < LONGEST_GAME:
        n = weigh(s, s.seat, sites, count, prices, codes, values)
        if waits and n:
            _send_cardinal(s, codes, values, n, random)
            waits = False
            made += 1
        code = _pick(s, codes, values, n, random)
        if code < 0:
            passes += 1
            made += 1
        else:
            passes = 0
            first = s.built == 0
            count = _grow(s, code, sites, count)
            made += 1
            waits = True
            if first:
                colour = _likes(s)
                s.supply[colour] -= 1
                s.stones[s.seat, colour] += 1
                made += 1
            if s.built == BUILDINGS:
                break
        s.seat = (s.seat + 1) % s.players
    s.phase = OVER
    return made
