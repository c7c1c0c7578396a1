"""What looks promising at a glance, and a quick player who goes by it: the more sensible, the stronger the search."""

import numpy as np

from solver.kernel.contract import Bytes, Random, kernel
from solver.kernel.random import weighted

from .rules import actor, apply, legal
from .state import LIGHTS, POINTS, STATE, State


@kernel
def prior(state: Bytes, step: int) -> float:
    """Bright lanterns for good wares, dim ones for scorpions."""
    s: State = state.view(STATE)[0]
    light, points = (step + 1) / LIGHTS, POINTS[s.ware[s.auction]]
    return 0.3 + (points * light if points > 0 else 2.0 * (1.0 - light))


@kernel
def rollout(state: Bytes, random: Random) -> int:
    """Plays to the end, each step as likely as it is promising."""
    steps, weights, made = np.empty(LIGHTS, dtype=np.int16), np.empty(LIGHTS), 0
    while actor(state) >= 0:
        n = legal(state, steps)
        for index in range(n):
            weights[index] = prior(state, steps[index])
        apply(state, steps[weighted(random, weights[:n])])
        made += 1
    return made
