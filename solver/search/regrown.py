"""A tree that goes on where the last one of the same seat stopped.

Where nothing is hidden, what happened since lies below the root of the last tree, if that has foreseen it: lines that
were tried are followed to the position that is seen now. The node found there becomes the root, and all below it is
kept; it is what a search of this position would have found, too. Where things are hidden, what was counted in worlds
that are impossible by now would be kept with the rest: there a tree begins with nothing.
"""

from __future__ import annotations

import numba
import numpy as np
from numba import types

from solver.kernel.arrays import BYTES, BYTES2
from solver.kernel.contract import FUNCTIONS, Bytes
from solver.search.tree import NODE, RESULT, Tree
from solver.search.views import told_apart

DEEPEST = 40
"""Steps of all seats between two looks of the same one, at most; what is further away is not looked for."""

_NODES = types.Array(numba.from_dtype(NODE), 1, "C")
_FOUND = types.int64(
    _NODES, BYTES2, BYTES, types.int64, types.int64, FUNCTIONS["actor"], FUNCTIONS["apply"]
)  # fmt: skip
_RESULTS = types.Array(numba.from_dtype(RESULT), 1, "C")
_KEPT = types.int64(_NODES, _RESULTS, types.int64, _NODES, _RESULTS, types.int64)


def go_on(last: Tree, tree: Tree) -> bool:
    """Gives a tree that was not run yet what the last one knows of its position; whether that knows anything."""
    same = (last.kernel, last.viewer, last.players) == (tree.kernel, tree.viewer, tree.players)
    hidden = last.question.hides or tree.kernel.secret
    root = found(last, tree.observed) if same and not hidden else 0
    if root:
        tree.counts[0] = kept(last.nodes, last.results, root, tree.nodes, tree.results, tree.viewer)
    return root > 0


def found(tree: Tree, seen: Bytes) -> int:
    """The node of a tree that leads to what its seat sees now, or 0."""
    k = tree.kernel
    positions = np.zeros((DEEPEST + 1, k.size), dtype=np.uint8)
    positions[0] = tree.observed
    return int(find(tree.nodes, positions, seen, tree.viewer, k.key_size, k.actor, k.apply))


@numba.njit([_FOUND], cache=True, nogil=True)
def find(nodes, positions, seen, viewer, key_size, actor, apply):  # type: ignore[no-untyped-def]
    """Walks along all lines that were tried from `positions[0]`, up to the turn of what is seen.

    Where several lead to it, by the same steps in another order, the one that was tried most counts.
    """
    turn = np.int64(seen.view(np.uint64)[-1])
    path = np.zeros(len(positions), dtype=np.int64)
    path[0], depth, best = nodes[0].first, 0, 0
    while depth >= 0:
        child = path[depth]
        if child == 0:
            depth -= 1
            continue
        path[depth] = nodes[child].next
        if nodes[child].visits == 0:
            continue
        after = positions[depth + 1]
        after[:] = positions[depth]
        apply(after, nodes[child].step)
        played = np.int64(after.view(np.uint64)[-1])
        if played == turn and actor(after) == viewer and not told_apart(after, seen, key_size):
            if best == 0 or nodes[child].visits > nodes[best].visits:
                best = child
        elif played <= turn and depth + 2 < len(positions):
            depth += 1
            path[depth] = nodes[child].first
    return best


@numba.njit([_KEPT], cache=True, nogil=True)
def kept(nodes, results, root, room, known, viewer):  # type: ignore[no-untyped-def]
    """Writes a node and all below it into `room`, children side by side, and what is known of them into `known`.

    Returns how many nodes these are.
    """
    source = np.empty(len(room), dtype=np.int64)
    room[0], known[0], source[0] = nodes[root], results[root], root
    known[0].mover, room[0].next, room[0].reward = viewer, 0, 0.0
    used, at = 1, 0
    while at < used:
        child = nodes[source[at]].first
        room[at].first, room[at].block = (used if child else 0), 0
        while child:
            room[used], known[used], source[used] = nodes[child], results[child], child
            room[at].block += 1
            used += 1
            child = nodes[child].next
            room[used - 1].next = used if child else 0
        at += 1
    return used
