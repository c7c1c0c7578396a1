"""A turn that was played, judged afterwards by what its player had seen: what was best, and what the other one cost.

The best turn is chosen first, and then both are counted again on worlds and random numbers that are the same for both
and that no choice was made by. So the difference is known better than either chance, and it is not made larger by
having been looked for. The same holds for a closer look: the trees go on growing, but what was counted before, by which
somebody chose to look closer, does not count any more.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from solver.kernel.contract import Kernel
from solver.search.advice import Advice, Candidate, Limit, TurnSteps
from solver.search.advisor import Advisor
from solver.search.chances import Decided, Luck, chance_spoke, foreseen, luck, seen_by, value
from solver.search.decisions import Decisions
from solver.search.endings import SIMULATIONS_A_SECOND
from solver.search.estimates import spread

CHOOSING, MEASURING = 0.55, 0.2
"""Parts of the effort for finding the best turn, and for comparing it with the played one; the rest is for luck. Where
chance had no say the two share all of it."""

WIDEST = 0.5
"""The largest error of a loss: what lies between nothing and a whole win cannot be spread wider."""
BATCHES = 4
"""Small trees that tell the chances where there is nothing to compare."""


@dataclass(frozen=True)
class Judgement:
    """What is known of a decision. `before` are everybody's chances if the best is played, `after` with the played one
    before chance has spoken; losses are the mover's. One below nothing says that the played turn was counted better
    than the one chosen as best: that is chance, and in a sum it makes up for what chance added elsewhere."""

    best: TurnSteps
    before: tuple[float, ...]
    after: tuple[float, ...]
    before_se: float
    loss: float
    loss_se: float
    points: float
    points_se: float
    luck: Luck
    proved: bool
    judged: bool
    """Whether the log tells enough of what the player knew to compare turns."""
    simulations: int


def judge(kernel: Kernel, decided: Decided, players: int, limit: Limit) -> Judgement:
    """Judges a decision within the limit; Ctrl-C is raised, and nothing half known is told."""
    return Inquiry(kernel, decided, players).look(limit)


class Inquiry:
    """A decision that is looked at, once or more closely. Ctrl-C is raised, and nothing half known is told."""

    def __init__(self, kernel: Kernel, decided: Decided, players: int) -> None:
        self.kernel, self.decided, self.players = kernel, decided, players
        seat = kernel.actor(decided.before)
        self.view = seen_by(kernel, decided.before, seat)
        question = Decisions(kernel, self.view, seat)
        choices = list(islice(question.listed(), 2))
        self.known = bool(choices) and question.legal_everywhere(decided.steps) == decided.steps
        """Whether the log tells what could be chosen from."""
        self.questioned = self.known and len(choices) > 1
        self.spoke = chance_spoke(kernel, decided)
        self._advisor: Advisor | None = None
        self._best: TurnSteps = decided.steps

    def look(self, limit: Limit) -> Judgement:
        """The first look: finds the best turn, compares, and values what chance brought."""
        begun = time.perf_counter()
        comparing = limit if self.spoke else _part(limit, 1 / (CHOOSING + MEASURING))
        found = self._compared(comparing) if self.questioned else self._unquestioned(limit)
        return self._with_luck(found, limit, 1 - CHOOSING - MEASURING, found.simulations, begun)

    def look_closer(self, found: Judgement, limit: Limit) -> Judgement:
        """Compares the same two turns, and values luck again, each for the longer the less it is known."""
        begun, before, chance = time.perf_counter(), found.simulations, found.luck
        share = max(chance.errors) / (found.loss_se + max(chance.errors)) if any(chance.errors) else 0.0
        if self._advisor is not None and found.loss_se:
            found = replace(self._counted(self._advisor, _part(limit, 1 - share)), luck=chance)
        return self._with_luck(found, limit, share, found.simulations - before, begun)

    def _with_luck(self, found: Judgement, limit: Limit, share: float, made: int, begun: float) -> Judgement:
        if not self.spoke or not share:
            return found
        rate = made / (time.perf_counter() - begun) if made else SIMULATIONS_A_SECOND
        simulations = int(share * (limit.simulations or limit.seconds * rate))
        brought = luck(self.kernel, self.decided, self.players, simulations, limit.seed, limit.threads)
        return replace(found, luck=brought)

    def _unquestioned(self, limit: Limit) -> Judgement:
        """There was nothing to decide, or nobody can tell what: only the chances."""
        simulations = limit.simulations or int(limit.seconds * SIMULATIONS_A_SECOND)
        each, seeds = int(MEASURING * simulations) // BATCHES, range(limit.seed * BATCHES, (limit.seed + 1) * BATCHES)
        batches = np.array([value(self.kernel, self.view, self.players, each, seed) for seed in seeds])
        error = float(np.sqrt(spread(batches[:, self.kernel.actor(self.view)])))
        return self._chances(self.decided.steps, tuple(batches.mean(axis=0).tolist()), error)

    def _chances(self, best: TurnSteps, shares: tuple[float, ...], error: float, simulations: int = 0) -> Judgement:
        """Nothing was lost."""
        none = _none(self.players)
        return Judgement(best, shares, shares, error, 0.0, 0.0, 0.0, 0.0, none, False, self.known, simulations)

    def _compared(self, limit: Limit) -> Judgement:
        played = self.decided.steps
        advisor = Advisor(self.kernel, self.view, self.players, _part(limit, CHOOSING), (played,))
        advice = advisor.advise(ahead=False)
        advisor.go_on()
        best = advice.turns[0]
        same = self._leads_to(best.steps) == self._leads_to(played)
        own = best if same else next((row for row in advice.turns if row.steps == played), None)
        if best.shares and own:
            return _exact(advice, best, own, self.players)
        self._advisor, self._best = advisor, played if same else best.steps
        return self._counted(advisor, _part(limit, MEASURING))

    def _counted(self, advisor: Advisor, limit: Limit) -> Judgement:
        """The two turns, with chances that were not used yet."""
        best, played = self._best, self.decided.steps
        tallies = advisor.measure(tuple(dict.fromkeys((best, played))), limit)
        advisor.go_on()
        shares, error = tallies[best].shares(self.players), advisor.error(tallies, best)
        chances = self._chances(best, shares, error, advisor.simulations)
        if best == played:
            return chances
        gap = advisor.gap(tallies, best, played)
        return replace(
            chances,
            best=best if gap.win > 0 else played,
            after=tallies[played].shares(self.players),
            loss=gap.win,
            loss_se=min(gap.win_se, WIDEST),
            points=gap.points,
            points_se=gap.points_se,
        )

    def _leads_to(self, steps: TurnSteps) -> bytes:
        return foreseen(self.kernel, self.view, steps)[: self.kernel.key_size].tobytes()


def _part(limit: Limit, share: float) -> Limit:
    simulations = None if limit.simulations is None else max(1, int(share * limit.simulations))
    return replace(limit, seconds=share * limit.seconds, simulations=simulations)


def _exact(advice: Advice, best: Candidate, own: Candidate, players: int) -> Judgement:
    """Searched out: there is nothing to doubt."""
    loss, points = best.win - own.win, best.points - own.points
    return Judgement(
        best.steps, best.shares, own.shares, 0.0, loss, 0.0, points, 0.0, _none(players), advice.proved, True, 0
    )


def _none(players: int) -> Luck:
    return Luck((0.0,) * players, (0.0,) * players)
