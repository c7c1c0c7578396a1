"""What a position is worth to everybody, and what chance brought: its outcome beside all that might have come.

Luck is a difference of values, that of what was seen minus the mean of what could have been seen. All of them are found
in the same way with the same random numbers, so the mean over what chance may bring is nothing, however rough the
values are: luck favours nobody in the long run.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel
from solver.kernel.random import seeded, weighted
from solver.search.advice import TurnSteps
from solver.search.decisions import Decisions, Outcome, made
from solver.search.outcome import win_share
from solver.search.tree import Tree

Shares = NDArray[np.float64]
"""Everybody's chance to win."""

DRAWS = 16
"""So often what came is compared with something that might have come."""
FEWEST = 8
"""Simulations of the small tree that values a position."""
SHALLOW, SEEN_THROUGH = 0.4, 20.0
"""Part of a stroke of luck that small trees may not see yet, and simulations of a tree that make it smaller by a
third: measured against trees eight to thirty times as large."""
ROOM = 40_000
"""Nodes of a tree."""


@dataclass(frozen=True)
class Decided:
    """A decision that somebody made: steps up to where chance spoke or the turn ended, with what is known by then."""

    before: Bytes
    steps: TurnSteps
    after: Bytes


@dataclass(frozen=True)
class Luck:
    """What chance brought everybody, with errors."""

    brought: tuple[float, ...]
    errors: tuple[float, ...]


def seen_by(kernel: Kernel, state: Bytes, seat: int) -> Bytes:
    """A position as a seat sees it."""
    view = state.copy()
    kernel.observe(view, seat)
    return view


def foreseen(kernel: Kernel, view: Bytes, steps: TurnSteps) -> Bytes:
    """What steps lead to, as far as their seat can tell before it makes them."""
    for step in steps:
        view = made(kernel, view, step)
    return view


def value(kernel: Kernel, view: Bytes, players: int, simulations: int, seed: int) -> Shares:
    """Everybody's chance to win, as far as a small tree can tell it from what is seen here."""
    seat = kernel.actor(view)
    if seat < 0:
        return _ended(kernel, view, players, seed)
    tree = Tree(Decisions(kernel, view, seat), players, seed, ROOM)
    tree.run(max(FEWEST, simulations))
    return tree.shares[:players] / max(1, tree.counts[1])


def _ended(kernel: Kernel, view: Bytes, players: int, seed: int) -> Shares:
    """The game is over; what nobody knows of its end is dealt."""
    world, points = view.copy(), np.zeros(2 * MOST_SEATS)
    kernel.determinize(world, -1, seeded(seed))
    kernel.scores(world, points)
    return np.array([win_share(points, seat, players, kernel.shared_wins) for seat in range(players)])


def luck(kernel: Kernel, decided: Decided, players: int, simulations: int, seed: int, threads: int = 1) -> Luck:
    """What chance brought after a decision, from what the seat that made it can tell."""
    nothing = Luck((0.0,) * players, (0.0,) * players)
    if not chance_spoke(kernel, decided):
        return nothing
    seat = kernel.actor(decided.before)
    view, came = seen_by(kernel, decided.before, seat), seen_by(kernel, decided.after, seat)
    cases = _cases(Decisions(kernel, view, seat).outcomes(decided.steps), seed)
    if not cases:
        return nothing
    each = simulations // (2 * len(cases))

    def apart(number: int) -> Shares:
        """By how much what came is better than one of the cases, both with the same random numbers."""
        one, other = (value(kernel, case, players, each, seed * DRAWS + number) for case in (came, cases[number].seen))
        return one - other

    with ThreadPoolExecutor(max_workers=max(1, threads)) as pool:
        found = np.array(list(pool.map(apart, range(len(cases)))))
    return _summed_up(found, cases, SHALLOW / np.sqrt(1 + max(FEWEST, each) / SEEN_THROUGH))


def chance_spoke(kernel: Kernel, decided: Decided) -> bool:
    """Whether the seat that decided saw something afterwards that it could not foresee."""
    seat = kernel.actor(decided.before)
    came = seen_by(kernel, decided.after, seat)
    expected = foreseen(kernel, seen_by(kernel, decided.before, seat), decided.steps)
    return bool((came[: kernel.key_size] != expected[: kernel.key_size]).any())


@dataclass(frozen=True)
class _Case:
    """Something that might have been seen; `outcome` tells which of them, `weight` what this case stands for."""

    seen: Bytes
    outcome: int
    weight: float


def _cases(outcomes: Sequence[Outcome], seed: int) -> list[_Case]:
    """What might have been seen, each the more often the likelier it is; of very many only some, as chance would."""
    if len(outcomes) < 2:
        return []
    if len(outcomes) > DRAWS:
        random, chances = seeded(seed), np.array([outcome.chance for outcome in outcomes])
        picks = [weighted(random, chances) for _ in range(DRAWS)]
        return [_Case(outcomes[pick].seen, 0, 1 / DRAWS) for pick in picks]
    times = [max(1, round(DRAWS * outcome.chance)) for outcome in outcomes]
    return [
        _Case(outcome.seen, number, outcome.chance / often)
        for number, (outcome, often) in enumerate(zip(outcomes, times, strict=True))
        for _ in range(often)
    ]


def _summed_up(apart: Shares, cases: Sequence[_Case], unseen: float) -> Luck:
    """The mean over all cases.

    Its error comes from how far those of the same outcome are from each other, and from what is not seen of it yet.
    """
    weights, kinds = np.array([case.weight for case in cases]), np.array([case.outcome for case in cases])
    centres = np.array([apart[kinds == kind].mean(axis=0) for kind in kinds])
    free = len(cases) - len(set(kinds.tolist()))
    scatter = ((apart - centres) ** 2).sum(axis=0) / free if free else apart.var(axis=0, ddof=1)
    brought = weights @ apart
    errors = np.sqrt(scatter * (weights**2).sum() + (unseen * brought) ** 2)
    return Luck(tuple(brought.tolist()), tuple(errors.tolist()))
