"""The nodes of a search tree in flat arrays: how they are found, made and chosen among.

What is looked at together lies together. A choice looks at the nodes of all steps, the way to them at nothing but
links, and what only somebody who asks wants to know lies apart from both.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types

from solver.kernel.contract import inlined
from solver.kernel.prefetch import prefetch


def _record(*fields: tuple[str, str]) -> Any:
    """A record whose fields compiled and uncompiled code read alike."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


NODE = _record(
    ("reward", "f8"),  # summed for the seat that made the step
    ("first", "i4"),  # first child, or 0
    ("visits", "i4"),
    ("seen", "i4"),  # how often the step was legal when its parent was visited
    ("prior", "f4"),
    ("step", "i2"),
    ("mover", "i1"),  # the seat that made the step, once it was made
)
"""What a choice between steps looks at."""

LINK = _record(
    ("later", "i4"),  # of the first child of a run: where the next run begins, or 0
    ("run", "i2"),  # of the same: so many children lie side by side
    ("step", "i2"),  # the node's once more, for whoever looks for it among hundreds
)
"""The way from child to child. Those that are added together are a run; behind the first run comes the latest one, and
so on back to the second."""

RESULT = _record(("win", "f8"), ("points", "f8"), ("margin", "f8"))
"""What is known of a node that was visited, summed for the seat that asks."""

NODES, LINKS, RESULTS = (types.Array(numba.from_dtype(kind), 1, "C") for kind in (NODE, LINK, RESULT))

FIRST_PLAY = 0.08
"""How much worse than its parent an untried step is thought to be."""

AHEAD = 16
"""Children that are asked for in advance: not so many steps are legal at most nodes."""
IN_A_LINE = 2
"""Nodes that the memory hands over at once."""

COLUMNS = 5
"""Numbers of each child that a choice writes side by side: several of them are then reckoned with at a time."""


@inlined
def add(nodes: Any, links: Any, counts: Any, parent: int, step: int) -> int:
    """A new child."""
    child = counts[0]
    counts[0] += 1
    nodes[child].step = links[child].step = step
    first = nodes[parent].first
    latest = links[first].later or first
    if first == 0:
        nodes[parent].first = child
        links[child].run = 1
    elif latest + links[latest].run == child:
        links[latest].run += 1
    else:
        links[child].run = 1
        links[child].later = links[first].later
        links[first].later = child
    return child


@inlined
def match(nodes: Any, links: Any, parent: int, steps: Any, n: int, where: Any, children: Any) -> int:
    """Finds the child of each legal step, 0 where there is none: mostly it lies at the step's place in the first run.

    Returns how many there are none of.

    The others are looked for in all children; `where` is a table over all steps, empty between calls.
    """
    first, missing = nodes[parent].first, 0
    run = min(n, links[first].run) if first else 0
    for index in range(n):
        if index < run and links[first + index].step == steps[index]:
            children[index] = first + index
        else:
            children[index] = 0
            where[steps[index]] = index + 1
            missing += 1
    if missing == 0:
        return 0
    head = first
    while head and missing:
        for child in range(head, head + links[head].run):
            index = where[links[child].step]
            if index:
                children[index - 1] = child
                where[links[child].step] = 0
                missing -= 1
        head = links[head].later
    for index in range(n if missing else 0):
        where[steps[index]] = 0
    return missing


@inlined
def with_node(steps: Any, n: int, children: Any) -> int:
    """Moves the steps that have a node to the front, and counts them: a full tree goes on with these."""
    kept = 0
    for index in range(n):
        if children[index]:
            steps[kept], children[kept] = steps[index], children[index]
            kept += 1
    return kept


@inlined
def choose(nodes: Any, children: Any, n: int, explore: float, columns: Any) -> int:
    """The available child with the best promise: what it earned so far, and its prior the less it was tried."""
    total, earned, tried = 0.0, 0.0, 0
    for index in range(n):
        child = nodes[children[index]]
        child.seen += 1
        total += child.prior
        earned += child.reward
        tried += child.visits
        columns[0, index], columns[1, index] = child.prior, child.seen
        columns[2, index], columns[3, index] = child.reward, child.visits
    untried = (earned / tried if tried else 0.5) - FIRST_PLAY
    scale = explore / total if n > 1 else 0.0
    for index in range(n):
        value, visits = scale * columns[0, index] * np.sqrt(columns[1, index]), columns[3, index]
        known = value / (1.0 + visits) + columns[2, index] / max(visits, 1.0)
        columns[4, index] = known if visits > 0.0 else value + untried
    best, pick = -1e9, 0
    for index in range(n):
        if columns[4, index] > best:
            best, pick = columns[4, index], index
    return pick


@inlined
def foresee(nodes: Any, links: Any, results: Any, node: int) -> None:
    """Asks for what will be looked at when the steps below a node were found, and on the way back.

    A tree is larger than what lies close to a core: waiting for it took a fifth of a search by values.
    """
    prefetch(results, node)
    first = nodes[node].first
    if first:
        prefetch(links, first)
        for child in range(first, first + AHEAD, IN_A_LINE):
            prefetch(nodes, child)
