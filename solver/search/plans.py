"""What the trees expect after a turn: the next seat's answer, or how to go on when chance has spoken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from solver.kernel.contract import Bytes, Kernel
from solver.kernel.random import seeded
from solver.search.advice import Branch, Candidate, TurnSteps
from solver.search.decisions import Decisions, Outcome, essential_steps, made
from solver.search.estimates import Sums
from solver.search.tree import Tree

ENOUGH = 30
"""Visits from which on the end of a line is believed."""

Places = list[tuple[Tree, int]]
"""The nodes of several trees for the same position."""


def plan(question: Decisions, trees: Sequence[Tree], row: Candidate) -> tuple[Branch, ...]:
    """For each outcome the steps that the trees like best, to the end of the turn or to where chance speaks again."""
    outcomes = question.outcomes(row.steps)
    places = [_met(trees, outcome.seen) for outcome in outcomes]
    if len(outcomes) == 1 and not places[0]:
        places = [[(tree, node) for tree in trees if (node := tree.at(row.steps)) is not None]]
    chances = _chances(outcomes, [_total(each)[0] for each in places], bool(question.every))
    branches = [
        _branch(question, outcome.seen, chance, met, row.win)
        for outcome, chance, met in zip(outcomes, chances, places, strict=True)
    ]
    return tuple(sorted(branches, key=lambda branch: (-branch.chance, branch.seen)))


def _chances(outcomes: Sequence[Outcome], visits: Sequence[float], known: bool) -> list[float]:
    """How likely each outcome is: counted out, or else as often as the simulations met it."""
    if known or not all(visits):
        return [outcome.chance for outcome in outcomes]
    return [float(each / sum(visits)) for each in visits]


def _branch(question: Decisions, seen: Bytes, chance: float, places: Places, win: float) -> Branch:
    kernel, view, world = question.kernel, seen, seen.copy()
    kernel.determinize(world, question.viewer, seeded(0))
    steps: list[int] = []
    while not question.over(world):
        counted = _total(places)
        if counted[0] >= ENOUGH or (counted[0] and not steps):
            win = float(counted[1] / counted[0])
        step = _favourite(kernel, view, places)
        steps.append(step)
        places = [(tree, child) for tree, node in places for child in tree.children(node) if _leads(tree, child, step)]
        view, world = made(kernel, view, step), made(kernel, world, step)
        really = world.copy()
        kernel.observe(really, question.viewer)
        if (really[: kernel.key_size] != view[: kernel.key_size]).any():
            break
    counted = _total(places)
    return Branch(
        seen.tobytes(), chance, tuple(steps), round(float(counted[1] / counted[0]) if counted[0] >= ENOUGH else win, 4)
    )


def _met(trees: Sequence[Tree], seen: Bytes) -> Places:
    return [(tree, node) for tree in trees if (node := tree.where(seen)) is not None]


def _total(places: Places) -> Sums:
    return sum((tree.sums_of(node) for tree, node in places), np.zeros(5))


def _leads(tree: Tree, child: int, step: int) -> bool:
    return int(tree.nodes[child]["step"]) == step


def _favourite(kernel: Kernel, view: Bytes, places: Places) -> int:
    """The step that the trees visited most; where none did, the one that looks best at a glance."""
    visits: Counter[int] = Counter()
    for tree, node in places:
        for child in tree.children(node):
            visits[int(tree.nodes[child]["step"])] += int(tree.nodes[child]["visits"])
    legal = essential_steps(kernel, view)
    return max(legal, key=lambda step: (visits[step], kernel.prior(view, step), -step))


def expected_answer(trees: Sequence[Tree], turn: TurnSteps) -> TurnSteps:
    """The most visited line of the next seat in the tree that knows most."""
    tree = max(trees, key=lambda tree: tree.sums(turn)[0])
    node = tree.at(turn)
    steps: list[int] = []
    mover: int | None = None
    while node is not None:
        children = [child for child in tree.children(node) if tree.nodes[child]["visits"]]
        if not children:
            break
        node = max(children, key=lambda child: (int(tree.nodes[child]["visits"]), -child))
        if mover not in (None, tree.mover(node)):
            break
        mover = tree.mover(node)
        steps.append(int(tree.nodes[node]["step"]))
    return tuple(steps)
