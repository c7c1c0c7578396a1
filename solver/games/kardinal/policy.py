"""Quick judgement of Kardinal: what a building brings at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.kardinal.rules import put_up
from solver.games.kardinal.sites import (
    at,
    at_hand,
    east,
    fits,
    is_site,
    merged,
    north,
    second,
    shape_of,
    south,
    west,
    word_for,
)
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
    SHAPES,
    TOWER,
)
from solver.games.kardinal.weights import (
    AT_SIGHT,
    COLLECTED,
    EACH,
    FIRST_STONE,
    FOREIGN,
    HINDERS,
    LAST,
    LOST,
    MOVES,
    NOISE,
    OPEN_SIDES,
    OWN_STONES,
    PARTS,
    SHAPE,
    SPOILT,
    STAYS,
    TAKEN_AWAY,
    UNANSWERED,
    UNIT,
    UNOWNED,
    in_units,
)
from solver.games.kardinal.weights import TABLE as TABLE
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.contract import LONGEST_GAME, Bytes, Numbers, Points, Random, compiled_for, inlined, kernel, wide
from solver.kernel.random import draw
from solver.kernel.weights import QuickPolicy, Weights

NOTHING = -1000
LEAST = 1 << 12
"""Nothing is worth less than minus this."""
ROOM = 2 * FORMS * CELLS
"""Codes of buildings are below this."""
MOST_SITES = 160
"""Room for the sites of a fortress, twice."""
SHAPED = 8 * COLOURS
"""Where the worth of shapes begins in a list of prices."""
PRICES = SHAPED + FORMS


@inlined
def price(s: State, seat: int, colour: int, touched: int, w: Numbers) -> float:
    """What a stone of the touched colour brings a seat that builds in `colour`, by these weights."""
    owner = OWNER[s.players, touched]
    if OWNER[s.players, colour] == NOBODY and not s.fourth_apart:
        return 0 if owner == NOBODY else w[LOST] if owner == seat else w[TAKEN_AWAY]
    if owner == seat:
        return w[OWN_STONES]
    if owner == NOBODY:
        return 0 if s.fourth_apart else w[UNOWNED] + w[COLLECTED] * s.stones[seat, touched]
    return w[FOREIGN] + w[COLLECTED] * s.stones[seat, touched]


@inlined
def appraise(s: State, seat: int, colour: int, prices: Numbers, w: Numbers) -> None:
    """Writes what 0 to 7 neighbours of each colour bring a seat that builds in `colour`, as far as the supply goes."""
    for touched in range(COLOURS):
        each, supply = price(s, seat, colour, touched, w), int(s.supply[touched])
        for sides in range(8):
            prices[8 * touched + sides] = each * min(sides, supply) - w[OPEN_SIDES] * sides


@inlined
def _held(s: State, seat: int, shape: int) -> int:
    """Buildings of a shape that a seat may still put up."""
    found = 0
    for which in range(CHOICES[s.players]):
        found += wide(s.left[shape, OWN[s.players, seat, which]])
    return found


@inlined
def _shape_worth(s: State, seat: int, shape: int, w: Numbers) -> float:
    """What a building brings by its shape and its open sides, if nothing stands beside it."""
    value = w[SHAPE + shape] + (w[LAST] if _held(s, seat, shape) == 1 else 0)
    others = 0
    for other in range(SHAPES):
        if other != shape:
            others += _held(s, (seat + 1) % s.players, other)
    return value + (w[UNANSWERED] if others == 0 else 0) + w[OPEN_SIDES] * (6 if shape == COURT else 4)


@inlined
def weighed_stones(s: State, seat: int, colour: int, word: int, w: Numbers) -> float:
    """The same as `worth` without the shape, for a single building."""
    value = 0 * w[0]
    for touched in range(COLOURS):
        stones = wide(word >> (3 * touched)) & 7
        if stones:
            value += price(s, seat, colour, touched, w) * min(stones, int(s.supply[touched])) - w[OPEN_SIDES] * stones
    return value


@inlined
def worth(prices: Numbers, word: int) -> int:
    """What a building with these neighbours brings beyond its shape: stones, and sides that are not open."""
    value = prices[word & 7] + prices[8 + ((word >> 3) & 7)] + prices[16 + ((word >> 6) & 7)]
    return value + prices[24 + ((word >> 9) & 7)]


@inlined
def _raise_worth(s: State, code: int, w: Numbers) -> float:
    """What a building step brings the seat to move."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    stones = weighed_stones(s, s.seat, colour, word_for(s, form, cell), w)
    return stones + _shape_worth(s, s.seat, shape_of(form), w)


