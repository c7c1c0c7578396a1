"""Quick judgement of Kardinal: what a building brings at a glance, which steps look good, how a roll-out goes on.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.kardinal.ledger import (
    BLOCK,
    LEAST,
    LEDGER_SIZE,
    ROOM,
    Ledger,
    grow,
    note_sites,
    open_ledger,
    stands_on,
    weigh,
)
from solver.games.kardinal.sites import (
    at_hand,
    east,
    fits,
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
    FORMS,
    KEEP,
    MOVE,
    OVER,
    RAISE,
    SHAPE_BIT,
    TAKE_STONE,
    TAKEN,
    State,
    opened,
)
from solver.games.kardinal.tables import (
    BUILDINGS,
    CELLS,
    CHOICES,
    COURT,
    HOUSE,
    NOBODY,
    OWN,
    OWNER,
    TOWER,
)
from solver.games.kardinal.weights import (
    AT_SIGHT,
    EACH,
    FIRST_STONE,
    HINDERS,
    MOVES,
    NOISE,
    OPEN_SIDES,
    PARTS,
    SPOILT,
    STAYS,
    UNIT,
    in_units,
)
from solver.games.kardinal.weights import TABLE as TABLE
from solver.games.kardinal.worth import shape_worth, weighed_stones
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.contract import LONGEST_GAME, Bytes, Numbers, Points, Random, compiled_for, inlined, kernel, wide
from solver.kernel.random import drawn_by
from solver.kernel.weights import QuickPolicy, Weights

NOTHING = -1000


@inlined
def _raise_worth(s: State, code: int, w: Numbers) -> float:
    """What a building step brings the seat to move."""
    cell, form = code & (CELLS - 1), (code // CELLS) % FORMS
    colour = OWN[s.players, s.seat, code // (CELLS * FORMS)]
    stones = weighed_stones(s, s.seat, colour, word_for(s, form, cell), w)
    return stones + shape_worth(s, s.seat, shape_of(form), w)


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
    s = opened(state)
    found = np.empty(len(EACH))
    for index in range(len(EACH)):
        found[index] = _liking(s, step, EACH[index])
    return found


# ---- roll-outs ------------------------------------------------------------------------------------------------------


@inlined
def _top(ledger: Ledger) -> np.int32:
    """The highest of the tops, by halves: if they came one after another, a processor would wait for each."""
    for half in (np.uint64(8), np.uint64(4), np.uint64(2), np.uint64(1)):
        for index in range(half):
            ledger.tops[index] = max(ledger.tops[index], ledger.tops[index + half])
    return ledger.tops[0]


@inlined
def _send_cardinal(s: State, n: np.uint64, ledger: Ledger, w: Numbers) -> None:
    """Mostly to where the next building would bring most; else he stays.

    Where all buildings cost more than a little, he is put on the cathedral, whose code is 0, and hinders nobody.
    """
    if s.cardinal >= 0 and np.int64((drawn_by(ledger) >> np.uint64(40)) % np.uint64(PARTS)) >= w[HINDERS]:
        return
    for index in range(BLOCK):
        ledger.tops[index] = ledger.options[index]
    for block in range(BLOCK, n, BLOCK):
        for index in range(BLOCK):
            ledger.tops[index] = max(ledger.tops[index], ledger.options[block + index])
    code = int(max(_top(ledger), np.int32(-ROOM))) & (ROOM - 1)
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
def _likes(s: State) -> int:
    """The colour of the start player's stone: the next seat's, whose loss it is."""
    return OWN[s.players, (s.seat + 1) % s.players, 0]


@inlined
def _to_the_end(s: State, ledger: Ledger, w: Numbers) -> int:
    """Plays to the end and counts the steps.

    The cardinal is sent only when the next seat's buildings are weighed, which he is there to spoil: that is one look
    at the fortress for two steps.
    """
    if s.phase == OVER:
        return 0
    note_sites(s, ledger)
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
        n = weigh(s, s.seat, ledger, w)
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
            grow(s, code, ledger)
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


@inlined
def _play(s: State, raw: Bytes, random: Random, w: Numbers) -> int:
    """The same; the ledger comes as bytes, for a record does not keep its bytes alive."""
    ledger = open_ledger(raw)
    ledger.random = random[0]
    made = _to_the_end(s, ledger, w)
    random[0] = ledger.random
    return made


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights."""
    likings, units = weights.copy(), in_units(weights)

    @kernel
    def prior(state: Bytes, step: int) -> float:
        """How promising a step looks."""
        s = opened(state)
        return float(np.exp(_liking(s, step, likings[s.players])))

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, in place, and counts the steps."""
        s = opened(state)
        return _play(s, np.empty(LEDGER_SIZE, dtype=np.uint8), random, units[s.players])

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
