"""The opening: which lines it is written in, and the position that they make."""

import numpy as np

from solver.kernel.contract import Bytes
from solver.words.setup_text import UNKNOWN, SetupLine, Things

from .state import HAND, LANTERNS, ROUNDS, STATE, WARES, State


def lines(players: int) -> list[SetupLine]:
    """The wares in their order, and every hand."""
    hands = [SetupLine(f"hand {seat + 1}", LANTERNS, HAND, hidden=True, seat=seat) for seat in range(players)]
    return [SetupLine("wares", WARES, ROUNDS), *hands]


def opening(players: int, things: Things) -> Bytes:
    """The position before the first bid."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = State.of(state)
    s.players, s.ware[:] = players, things["wares"]
    for seat in range(players):
        hand = things[f"hand {seat + 1}"]
        s.place[[light for light in hand if light != UNKNOWN]] = seat + 1
        s.hidden[seat] = list(hand).count(UNKNOWN)
    return state


def laid(state: Bytes) -> Things:
    """The other way round."""
    s = State.of(state)
    return {"wares": s.ware.tolist()} | {f"hand {seat + 1}": hand(s, seat) for seat in range(s.players)}


def hand(s: State, seat: int) -> list[int]:
    """The lanterns of a seat in rising order, unknown ones last."""
    return [*np.flatnonzero(s.place == seat + 1).tolist(), *[UNKNOWN] * int(s.hidden[seat])]
