"""Who may do what, and what it brings."""

import numpy as np

from solver.kernel.contract import MOST_SEATS, kernel

from .state import STATE


@kernel
def actor(state):
    s = state.view(STATE)[0]
    return np.int64(s.seat) if s.heap > 0 else -1


@kernel
def legal(state, steps):
    s = state.view(STATE)[0]
    n = min(np.int64(s.heap), 2)
    for step in range(n):
        steps[step] = step
    return n


@kernel
def apply(state, step):
    s = state.view(STATE)[0]
    s.heap -= step + 1
    s.taken[s.seat] += step + 1
    s.last = s.seat + 1
    s.seat = (s.seat + 1) % s.players
    s.turn += 1


@kernel
def scores(state, out):
    s = state.view(STATE)[0]
    for seat in range(np.int64(s.players)):
        out[seat] = s.taken[seat] + (3 if s.heap == 0 and s.last == seat + 1 else 0)
        out[MOST_SEATS + seat] = 0
