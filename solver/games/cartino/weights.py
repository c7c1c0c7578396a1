"""How much more often a step is made that has a property than one that has not: tables that were fitted.

The numbers are natural logarithms, three of each: while the bag is well filled, for its last twenty stones, and when it
is empty. They are what wins most in games of the quick policy against itself, found by small random changes.
"""

from __future__ import annotations

import numpy as np

from solver.games.cartino.tables import AROUND, PLACES, VALUE

LAST_STONES = 20
"""With so many stones in the bag the second stage begins."""

_GAIN = (1.005, 0.756, 0.892)
"""For each point of contacts."""
_GIVEN = (-0.260, -0.184, -0.031)
"""For each point that a neighbour would get from the stone, where there is nothing at hand for its place."""
_FOLLOWED = (0.048, 0.195, 0.237)
"""For each point that the next stone of the turn would get from it."""
_WAITING = (-0.136, -0.221, -0.020)
"""For each point that the stone would get if all its free neighbours were laid before it."""
_VALUE = (
    (1.19, 1.06, -0.46, -0.10, -0.16),
    (0.71, 0.06, 0.02, -0.03, -0.35),
    (-0.47, 0.40, 0.74, 0.05, 0.37),
)
"""By the value of the stone, one to five."""
_FIRST = (
    (0.71, 0.92, 0.51, 3.53),
    (0.76, 0.52, 0.31, 3.71),
    (1.21, 0.80, 1.23, 3.36),
)
"""Of the first stone of a turn, if two, three, four, five of its suit can be laid."""
_MORE = (
    (1.66, 2.49, 1.52, 3.04),
    (1.52, 1.61, 1.22, 2.67),
    (1.65, 0.84, 0.34, 1.93),
)
"""Of a further one, if two, three, four, five can be laid in all."""
_DONE = (
    (-0.35, -1.09, -0.47, -0.10, -0.33),
    (-0.85, -2.13, -0.52, 0.27, 0.54),
    (-2.20, -2.28, -1.43, -0.92, 0.04),
)
"""Of the end of a turn, if none, one, two, three, four more could be laid."""
_JOKER = (-7.093, -4.707, -2.696)
"""Of a joker in place of a stone."""
_JOKER_SET = (3.008, 1.095, 0.010)
"""Of a joker in place of a stone where it makes a set possible, on top of that."""
_EXCHANGE = (2.445, 10.102, -0.303)
"""Of an exchange."""

_STAGES = range(3)
_AROUND_VALUE = [sum(int(VALUE[near]) for near in AROUND[place] if near >= 0) for place in range(PLACES)]

GAIN = np.exp([[(_GAIN[stage] - _WAITING[stage]) * points for points in range(24)] for stage in _STAGES])
"""By the points of a stone's contacts; what it has it need not wait for."""
PLACE = np.exp(
    [
        [_VALUE[stage][VALUE[place] - 1] + _WAITING[stage] * _AROUND_VALUE[place] for place in range(PLACES)]
        for stage in _STAGES
    ]
)
"""By the place."""
NEAR = np.exp(
    [
        [
            [[value * (_GIVEN[stage] * (free - own) + _FOLLOWED[stage] * own) for own in range(5)] for free in range(5)]
            for value in range(6)
        ]
        for stage in _STAGES
    ]
)
"""By the value of a stone, the free places beside it, and those among them for which there is a stone at hand."""
FIRST = np.exp([[0.0, 0.0, *_FIRST[stage]] for stage in _STAGES])
"""Of the first stone of a turn, by how many of its suit can be laid."""
MORE = np.exp([[0.0, 0.0, *_MORE[stage]] for stage in _STAGES])
"""Of a further stone, by how many can be laid in all."""
DONE_WEIGHT = np.exp(_DONE)
"""Of the end of a turn, by how many more could be laid."""
JOKER_WEIGHT = np.exp([[_JOKER[stage]] * 5 + [_JOKER[stage] + _JOKER_SET[stage]] for stage in _STAGES])
"""Of a joker in place of a stone, by how many can be laid in all."""
EXCHANGE_WEIGHT = np.exp(_EXCHANGE)
