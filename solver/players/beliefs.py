"""Who plays how: for each seat the chance that it is greedy, by the turns it was seen to play.

A greedy seat plays a turn that looks as good right after it as any other. One that searches does so, too, when that is
best, but not always: after a few turns it is clear who is who. Who is found out tells something of the others, too, for
people of one mind sit together. Where a seat holds what others have not seen, nothing can be said of its turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import prod

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, legal_steps
from solver.kernel.random import seeded
from solver.search.advice import Beliefs, TurnSteps
from solver.search.chances import seen_by
from solver.search.greedy import greedy_turn
from solver.search.outcome import mean_lead

ALL_GREEDY, ANY_GREEDY = 0.1, 0.1
"""How likely a table is one at which all others are greedy; and elsewhere, how likely each of them is."""
GREEDY_DOES, OTHERS_DO = 0.95, 0.4
"""How often a greedy seat plays a turn that looks best at once, and how often another one does."""
WORLDS = 3
"""So many ways to deal what is not known."""
EQUAL = 1e-9
SUSPICION = 0.3
"""Who is less likely greedy is taken for one who searches. Before anything was played nobody is known: to take
everybody for a little greedy wins nothing from those who are, and loses something to those who are not."""


def greedy_chances(kernel: Kernel, players: int, viewer: int, earlier: Sequence[tuple[bytes, TurnSteps]]) -> Beliefs:
    """For each seat how likely it is greedy; the viewer is not."""
    times = [1.0] * players
    for seen, steps in earlier:
        seat = kernel.actor(np.frombuffer(seen, dtype=np.uint8).copy())
        best = looks_best(kernel, players, seen, steps) if seat != viewer else None
        if best is not None:
            times[seat] *= GREEDY_DOES / OTHERS_DO if best else (1 - GREEDY_DOES) / (1 - OTHERS_DO)
    return _weighed([None if seat == viewer else times[seat] for seat in range(players)])


def _weighed(times: Sequence[float | None]) -> Beliefs:
    """The chance of each seat, by how many times likelier its turns are of a greedy one; None is the viewer's."""
    others = [likelier for likelier in times if likelier is not None]
    alike = ALL_GREEDY * prod(others)
    mixed = (1 - ALL_GREEDY) * prod(_either(likelier) for likelier in others)
    return tuple(
        0.0 if likelier is None else (alike + mixed * ANY_GREEDY * likelier / _either(likelier)) / (alike + mixed)
        for likelier in times
    )


def _either(likelier: float) -> float:
    """The same of a seat at another table, greedy or not."""
    return ANY_GREEDY * likelier + 1 - ANY_GREEDY


def suspected(chances: Beliefs) -> Beliefs:
    """Only of those who have given reason to be thought greedy."""
    return tuple(chance if chance >= SUSPICION else 0.0 for chance in chances)


@lru_cache(maxsize=4096)
def looks_best(kernel: Kernel, players: int, seen: bytes, steps: TurnSteps) -> bool | None:
    """Whether a turn looks as good right after it as the greedy one; None where nobody can tell."""
    view = np.frombuffer(seen, dtype=np.uint8).copy()
    seat = kernel.actor(view)
    worlds = [view.copy() for _ in range(WORLDS)]
    for number, world in enumerate(worlds):
        kernel.determinize(world, seat, seeded(number))
    if len({seen_by(kernel, world, seat)[: kernel.key_size].tobytes() for world in worlds}) > 1:
        return None
    played = _looks(kernel, players, seat, worlds, steps)
    greedy = _looks(kernel, players, seat, worlds, greedy_turn(kernel, view, players, 0))
    return None if played is None or greedy is None else played >= greedy - EQUAL


def _looks(kernel: Kernel, players: int, seat: int, worlds: Sequence[Bytes], steps: TurnSteps) -> float | None:
    """What the greedy player goes by, on average over the worlds; None where the steps cannot be made in one."""
    points, total = np.zeros(2 * MOST_SEATS), 0.0
    for world in worlds:
        after = world.copy()
        for step in steps:
            if step not in legal_steps(kernel, after):
                return None
            kernel.apply(after, step)
        kernel.scores(after, points)
        total += mean_lead(points, seat, players) + kernel.outlook(after, seat)
    return total / len(worlds)
