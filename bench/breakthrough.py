"""Breakthrough as a kernel of the contract: proof that a game plugs into the search without touching anything else.

Two boards of 64 bits; seat 0 moves towards higher bits, seat 1 towards lower ones. A step is 3 * square + direction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, Points, Random, Steps, compiled, kernel
from solver.kernel.random import below

STATE = np.dtype(
    (np.record, np.dtype([("own", "u8", (2,)), ("seat", "i4"), ("winner", "i4"), ("turn", "u8")], align=True))
)
FILE_A = np.uint64(0x0101010101010101)
FILE_H = np.uint64(0x8080808080808080)
GOAL = (np.uint64(0xFF00000000000000), np.uint64(0x00000000000000FF))
ONE = np.uint64(1)


@compiled
def _ways(s: Any, direction: int) -> Any:
    """The squares from which the seat to move can go this way: 0 and 2 aslant, 1 straight ahead."""
    seat = s.seat
    mine, theirs = s.own[seat], s.own[1 - seat]
    free = ~(mine | theirs) if direction == 1 else ~mine
    if seat == 0:
        if direction == 0:
            return mine & ~FILE_A & (free >> np.uint64(7))
        if direction == 1:
            return mine & (free >> np.uint64(8))
        return mine & ~FILE_H & (free >> np.uint64(9))
    if direction == 0:
        return mine & ~FILE_A & (free << np.uint64(9))
    if direction == 1:
        return mine & (free << np.uint64(8))
    return mine & ~FILE_H & (free << np.uint64(7))


@compiled
def _target(seat: int, square: int, direction: int) -> int:
    return square + (7 + direction if seat == 0 else direction - 9)


@compiled
def _count(bits: Any) -> int:
    bits = bits - ((bits >> ONE) & np.uint64(0x5555555555555555))
    bits = (bits & np.uint64(0x3333333333333333)) + ((bits >> np.uint64(2)) & np.uint64(0x3333333333333333))
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return int(np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56)))


@compiled
def _lowest(bits: Any) -> int:
    return _count((bits & (~bits + ONE)) - ONE)


@compiled
def _nth(bits: Any, n: int) -> int:
    for _ in range(n):
        bits &= bits - ONE
    return _lowest(bits)


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when somebody broke through."""
    s = state.view(STATE)[0]
    return -1 if s.winner >= 0 else int(s.seat)


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """All moves."""
    s = state.view(STATE)[0]
    n = 0
    for direction in range(3):
        ways = _ways(s, direction)
        while ways:
            steps[n] = 3 * _lowest(ways) + direction
            n += 1
            ways &= ways - ONE
    return n


@compiled
def _make(s: Any, step: int) -> None:
    """Moves a piece; reaching the far rank or taking the last piece wins."""
    seat = s.seat
    target = ONE << np.uint64(_target(seat, step // 3, step % 3))
    s.own[seat] = (s.own[seat] & ~(ONE << np.uint64(step // 3))) | target
    s.own[1 - seat] &= ~target
    if s.own[1 - seat] == 0 or target & (GOAL[0] if seat == 0 else GOAL[1]):
        s.winner = seat
    s.seat = 1 - seat
    s.turn += np.uint64(1)


@kernel
def apply(state: Bytes, step: int) -> None:
    """One move, in place."""
    _make(state.view(STATE)[0], step)


@kernel
def scores(state: Bytes, out: Points) -> None:
    """One point for the winner."""
    s = state.view(STATE)[0]
    out[0] = s.winner == 0
    out[1] = s.winner == 1
    out[MOST_SEATS] = out[MOST_SEATS + 1] = 0


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Nothing is hidden."""


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """Nothing is hidden."""


@kernel
def prior(state: Bytes, step: int) -> float:
    """Winning, saving and taking moves first, then those far ahead."""
    s = state.view(STATE)[0]
    seat = s.seat
    square = _target(seat, step // 3, step % 3)
    rank = square // 8 if seat == 0 else 7 - square // 8
    if rank == 7:
        return 1000.0
    takes = s.own[1 - seat] & (ONE << np.uint64(square))
    if takes and rank == 1:
        return 300.0
    return (4.0 if takes else 1.0) + 0.25 * rank


@compiled
def _suggest(s: Any, random: Random) -> int:
    """A random move, but never past a win or past the capture that prevents a loss."""
    seat = s.seat
    near = np.uint64(0x00FF000000000000) if seat == 0 else np.uint64(0x000000000000FF00)
    danger = s.own[1 - seat] & (np.uint64(0x000000000000FF00) if seat == 0 else np.uint64(0x00FF000000000000))
    total = 0
    for direction in range(3):
        ways = _ways(s, direction)
        if ways & near:
            return 3 * _lowest(ways & near) + direction
        total += _count(ways)
    if danger:
        for direction in (0, 2):
            shift = 7 + direction
            hits = (danger >> np.uint64(shift)) if seat == 0 else (danger << np.uint64(9 - direction))
            hits &= _ways(s, direction)
            if hits:
                return 3 * _lowest(hits) + direction
    pick = below(random, total)
    for direction in range(3):
        ways = _ways(s, direction)
        n = _count(ways)
        if pick < n:
            return 3 * _nth(ways, pick) + direction
        pick -= n
    return -1


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end."""
    s = state.view(STATE)[0]
    made = 0
    while s.winner < 0:
        _make(s, _suggest(s, random))
        made += 1
    return made


def new_state() -> Bytes:
    """Two ranks each."""
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    s = state.view(STATE)[0]
    s.own[0], s.own[1] = 0x000000000000FFFF, 0xFFFF000000000000
    s.winner = -1
    return state


def worlds(view: Bytes, _most: int) -> list[Bytes]:
    """Nothing is hidden."""
    return [view]


def near_end(_state: Bytes) -> bool:
    """Left to the tree."""
    return False


KERNEL = Kernel(
    size=STATE.itemsize,
    most_steps=64,
    step_space=192,
    key_size=STATE.itemsize - 8,
    actor=actor,
    legal=legal,
    essential=legal,
    apply=apply,
    scores=scores,
    observe=observe,
    determinize=determinize,
    prior=prior,
    rollout=rollout,
    worlds=worlds,
    near_end=near_end,
)
