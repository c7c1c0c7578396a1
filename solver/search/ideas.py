"""Turns that come to mind: what somebody thinks of who has not gone through all turns, and what each brings at once.

An idea is a turn drawn step by step from the game's quick policy, up to where it ends or where something comes to
light. Natural turns come to mind often and strange ones hardly ever; the more steps a turn has the sooner it is
overlooked. What an idea brings is the lead right after it, as the score stands then: nothing of what it prepares.
"""

from __future__ import annotations

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, Random, same_turn
from solver.kernel.random import weighted
from solver.search.advice import TurnSteps
from solver.search.decisions import essential_steps
from solver.search.outcome import mean_lead


def in_mind(
    kernel: Kernel, observed: Bytes, players: int, number: int, focus: float, random: Random
) -> dict[TurnSteps, float]:
    """So many ideas of the seat to move, or fewer where the same came twice, and the lead that each would bring.

    With `focus` 1 steps come as the quick policy makes them, with less they are more alike. Where even the seat's own
    things were not noted nothing comes to mind.
    """
    seat, found = kernel.actor(observed), dict[TurnSteps, float]()
    for _ in range(number):
        world = observed.copy()
        kernel.determinize(world, seat, random)
        if _shows_more(kernel, world, observed, seat):
            break
        steps = _idea(kernel, observed, world, focus, random)
        found[steps] = _lead(kernel, world, seat, players)
    return found


def _idea(kernel: Kernel, observed: Bytes, world: Bytes, focus: float, random: Random) -> TurnSteps:
    """A turn that comes to mind; it is made in `world`, which the seat thinks possible."""
    seat, view = kernel.actor(observed), observed.copy()
    steps: list[int] = []
    while True:
        steps.append(drawn_step(kernel, view, random, focus))
        kernel.apply(view, steps[-1])
        kernel.apply(world, steps[-1])
        if kernel.actor(world) != seat or not same_turn(observed, world) or _shows_more(kernel, world, view, seat):
            return tuple(steps)


def drawn_step(kernel: Kernel, view: Bytes, random: Random, focus: float = 1.0) -> int:
    """A step as the quick policy makes it."""
    options = essential_steps(kernel, view)
    return options[weighted(random, np.array([kernel.prior(view, step) for step in options]) ** focus)]


def _shows_more(kernel: Kernel, world: Bytes, view: Bytes, seat: int) -> bool:
    seen = world.copy()
    kernel.observe(seen, seat)
    return bool((seen[: kernel.key_size] != view[: kernel.key_size]).any())


def _lead(kernel: Kernel, state: Bytes, seat: int, players: int) -> float:
    points = np.zeros(2 * MOST_SEATS)
    kernel.scores(state, points)
    return float(mean_lead(points, seat, players))
