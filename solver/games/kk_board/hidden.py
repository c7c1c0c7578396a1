"""What a player of the board game has not seen: blanked, dealt anew, and listed while there are few ways.

Before the interim scoring the unseen cards are one heap: every unseen card of a hand and of the stack is any of them.
With the reshuffle the heap falls in two. What was shuffled is known card by card, for the discards lay open; so is,
taken together, what the hands kept from before. A card that somebody then plays from among unseen ones may come from
either heap; the record of such plays is gone through, and for each the heap is drawn by how likely it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial

import numpy as np
from numpy.typing import NDArray

from solver.games.kk_board.map_check import MOST_CARDS_IN_ALL, MOST_KINDS
from solver.games.kk_board.rules import unseen_cards
from solver.games.kk_board.state import DRAWN, MIXED, UNKNOWN, State, opened
from solver.kernel.contract import MOST_SEATS, Bytes, Random, compiled, kernel, wide
from solver.kernel.random import below, draw, seeded, unit

Counts = NDArray[np.int64]
TRIES = 20
"""How often the record is gone through anew when a choice of heaps leads nowhere."""


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Blanks the stack, the coming shuffle, and of the other hands what was not taken openly."""
    s = opened(state)
    s.seed = 0
    for place in range(s.left):
        s.stack[place] = UNKNOWN
    for seat in range(s.players):
        if seat != viewer:
            for kind in range(s.kinds):
                s.hand[seat, UNKNOWN] += s.hand[seat, kind] - s.public[seat, kind]
                s.hand[seat, kind] = s.public[seat, kind]
                s.drawn[seat, kind] = 0


@compiled
def _mix(pool: Counts, n: int, random: Random) -> None:
    for last in range(n - 1, 0, -1):
        pick = below(random, last + 1)
        held = pool[last]
        pool[last] = pool[pick]
        pool[pick] = held


@compiled
def _heap(s: State, counts: Counts, pool: Counts) -> int:
    n = 0
    for kind in range(s.kinds):
        for _ in range(counts[kind]):
            pool[n] = kind
            n += 1
    return n


@compiled
def _give(s: State, seat: int, kind: int) -> None:
    s.hand[seat, UNKNOWN] -= 1
    s.hand[seat, kind] += 1


@compiled
def _deal(s: State, counts: Counts, pool: Counts, random: Random) -> None:
    """One heap for the hands and the stack; blank open cards come first, for they were turned up."""
    n = _heap(s, counts, pool)
    _mix(pool, n, random)
    while s.open[UNKNOWN] and n:
        n -= 1
        s.open[UNKNOWN] -= 1
        s.open[pool[n]] += 1
    for seat in range(s.players):
        while s.hand[seat, UNKNOWN] and n:
            n -= 1
            _give(s, seat, pool[n])
    for place in range(s.left):
        if s.stack[place] == UNKNOWN and n:
            n -= 1
            s.stack[place] = pool[n]


@compiled
def _heaps(s: State, unseen: Counts, old: Counts, new: Counts, kept: Counts) -> bool:
    """Writes the two heaps as they were when they were mixed, and how many old cards each seat had.

    A seat whose draws this state knows one by one has nothing to be guessed but what it holds now: `kept` is then
    negative, minus one less that number. False where the record does not add up, as when a card was shown.
    """
    for kind in range(s.kinds):
        new[kind] = wide(s.shuffled[kind]) - s.shown[kind]
        old[kind] = unseen[kind]
    total = 0
    for seat in range(s.players):
        known, draws, plays = 0, 0, 0
        for kind in range(s.kinds):
            known += wide(s.drawn[seat, kind])
        for index in range(s.records):
            if s.record[index] >> 3 == seat:
                if s.record[index] & 7 == DRAWN:
                    draws += 1
                else:
                    plays += 1
        if known == draws:
            kept[seat] = -1 - wide(s.hand[seat, UNKNOWN])
            total += wide(s.hand[seat, UNKNOWN])
            for kind in range(s.kinds):
                new[kind] -= s.drawn[seat, kind]
            continue
        kept[seat] = wide(s.hand[seat, UNKNOWN]) + plays - draws
        if known or kept[seat] < 0:
            return False
        total += kept[seat]
        for index in range(s.records):
            if s.record[index] >> 3 == seat and s.record[index] & 7 != DRAWN:
                old[s.record[index] & 7] += 1
    for kind in range(s.kinds):
        old[kind] -= new[kind]
        if old[kind] < 0 or new[kind] < 0:
            return False
        total -= old[kind]
    return total == 0 and s.open[UNKNOWN] == 0


