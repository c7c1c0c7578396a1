"""One search tree: information-set Monte Carlo tree search with max^n backup, for any game of the contract.

Every simulation deals the hidden part anew, or takes the next of the worlds that are possible while these are few. It
walks down the tree by the steps that are legal in that world (each node counts how often it was available, not only how
often it was chosen), adds a node, plays the rest by the game's quick policy and carries the result back: every seat
maximises its own reward. The search never receives a true state: what it is given was blanked by `observe`.

Two things are told apart by what is seen, not by the steps (`node_of_view`). Where chance shows something in the
middle of the asked turn, a tile that is turned up or a card that is drawn, each outcome has a node of its own: what
follows is chosen knowing it, and the node before it has the blended value of all outcomes. And where decisions are
made in secret, two ways that the mover cannot tell apart lead to the same node.

The n-th simulation of a tree always has the same world and random numbers, whatever turn it begins with: turns that are
to be compared get the same ones.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from solver.kernel.arrays import BYTES, BYTES2, FLOATS, FLOATS2, INTS, SHORTS, SHORTS2, WORDS2
from solver.kernel.contract import EVERY_TURN, MOST_SEATS, Bytes, inlined
from solver.kernel.function_values import (
    HANDED,
    actor_of,
    apply_of,
    determinize_of,
    features_of,
    handed,
    legal_of,
    observe_of,
    prior_of,
    rollout_of,
    scores_of,
)
from solver.kernel.random import WEYL, draw, scattered, seeded
from solver.search.advice import Beliefs
from solver.search.decisions import Decisions
from solver.search.habits import FAMILIAR, HABITS, LENGTH, NO_HABITS, NO_TURNS, habit, is_greedy
from solver.search.nodes import LINK, LINKS, NODE, NODES, RESULT, RESULTS, add, choose, foresee, match, with_node
from solver.search.outcome import judge, rewards
from solver.search.scratch import DEEPEST, SCRATCH, UNCOUNTED, copy_state, made_for
from solver.search.views import node_of_view, slot_of_view, told_apart

EXPLORE = 1.0
"""Weight of the prior against what was seen; found by matches between settings."""
EAGER = 0.3
"""The same where a turn that is compared with others goes on after what chance has shown: the others are whole turns,
the best of many, and a mean over everything that is tried would be too low beside them."""
STOP = 3
"""Where in the counts of a tree another thread says that it is to stop after the simulation that it is in."""
VIEWS = 1 << 14
"""Places for what chance may show in the middle of a turn; at most half of them are used."""

NO_VALUES = np.zeros((0, 0))
"""Everything is played to the end."""


@inlined
def _turn(state: Bytes) -> Any:
    """How many turns were played."""
    return np.int64(state.view(np.uint64)[-1])


@inlined
def _expected(turns: Any, row: int, made: int, steps: Any, n: int) -> int:
    """Where among the steps the next one of a turn is that is expected, or -1 where none is or it cannot be made."""
    if row >= 0 and made < turns[row, LENGTH]:
        for index in range(n):
            if steps[index] == turns[row, made]:
                return index
    return -1


_SIMULATE = types.int64(
    NODES,
    LINKS,
    RESULTS,
    WORDS2,
    INTS,
    FLOATS,
    BYTES,
    BYTES2,
    types.int64,
    types.int64,
    types.boolean,
    types.boolean,
    SHORTS,
    types.int64,
    types.int64,
    types.uint64,
    types.int64,
    types.int64,
    types.int64,
    HANDED,
    FLOATS2,
    WORDS2,
    SHORTS2,
    FLOATS,
    SCRATCH,
)


@numba.njit([_SIMULATE], **UNCOUNTED)
def simulate(  # type: ignore[no-untyped-def]
    nodes, links, results, views, counts, shares, observed, worlds, viewer, players, shared, secret, prefix, first,
    times, stream, most_steps, key_size, foresight, functions, values, habits, turns, greedy, scratch,
):  # fmt: skip
    """Runs simulations, counted from `first` on, that begin with the steps of `prefix`; returns how many of them could.

    `counts` is [nodes used, simulations, steps made, whether to stop, views met, habits known, how often these were
    met again]; a prefix that is not legal in a world is left out of it. The last nodes are kept for steps that are
    asked for: a tree that has no room for others walks on among those it has. `shares` are everybody's parts of the
    wins, summed. While the possible worlds are few they are gone through one after another, else the hidden part is
    dealt by chance. With `values`, what features are worth at each stage, a new node is judged by how the seats stand
    in it, and roll-outs begin only where that says nothing. With room for `habits`, and for the `turns` that these
    are, each seat is `greedy` in so large a part of the simulations.
    """
    actor, legal, apply = actor_of(functions), legal_of(functions), apply_of(functions)
    scores, observe, determinize = scores_of(functions), observe_of(functions), determinize_of(functions)
    prior, rollout, features = prior_of(functions), rollout_of(functions), features_of(functions)
    world, view, seen, random = scratch.world, scratch.own_view, scratch.seen, scratch.random
    steps, children, where, columns = scratch.steps, scratch.children, scratch.where, scratch.columns
    path, movers, points, gains = scratch.path, scratch.movers, scratch.points, scratch.gains
    standing, line, options, luck = scratch.standing, scratch.line, scratch.options, scratch.luck
    this_turn = _turn(observed)
    done = 0
    for number in range(first, first + times):
        if counts[STOP]:
            break
        random[0] = scattered(stream + np.uint64(number) * WEYL)
        mood = scattered(random[0])
        if len(worlds):
            copy_state(worlds[number % len(worlds)], world)
        else:
            copy_state(observed, world)
            determinize(world, viewer, random)
        own_turn = len(views) > 0 and not secret
        if own_turn:
            copy_state(world, view)
            observe(view, viewer)
        node, depth, forced, possible = 0, 1, 0, True
        begun, row, made = this_turn, -1, 0
        path[0], movers[0] = 0, viewer
        seat = actor(world)
        while depth < DEEPEST and seat >= 0:
            if forced == len(prefix) and node and nodes[node].visits == 0:
                break
            if forced == len(prefix) and _turn(world) > this_turn + foresight:
                break
            n = legal(world, steps)
            if n == 0:
                break
            if _turn(world) != begun:
                begun, row, made = _turn(world), -1, 0
                if len(habits) and nodes[node].visits >= FAMILIAR and is_greedy(greedy[seat], seat, mood):
                    row = habit(
                        habits, turns, counts, world, seat, players, key_size, seen, line, options, luck, functions,
                    )  # fmt: skip
            explore = EAGER if own_turn and forced else EXPLORE
            asked_for = forced < len(prefix)
            room = len(nodes) - (0 if asked_for else most_steps)
            if asked_for:
                pick = -1
                for index in range(n):
                    if steps[index] == prefix[forced]:
                        pick = index
                if pick < 0:
                    possible = False
                    break
                forced += 1
                steps[0], n = steps[pick], 1
            missing = match(nodes, links, node, steps, n, where, children)
            if missing and counts[0] + missing > room:
                n = with_node(steps, n, children)
                possible = n > 0 or not asked_for
                if n == 0:
                    break
            elif missing:
                for index in range(n):
                    if children[index] == 0:
                        children[index] = add(nodes, links, counts, node, steps[index])
                        nodes[children[index]].prior = prior(world, steps[index])
            pick = _expected(turns, row, made, steps, n)
            made += 1
            if pick < 0:
                row, pick = -1, choose(nodes, children, n, explore, columns)
            node = children[pick]
            foresee(nodes, links, results, node)
            apply(world, steps[pick])
            counts[2] += 1
            path[depth], movers[depth] = node, seat
            depth += 1
            seat = actor(world)
            if seat < 0 or len(views) == 0 or depth == DEEPEST or not (secret or own_turn):
                continue
            if own_turn and (seat != viewer or _turn(world) > this_turn):
                own_turn = False
                continue
            copy_state(world, seen)
            observe(seen, seat)
            if own_turn:
                apply(view, steps[pick])
                if not told_apart(view, seen, key_size):
                    continue
                copy_state(seen, view)
            node = node_of_view(counts, room, views, seen, seat, key_size)
            if node == 0:
                possible = forced == len(prefix)
                break
            path[depth], movers[depth] = node, seat
            depth += 1
        if not possible:
            continue
        stage = features(world, standing) if len(values) and seat >= 0 else -1
        if stage >= 0:
            judge(standing, values[stage], players, gains)
        else:
            if seat >= 0:
                counts[2] += rollout(world, random)
            scores(world, points)
            rewards(points, players, shared, gains)
        for index in range(depth):
            at, result = nodes[path[index]], results[path[index]]
            at.visits += 1
            at.reward += gains[movers[index]]
            at.mover = movers[index]
            result.win += gains[MOST_SEATS + viewer]
            result.points += points[viewer]
            result.margin += gains[2 * MOST_SEATS + viewer]
        for seat in range(players):
            shares[seat] += gains[MOST_SEATS + seat]
        counts[1] += 1
        done += 1
    return done


class Tree:
    """A growing tree for one seat's question; its own random numbers make it independent of other trees."""

    def __init__(
        self, question: Decisions, players: int, seed: int, room: int, judged: bool = False, greedy: Beliefs = ()
    ) -> None:
        """A `judged` one goes by the game's values where these are known; its points and leads say nothing.

        `greedy` has for each seat how likely it plays what looks best at once; empty, all search as this one does.
        """
        self.question, self.players = question, players
        self.kernel, self.observed, self.viewer = question.kernel, question.observed, question.viewer
        secret, hides = self.kernel.secret, question.hides
        self.nodes: NDArray[Any] = np.zeros(room, dtype=NODE)
        self.links: NDArray[Any] = np.zeros(room, dtype=LINK)
        self.results: NDArray[Any] = np.zeros(room, dtype=RESULT)
        self.views: NDArray[np.uint64] = np.zeros((2 * room if secret else VIEWS * hides, 2), dtype=np.uint64)
        self.counts = np.array([1, 0, 0, 0, 0, 0, 0], dtype=np.int64)
        self.shares = np.zeros(MOST_SEATS)
        """Everybody's parts of the wins, summed over all simulations."""
        self.worlds = np.array(question.every, dtype=np.uint8).reshape(len(question.every), self.kernel.size)
        self.foresight = EVERY_TURN if len(self.worlds) == 1 else self.kernel.foresight
        """Where only one world is possible, nothing is left to be drawn, and the tree may grow to the end."""
        known = judged and self.kernel.values[players].any()
        self.values = self.kernel.values[players] if known else NO_VALUES
        self.greedy = np.zeros(MOST_SEATS)
        self.greedy[: len(greedy)] = greedy
        known = self.greedy.any() and not secret
        self.habits = np.zeros((HABITS, 2), dtype=np.uint64) if known else NO_HABITS
        self.turns = np.zeros((HABITS // 2, LENGTH + 1), dtype=np.int16) if known else NO_TURNS
        self.next = 0
        """The number of the next simulation."""
        self._stream = draw(seeded(seed))
        self._functions = handed(self.kernel, essential=False), handed(self.kernel, essential=True)
        self._scratch = made_for(self.kernel, self.values.shape[1], len(self.habits) > 0)
        self._places: dict[tuple[int, ...], int] = {(): 0}

    def run(self, times: int, prefix: tuple[int, ...] = (), again: bool = False, essential: bool = True) -> int:
        """So many simulations, all beginning with `prefix`; `again` has the next run repeat their chances.

        A prefix may have steps that are legal and not essential, which has to be said.
        """
        k, first = self.kernel, self.next
        self.next += 0 if again else times
        return int(
            simulate(
                self.nodes, self.links, self.results, self.views, self.counts, self.shares, self.observed, self.worlds,
                self.viewer, self.players, k.shared_wins, k.secret, np.array(prefix, dtype=np.int16), first, times,
                self._stream, k.most_steps, k.key_size, self.foresight, self._functions[essential],
                self.values, self.habits, self.turns, self.greedy, self._scratch,
            )
        )  # fmt: skip

    def stop(self) -> None:
        """Makes a run in another thread end soon, and every later one at once."""
        self.counts[STOP] = 1

    def children(self, node: int) -> list[int]:
        """The nodes one step below: those of the first run, then the latest first."""
        head = int(self.nodes[node]["first"])
        if not head:
            return []
        found = [*self._run(head)]
        while head := int(self.links[head]["later"]):
            found += reversed(self._run(head))
        return found

    def _run(self, head: int) -> range:
        return range(head, head + int(self.links[head]["run"]))

    def at(self, steps: tuple[int, ...]) -> int | None:
        """The node that a sequence of steps leads to; places never change, so each is looked up once."""
        if steps not in self._places:
            parent = self._decision(steps[:-1])
            for child in self.children(parent) if parent is not None else ():
                self._places[(*steps[:-1], int(self.nodes[child]["step"]))] = child
        return self._places.get(steps)

    def _decision(self, steps: tuple[int, ...]) -> int | None:
        """The node from which the seat goes on after steps of its own; None where that depends on what chance shows."""
        if not steps or not len(self.views):
            return self.at(steps)
        view = self.question.foreseen(steps) if self.kernel.secret else self.question.certain.get(steps)
        return self.at(steps) if view is None else self.where(view)

    def where(self, view: Bytes) -> int | None:
        """The node of what a seat sees, if it was met."""
        seat = self.kernel.actor(view)
        slot, _ = slot_of_view(self.views, view, seat, self.kernel.key_size) if seat >= 0 else (-1, 0)
        return int(self.views[slot, 1]) or None if seat >= 0 else None

    def sums(self, steps: tuple[int, ...]) -> NDArray[np.float64]:
        """Visits, wins, points, margin and reward of a sequence of steps."""
        node = self.at(steps)
        return np.zeros(5) if node is None else self.sums_of(node)

    def sums_of(self, node: int) -> NDArray[np.float64]:
        """The same of a node."""
        row, result = self.nodes[node], self.results[node]
        return np.array([row["visits"], result["win"], result["points"], result["margin"], row["reward"]], dtype=float)

    def mover(self, node: int) -> int:
        """The seat that made the step to a node that was visited."""
        return int(self.nodes[node]["mover"])

    def line_end(self, node: int) -> int:
        """The last node of the most visited line below a node that still has a fair share of its visits."""
        enough = max(60, int(self.nodes[node]["visits"]) // 12)
        while True:
            children = self.children(node)
            best = max(children, key=lambda child: int(self.nodes[child]["visits"]), default=None)
            if best is None or self.nodes[best]["visits"] < enough:
                return node
            node = best
