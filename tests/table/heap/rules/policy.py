"""Any step is as good as another."""

import numpy as np

from solver.kernel.contract import kernel
from solver.kernel.random import below

from .rules import actor, apply, legal


@kernel
def prior(state, step):
    return 1.0


@kernel
def rollout(state, random):
    steps, made = np.empty(2, dtype=np.int16), 0
    while actor(state) >= 0:
        apply(state, steps[below(random, legal(state, steps))])
        made += 1
    return made
