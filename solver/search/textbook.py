"""The textbook's search, frozen: the measure that the real search has to beat.

Single-observer information-set Monte Carlo tree search as it is taught: one tree, UCB1 over what is available, one new
node a simulation, roll-outs that pick uniformly among the legal steps, a win is 1 and everything else 0. It knows no
priors, no margin, no elimination, and shares no code with the real search, so that tuning that one never moves this.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES, INTS, WORDS
from solver.kernel.contract import LONGEST_GAME, MOST_SEATS, Bytes, Kernel, Random, compiled
from solver.kernel.function_values import HANDED, actor_of, apply_of, determinize_of, handed, legal_of, scores_of
from solver.kernel.random import below, seeded

NODE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("first", "i4"),  # first child, or 0
                ("next", "i4"),  # next child of the same parent, or 0
                ("visits", "i4"),
                ("seen", "i4"),  # how often the step was legal when its parent was visited
                ("wins", "i4"),  # of the seat that made the step
                ("step", "i2"),
                ("mover", "i1"),
            ],
            align=True,
        ),
    )
)
EXPLORE = 0.7
"""The constant of UCB1 that the papers on this search use for rewards between 0 and 1."""
DEEPEST = 400

_NODES = types.Array(numba.from_dtype(NODE), 1, "C")


@compiled
def _winner(points: NDArray[np.float64], players: int) -> int:
    """The seat that is ahead of all others by points, then by tie-break; -1 when there is none."""
    best, alone = 0, True
    for seat in range(1, players):
        lead = points[seat] - points[best]
        if lead == 0.0:
            lead = points[MOST_SEATS + seat] - points[MOST_SEATS + best]
        if lead > 0.0:
            best, alone = seat, True
        elif lead == 0.0:
            alone = False
    return best if alone else -1


@compiled
def _match(nodes: Any, parent: int, steps: Any, n: int, where: Any, children: Any) -> int:
    """Finds the child of each legal step, 0 where there is none; returns how many have none."""
    for index in range(n):
        where[steps[index]] = index + 1
        children[index] = 0
    untried = n
    child = nodes[parent].first
    while child:
        index = where[nodes[child].step]
        if index:
            children[index - 1] = child
            untried -= 1
        child = nodes[child].next
    for index in range(n):
        where[steps[index]] = 0
    return untried


@compiled
def _any_untried(children: Any, untried: int, random: Random) -> int:
    """One of the steps without a node, each as likely as the others."""
    nth = below(random, untried)
    index = 0
    while children[index] or nth:
        if children[index] == 0:
            nth -= 1
        index += 1
    return index


@compiled
def _ucb1(nodes: Any, children: Any, n: int) -> int:
    best, pick = -1.0, 0
    for index in range(n):
        child = nodes[children[index]]
        value = child.wins / child.visits + EXPLORE * np.sqrt(np.log(child.seen) / child.visits)
        if value > best:
            best, pick = value, index
    return pick


_GROW = types.void(
    _NODES, INTS, BYTES, types.int64, types.int64, types.int64, WORDS, types.int64, types.int64, HANDED,
)  # fmt: skip


@numba.njit([_GROW], cache=True, nogil=True)
def grow(  # type: ignore[no-untyped-def]
    nodes, used, observed, viewer, players, times, random, most_steps, step_space, functions,
):  # fmt: skip
    """Runs simulations; `used` is [nodes used]."""
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, determinize = scores_of(functions), determinize_of(functions)
    world = np.empty_like(observed)
    steps = np.empty(most_steps, dtype=np.int16)
    children = np.empty(most_steps, dtype=np.int64)
    where = np.zeros(step_space, dtype=np.int64)
    path = np.zeros(DEEPEST, dtype=np.int64)
    points = np.zeros(2 * MOST_SEATS)
    for _ in range(times):
        world[:] = observed
        determinize(world, viewer, random)
        node, depth, leaf = 0, 1, False
        while not leaf and depth < DEEPEST and actor(world) >= 0:
            seat = actor(world)
            n = legal(world, steps)
            untried = _match(nodes, node, steps, n, where, children)
            leaf = untried > 0
            if leaf and used[0] == len(nodes):
                break
            for index in range(n):
                if children[index]:
                    nodes[children[index]].seen += 1
            if leaf:
                pick = _any_untried(children, untried, random)
                child = used[0]
                used[0] += 1
                nodes[child].step, nodes[child].mover, nodes[child].seen = steps[pick], seat, 1
                nodes[child].next = nodes[node].first
                nodes[node].first = child
                children[pick] = child
            else:
                pick = _ucb1(nodes, children, n)
            node = children[pick]
            apply(world, steps[pick])
            path[depth] = node
            depth += 1
        for _ in range(LONGEST_GAME):
            if actor(world) < 0:
                break
            apply(world, steps[below(random, legal(world, steps))])
        scores(world, points)
        winner = _winner(points, players)
        for index in range(depth):
            at = nodes[path[index]]
            at.visits += 1
            at.wins += at.mover == winner


class TextbookTree:
    """A tree for the question of one seat; each simulation adds a node, as long as there is room."""

    def __init__(self, kernel: Kernel, observed: Bytes, players: int, seed: int, room: int) -> None:
        self.kernel, self.observed, self.players = kernel, observed, players
        self.viewer = kernel.actor(observed)
        self.nodes: NDArray[Any] = np.zeros(room, dtype=NODE)
        self.used = np.array([1], dtype=np.int64)
        self.random: Random = seeded(seed)

    def run(self, times: int) -> None:
        """So many simulations."""
        k = self.kernel
        grow(
            self.nodes, self.used, self.observed, self.viewer, self.players, times, self.random,
            k.most_steps, k.step_space, handed(k, essential=False),
        )  # fmt: skip

    def line(self) -> tuple[int, ...]:
        """The viewer's most visited step, and from there on as long as it is the viewer who moves."""
        steps: list[int] = []
        node = self._favourite(0)
        while node and int(self.nodes[node]["mover"]) == self.viewer:
            steps.append(int(self.nodes[node]["step"]))
            node = self._favourite(node)
        return tuple(steps)

    def _favourite(self, parent: int) -> int:
        best, child = 0, int(self.nodes[parent]["first"])
        while child:
            if best == 0 or self.nodes[child]["visits"] > self.nodes[best]["visits"]:
                best = child
            child = int(self.nodes[child]["next"])
        return best
