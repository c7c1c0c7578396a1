"""The worlds that a player of the card game may be in: every way in which the unseen law tiles can lie, while few."""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

from solver.games.kk_card.rules import RETURN, STATE, UNKNOWN
from solver.games.kk_card.tables import LAW_CELLS, LAWS
from solver.kernel.contract import Bytes


def worlds(view: Bytes, most: int) -> list[Bytes]:
    """All orders of the unseen tiles over the places where they lie; none where there are more than `most`."""
    s = view.view(STATE)[0]
    unseen = {
        kind: int(LAWS[kind] - s.played[kind] - s.hand[:, kind].sum() - (s.tile[LAW_CELLS] == kind).sum())
        for kind in range(RETURN, UNKNOWN)
    }
    cells = [int(cell) for cell in LAW_CELLS if s.tile[cell] == UNKNOWN]
    hands = [seat for seat in range(s.players) for _ in range(s.hand[seat, UNKNOWN])]
    count = factorial(sum(unseen.values()))
    for number in unseen.values():
        count //= factorial(number)
    if count > most:
        return []
    return [_dealt(view, cells, hands, order) for order in _orders(unseen, len(cells) + len(hands))]


def _orders(unseen: dict[int, int], places: int) -> Iterator[tuple[int, ...]]:
    """The different orders of a multiset of kinds."""
    if places == 0:
        yield ()
        return
    for kind, number in unseen.items():
        if number:
            for rest in _orders({**unseen, kind: number - 1}, places - 1):
                yield (kind, *rest)


def _dealt(view: Bytes, cells: list[int], hands: list[int], order: tuple[int, ...]) -> Bytes:
    world = view.copy()
    s = world.view(STATE)[0]
    for cell, kind in zip(cells, order, strict=False):
        s.tile[cell] = kind
    for seat, kind in zip(hands, order[len(cells) :], strict=True):
        s.hand[seat, UNKNOWN] -= 1
        s.hand[seat, kind] += 1
    return world
