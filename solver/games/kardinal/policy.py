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
from solver.kernel.random import drawn_by
from solver.kernel.record import Record, flags, i4, u2
from solver.kernel.weights import QuickPolicy, Weights

NOTHING = -1000
LEAST = 1 << 12
"""Nothing is worth less than minus this."""
CELL_BITS, CODE_BITS = CELLS.bit_length() - 1, (2 * FORMS * CELLS).bit_length() - 1
ROOM = 1 << CODE_BITS
"""Codes of buildings are below this."""
MOST_SITES = 160
"""Room for the sites of a fortress, twice."""
BLOCK = np.uint64(16)
"""So many buildings are looked at side by side, and share a random number."""
NONE = -2 * LEAST * ROOM
"""In place of a building, to fill a block."""


class Ledger(Record):
    """What a roll-out keeps. It is a record, for numba counts every hand that an array goes through.

    Places in it are unsigned numbers: of another the compiler would ask each time whether it counts from the end.
    """

    random = flags()
    sites = u2(MOST_SITES)
    options = i4(MOST_STEPS + 16)  # ROOM times what a building touches, then what it brings; plus its code


LEDGER = Ledger.dtype
LEDGER_SIZE = LEDGER.itemsize


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
    """What a single building brings beyond its shape: stones, and sides that are not open."""
    value = 0 * w[0]
    for touched in range(COLOURS):
        stones = wide(word >> (3 * touched)) & 7
        if stones:
            value += price(s, seat, colour, touched, w) * min(stones, int(s.supply[touched])) - w[OPEN_SIDES] * stones
    return value


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
def all_sites(s: State, ledger: Ledger) -> np.uint64:
    """Writes all sites."""
    n = np.uint64(0)
    for y in range(s.low_y - 1, s.high_y + 2):
        for x in range(s.low_x - 1, s.high_x + 2):
            cell = at(x, y)
            ledger.sites[n] = cell
            n += np.uint64(is_site(s, cell))
    return n


@inlined
def _banned(s: State, shape: int, colour: int) -> int:
    """What edicts 4 and 5 do not want beside a house or tower, as bits of a word; any site has some where all is."""
    if not at_hand(s, shape, colour):
        return TAKEN - 1
    return (7 << (3 * colour)) | (0 if shape == HOUSE else SHAPE_BIT << shape)


@inlined
def _listed(ledger: Ledger, n: np.uint64, code: int, touched: int, fits: bool) -> np.uint64:
    """Writes down a building; one that does not fit is written over by the next.

    No processor can foresee where a building fits, so nothing branches on that.
    """
    ledger.options[n] = (touched & COUNTS) * ROOM + code
    return n + np.uint64(fits)


