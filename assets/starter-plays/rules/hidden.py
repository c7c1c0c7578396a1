"""What a seat has not seen: blanked by `observe`, dealt anew by `determinize`."""

import numpy as np

from solver.kernel.contract import Bytes, Random, compiled, kernel, wide
from solver.kernel.random import below

from .state import BID, LIGHTS, NO_BID, SEALED, SEATS, UNSEEN, State, opened


@compiled
def _draw(s: State, place: int, random: Random) -> int:
    unseen = np.flatnonzero(s.place == UNSEEN)
    light = unseen[below(random, len(unseen))]
    s.place[light] = place
    return int(light)


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Other hands, and bids that lie face down."""
    s = opened(state)
    for seat in range(wide(s.players)):
        if seat != viewer and s.bid[seat] != NO_BID and s.bid[seat] != SEALED:
            s.place[s.bid[seat] - 1] = UNSEEN
            s.bid[seat] = SEALED
    for light in range(LIGHTS):
        holder = wide(s.place[light]) - 1
        if 0 <= holder < SEATS and holder != viewer:
            s.place[light] = UNSEEN
            s.hidden[holder] += 1


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """Any lantern that was not seen may be anywhere."""
    s = opened(state)
    for seat in range(wide(s.players)):
        if s.bid[seat] == SEALED:
            s.bid[seat] = _draw(s, BID, random) + 1
        while s.hidden[seat]:
            _draw(s, seat + 1, random)
            s.hidden[seat] -= 1
