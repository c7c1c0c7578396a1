"""Goofspiel for two with open prizes: both bid a card in secret, the higher bid takes the prize, equals nobody."""

from __future__ import annotations

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, Points, Random, Steps, kernel
from solver.kernel.random import below
from solver.kernel.record import Record, u1, u8

CARDS = 6
NO_BID, SEALED = 0, 255


class State(Record):
    """Bids count from 1; a bid that the viewer has not seen is SEALED."""

    prizes = u1(CARDS)  # in the order in which they are bid for
    used = u1(2, CARDS)  # cards that were bid and shown
    points = u1(2)
    bid = u1()  # of the first seat, as long as the second has not bid
    prize = u1()
    pad = u1(4)
    turn = u8()


STATE = State.dtype


@kernel
def actor(state: Bytes) -> int:
    s: State = state.view(STATE)[0]
    if s.prize == CARDS:
        return -1
    return 0 if s.bid == NO_BID else 1


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    s: State = state.view(STATE)[0]
    seat, n = 0 if s.bid == NO_BID else 1, 0
    for card in range(CARDS):
        if not s.used[seat, card]:
            steps[n] = card
            n += 1
    return n


@kernel
def apply(state: Bytes, step: int) -> None:
    s: State = state.view(STATE)[0]
    s.turn += 1
    if s.bid == NO_BID:
        s.bid = step + 1
        return
    if s.bid != SEALED:
        first = np.int64(s.bid) - 1
        if first != step:
            s.points[0 if first > step else 1] += s.prizes[s.prize]
        s.used[0, first] = 1
    s.used[1, step] = 1
    s.bid = NO_BID
    s.prize += 1


@kernel
def scores(state: Bytes, out: Points) -> None:
    s: State = state.view(STATE)[0]
    for seat in range(2):
        out[seat] = s.points[seat]
        out[MOST_SEATS + seat] = 0


@kernel
def observe(state: Bytes, viewer: int) -> None:
    s: State = state.view(STATE)[0]
    if viewer != 0 and s.bid != NO_BID:
        s.bid = SEALED


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    s: State = state.view(STATE)[0]
    if s.bid == SEALED:
        pick = below(random, CARDS - np.int64(s.prize))
        for card in range(CARDS):
            if not s.used[0, card]:
                if pick == 0:
                    s.bid = card + 1
                    return
                pick -= 1


@kernel
def prior(state: Bytes, step: int) -> float:
    return 1.0


@kernel
def rollout(state: Bytes, random: Random) -> int:
    steps = np.empty(CARDS, dtype=np.int16)
    made = 0
    while actor(state) >= 0:
        apply(state, steps[below(random, legal(state, steps))])
        made += 1
    return made


GOOFSPIEL = Kernel(
    size=STATE.itemsize,
    most_steps=CARDS,
    step_space=CARDS,
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
    worlds=lambda view, most: [],
    near_end=lambda state: True,
    secret=True,
)


def opening() -> Bytes:
    state = np.zeros(STATE.itemsize, dtype=np.uint8)
    State.of(state).prizes[:] = [3, 5, 1, 6, 2, 4]
    return state