@inlined
def _list_small(
    s: State, colour: int, base: int, count: np.uint64, ledger: Ledger, n: np.uint64
) -> tuple[np.uint64, np.uint64]:
    """Lists houses and towers, which need a house beside them; and behind the sites the yards.

    A yard is a site that may be part of a court.
    """
    house, tower = _banned(s, HOUSE, colour), _banned(s, TOWER, colour)
    barred, yards = (SHAPE_BIT << COURT) | (7 << (3 * colour)), count
    for index in range(count):
        cell = wide(ledger.sites[index])
        word = wide(s.word[cell])
        shape = (word // (SHAPE_BIT << HOUSE)) & 1
        banned = tower if shape == TOWER else house
        n = _listed(ledger, n, base + shape * CELLS + cell, word, word & banned == 0)
        ledger.sites[yards] = cell
        yards += np.uint64(word & barred == 0)
    return n, yards


@inlined
def _list_courts(
    s: State, colour: int, base: int, first: np.uint64, yards: np.uint64, ledger: Ledger, n: np.uint64
) -> np.uint64:
    """Lists courts; one that lies on two sites by its own cell, one that leaves them by the site."""
    lying, standing = base + LYING * CELLS, base + STANDING * CELLS
    by_house = SHAPE_BIT << HOUSE
    edicts = TAKEN | (SHAPE_BIT << COURT) | by_house | (7 << (3 * colour))
    for index in range(first, yards):
        cell = wide(ledger.sites[index])
        word = wide(s.word[cell])
        beside, above = wide(s.word[east(cell)]), wide(s.word[north(cell)])
        alone = word & edicts == by_house
        n = _listed(ledger, n, lying + cell, word + beside, (word | beside) & edicts == by_house)
        n = _listed(ledger, n, standing + cell, word + above, (word | above) & edicts == by_house)
        n = _listed(ledger, n, lying + west(cell), word, alone & (s.word[west(cell)] == 0))
        n = _listed(ledger, n, standing + south(cell), word, alone & (s.word[south(cell)] == 0))
    return n


Offer = tuple[np.int32, np.int32]
"""What a stone brings, and how many there are. Of numbers of 32 bits a processor reckons with many at once."""
Shapes = tuple[np.int32, np.int32, np.int32]
"""What house, tower and court bring by themselves."""


@inlined
def _offer(s: State, seat: int, colour: int, touched: int, w: Numbers) -> Offer:
    """Of the stones of a colour, to a seat that builds in another."""
    return np.int32(price(s, seat, colour, touched, w)), np.int32(s.supply[touched])


@inlined
def _brought(option: int, touched: int, offer: Offer, open_side: np.int32) -> np.int32:
    """What the neighbours of one colour bring: stones, and sides that are not open."""
    sides = np.int32((option >> (CODE_BITS + 3 * touched)) & 7)
    return np.int32(offer[0] * min(sides, offer[1]) - open_side * sides)


@inlined
def _value(
    s: State, seat: int, colour: int, shapes: Shapes, begun: np.uint64, n: np.uint64, ledger: Ledger, w: Numbers
) -> None:
    """Of the buildings in one colour: puts what each brings in the place of what it touches."""
    one, two = _offer(s, seat, colour, 0, w), _offer(s, seat, colour, 1, w)
    three, four = _offer(s, seat, colour, 2, w), _offer(s, seat, colour, 3, w)
    (house, tower, court), side = shapes, np.int32(w[OPEN_SIDES])
    for block in range(begun, n, BLOCK):
        for index in range(BLOCK):
            option = ledger.options[block + index]
            form = (option >> CELL_BITS) & (FORMS - 1)
            value = house if form == HOUSE else tower if form == TOWER else court
            value = np.int32(value + _brought(option, 0, one, side) + _brought(option, 1, two, side))
            value = np.int32(value + _brought(option, 2, three, side) + _brought(option, 3, four, side))
            ledger.options[block + index] = np.int32(value * ROOM) + np.int32(option & (ROOM - 1))


@inlined
def weigh(s: State, seat: int, count: np.uint64, ledger: Ledger, w: Numbers) -> np.uint64:
    """Lists all buildings that a seat could put up if the cardinal were not there, and what each brings.

    `count` sites are known. The last block is filled up.
    """
    n = np.uint64(0)
    house, tower = _shape_worth(s, seat, HOUSE, w), _shape_worth(s, seat, TOWER, w)
    shapes = np.int32(house), np.int32(tower), np.int32(_shape_worth(s, seat, COURT, w))
    for which in range(CHOICES[s.players]):
        colour, base, begun = OWN[s.players, seat, which], which * FORMS * CELLS, n
        n, yards = _list_small(s, colour, base, count, ledger, n)
        if at_hand(s, COURT, colour):
            n = _list_courts(s, colour, base, count, yards, ledger, n)
        _value(s, seat, colour, shapes, begun, n, ledger, w)
    for index in range(BLOCK):
        ledger.options[n + index] = NONE
    return n


@inlined
def stands_on(code: int, cell: int) -> bool:
    """Whether a building would stand on a cell."""
    place = code & (FORMS * CELLS - 1)
    as_other = (place == LYING * CELLS + west(cell)) | (place == STANDING * CELLS + south(cell))
    return ((code & (CELLS - 1)) == cell) | as_other


@inlined
def _send_cardinal(s: State, n: np.uint64, ledger: Ledger, w: Numbers) -> None:
    """Mostly to where the next building would bring most; else he stays."""
    if s.cardinal >= 0 and np.int64((drawn_by(ledger) >> np.uint64(40)) % np.uint64(PARTS)) >= w[HINDERS]:
        return
    best = np.int32(-ROOM)
    for block in range(np.uint64(0), n, BLOCK):
        for index in range(BLOCK):
            best = max(best, ledger.options[block + index])
    code = int(best) & (ROOM - 1)
    cell = code & (CELLS - 1)
    s.cardinal = cell if s.word[cell] else second((code // CELLS) % FORMS, cell)


@inlined
def _pick(s: State, n: np.uint64, ledger: Ledger, w: Numbers) -> int:
    """The building that brings most, give or take some noise, where the cardinal does not stand; or -1."""
    worst, cardinal, most = np.int32(-LEAST * ROOM), wide(s.cardinal), np.int32(w[NOISE])
    best = worst
    for block in range(np.uint64(0), n, BLOCK):
        bits = drawn_by(ledger)
        for index in range(BLOCK):
            option = ledger.options[block + index]
            noise = np.int32(np.int32((bits >> (np.uint64(4) * index)) & np.uint64(15)) * most) >> 4
            noisy = np.int32(option + np.int32(noise * ROOM))
            best = max(best, worst if stands_on(option, cardinal) else noisy)
    return -1 if best == worst else int(best) & (ROOM - 1)


@inlined
def _with_sides(s: State, cell: int, ledger: Ledger, count: np.uint64) -> np.uint64:
    """Adds the squares around a cell that is about to be built on which are open country."""
    for side in (east(cell), north(cell), west(cell), south(cell)):
        ledger.sites[count] = side
        count += np.uint64(s.word[side] == 0)
    return count


@inlined
def _grow(s: State, code: int, ledger: Ledger, count: np.uint64) -> np.uint64:
    """Puts up a building and keeps the list of sites."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    count = _with_sides(s, cell, ledger, count)
    if form >= LYING:
        count = _with_sides(s, second(form, cell), ledger, count)
    put_up(s, form, cell, OWN[s.players, s.seat, code // (CELLS * FORMS)])
    kept = np.uint64(0)
    for index in range(count):
        site = ledger.sites[index]
        ledger.sites[kept] = site
        kept += np.uint64(s.word[site] < TAKEN)
    return kept


@inlined
def _likes(s: State) -> int:
    """The colour of the start player's stone: the next seat's, whose loss it is."""
    return OWN[s.players, (s.seat + 1) % s.players, 0]


@inlined
def _play(s: State, raw: Bytes, w: Numbers) -> int:
    """Plays to the end and counts the steps.

    The cardinal is sent only when the next seat's buildings are weighed, which he is there to spoil: that is one look
    at the fortress for two steps.
    """
    if s.phase == OVER:
        return 0
    ledger = raw.view(LEDGER)[0]
    count = all_sites(s, ledger)
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
        n = weigh(s, s.seat, count, ledger, w)
        if waits and n:
            _send_cardinal(s, n, ledger, w)
            waits = False
            made += 1
        code = _pick(s, n, ledger, w)
        if code < 0:
            passes += 1
            made += 1
        else:
            passes = 0
            first = s.built == 0
            count = _grow(s, code, ledger, count)
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
        raw = np.empty(LEDGER_SIZE, dtype=np.uint8)
        raw.view(LEDGER)[0].random = random[0]
        made = _play(s, raw, units[s.players])
        random[0] = raw.view(LEDGER)[0].random
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