@inlined
def _site_worth(s: State, seat: int, cell: int, w: Numbers) -> int:
    """The most that a seat could get by building on a cell, or NOTHING."""
    best, word = NOTHING, s.word[cell]
    for which in range(CHOICES[s.players]):
        colour = OWN[s.players, seat, which]
        if word & (7 << (3 * colour)):
            continue
        for shape in (HOUSE, TOWER):
            if at_hand(s, shape, colour) and fits(word, shape, colour):
                best = max(best, weighed_stones(s, seat, colour, word, w) + 4 * w[OPEN_SIDES])
        if at_hand(s, COURT, colour) and not word & (SHAPE_BIT << COURT):
            for other in (east(cell), north(cell), west(cell), south(cell)):
                if s.word[other] < TAKEN:
                    both = merged(word, s.word[other])
                    if fits(both, COURT, colour):
                        best = max(best, weighed_stones(s, seat, colour, both, w) + 6 * w[OPEN_SIDES])
    return best


@inlined
def _cardinal_worth(s: State, kind: int, cell: int, w: Numbers) -> float:
    """Of a cardinal that goes to a cell or stays there: by what he spoils."""
    spoilt = _site_worth(s, (s.seat + 1) % s.players, cell, AT_SIGHT[s.players])
    return w[kind] if spoilt == NOTHING else w[kind + 1] + w[SPOILT] * (max(spoilt, 0) / UNIT)


@inlined
def _liking(s: State, step: int, w: Numbers) -> float:
    """How promising a step looks: the sum of its weighed features."""
    if step >= RAISE:
        return _raise_worth(s, step - RAISE, w)
    if step >= MOVE:
        return _cardinal_worth(s, MOVES, step - MOVE, w)
    if step >= TAKE_STONE:
        owner = OWNER[s.players, step - TAKE_STONE]
        return w[FIRST_STONE] if owner == NOBODY or owner == s.seat else 0.0
    return _cardinal_worth(s, STAYS, s.cardinal, w) if step == KEEP else 0.0


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s: State = state.view(STATE)[0]
    found = np.empty(len(EACH))
    for index in range(len(EACH)):
        found[index] = _liking(s, step, EACH[index])
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


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
def weigh(
    s: State, seat: int, sites: Numbers, count: int, prices: Numbers, codes: Numbers, values: Numbers, w: Numbers
) -> int:
    """Writes all buildings that a seat could put up if the cardinal were not there, and what each brings.

    No processor can foresee where a building fits, so nothing branches on that: everything is written down, and what
    does not fit is written over by the next. `sites` needs room for twice as many: behind them the yards are noted,
    the sites that may be part of a court.
    """
    n = 0
    for shape in range(SHAPES):
        prices[SHAPED + shape] = _shape_worth(s, seat, shape, w)
    prices[SHAPED + STANDING] = prices[SHAPED + LYING]
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
            appraise(s, seat, colour, prices, w)
            for index in range(begun, n):
                values[index] = worth(prices, values[index]) + prices[SHAPED + ((codes[index] // CELLS) & (FORMS - 1))]
    return n


@inlined
def stands_on(code: int, cell: int) -> bool:
    """Whether a building would stand on a cell."""
    place = code & (FORMS * CELLS - 1)
    as_other = (place == LYING * CELLS + west(cell)) | (place == STANDING * CELLS + south(cell))
    return ((code & (CELLS - 1)) == cell) | as_other


@inlined
def _send_cardinal(s: State, codes: Numbers, values: Numbers, n: int, w: Numbers, random: Random) -> None:
    """Mostly to where the next building would bring most; else he stays."""
    if s.cardinal >= 0 and np.int64((draw(random) >> np.uint64(40)) % np.uint64(PARTS)) >= w[HINDERS]:
        return
    best = -ROOM
    for index in range(n):
        best = max(best, values[index] * ROOM + codes[index])
    code = best & (ROOM - 1)
    cell = code & (CELLS - 1)
    s.cardinal = cell if s.word[cell] else second((code // CELLS) % FORMS, cell)


@inlined
def _pick(s: State, codes: Numbers, values: Numbers, n: int, w: Numbers, random: Random) -> int:
    """The building that brings most, give or take some noise, where the cardinal does not stand; or -1."""
    best, worst = -LEAST * ROOM, -LEAST * ROOM
    bits = np.uint64(0)
    for index in range(n):
        if index & 15 == 0:
            bits = draw(random)
        noisy = values[index] + ((np.int64(bits & np.uint64(15)) * w[NOISE]) >> 4)
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


@inlined
def _play(s: State, w: Numbers, random: Random) -> int:
    """Plays to the end and counts the steps.

    The cardinal is sent only when the next seat's buildings are weighed, which he is there to spoil: that is one look
    at the fortress for two steps.
    """
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
        n = weigh(s, s.seat, sites, count, prices, codes, values, w)
        if waits and n:
            _send_cardinal(s, codes, values, n, w, random)
            waits = False
            made += 1
        code = _pick(s, codes, values, n, w, random)
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


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    likings, units = weights.copy(), in_units(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s: State = state.view(STATE)[0]
        return float(np.exp(_liking(s, step, likings[s.players])))

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s: State = state.view(STATE)[0]
        return _play(s, units[s.players], random)

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
