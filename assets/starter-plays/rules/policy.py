"""What looks promising at a glance, and a quick player who goes by it: the more sensible, the stronger the search.

A step is as promising as exp(sum of weight times feature). The weights stand in `weights.csv`, a column for each number
of players, and `timbuktu train` finds better ones.
"""

from pathlib import Path

import numpy as np
from numba import types

from solver.kernel.arrays import BYTES, FLOATS
from solver.kernel.contract import Bytes, Points, Random, compiled_for, kernel
from solver.kernel.random import weighted
from solver.kernel.weights import QuickPolicy, Weights, read_weights

from .rules import actor, apply, legal
from .state import LIGHTS, POINTS, opened

FEATURES = ("brightness for a ware, by its points", "brightness for a scorpion")
TABLE = read_weights(Path(__file__).parents[1], FEATURES)


@compiled_for(FLOATS(BYTES, types.int64))
def features(state: Bytes, step: int) -> Points:
    """Bright lanterns for good wares, dim ones for scorpions."""
    s = opened(state)
    light, points = (step + 1) / LIGHTS, POINTS[s.ware[s.auction]]
    return np.array([points * light, 0.0]) if points > 0 else np.array([0.0, light])


def weighed(weights: Weights) -> QuickPolicy:
    """The policy with these weights; they are frozen into the two functions."""

    @kernel
    def prior(state: Bytes, step: int) -> float:
        s = opened(state)
        return np.exp((weights[s.players] * features(state, step)).sum())

    @kernel
    def rollout(state: Bytes, random: Random) -> int:
        """Plays to the end, each step as likely as it is promising."""
        s = opened(state)
        steps, chances, made = np.empty(LIGHTS, dtype=np.int16), np.empty(LIGHTS), 0
        while actor(state) >= 0:
            n = legal(state, steps)
            for index in range(n):
                chances[index] = np.exp((weights[s.players] * features(state, steps[index])).sum())
            apply(state, steps[weighted(random, chances[:n])])
            made += 1
        return made

    return QuickPolicy(prior, rollout)


prior, rollout = weighed(TABLE.array())
