"""Quick judgement of the card game: which steps look good at a glance, and roll-outs that go by it.

Nothing here decides what is allowed; a wrong guess costs strength, never a rule.
"""

from __future__ import annotations

import numpy as np
from numba import types

from solver.games.kk_card.appeal import (
    Factors,
    appeal_now,
    land_gain,
    stone_factor,
    stop_factor,
    tile_factor,
)
from solver.games.kk_card.rollouts import opened_ledger, play
from solver.games.kk_card.rules import (
    cell_at,
    next_seat,
)
from solver.games.kk_card.state import (
    LIFT,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    STOP,
    THREE,
    State,
    opened,
)
from solver.games.kk_card.tables import (
    COLUMNS,
    LAND,
)
from solver.games.kk_card.weights import (
    ALONE,
    BEHIND_IT,
    COLOURED,
    DEPTH,
    DEPTHS,
    LIFTING,
    RETURNS,
    THREES,
    UNITS,
    factors,
)
from solver.games.kk_card.weights import TABLE as TABLE
from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.contract import (
    Bytes,
    Points,
    Random,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.weights import QuickPolicy, Weights


@inlined
def _law_factor(kind: int, f: Factors) -> float:
    return f[ALONE + (RETURNS if kind == RETURN else THREES if kind == THREE else COLOURED)]


@inlined
def _promise(s: State, step: int, f: Factors) -> float:
    """How promising a step looks."""
    seat = s.seat
    if step < STOP:
        cell, row = cell_at(s, step), step >> 1
        hindrance = tile_factor(s, cell, f) * stone_factor(wide(s.stone[cell]), seat, f)
        weight = appeal_now(s, seat, s.card[cell], f) * hindrance
        if s.lo[row] == s.hi[row]:
            return weight
        behind = s.card[wide(cell) + (-1 if step & 1 else 1)]
        return weight * f[BEHIND_IT + land_gain(s, next_seat(s, seat), LAND[behind])]
    if step == STOP:
        return stop_factor(s, f)
    if step < PAY_FROM:
        return _law_factor(step - PLAY, f) if step > PLAY else 1.0
    if step >= LIFT:
        return f[ALONE + LIFTING]
    if step >= PLACE:
        cell = step - PLACE
        row = cell // COLUMNS
        depth = min(cell % COLUMNS - s.lo[row], s.hi[row] - cell % COLUMNS)
        return appeal_now(s, seat, s.card[cell], f) * f[DEPTH + min(wide(depth), DEPTHS - 1)]
    return 1.0 / appeal_now(s, seat, s.card[step - PAY_FROM], f)


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """The features of a step."""
    s = opened(state)
    found = np.empty(len(UNITS))
    for index in range(len(UNITS)):
        found[index] = np.log(_promise(s, step, UNITS[index]))
    return found


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
        return play(s, raw, tables[s.players], random)

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
