"""What an end of a game is worth to a seat: its share of the win, and its lead."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.contract import MOST_SEATS, compiled


@compiled
def win_share(value: NDArray[np.float64], seat: int, players: int, shared: bool) -> float:
    """A seat's part of the win; `value` is the points of every seat, then what decides between equals.

    Equals at the top divide it where the rules share a win, and get nothing where they do not.
    """
    equals = 1
    for rival in range(players):
        if rival == seat:
            continue
        if value[rival] > value[seat]:
            return 0.0
        if value[rival] == value[seat]:
            if value[MOST_SEATS + rival] > value[MOST_SEATS + seat]:
                return 0.0
            equals += value[MOST_SEATS + rival] == value[MOST_SEATS + seat]
    if equals > 1 and not shared:
        return 0.0
    return 1.0 / equals


@compiled
def lead(value: NDArray[np.float64], seat: int, players: int) -> float:
    """Points of a seat beyond those of the best other."""
    other = -1e9
    for rival in range(players):
        if rival != seat:
            other = max(other, value[rival])
    return value[seat] - other


@compiled
def mean_lead(value: NDArray[np.float64], seat: int, players: int) -> float:
    """How far a seat is ahead of the others on average."""
    total = 0.0
    for other in range(players):
        total += value[other]
    return value[seat] - (total - value[seat]) / (players - 1)
