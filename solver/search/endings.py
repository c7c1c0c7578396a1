"""Exact answers near the end: every turn solved in every world that is possible; where only one is, that is a proof.

Two players who see everything are searched out by alpha-beta, everybody else by max^n. Neither guesses: when the rest
of the game is too large for the time, there is no answer here, and the search has to give one.

Where several worlds are possible, a turn is followed up to where chance shows which of them are left; from there on
each outcome has its own best continuation, and what stands before it is worth their mean. No step is made in a world
where it is not legal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from solver.kernel.contract import Bytes
from solver.search.advice import Advice, Branch, Candidate, Limit, TurnSteps
from solver.search.decisions import Decisions, essential_steps, made
from solver.search.exact import Solver, preference
from solver.search.outcome import lead, win_share
from solver.search.searched_out import SearchedOut

WORLDS = 12
"""How many worlds may be solved exactly."""
MOST_TURNS = 600
"""Turns that max^n looks at; more means that the end is not near."""
POSITIONS = 200_000
"""Positions that max^n may visit for each second of thinking."""
SIMULATIONS_A_SECOND = 10_000

Group = list[tuple[Bytes, float]]
"""Worlds that the seat cannot tell apart, each with its chance."""


class TooLargeError(Exception):
    """More would have to be searched than there is time for."""


@dataclass(frozen=True)
class _Way:
    """A way to go on, up to the end of the turn or to where chance speaks, and what it is worth."""

    steps: TurnSteps
    win: float
    margin: float
    points: float
    shares: tuple[float, ...]
    """Everybody's chance to win."""
    plan: tuple[Branch, ...] = ()

    @property
    def worth(self) -> tuple[float, float, float]:
        """A win counts more than any lead, a lead more than any points."""
        return round(self.win, 9), round(self.margin, 9), self.points

    def candidate(self, best: _Way) -> Candidate:
        return Candidate(
            self.steps, 0, self.win, 0.0, self.points, self.margin,
            behind=best.win - self.win, plan=self.plan, shares=self.shares,
        )  # fmt: skip


