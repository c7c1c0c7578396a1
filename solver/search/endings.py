"""Exact answers near the end: every turn solved in every world that is possible; where only one is, that is a proof.

Two players who see everything are searched out by alpha-beta, everybody else by max^n. Neither guesses: when the rest
of the game is too large for the time, there is no answer here, and the search has to give one.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, same_turn
from solver.search.advice import Advice, Candidate, Limit, TurnSteps, turns
from solver.search.alphabeta import POINT, AlphaBeta
from solver.search.exact import Solver, preference

WORLDS = 12
"""How many worlds may be solved exactly."""
MOST_TURNS = 600
"""Turns that max^n looks at; more means that the end is not near."""
POSITIONS = 200_000
"""Positions that max^n may visit for each second of thinking."""
SEARCHED_OUT = 1_000_000
"""Positions that alpha-beta may visit for each second of thinking, where the answer has to be repeatable."""
SHARE = 0.5
"""Part of the time that a proof may take; the rest is for the search, should there be none."""
OTHERS = 5
"""Turns beside the best one whose value is proved too, while there is time."""
SIMULATIONS_A_SECOND = 10_000


@dataclass
class Ending:
    """The question of one seat, near the end."""

    kernel: Kernel
    observed: Bytes
    players: int
    viewer: int
    limit: Limit
    begun: float = field(default_factory=time.perf_counter)

    def advice(self) -> Advice | None:
        """The exact answer; None where the end is too far away or too much is hidden."""
        if self.kernel.secret or not self.kernel.near_end(self.observed):
            return None
        possible = self.kernel.worlds(self.observed, WORLDS)
        if len(possible) == 1 and self.players == 2:
            return self._searched_out(possible[0])
        return self._solved(possible) if possible else None

    @property
    def _thinking(self) -> float:
        """Seconds, or as many as the simulations would take."""
        if self.limit.simulations is None:
            return self.limit.seconds
        return self.limit.simulations / SIMULATIONS_A_SECOND

    def _answer(self, found: list[Candidate], proved: bool) -> Advice:
        return Advice(self.viewer, tuple(found), 0, time.perf_counter() - self.begun, proved)

    # ---- two players, nothing hidden ------------------------------------------------------------------------------

    def _searched_out(self, world: Bytes) -> Advice | None:
        repeatable = self.limit.simulations is not None
        positions = int(SEARCHED_OUT * self._thinking) if repeatable else None
        searcher = AlphaBeta(self.kernel, 1 if repeatable else self.limit.threads, positions)
        until = float("inf") if repeatable else self.begun + SHARE * self._thinking
        value = searcher.value(world, until)
        if value is None:
            return None
        best = self._best(searcher, world, value, until)
        if best is None:
            return None
        others: list[Candidate] = []
        for turn, after in turns(self.kernel, world, self.viewer):
            if turn != best.steps and len(others) < OTHERS:
                other = searcher.value(after, until)
                if other is None:
                    break
                others.append(self._candidate(turn, other, best.points))
        others.sort(key=lambda candidate: (-candidate.win, -candidate.margin, candidate.steps))
        return self._answer([best, *others], proved=True)

    def _best(self, searcher: AlphaBeta, world: Bytes, value: int, until: float) -> Candidate | None:
        """The best turn, the answer to it, and the points at the end of the line that best play follows."""
        k, state = self.kernel, world.copy()
        mine: list[int] = []
        answer: list[int] = []
        turn_of, number = self.viewer, 0
        while (seat := k.actor(state)) >= 0:
            step = searcher.favourite(state, until)
            if step is None:
                return None
            before = state.copy()
            k.apply(state, step)
            if number < 2 and seat == turn_of:
                (mine, answer)[number].append(step)
            if not same_turn(before, state):
                number += 1
                turn_of = k.actor(state)
        points = np.zeros(2 * MOST_SEATS)
        k.scores(state, points)
        return replace(self._candidate(tuple(mine), value, float(points[self.viewer])), answer=tuple(answer))

    def _candidate(self, turn: TurnSteps, lead: int, points: float) -> Candidate:
        mine = lead if self.viewer == 0 else -lead
        return Candidate(turn, 0, 1.0 if mine > 0 else 0.0, 0.0, points, float(round(mine / POINT)))

    # ---- more players, or a few worlds ----------------------------------------------------------------------------

    def _solved(self, possible: list[Bytes]) -> Advice | None:
        listed = [turn for turn, _ in turns(self.kernel, self.observed, self.viewer)]
        if not listed or len(listed) > MOST_TURNS:
            return None
        left = int(POSITIONS * self._thinking)
        sums = {turn: np.zeros(3) for turn in listed}
        counted = sorted(Counter(world.tobytes() for world in possible).items())
        for world, number in ((np.frombuffer(key, dtype=np.uint8).copy(), number) for key, number in counted):
            solver = Solver(self.kernel, self.players)
            for turn in listed:
                value = solver.value(self._after(world, turn), left)
                if value is None:
                    return None
                left -= int(solver.budget[1])
                liked = float(preference(value, self.viewer, self.players))
                win = 1.0 if liked > 5_000 else 0.0
                sums[turn] += number / len(possible) * np.array([win, value[self.viewer], liked - 10_000 * win])
        found = [Candidate(turn, 0, float(s[0]), 0.0, float(s[1]), float(s[2])) for turn, s in sums.items()]
        found.sort(key=lambda candidate: (-candidate.win, -candidate.margin, candidate.steps))
        if len(counted) == 1:
            found[0] = replace(found[0], answer=self._solved_answer(solver, self._after(world, found[0].steps)))
        return self._answer(found, proved=len(counted) == 1)

    def _solved_answer(self, solver: Solver, state: Bytes) -> TurnSteps:
        """The turn with which the next seat answers when it plays exactly; the solver has seen it all."""
        k = self.kernel
        answer: list[int] = []
        seat, begun = k.actor(state), state.copy()
        steps = np.zeros(k.most_steps, dtype=np.int16)
        while seat >= 0 and k.actor(state) == seat and same_turn(begun, state):
            liked: list[tuple[float, int, int]] = []
            for step in steps[: k.essential(state, steps)].tolist():
                value = solver.value(self._after(state, (step,)), POSITIONS)
                if value is None:
                    return tuple(answer)
                liked.append((-preference(value, seat, self.players), len(liked), step))
            answer.append(min(liked)[2])
            k.apply(state, answer[-1])
        return tuple(answer)

    def _after(self, world: Bytes, turn: TurnSteps) -> Bytes:
        after = world.copy()
        for step in turn:
            self.kernel.apply(after, step)
        return after
