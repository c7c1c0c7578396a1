"""The advisor: which turn is best, how sure that is, and what the others will answer.

Several independent trees look at the same question with different random numbers, spread over the threads. In the
first part of the time they search freely; then the most promising *turns* are compared by elimination: all that remain
get the same number of simulations, the worse half goes, and so on. The spread between the trees tells how far the
stated chance to win can be trusted. Where nothing is hidden and little is left, the exact solver answers instead.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from solver.contract import Bytes, Kernel
from solver.search.exact import Solver, preference
from solver.search.tree import Tree

TREES = 6
CHUNK = 200
"""Simulations between two looks at the clock."""
EXPLORE_SHARE = 0.45
"""Part of the budget for the free search before turns are compared."""
CANDIDATES = 12
ROOM = 350_000
"""Nodes of a tree."""
EXACT_POSITIONS = 150_000
"""Positions that the exact solver may visit for each turn before it is left to the search."""
DECIDED = 0.02
"""A chance to win this close to 0 or 1 is as good as certain: turns are then ranked by their lead."""


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, or a number of simulations, which makes the answer repeatable."""

    seconds: float = 5.0
    simulations: int | None = None
    threads: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Candidate:
    """A turn and what is known of it."""

    steps: tuple[int, ...]
    visits: int
    win: float
    win_se: float
    points: float
    margin: float
    answer: tuple[int, ...] = ()
    """The steps that the next seat is expected to answer with."""


@dataclass(frozen=True)
class Advice:
    """Turns, best first."""

    viewer: int
    turns: tuple[Candidate, ...]
    simulations: int
    seconds: float
    proved: bool


Watch = Callable[[Advice], None]


@dataclass
class _Tally:
    """What the comparison of turns saw in each tree: visits, wins, points, margin, reward."""

    sums: dict[int, np.ndarray] = field(default_factory=dict)

    def add(self, tree: int, seen: np.ndarray) -> None:
        self.sums[tree] = self.sums.get(tree, np.zeros(5)) + seen

    def total(self) -> np.ndarray:
        return sum(self.sums.values(), np.zeros(5))


