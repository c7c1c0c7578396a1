"""Looks for puzzles in games that the program plays with itself: the same seed finds the same ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from solver.kernel.contract import Bytes, Random, never_near_end
from solver.kernel.playable import Playable
from solver.kernel.random import seeded, weighted
from solver.players.bots import Bot, GreedyBot, RandomBot, take_turn, turn_over
from solver.puzzles.asking import asked_of
from solver.puzzles.hardness import Hardness, glance_misses, greedy_misses, hard_to_search, hard_to_see
from solver.puzzles.likeness import Features, features, unlike_all
from solver.puzzles.open_table import nothing_face_down
from solver.puzzles.questions import Valued
from solver.puzzles.settings import Kind, setting
from solver.search.advice import TurnSteps
from solver.search.decisions import essential_steps
from solver.search.greedy import greedy_turn

CLEARLY = 2.0
"""Points by which the best turn has to be ahead of the next one, where the most are asked for."""
FEWEST_TURNS: dict[Kind, int] = {"win": 6, "points": 15}
"""Turns among which one has to choose."""
LONGEST_LINE, LONGEST_ANSWER = 6, 3
"""Turns of the solution, and of the answer to a wrong turn."""
ENDS = 12
"""Other ends that a game is given."""
PATIENCE = 60
"""Games in which one kind of question is looked for before any is welcome."""
SPREAD = 1_000_003
"""Between the seeds of two runs, so that they play no game in common."""


@dataclass(frozen=True, eq=False)
class Puzzle:
    """A position of a game, with the turns that led there, what is asked, the answer, and what tempts instead."""

    kind: Kind
    opening: Bytes
    turns: tuple[TurnSteps, ...]
    state: Bytes
    best: Valued
    tempting: Valued
    among: int
    """So many turns there are."""
    line: tuple[TurnSteps, ...]
    """How it goes on after the best turn."""
    refutation: tuple[TurnSteps, ...]
    """What is answered to the tempting one."""
    hardness: Hardness
    seen: Features = field(repr=False, default=frozenset())


@dataclass
class Finder:
    """Looks for puzzles of one game for so many players."""

    game: Playable
    players: int

    def __post_init__(self) -> None:
        self.questions = asked_of(self.game, self.players)
        self.setting = self.questions.setting
        self.kinds: tuple[Kind, ...] = ("win", "points") if self.setting.asks_points else ("win",)

    @staticmethod
    def can_ask(game: Playable) -> bool:
        """Whether the end of a game is ever near enough to be solved, or its points can be asked for."""
        kernel = game.kernel
        return not kernel.secret and (kernel.near_end is not never_near_end or setting(game.id, kernel).asks_points)

    def search(self, seed: int, level: int | None = None, each: int | None = None) -> Iterator[Puzzle | None]:
        """Game after game, without end: the puzzle that it has, if it is like none before, or None.

        What is asked changes from one puzzle to the next, and there are at most so many for `each` level, unless it
        takes too long to find such a one.
        """
        met, missed = list[Puzzle](), 0
        for number in count(seed * SPREAD):
            eager = missed > PATIENCE
            kinds = self.kinds if eager else (self.kinds[len(met) % len(self.kinds)],)
            full = [] if eager or each is None else _levels_with(met, each)
            puzzle = next((found for found in self.in_game(number, kinds) if _suits(found, level, full, met)), None)
            missed = 0 if puzzle else missed + 1
            met += [puzzle] if puzzle else []
            yield puzzle

    def in_game(self, seed: int, kinds: Sequence[Kind]) -> Iterator[Puzzle]:
        """The puzzles of one game, from its end back, and of other ends that it might have had."""
        states, turns = self._played(seed)
        yield from self._puzzles_of(states, turns, kinds)
        late = next((number for number, state in enumerate(states) if self.setting.late(state)), None)
        if late is None or "win" not in kinds:
            return
        start, random = max(1, late - self.players), seeded(seed)
        for _ in range(ENDS):
            other = self._other_end(states[: start + 1], turns[:start], random)
            yield from self._puzzles_of(*other, ("win",), start)

    def _puzzles_of(
        self, states: Sequence[Bytes], turns: Sequence[TurnSteps], kinds: Sequence[Kind], first: int = 1
    ) -> Iterator[Puzzle]:
        for number in range(len(turns) - 1, first - 1, -1):
            for kind in kinds:
                if puzzle := self._asked(kind, states[0], tuple(turns[:number]), states[number]):
                    yield puzzle
                    break

    def _played(self, seed: int) -> tuple[list[Bytes], list[TurnSteps]]:
        """A game of the greedy player with itself; the first round is played by chance, so that games differ."""
        kernel = self.game.kernel
        state = self.game.deal(self.players, seed, {})
        states, turns = [state.copy()], list[TurnSteps]()
        while kernel.actor(state) >= 0:
            bot: Bot = RandomBot() if len(turns) < self.players else GreedyBot()
            turn = take_turn(bot, kernel, state, self.players, seed * 512 + len(turns))
            for step in turn:
                kernel.apply(state, step)
            turns.append(turn)
            states.append(state.copy())
        return states, turns

    def _other_end(
        self, states: list[Bytes], turns: list[TurnSteps], random: Random
    ) -> tuple[list[Bytes], list[TurnSteps]]:
        """The game up to there, and on by the quick policy, which draws steps by how good they look."""
        kernel, state, turn = self.game.kernel, states[-1].copy(), list[int]()
        states, turns = [*states], [*turns]
        while kernel.actor(state) >= 0:
            before, steps = state.copy(), essential_steps(kernel, state)
            weights = np.array([kernel.prior(state, step) for step in steps])
            step = steps[weighted(random, weights) if weights.sum() > 0 else 0]
            kernel.apply(state, step)
            turn.append(step)
            if turn_over(kernel, before, state):
                turns.append(tuple(turn))
                states.append(state.copy())
                turn = []
        return states, turns

    def _asked(self, kind: Kind, opening: Bytes, turns: tuple[TurnSteps, ...], state: Bytes) -> Puzzle | None:
        if not self._may_ask(kind, state):
            return None
        if kind == "win" and not self.questions.wins(state):
            return None
        tempting = self.questions.judged(kind, state, self._first_thought(state))
        if tempting is None or tempting.worth.win > 0:
            return None
        found = self.questions.valued(kind, state)
        if found is None or not is_clear(kind, found):
            return None
        best, seat = found[0], int(self.game.kernel.actor(state))
        hardness = self._hardness(kind, state, best)
        if hardness is None:
            return None
        if self.questions.same(tempting.after, best.after):
            tempting = self._second(kind, state, found[1])
        line, answer = list[TurnSteps](), list[TurnSteps]()
        if kind != "points":
            line = self.questions.line(best.after, seat, LONGEST_LINE)
            answer = self.questions.line(tempting.after, seat, LONGEST_ANSWER)
        seen = features(self.game, state, self.players)
        return Puzzle(
            kind, opening, turns, state, best, tempting, len(found), tuple(line), tuple(answer), hardness, seen
        )

    def _second(self, kind: Kind, state: Bytes, turn: Valued) -> Valued:
        return self.questions.judged(kind, state, turn.steps) or turn

    def _may_ask(self, kind: Kind, state: Bytes) -> bool:
        if kind == "points":
            return self.setting.points(state)
        return self.setting.late(state) and nothing_face_down(self.game.kernel, state, self.players)

    def _first_thought(self, state: Bytes) -> TurnSteps:
        return greedy_turn(self.questions.kernel, state, self.players, 0)

    def _hardness(self, kind: Kind, state: Bytes, best: Valued) -> Hardness | None:
        """None where it is seen at a glance: by who looks at the points of an end, by the policy, by a short search."""
        if kind == "points":
            found = hard_to_see(self.questions, state, best.after)
            return found if found and glance_misses(self.questions, state, best.after) else None
        if not greedy_misses(self.questions, state, best.after) or not glance_misses(self.questions, state, best.after):
            return None
        return hard_to_search(self.questions, state, best.after)


def _levels_with(puzzles: Sequence[Puzzle], each: int) -> list[int]:
    return [level for level, number in Counter(found.hardness.level for found in puzzles).items() if number >= each]


def _suits(puzzle: Puzzle, level: int | None, full: Sequence[int], met: Sequence[Puzzle]) -> bool:
    wanted = puzzle.hardness.level not in full if level is None else puzzle.hardness.level == level
    return wanted and unlike_all(puzzle.seen, [other.seen for other in met])


def is_clear(kind: Kind, found: list[Valued]) -> bool:
    """Whether the first of the turns is clearly the only best one, among enough of them."""
    if len(found) < FEWEST_TURNS[kind]:
        return False
    best, second = found[0].worth, found[1].worth
    if kind == "win":
        return best.win == 1.0 and second.win < 0.5
    return best.points - second.points >= CLEARLY
