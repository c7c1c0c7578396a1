"""What the advisor is asked and what it answers: a limit, turns with what is known of them, the answer as a whole."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from solver.kernel.contract import Bytes

TurnSteps = tuple[int, ...]
"""The steps of a turn."""
Beliefs = tuple[float, ...]
"""For each seat how likely something is of it."""
Clock = Callable[[], float]
"""Tells the seconds."""


def never() -> bool:
    """Nobody stops it."""
    return False


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, or a number of simulations, which makes the answer repeatable; or until stopped."""

    seconds: float = 5.0
    simulations: int | None = None
    threads: int = 2
    seed: int = 0
    trees: int = 6
    """Independent ones, whose spread tells how far the answer can be trusted; a single one sees further."""
    least: int = 240
    """Simulations that each tree makes however short the time is, unless these take very long."""
    stopped: Callable[[], bool] = never
    """Asked now and then, from any thread: whether what is known by now is answer enough."""
    judged: bool = False
    """Whether positions may be judged by the game's values instead of being played to the end: a stronger player, whose
    stated chances are opinions and not counts."""
    greedy: Beliefs = ()
    """How likely each seat is to play what looks best at once; empty, all are taken to search, as advice does."""
    clock: Clock = time.perf_counter
    """What seconds are counted by: those of the wall, which people wait, or those of the processor, which do not pass
    while it does something else."""


@dataclass(frozen=True)
class Branch:
    """How to go on when chance has spoken: what is seen then, how likely that is, the next steps, and what they win."""

    seen: bytes
    chance: float
    steps: TurnSteps
    win: float

    @property
    def state(self) -> Bytes:
        """What is seen, as a state."""
        import numpy as np

        return np.frombuffer(self.seen, dtype=np.uint8).copy()


@dataclass(frozen=True)
class Candidate:
    """A turn, up to where chance speaks, and what is known of it.

    `behind` is how much less it wins than the first one. `answer` are the steps expected of the next seat; a turn that
    goes on after what chance shows has a `plan` instead.
    """

    steps: TurnSteps
    visits: int
    win: float
    win_se: float
    points: float
    margin: float
    behind: float = 0.0
    behind_se: float = 0.0
    answer: TurnSteps = ()
    plan: tuple[Branch, ...] = ()
    shares: tuple[float, ...] = ()
    """Everybody's chance to win after it; empty where these were not counted."""

    def with_answer(self, answer: TurnSteps) -> Self:
        """The same with what is expected of the next seat."""
        return replace(self, answer=answer)

    def with_plan(self, plan: tuple[Branch, ...]) -> Self:
        """The same with how to go on."""
        return replace(self, plan=plan)


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