class Advisor:
    """Answers one question: the seat to move in `state`, as `viewer` sees it."""

    def __init__(self, kernel: Kernel, state: Bytes, players: int, limit: Limit, viewer: int | None = None) -> None:
        self.kernel, self.players, self.limit = kernel, players, limit
        self.viewer = kernel.actor(state) if viewer is None else viewer
        self.observed = state.copy()
        kernel.observe(self.observed, self.viewer)
        self.begun = time.perf_counter()
        self.tallies: dict[tuple[int, ...], _Tally] = {}
        self.trees: list[Tree] = []

    def advise(self, watch: Watch | None = None) -> Advice:
        """Searches until the limit; `watch` gets every interim answer, and Ctrl-C keeps the last one."""
        turns = self._all_turns(limit=400)
        proved = self._exact(turns)
        if proved:
            return proved
        seeds = [self.limit.seed * 1000 + number for number in range(TREES)]
        self.trees = [
            Tree(self.kernel, self.observed, self.viewer, self.players, seed, ROOM) for seed in seeds
        ]
        with ThreadPoolExecutor(max_workers=max(1, self.limit.threads)) as pool:
            try:
                self._explore(pool, watch)
                self._eliminate(pool, watch)
            except KeyboardInterrupt:
                pass
        return self._advice()

    # ---- the free search ------------------------------------------------------------------------------------------

    def _explore(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        for times in self._portions(EXPLORE_SHARE):
            list(pool.map(lambda tree: tree.run(times), self.trees))
            if watch:
                watch(self._advice())

    def _portions(self, share: float, until: float | None = None) -> Iterator[int]:
        """How many simulations each tree is to make next, until the share of the budget is used."""
        if self.limit.simulations is not None:
            left = int(self.limit.simulations * share) // TREES
            while left > 0:
                yield min(left, CHUNK)
                left -= CHUNK
            return
        end = until if until is not None else self.begun + self.limit.seconds * share
        yield CHUNK
        while time.perf_counter() < end:
            yield CHUNK

    # ---- comparing turns ------------------------------------------------------------------------------------------

    def _eliminate(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        field_ = self._promising()
        rounds = max(1, int(np.ceil(np.log2(max(2, len(field_))))))
        for number in range(rounds):
            share = (1 - EXPLORE_SHARE) / rounds
            until = self.begun + self.limit.seconds * (EXPLORE_SHARE + share * (number + 1))
            for times in self._portions(share, until):
                each = max(1, times // len(field_))
                list(pool.map(lambda number: self._compare(number, field_, each), range(TREES)))
                if watch:
                    watch(self._advice())
            field_ = sorted(field_, key=lambda turn: -self._reward(turn))[: max(2, (len(field_) + 1) // 2)]

    def _compare(self, number: int, turns: list[tuple[int, ...]], each: int) -> None:
        tree = self.trees[number]
        for turn in turns:
            before = self._seen(tree, turn)
            tree.run(each, turn)
            self.tallies[turn].add(number, self._seen(tree, turn) - before)

    def _seen(self, tree: Tree, turn: tuple[int, ...]) -> np.ndarray:
        node = tree.at(turn)
        if node is None:
            return np.zeros(5)
        row = tree.nodes[node]
        return np.array([row["visits"], row["win"], row["points"], row["margin"], row["reward"]], dtype=float)

    def _reward(self, turn: tuple[int, ...]) -> float:
        visits, *_, reward = self.tallies[turn].total()
        return float(reward / visits) if visits else -1.0

    def _promising(self) -> list[tuple[int, ...]]:
        """The turns that the trees visited most; turns that lead to the same position count as one."""
        visits: dict[bytes, float] = {}
        name: dict[bytes, tuple[int, ...]] = {}
        for turn, after in self._all_turns(limit=2000).items():
            key = after[: self.kernel.key_size].tobytes()
            seen = sum(float(self._seen(tree, turn)[0]) for tree in self.trees)
            if seen > visits.get(key, 0.0):
                name[key] = turn
            visits[key] = visits.get(key, 0.0) + seen
        best = sorted(name, key=lambda key: -visits[key])[:CANDIDATES]
        turns = [name[key] for key in best] or list(self._all_turns(limit=1))
        for turn in turns:
            self.tallies.setdefault(turn, _Tally())
        return turns

    def _all_turns(self, limit: int) -> dict[tuple[int, ...], Bytes]:
        """Whole turns of the viewer that can be made whatever is hidden, with the position after each."""
        k = self.kernel
        steps = np.zeros(k.most_steps, dtype=np.int16)
        found: dict[tuple[int, ...], Bytes] = {}
        waiting: list[tuple[tuple[int, ...], Bytes]] = [((), self.observed)]
        while waiting and len(found) < limit:
            begun, state = waiting.pop()
            for step in steps[: k.legal(state, steps)].tolist():
                after = state.copy()
                k.apply(after, step)
                if k.actor(after) == self.viewer and not _next_turn(state, after, k):
                    waiting.append(((*begun, step), after))
                else:
                    found[(*begun, step)] = after
        return found

    # ---- the exact answer -----------------------------------------------------------------------------------------

    def _exact(self, turns: dict[tuple[int, ...], Bytes]) -> Advice | None:
        """Every turn solved, where nothing is hidden from the viewer and the rest can be searched out."""
        if not turns or self._hidden():
            return None
        solver = Solver(self.kernel, self.players)
        solved: list[tuple[float, Candidate]] = []
        for turn, after in turns.items():
            value = solver.value(after, EXACT_POSITIONS)
            if value is None:
                return None
            liked = preference(value, self.viewer, self.players)
            win = 1.0 if liked > 5_000 else 0.0
            margin = liked - 10_000 * win
            solved.append((liked, Candidate(turn, 1, win, 0.0, float(value[self.viewer]), margin)))
        solved.sort(key=lambda item: -item[0])
        seconds = time.perf_counter() - self.begun
        return Advice(self.viewer, tuple(candidate for _, candidate in solved), 0, seconds, True)

    def _hidden(self) -> bool:
        """Whether dealing the hidden part anew changes anything."""
        from solver.random import seeded

        world = self.observed.copy()
        self.kernel.determinize(world, self.viewer, seeded(1))
        return bool((world != self.observed).any())

    # ---- the answer -----------------------------------------------------------------------------------------------

    def _advice(self) -> Advice:
        turns = self.tallies or {turn: _Tally() for turn in self._promising()}
        candidates = [self._candidate(turn, tally) for turn, tally in turns.items()]
        best = max((candidate.win for candidate in candidates), default=0.0)
        decided = best < DECIDED or min((c.win for c in candidates), default=0.0) > 1 - DECIDED
        order = sorted(
            candidates, key=lambda c: (-c.visits // max(1, CHUNK), -c.margin if decided else -self._liked(c))
        )
        total = sum(int(tree.counts[1]) for tree in self.trees)
        return Advice(self.viewer, tuple(order), total, time.perf_counter() - self.begun, False)

    def _liked(self, candidate: Candidate) -> float:
        return candidate.win + 0.002 * candidate.margin

    def _candidate(self, turn: tuple[int, ...], tally: _Tally) -> Candidate:
        rows = {number: seen for number, seen in tally.sums.items() if seen[0]}
        if not rows:
            rows = {n: seen for n, tree in enumerate(self.trees) if (seen := self._seen(tree, turn))[0]}
        if not rows:
            return Candidate(turn, 0, 0.0, 1.0, 0.0, 0.0)
        visits, win, points, margin, _ = sum(rows.values(), np.zeros(5))
        means = [row[1] / row[0] for row in rows.values()]
        chance = win / visits
        inner = chance * (1 - chance) / visits
        between = float(np.var(means, ddof=1)) / len(means) if len(means) > 1 else 0.25
        spread = float(np.sqrt(max(inner, between) + 1 / (visits + 4) ** 2))
        return Candidate(
            turn, int(visits), float(chance), spread, float(points / visits), float(margin / visits), self._answer(turn)
        )

    def _answer(self, turn: tuple[int, ...]) -> tuple[int, ...]:
        """The most visited line of the next seat in the tree that knows most."""
        best = max(self.trees, key=lambda tree: self._seen(tree, turn)[0], default=None)
        node = best.at(turn) if best else None
        steps: list[int] = []
        mover = None
        while best is not None and node is not None:
            children = [child for child in best.children(node) if best.nodes[child]["visits"]]
            if not children:
                break
            node = max(children, key=lambda child: int(best.nodes[child]["visits"]))
            if mover not in (None, int(best.nodes[node]["mover"])):
                break
            mover = int(best.nodes[node]["mover"])
            steps.append(int(best.nodes[node]["step"]))
        return tuple(steps)


def _next_turn(before: Bytes, after: Bytes, kernel: Kernel) -> bool:
    """Whether a turn ended although the same seat moves again (everybody else had to skip it)."""
    return bool((before[kernel.key_size :] != after[kernel.key_size :]).any())
