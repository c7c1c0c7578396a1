"""What the advisor is asked and what it answers: a limit, turns with what is known of them, the answer as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from solver.kernel.contract import Bytes, Kernel, same_turn

TurnSteps = tuple[int, ...]
"""The steps of a turn."""


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, or a number of simulations, which makes the answer repeatable."""

    seconds: float = 5.0
    simulations: int | None = None
    threads: int = 2
    seed: int = 0
    trees: int = 6
    """Independent ones, whose spread tells how far the answer can be trusted; a single one sees further."""


@dataclass(frozen=True)
class Candidate:
    """A turn and what is known of it; `answer` are the steps expected of the next seat."""

    steps: TurnSteps
    visits: int
    win: float
    win_se: float
    points: float
    margin: float
    answer: TurnSteps = ()


@dataclass(frozen=True)
class Advice:
    """Turns, best first."""

    viewer: int
    turns: tuple[Candidate, ...]
    simulations: int
    seconds: float
    proved: bool


Watch = Callable[[Advice], None]
"""Gets interim answers."""


def turns(
    kernel: Kernel, state: Bytes, viewer: int, worth_a_look: Callable[[TurnSteps], bool] = lambda _: True
) -> Iterator[tuple[TurnSteps, Bytes]]:
    """Whole turns of the viewer, with the position after each as far as the viewer can see it."""
    steps = np.zeros(kernel.most_steps, dtype=np.int16)
    waiting: list[tuple[TurnSteps, Bytes]] = [((), state)]
    while waiting:
        begun, before = waiting.pop()
        for step in steps[: kernel.essential(before, steps)].tolist():
            turn = (*begun, step)
            if not worth_a_look(turn):
                continue
            after = before.copy()
            kernel.apply(after, step)
            if kernel.actor(after) == viewer and same_turn(before, after):
                waiting.append((turn, after))
            else:
                yield turn, after