@dataclass
class Ending:
    """The question of one seat, near the end; `judged` turns are valued in any case."""

    question: Decisions
    players: int
    limit: Limit
    judged: Sequence[TurnSteps] = ()

    def __post_init__(self) -> None:
        self.kernel, self.viewer, self.begun = self.question.kernel, self.question.viewer, self.limit.clock()

    def advice(self) -> Advice | None:
        """The exact answer; None where the end is too far away or too much is hidden."""
        possible = self.question.every
        if self.kernel.secret or not 0 < len(possible) <= WORLDS or not self.kernel.near_end(self.question.observed):
            return None
        if len(possible) == 1 and self.players == 2:
            rest = SearchedOut(self.kernel, possible[0], self._thinking, self.limit, self.begun)
            found = rest.candidates(self.judged)
            return self._answer(found, proved=True) if found else None
        try:
            return self._solved(possible)
        except TooLargeError:
            return None

    @property
    def _thinking(self) -> float:
        """Seconds, or as many as the simulations would take."""
        if self.limit.simulations is None:
            return self.limit.seconds
        return self.limit.simulations / SIMULATIONS_A_SECOND

    def _answer(self, found: Sequence[Candidate], proved: bool) -> Advice:
        return Advice(self.viewer, tuple(found), 0, self.limit.clock() - self.begun, proved)

    # ---- more players, or a few worlds ----------------------------------------------------------------------------

    def _solved(self, possible: list[Bytes]) -> Advice | None:
        self._solver, self._left = Solver(self.kernel, self.players), int(POSITIONS * self._thinking)
        counted = sorted(Counter(world.tobytes() for world in possible).items())
        group = [(np.frombuffer(key, dtype=np.uint8).copy(), number / len(possible)) for key, number in counted]
        ways: list[_Way] = []
        for way in self._ways(group):
            ways.append(way)
            if len(ways) > MOST_TURNS:
                return None
        listed = {way.steps for way in ways}
        ways += [self._played(group, turn) for turn in self.judged if turn not in listed]
        if not ways:
            return None
        ways.sort(key=lambda way: (*(-worth for worth in way.worth), way.steps))
        found = [way.candidate(ways[0]) for way in ways]
        if len(group) == 1:
            after = self._after(group, found[0].steps)[0][0]
            found[0] = replace(found[0], answer=self._solved_answer(after))
        return self._answer(found, proved=len(group) == 1)

    def _ways(self, group: Group, begun: TurnSteps = ()) -> Iterator[_Way]:
        """All ways to go on from worlds that the seat cannot tell apart."""
        for step in self._legal_everywhere(group):
            steps, after = (*begun, step), [(made(self.kernel, world, step), chance) for world, chance in group]
            if self.question.over(after[0][0]):
                yield self._ended(after, steps)
                continue
            outcomes = self._told_apart(after)
            if len(outcomes) == 1:
                yield from self._ways(after, steps)
            else:
                yield self._going_on(outcomes, steps)

    def _legal_everywhere(self, group: Group) -> list[int]:
        first, *others = [essential_steps(self.kernel, world) for world, _ in group]
        return [step for step in first if all(step in other for other in others)]

    def _told_apart(self, group: Group) -> dict[bytes, Group]:
        """The worlds by what the seat sees of them."""
        found: dict[bytes, Group] = {}
        for world, chance in group:
            view = world.copy()
            self.kernel.observe(view, self.viewer)
            found.setdefault(view.tobytes(), []).append((world, chance))
        return found

    def _going_on(self, outcomes: dict[bytes, Group], steps: TurnSteps) -> _Way:
        """Chance has spoken: each outcome has its best continuation, and the plan says which."""
        chances = [sum(chance for _, chance in group) for group in outcomes.values()]
        best = [max(self._ways(group), key=lambda way: way.worth) for group in outcomes.values()]
        total = sum(chances)
        plan = [
            Branch(seen, chance / total, way.steps, way.win)
            for seen, chance, way in zip(outcomes, chances, best, strict=True)
        ]
        plan.sort(key=lambda branch: (-branch.chance, branch.seen))
        worth = np.average([(way.win, way.margin, way.points, *way.shares) for way in best], axis=0, weights=chances)
        win, margin, points, *shares = worth.tolist()
        return _Way(steps, win, margin, points, tuple(shares), tuple(plan))

    def _ended(self, group: Group, steps: TurnSteps) -> _Way:
        """The turn is over: the mean over the worlds of what follows when all play their best."""
        sums = np.zeros(3 + self.players)
        for world, chance in group:
            value = None if self.limit.stopped() else self._solver.value(world, self._left)
            if value is None:
                raise TooLargeError
            self._left -= int(self._solver.budget[1])
            shares = [win_share(value, seat, self.players, self.kernel.shared_wins) for seat in range(self.players)]
            ahead = lead(value, self.viewer, self.players)
            sums += chance * np.array([shares[self.viewer], ahead, value[self.viewer], *shares])
        win, margin, points, *everybody = (sums / sum(chance for _, chance in group)).tolist()
        return _Way(steps, win, margin, points, tuple(everybody))

    def _played(self, group: Group, turn: TurnSteps) -> _Way:
        """A turn that is played as it stands, whatever chance shows on the way."""
        after = self._after(group, turn)
        if self.question.over(after[0][0]):
            return self._ended(after, turn)
        return self._going_on(self._told_apart(after), turn)

    def _after(self, group: Group, turn: TurnSteps) -> Group:
        for step in turn:
            group = [(made(self.kernel, world, step), chance) for world, chance in group]
        return group

    def _solved_answer(self, state: Bytes) -> TurnSteps:
        """The turn with which the next seat answers when it plays exactly; the solver has seen it all."""
        k = self.kernel
        answer: list[int] = []
        seat, turn = k.actor(state), state[-8:].tobytes()
        while seat >= 0 and k.actor(state) == seat and state[-8:].tobytes() == turn:
            liked: list[tuple[float, int, int]] = []
            for step in essential_steps(k, state):
                value = self._solver.value(made(k, state, step), POSITIONS)
                if value is None:
                    return tuple(answer)
                liked.append((-preference(value, seat, self.players, k.shared_wins), len(liked), step))
            answer.append(min(liked)[2])
            state = made(k, state, answer[-1])
        return tuple(answer)
