"""Players by name: `random`, `greedy`, `easy`, `normal`, `hard`, and `textbook`, a frozen search to measure with.

A bot is asked for a plan and gets nothing but the position as its seat sees it; `take_turn` plays the plan on the real
table and asks again as soon as something comes to light that the plan could not know, such as a tile that is turned up.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from solver.kernel.contract import Bytes, Kernel, Random, legal_steps, same_turn
from solver.kernel.random import below, draw, seeded, unit
from solver.players.levels import ANY_GAME, level
from solver.search.advice import Limit, never
from solver.search.greedy import greedy_turn

LEVELS = ("random", "greedy", "easy", "normal", "hard")
"""Opponents for people, from weak to strong."""
BOTS = (*LEVELS, "textbook")

SECOND_LOOK = 1 / 3
"""Part of the time of a turn that looking again takes, after something came to light."""
TEXTBOOK_ROOM = 400_000
TEXTBOOK_CHUNK = 250
"""Simulations between two looks at the clock."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the position as its seat sees it, and a seed, the same one for the same answer."""

    kernel: Kernel
    observed: Bytes
    players: int
    seed: int
    again: bool = False
    """Whether it was asked in this turn before."""


class Bot(Protocol):
    """A player."""

    def plan(self, question: Question) -> Sequence[int]:
        """The next steps of the turn, at least one."""
        ...


def take_turn(bot: Bot, kernel: Kernel, state: Bytes, players: int, seed: int) -> tuple[int, ...]:
    """The steps of the whole turn that a bot plays from `state`, which stays as it is."""
    seat, table, random = kernel.actor(state), state.copy(), seeded(seed)
    made: list[int] = []
    while True:
        view = _seen(kernel, table, seat)
        question = Question(kernel, view.copy(), players, int(draw(random) >> np.uint64(32)), bool(made))
        for step in bot.plan(question):
            if step not in legal_steps(kernel, table):
                raise ValueError(f"{bot} wants to make step {step}, which is not legal")
            before = table.copy()
            kernel.apply(table, step)
            kernel.apply(view, step)
            made.append(step)
            if turn_over(kernel, before, table):
                return tuple(made)
            if (view != _seen(kernel, table, seat)).any():
                break


def any_step(kernel: Kernel, state: Bytes, random: Random) -> int:
    """A legal step, each as likely as the others."""
    steps = legal_steps(kernel, state)
    return steps[below(random, len(steps))]


def turn_over(kernel: Kernel, before: Bytes, after: Bytes) -> bool:
    """Whether the step between two positions ended a turn."""
    return kernel.actor(after) != kernel.actor(before) or not same_turn(before, after)


def _seen(kernel: Kernel, state: Bytes, seat: int) -> Bytes:
    view = state.copy()
    kernel.observe(view, seat)
    return view


@dataclass(frozen=True)
class RandomBot:
    """Any legal step, each as likely as the others."""

    def plan(self, question: Question) -> Sequence[int]:
        """One step."""
        return [any_step(question.kernel, question.observed, seeded(question.seed))]


@dataclass(frozen=True)
class GreedyBot:
    """The turn that looks best right after it."""

    def plan(self, question: Question) -> Sequence[int]:
        """A whole turn."""
        return greedy_turn(question.kernel, question.observed, question.players, question.seed)


@dataclass(frozen=True)
class SearchBot:
    """The advisor's best turn, after so many seconds or simulations; above temperature 0 now and then another."""

    seconds: float
    simulations: int | None = None
    temperature: float = 0.0
    stopped: Callable[[], bool] = never
    """Whether it has to play what it likes best by now."""
    slack: float = 1.0
    """What a turn may win less than the best one, to be played at all."""
    judged: bool = False
    """Whether it goes by the game's values, where these are known."""

    def plan(self, question: Question) -> Sequence[int]:
        """A turn, up to where it depends on what chance shows."""
        from solver.search.advisor import Advisor

        seconds, simulations = _portion(self.seconds, self.simulations, question.again)
        limit = Limit(seconds, simulations, 1, question.seed, trees=1, stopped=self.stopped, judged=self.judged)
        turns = Advisor(question.kernel, question.observed, question.players, limit).advise(ahead=False).turns
        if self.temperature == 0.0:
            return turns[0].steps
        liked = np.array([turn.win for turn in turns])
        behind = liked.max() - liked
        weights = np.where(behind <= self.slack, np.exp(-behind / self.temperature), 0.0)
        return turns[_drawn(weights, seeded(question.seed))].steps


@dataclass(frozen=True)
class TextbookBot:
    """The favourite line of the textbook's tree."""

    seconds: float
    simulations: int | None = None

    def plan(self, question: Question) -> Sequence[int]:
        """As much of a turn as the tree has."""
        from solver.search.textbook import TextbookTree

        begun = time.perf_counter()
        seconds, simulations = _portion(self.seconds, self.simulations, question.again)
        tree = TextbookTree(question.kernel, question.observed, question.players, question.seed, TEXTBOOK_ROOM)
        if simulations is not None:
            tree.run(simulations)
        else:
            tree.run(TEXTBOOK_CHUNK)
            while time.perf_counter() - begun < seconds:
                tree.run(TEXTBOOK_CHUNK)
        return tree.line()


def _portion(seconds: float, simulations: int | None, again: bool) -> tuple[float, int | None]:
    """The budget of a look, which is smaller for a second one in the same turn."""
    share = SECOND_LOOK if again else 1.0
    return seconds * share, None if simulations is None else max(1, int(simulations * share))


def _drawn(weights: np.ndarray, random: Random) -> int:
    """An index drawn in proportion to its weight."""
    return int(np.searchsorted(np.cumsum(weights), unit(random) * weights.sum(), side="right"))


def seated(
    name: str,
    seconds: float = 1.0,
    simulations: int | None = None,
    stopped: Callable[[], bool] = never,
    game: str = ANY_GAME,
) -> Bot:
    """The bot of a name; seconds or simulations a turn are for those that think as long as one lets them."""
    match name:
        case "random":
            return RandomBot()
        case "greedy":
            return GreedyBot()
        case "easy" | "normal":
            as_strong = level(name, game)
            return SearchBot(seconds, as_strong.simulations, as_strong.temperature, stopped, as_strong.slack)
        case "hard":
            return SearchBot(seconds, simulations, stopped=stopped, judged=True)
        case "textbook":
            return TextbookBot(seconds, simulations)
    raise LookupError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
