"""What the greedy player of Cartino sees beyond the score: what lies open for others, jokers, a suit collected."""

from __future__ import annotations

import numpy as np

from solver.games.cartino.rules import contact, rest_cost
from solver.games.cartino.state import opened
from solver.games.cartino.tables import SUIT_MASK, SUITS
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import Bytes, compiled, kernel

OPEN = 0.06
"""Of the points that a stone on each free place would bring, so much goes to those who move next."""
JOKER = 4.0
"""A joker in the rack, as long as there are stones in the bag."""
COLLECTED = np.array([0.0, 0.0, 0.2, 0.6, 1.6, 4.0])
"""So many stones of one suit in the rack."""
REST = 0.5
"""Part of what the rack would cost that is likely to be paid once the bag is empty."""


@compiled
def open_points(taken: np.uint64) -> int:
    """What stones on all free places would bring, each for itself."""
    points, free = 0, ~taken
    while free:
        points += contact(taken, first(free))
        free = rest(free)
    return points


@kernel
def outlook(state: Bytes, seat: int) -> float:
    """Points that the seat may hope for beyond the score as it stands."""
    s = opened(state)
    if s.over:
        return 0.0
    value = -OPEN * open_points(s.taken)
    if s.left == 0:
        return value - REST * rest_cost(s, seat)
    most = 0
    for suit in range(SUITS):
        most = max(most, size(s.rack[seat] & SUIT_MASK[suit]))
    return value + JOKER * s.joker[seat] + COLLECTED[most]
