"""What an end of a game is worth to a seat: its share of the win, and its lead; and what a judged standing is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from solver.kernel.contract import MOST_SEATS, compiled, inlined

MARGIN_SHARE = 0.15
"""Share of the score margin in the reward; the rest is winning."""
MARGIN_SCALE = 12.0
"""Points by which a lead counts as large."""
MOST_LIKED = 300.0
"""Beyond this a liking makes no difference, and its power would be too large a number."""


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


@inlined
def rewards(points: NDArray[np.float64], players: int, shared: bool, out: NDArray[np.float64]) -> None:
    """For each seat its share of the win mixed with a squashed lead over the best other; then the two by themselves."""
    for seat in range(players):
        won, ahead = win_share(points, seat, players, shared), lead(points, seat, players)
        out[seat] = (1.0 - MARGIN_SHARE) * won + MARGIN_SHARE * (0.5 + 0.5 * np.tanh(ahead / MARGIN_SCALE))
        out[MOST_SEATS + seat] = won
        out[2 * MOST_SEATS + seat] = ahead


@inlined
def judge(standing: NDArray[np.float64], weights: NDArray[np.float64], players: int, out: NDArray[np.float64]) -> None:
    """For each seat its chance to win by how all stand, as reward and as share of the win; leads are not foretold."""
    total = 0.0
    for seat in range(players):
        liking = 0.0
        for index in range(len(weights)):
            liking += weights[index] * standing[seat, index]
        out[seat] = np.exp(min(max(liking, -MOST_LIKED), MOST_LIKED))
        total += out[seat]
    for seat in range(players):
        out[seat] /= total
        out[MOST_SEATS + seat] = out[seat]
        out[2 * MOST_SEATS + seat] = 0.0
