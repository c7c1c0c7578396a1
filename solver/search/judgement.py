"""A turn that was played, judged afterwards by what its player had seen: what was best, and what the other one cost.

The best turn is chosen first, and then both are counted again on worlds and random numbers that are the same for both
and that no choice was made by. So the difference is known better than either chance, and it is not made larger by
having been looked for. The same holds for a second look, which takes the best turn from the first one and nothing else:
it does not matter why somebody wanted to look again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from solver.kernel.contract import Bytes, Kernel
from solver.search.advice import Advice, Limit, TurnSteps
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
    rival: TurnSteps
    """What the played turn was compared with; the played one itself where there was nothing else."""
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


def judge(kernel: Kernel, decided: Decided, players: int, limit: Limit, rival: TurnSteps | None = None) -> Judgement:
    """Judges a decision within the limit; Ctrl-C is raised, and nothing half known is told.

    With a `rival`, which an earlier look has found, nothing is chosen: all effort goes into comparing. One that cannot
    be played is no rival.
    """
    begun = time.perf_counter()
    seat = kernel.actor(decided.before)
    view = seen_by(kernel, decided.before, seat)
    question = Decisions(kernel, view, seat)
    choices = list(islice(question.listed(), 2))
    known = bool(choices) and question.legal_everywhere(decided.steps) == decided.steps
    if rival is not None and question.legal_everywhere(rival) != rival:
        rival = None
    spoke = chance_spoke(kernel, decided)
    comparing = limit if spoke else _part(limit, 1 / (CHOOSING + MEASURING))
    if not known or len(choices) == 1:
        found = _unquestioned(kernel, decided, view, players, limit, known)
    else:
        found = _compared(kernel, decided, view, players, comparing, rival)
    if not spoke:
        return found
    rate = found.simulations / (time.perf_counter() - begun) if found.simulations else SIMULATIONS_A_SECOND
    spare = 1 - CHOOSING - MEASURING
    simulations = int(spare * (limit.simulations or limit.seconds * rate))
    return replace(found, luck=luck(kernel, decided, players, simulations, limit.seed, limit.threads))


def _part(limit: Limit, share: float) -> Limit:
    simulations = None if limit.simulations is None else max(1, int(share * limit.simulations))
    return replace(limit, seconds=share * limit.seconds, simulations=simulations)


def _unquestioned(kernel: Kernel, decided: Decided, view: Bytes, players: int, limit: Limit, known: bool) -> Judgement:
    """There was nothing to decide, or nobody can tell what: only the chances."""
    simulations = limit.simulations or int(limit.seconds * SIMULATIONS_A_SECOND)
    each = int(MEASURING * simulations) // BATCHES
    batches = np.array([value(kernel, view, players, each, limit.seed * BATCHES + batch) for batch in range(BATCHES)])
    shares = tuple(batches.mean(axis=0).tolist())
    error = float(np.sqrt(spread(batches[:, kernel.actor(view)])))
    return Judgement(
        decided.steps, decided.steps, shares, shares, error, 0.0, 0.0, 0.0, 0.0, _none(players), False, known, 0
    )


def _compared(
    kernel: Kernel, decided: Decided, view: Bytes, players: int, limit: Limit, rival: TurnSteps | None
) -> Judgement:
    advisor = Advisor(kernel, view, players, _part(limit, CHOOSING), (decided.steps,))
    advice = advisor.advise(ahead=False) if rival is None else advisor.searched_out()
    advisor.go_on()
    if advice is not None and advice.turns[0].shares:
        found = _exact(kernel, view, decided, advice, players)
        if found is not None:
            return found
    best = advice.turns[0].steps if advice is not None else rival or decided.steps
    same = _leads_to(kernel, view, best) == _leads_to(kernel, view, decided.steps)
    share = MEASURING if rival is None else CHOOSING + MEASURING
    tallies = advisor.measure((best,) if same else (best, decided.steps), _part(limit, share))
    advisor.go_on()
    shares, error = tallies[best].shares(players), advisor.error(tallies, best)
    made = advisor.simulations
    chances = Judgement(best, best, shares, shares, error, 0.0, 0.0, 0.0, 0.0, _none(players), False, True, made)
    if same:
        return chances
    gap, after = advisor.gap(tallies, best, decided.steps), tallies[decided.steps].shares(players)
    return replace(
        chances,
        best=best if gap.win > 0 else decided.steps,
        after=after,
        loss=gap.win,
        loss_se=min(gap.win_se, WIDEST),
        points=gap.points,
        points_se=gap.points_se,
    )


def _exact(kernel: Kernel, view: Bytes, decided: Decided, advice: Advice, players: int) -> Judgement | None:
    """Searched out: there is nothing to doubt; None where the played turn was left out of that."""
    best = advice.turns[0]
    own = next((row for row in advice.turns if row.steps == decided.steps), None)
    if _leads_to(kernel, view, best.steps) == _leads_to(kernel, view, decided.steps):
        own = best
    if own is None:
        return None
    loss, points = best.win - own.win, best.points - own.points
    return Judgement(
        best.steps, best.steps, best.shares, own.shares, 0.0, loss, 0.0, points, 0.0, _none(players), advice.proved,
        True, 0,
    )  # fmt: skip


def _none(players: int) -> Luck:
    return Luck((0.0,) * players, (0.0,) * players)


def _leads_to(kernel: Kernel, view: Bytes, steps: TurnSteps) -> bytes:
    return foreseen(kernel, view, steps)[: kernel.key_size].tobytes()
