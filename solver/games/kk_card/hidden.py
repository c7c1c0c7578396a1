"""What a player of the card game has not seen: law tiles; blanked, dealt anew, and listed while there are few ways."""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.state import RETURN, UNKNOWN, State, opened
from solver.games.kk_card.tables import CARDS, LAW_CELLS, LAWS
from solver.kernel.contract import Bytes, Random, kernel
from solver.kernel.random import below
from solver.kernel.worlds import orders


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Blanks the law tiles on the display and in the other hands; nothing else is hidden in this game."""
    s = opened(state)
    for cell in range(CARDS):
        if s.tile[cell]:
            s.tile[cell] = UNKNOWN
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(RETURN, UNKNOWN):
                s.hand[seat, UNKNOWN] += s.hand[seat, kind]
                s.hand[seat, kind] = 0


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:  # noqa: ARG001 - what is blank tells who looks
    """Deals the law tiles that the viewer has not seen anew."""
    s = opened(state)
    pool = np.empty(8, dtype=np.uint8)
    n = 0
    for kind in range(RETURN, UNKNOWN):
        unseen = LAWS[kind] - s.played[kind]
        for seat in range(s.players):
            unseen -= s.hand[seat, kind]
        for cell in LAW_CELLS:
            unseen -= s.tile[cell] == kind
        for _ in range(unseen):
            pool[n] = kind
            n += 1
    for cell in LAW_CELLS:
        if s.tile[cell] == UNKNOWN:
            pick = below(random, n)
            s.tile[cell] = pool[pick]
            n -= 1
            pool[pick] = pool[n]
    for seat in range(s.players):
        while s.hand[seat, UNKNOWN]:
            pick = below(random, n)
            s.hand[seat, UNKNOWN] -= 1
            s.hand[seat, pool[pick]] += 1
            n -= 1
            pool[pick] = pool[n]


def worlds(view: Bytes, most: int) -> list[Bytes]:
    """All orders of the unseen tiles over the places where they lie; none where there are more than `most`."""
    s = State.of(view)
    unseen = {
        kind: int(LAWS[kind] - s.played[kind] - s.hand[:, kind].sum() - (s.tile[LAW_CELLS] == kind).sum())
        for kind in range(RETURN, UNKNOWN)
    }
    cells = [int(cell) for cell in LAW_CELLS if s.tile[cell] == UNKNOWN]
    hands = [seat for seat in range(s.players) for _ in range(s.hand[seat, UNKNOWN])]
    if sum(unseen.values()) != len(cells) + len(hands):
        return []
    return [_dealt(view, cells, hands, order) for order in orders(unseen, most)]


def _dealt(view: Bytes, cells: list[int], hands: list[int], order: tuple[int, ...]) -> Bytes:
    world = view.copy()
    s = State.of(world)
    for cell, kind in zip(cells, order, strict=False):
        s.tile[cell] = kind
    for seat, kind in zip(hands, order[len(cells) :], strict=True):
        s.hand[seat, UNKNOWN] -= 1
        s.hand[seat, kind] += 1
    return world