@compiled
def _sorted_out(s: State, old: Counts, new: Counts, kept: Counts, fresh: Counts, random: Random) -> bool:
    """Goes through the record once; False where a play fits neither heap."""
    olds, news = 0, 0
    for kind in range(s.kinds):
        olds += old[kind]
        news += new[kind]
    for seat in range(s.players):
        fresh[seat] = 0
    for index in range(s.records):
        seat, kind = s.record[index] >> 3, s.record[index] & 7
        if kept[seat] < 0:
            continue
        if kind == DRAWN:
            fresh[seat] += 1
            continue
        from_old = kept[seat] * old[kind] / olds if olds else 0.0
        from_new = fresh[seat] * new[kind] / news if news else 0.0
        if from_old + from_new == 0.0:
            return False
        if unit(random) * (from_old + from_new) < from_old:
            kept[seat] -= 1
            old[kind] -= 1
            olds -= 1
        else:
            fresh[seat] -= 1
            new[kind] -= 1
            news -= 1
    return True


@compiled
def _deal_two(s: State, unseen: Counts, pool: Counts, random: Random) -> bool:
    """The old heap for what the hands kept, the new one for what they drew since and for the stack."""
    counts = np.empty((2, MOST_KINDS), dtype=np.int64)
    seats = np.empty((2, MOST_SEATS), dtype=np.int64)
    for _ in range(TRIES):
        if not _heaps(s, unseen, counts[0], counts[1], seats[0]):
            return False
        if not _sorted_out(s, counts[0], counts[1], seats[0], seats[1], random):
            continue
        n = _heap(s, counts[0], pool)
        _mix(pool, n, random)
        for seat in range(s.players):
            for _ in range(seats[0, seat] if seats[0, seat] >= 0 else -1 - seats[0, seat]):
                n -= 1
                _give(s, seat, pool[n])
        _deal(s, counts[1], pool, random)
        return True
    return False


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:  # noqa: ARG001 - the state tells who knows what
    """Deals the cards that the state does not know anew, and the shuffle to come."""
    s = opened(state)
    if s.half == 0 and s.seed == 0:
        s.seed = int(draw(random) | np.uint64(1))
    hidden = np.int64(s.open[UNKNOWN])
    for seat in range(s.players):
        hidden += s.hand[seat, UNKNOWN]
    if s.left:
        hidden += s.stack[0] == UNKNOWN or s.stack[s.left - 1] == UNKNOWN
    if hidden == 0:
        return
    unseen = np.zeros(MOST_KINDS, dtype=np.int64)
    for kind in range(s.kinds):
        unseen[kind] = unseen_cards(s, kind)
    pool = np.empty(MOST_CARDS_IN_ALL + 2, dtype=np.int64)
    if s.mixed != MIXED or not _deal_two(s, unseen, pool, random):
        _deal(s, unseen, pool, random)


def worlds(view: Bytes, most: int) -> list[Bytes]:
    """All ways in which the unseen cards can be dealt; none where there are more than `most`, or a stack has an order.

    In the very last turn no unseen card matters to anybody any more: one world stands for all.
    """
    s = State.of(view)
    if s.ending and s.seat == s.players - 1:
        last = view.copy()
        determinize(last, int(s.seat), seeded(0))
        return [last]
    seats = [seat for seat in range(s.players) for _ in range(s.hand[seat, UNKNOWN])]
    if (s.left and UNKNOWN in s.stack[: s.left]) or s.open[UNKNOWN] or (s.half == 0 and s.seed == 0):
        return []
    if not seats:
        return [view.copy()]
    unseen = {kind: int(unseen_cards(s, kind)) for kind in range(s.kinds)}
    count = factorial(sum(unseen.values()))
    for number in unseen.values():
        count //= factorial(number)
    if s.mixed == MIXED or count > most or sum(unseen.values()) != len(seats):
        return []
    return [_dealt(view, seats, order) for order in _orders(unseen, len(seats))]


def _orders(unseen: dict[int, int], places: int) -> Iterator[tuple[int, ...]]:
    """The different orders of a multiset of kinds."""
    if places == 0:
        yield ()
        return
    for kind, number in unseen.items():
        if number:
            for others in _orders({**unseen, kind: number - 1}, places - 1):
                yield (kind, *others)


def _dealt(view: Bytes, seats: list[int], order: tuple[int, ...]) -> Bytes:
    world = view.copy()
    s = State.of(world)
    for seat, kind in zip(seats, order, strict=True):
        s.hand[seat, UNKNOWN] -= 1
        s.hand[seat, kind] += 1
    return world
