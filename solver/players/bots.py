"""Players by name: `random`, `easy`, `greedy`, `normal`, `hard`, and `textbook`, a frozen search to measure with.

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
from solver.kernel.random import below, draw, seeded
from solver.players.levels import ANY_GAME, Level, level
from solver.search.advice import Beliefs, Clock, Limit, TurnSteps, never
from solver.search.greedy import greedy_turn

LEVELS = ("random", "easy", "greedy", "normal", "hard")
"""Opponents for people, from weak to strong."""
BOTS = (*LEVELS, "textbook")

SECOND_LOOK = 1 / 3
"""Part of the time of a turn that looking again takes, after something came to light."""
TEXTBOOK_ROOM = 400_000
TEXTBOOK_CHUNK = 250
"""Simulations between two looks at the clock."""


Turn = tuple[Bytes, TurnSteps]
"""A position and what was played in it."""
SeenTurn = tuple[bytes, TurnSteps]
"""The same as a seat has seen it, as what can be remembered by."""


@dataclass(frozen=True)
class Question:
    """What a bot is asked: the position as its seat sees it, and a seed, the same one for the same answer."""

    kernel: Kernel
    observed: Bytes
    players: int
    seed: int
    again: bool = False
    """Whether it was asked in this turn before."""
    earlier: tuple[SeenTurn, ...] = ()
    """The turns before this one, as far as they were watched."""


class Bot(Protocol):
    """A player."""

    def plan(self, question: Question) -> Sequence[int]:
        """The next steps of the turn, at least one."""
        ...


def take_turn(
    bot: Bot, kernel: Kernel, state: Bytes, players: int, seed: int, earlier: Sequence[Turn] = ()
) -> tuple[int, ...]:
    """The steps of the whole turn that a bot plays from `state`, which stays as it is.

    Of turns that were played `earlier` it learns what its seat has seen of them.
    """
    seat, table, random = kernel.actor(state), state.copy(), seeded(seed)
    watched = tuple((_seen(kernel, before, seat).tobytes(), steps) for before, steps in earlier)
    made: list[int] = []
    while True:
        view = _seen(kernel, table, seat)
        question = Question(kernel, view.copy(), players, int(draw(random) >> np.uint64(32)), bool(made), watched)
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
    """The advisor's best turn, after so many seconds or simulations."""

    seconds: float
    simulations: int | None = None
    stopped: Callable[[], bool] = never
    """Whether it has to play what it likes best by now."""
    judged: bool = False
    """Whether it goes by the game's values, where these are known."""
    watchful: bool = False
    """Whether it finds out how the others play, and reckons with that."""
    clock: Clock = time.perf_counter
    well_read: bool = False
    """Whether it plays what the game's book of openings has."""
    threads: int = 1
    """So many trees grow side by side, and turns are compared by what all of them have counted."""

    def plan(self, question: Question) -> Sequence[int]:
        """A turn, up to where it depends on what chance shows."""
        return (_in_book(question) if self.well_read else ()) or self._searched(question)

    def _searched(self, question: Question) -> Sequence[int]:
        from solver.search.advisor import Advisor

        seconds, simulations = _portion(self.seconds, self.simulations, question.again)
        limit = Limit(
            seconds, simulations, self.threads, question.seed, trees=self.threads, stopped=self.stopped,
            judged=self.judged, greedy=self._greedy(question), clock=self.clock,
        )  # fmt: skip
        advisor = Advisor(question.kernel, question.observed, question.players, limit)
        return advisor.advise(ahead=False).turns[0].steps

    def _greedy(self, question: Question) -> Beliefs:
        """How likely each seat is greedy that has played like it."""
        from solver.players.beliefs import greedy_chances, suspected

        kernel, players = question.kernel, question.players
        if not self.watchful or kernel.secret:
            return ()
        return suspected(greedy_chances(kernel, players, kernel.actor(question.observed), question.earlier))


@dataclass(frozen=True)
class CasualBot:
    """What people play who do not think long: of the turns that come to mind the one that brings most now.

    A short look ahead keeps it from turns that win less than the best one by more than the level's slack. When that
    leaves nothing that came to mind, something else has to do: no better than it must be.
    """

    level: Level
    stopped: Callable[[], bool] = never

    def plan(self, question: Question) -> Sequence[int]:
        """A turn, up to where it depends on what chance shows."""
        from solver.search.advisor import Advisor
        from solver.search.ideas import in_mind

        kernel, observed, players, level = question.kernel, question.observed, question.players, self.level
        brings = in_mind(kernel, observed, players, level.ideas, level.focus, seeded(question.seed))
        limit = Limit(
            simulations=level.simulations, threads=1, seed=question.seed, trees=1, stopped=self.stopped, judged=True
        )
        turns = Advisor(kernel, observed, players, limit, tuple(brings)).advise(ahead=False).turns
        sound = [turn for turn in turns if turn.behind <= level.slack]
        liked = [turn.steps for turn in sound if turn.steps in brings]
        return max(liked, key=brings.__getitem__, default=max(sound, key=lambda turn: turn.behind).steps)


@dataclass(frozen=True)
class TextbookBot:
    """The favourite line of the textbook's tree."""

    seconds: float
    simulations: int | None = None
    clock: Clock = time.perf_counter

    def plan(self, question: Question) -> Sequence[int]:
        """As much of a turn as the tree has."""
        from solver.search.textbook import TextbookTree

        begun = self.clock()
        seconds, simulations = _portion(self.seconds, self.simulations, question.again)
        tree = TextbookTree(question.kernel, question.observed, question.players, question.seed, TEXTBOOK_ROOM)
        if simulations is not None:
            tree.run(simulations)
        else:
            tree.run(TEXTBOOK_CHUNK)
            while self.clock() - begun < seconds:
                tree.run(TEXTBOOK_CHUNK)
        return tree.line()


def _portion(seconds: float, simulations: int | None, again: bool) -> tuple[float, int | None]:
    """The budget of a look, which is smaller for a second one in the same turn."""
    share = SECOND_LOOK if again else 1.0
    return seconds * share, None if simulations is None else max(1, int(simulations * share))


def _in_book(question: Question) -> Sequence[int]:
    """The turn that the book has for a position; nothing if it has none that can be played."""
    kernel, state = question.kernel, question.observed.copy()
    turn = () if question.again else kernel.book(state)
    for step in turn:
        if kernel.actor(state) < 0 or step not in legal_steps(kernel, state):
            return ()
        kernel.apply(state, step)
    return turn


def seated(
    name: str,
    seconds: float = 1.0,
    simulations: int | None = None,
    stopped: Callable[[], bool] = never,
    game: str = ANY_GAME,
    clock: Clock = time.perf_counter,
    threads: int = 1,
) -> Bot:
    """The bot of a name; seconds or simulations a turn are for those that think as long as one lets them.

    With more `threads` than one `hard` thinks on several cores; its clock has to be that of the wall then.
    """
    match name:
        case "random":
            return RandomBot()
        case "greedy":
            return GreedyBot()
        case "easy" | "normal":
            return CasualBot(level(name, game), stopped)
        case "hard":
            return SearchBot(
                seconds, simulations, stopped=stopped, judged=True, watchful=True, clock=clock, well_read=True,
                threads=threads,
            )  # fmt: skip
        case "textbook":
            return TextbookBot(seconds, simulations, clock)
    raise LookupError(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
