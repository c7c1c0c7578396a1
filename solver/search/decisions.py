"""What a seat can decide now: its turns, each up to where chance speaks.

Chance speaks when a step shows the seat something that it could not foresee: a tile that lay face down, a card drawn
from a stack. What comes after that is decided knowing it. So a turn that depends on it is no turn that can be
recommended; what can be is the part before it, and a plan for each of the outcomes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.kernel.contract import Bytes, Kernel, legal_steps, same_turn
from solver.kernel.random import seeded
from solver.search.advice import TurnSteps

WORLDS = 100
"""Up to so many worlds are gone through one after another."""
DEALT = 200
"""Worlds that stand for all where these are more."""


@dataclass(frozen=True, eq=False)
class Decision:
    """Steps that can be made as they stand in every world, and what is seen after them as far as it can be foreseen."""

    steps: TurnSteps
    after: Bytes
    open: bool
    """Whether the turn goes on, with what chance has shown."""


@dataclass(frozen=True, eq=False)
class Outcome:
    """What may be seen after an open decision, and how likely that is."""

    seen: Bytes
    chance: float


class Decisions:
    """The question of the seat to move, `viewer`, who has seen `observed`."""

    def __init__(self, kernel: Kernel, observed: Bytes, viewer: int) -> None:
        self.kernel, self.observed, self.viewer = kernel, observed, viewer
        self.every = kernel.worlds(observed, WORLDS)
        """All possible worlds, if these are few."""
        self.certain: dict[TurnSteps, Bytes] = {}
        """What is seen after steps that show something which can be nothing else."""
        self._essential: dict[TurnSteps, bool] = {}
        self.some_world = self.every[0] if self.every else self._dealt(0)
        """One of the possible ones."""
        self.hides = self._key(self.some_world) != self._key(observed)
        """Whether there is anything that could be shown."""
        self.unsure = self._key(self._seen(self.some_world)) != self._key(observed)
        """Whether the seat knows more than is known here, as when its own hand was not noted."""

    def listed(self, worth_a_look: Callable[[TurnSteps], bool] = lambda _: True) -> Iterator[Decision]:
        """All decisions that begin with nothing but steps that are worth a look."""
        waiting: list[tuple[TurnSteps, Bytes, Bytes]] = [((), self._seen(self.some_world), self.some_world)]
        while waiting:
            begun, view, world = waiting.pop()
            for step in self._common(begun) if self.unsure else essential_steps(self.kernel, view):
                steps = (*begun, step)
                if not worth_a_look(steps):
                    continue
                after, real = made(self.kernel, view, step), made(self.kernel, world, step)
                if self.over(real):
                    yield Decision(steps, after, open=False)
                    continue
                seen = self._seen(real)
                if self._key(seen) != self._key(after):
                    if len(self.every) == 0 or len(self.outcomes(steps)) > 1:
                        yield Decision(steps, after, open=True)
                        continue
                    after = self.certain[steps] = seen
                waiting.append((steps, after, real))

    def outcomes(self, steps: TurnSteps) -> list[Outcome]:
        """What may be seen after steps of the own turn, the likeliest first."""
        met = Counter(self._seen(world).tobytes() for world in self._worlds_after(steps))
        return [
            Outcome(np.frombuffer(seen, dtype=np.uint8).copy(), number / met.total())
            for seen, number in met.most_common()
        ]

    def over(self, state: Bytes) -> bool:
        """Whether the asked turn is over."""
        return self.kernel.actor(state) != self.viewer or not same_turn(self.observed, state)

    def goes_on(self, steps: TurnSteps) -> bool:
        """Whether the asked turn is not over after these steps."""
        world = self.some_world
        for step in steps:
            world = made(self.kernel, world, step)
        return not self.over(world)

    def essential(self, steps: TurnSteps) -> bool:
        """Whether steps that are legal are essential, too."""
        if steps not in self._essential:
            world, found = self.some_world, True
            for step in steps:
                found = found and step in essential_steps(self.kernel, world)
                world = made(self.kernel, world, step)
            self._essential[steps] = found
        return self._essential[steps]

    def legal_everywhere(self, steps: TurnSteps) -> TurnSteps:
        """As many of the steps as can be made in every world."""
        worlds = self._sample
        for number, step in enumerate(steps):
            if not all(step in legal_steps(self.kernel, world) for world in worlds):
                return steps[:number]
            worlds = [made(self.kernel, world, step) for world in worlds]
        return steps

    def foreseen(self, steps: TurnSteps) -> Bytes:
        """What the next seat to move sees after steps that show nothing, if it can be foreseen."""
        view = self.observed
        for step in steps:
            view = made(self.kernel, view, step)
        if (seat := self.kernel.actor(view)) >= 0:
            view = view.copy()
            self.kernel.observe(view, seat)
        return view

    # ---- worlds -----------------------------------------------------------------------------------------------------

    @cached_property
    def _sample(self) -> list[Bytes]:
        return self.every or [self._dealt(number) for number in range(DEALT)]

    def _dealt(self, number: int) -> Bytes:
        world = self.observed.copy()
        self.kernel.determinize(world, self.viewer, seeded(number))
        return world

    def _seen(self, world: Bytes) -> Bytes:
        view = world.copy()
        self.kernel.observe(view, self.viewer)
        return view

    def _key(self, state: Bytes) -> bytes:
        return state[: self.kernel.key_size].tobytes()

    def _worlds_after(self, steps: TurnSteps) -> Iterator[Bytes]:
        """The worlds after steps, as far as these can be made there."""
        for world in self._sample:
            for step in steps:
                if self.unsure and step not in essential_steps(self.kernel, world):
                    break
                world = made(self.kernel, world, step)
            else:
                yield world

    def _common(self, begun: TurnSteps) -> list[int]:
        """The steps that can be made whatever the seat holds."""
        found = [essential_steps(self.kernel, world) for world in self._worlds_after(begun)]
        return [step for step in found[0] if all(step in other for other in found)]


def essential_steps(kernel: Kernel, state: Bytes) -> list[int]:
    """The essential steps of a position."""
    steps = np.zeros(kernel.most_steps, dtype=np.int16)
    return [int(step) for step in steps[: kernel.essential(state, steps)]]


def made(kernel: Kernel, state: Bytes, step: int) -> Bytes:
    """The position after a step."""
    after = state.copy()
    kernel.apply(after, step)
    return after


def whole_turns(kernel: Kernel, state: Bytes) -> Iterator[tuple[TurnSteps, Bytes]]:
    """The turns of the seat to move where nothing is hidden, with the position after each."""
    waiting: list[tuple[TurnSteps, Bytes]] = [((), state)]
    while waiting:
        begun, before = waiting.pop()
        for step in essential_steps(kernel, before):
            after = made(kernel, before, step)
            if kernel.actor(after) == kernel.actor(state) and same_turn(state, after):
                waiting.append(((*begun, step), after))
            else:
                yield (*begun, step), after
