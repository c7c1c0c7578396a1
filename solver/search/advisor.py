"""The advisor: which turn is best, how sure that is, and what the others will answer.

Several independent trees look at the same question with different random numbers, spread over the threads. In the
first part of the time they search freely; then the most promising *turns* are compared by elimination: all that remain
get the same number of simulations, the worse half goes, and so on. The spread between the trees tells how far the
stated chance to win can be trusted. Near the end the exact answer is tried first (`solver.search.endings`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from solver.kernel.contract import Bytes, Kernel
from solver.search.advice import Advice, Candidate, Limit, TurnSteps, Watch, turns
from solver.search.endings import Ending
from solver.search.tree import STOP, Tree

FIRST_CHUNK, CHUNK = 4, 240
"""Simulations of a tree between two looks at the clock: at first, and at most where they are quick."""
PAUSE = 0.25
"""Seconds between two interim answers, and about the longest between two looks at the clock."""
PATIENCE = 2.0
"""Seconds beyond the limit in which the least number of simulations is made up for."""
EXPLORE_SHARE = 0.4
"""Part of the budget for the free search before turns are compared."""
CANDIDATES = 12
ROOM = 300_000
"""Nodes of a tree."""
DECIDED = 0.02
"""A chance to win this close to 0 or 1 is as good as certain: turns are then ranked by their lead."""
LEAD = 0.002
"""How much of a chance to win one point of lead is worth in the ranking."""

Sums = NDArray[np.float64]
"""Visits, wins, points, margin and reward, summed."""


class Advisor:
    """Answers one question: the seat to move, as `viewer` sees it. What the viewer has not seen is blanked first."""

    def __init__(self, kernel: Kernel, state: Bytes, players: int, limit: Limit, viewer: int | None = None) -> None:
        self.kernel, self.players, self.limit = kernel, players, limit
        self.viewer = int(kernel.actor(state)) if viewer is None else viewer
        self.observed = state.copy()
        kernel.observe(self.observed, self.viewer)
        self.begun = self.told = time.perf_counter()
        self.trees = [
            Tree(kernel, self.observed, self.viewer, players, limit.seed * limit.trees + number, ROOM)
            for number in range(limit.trees)
        ]
        self.compared: dict[TurnSteps, list[Sums]] = {}
        self._chunk = FIRST_CHUNK

    def advise(self, watch: Watch | None = None) -> Advice:
        """Thinks until the limit; `watch` gets every interim answer, and Ctrl-C keeps the last one."""
        with ThreadPoolExecutor(max_workers=max(1, self.limit.threads)) as pool:
            try:
                exact = Ending(self.kernel, self.observed, self.players, self.viewer, self.limit).advice()
                if exact is not None:
                    return exact
                self._explore(pool, watch)
                self._eliminate(pool, watch)
            except KeyboardInterrupt:
                for tree in self.trees:
                    tree.stop()
                pool.shutdown(cancel_futures=True)
                if not any(tree.counts[1] for tree in self.trees):
                    self.trees[0].counts[STOP] = 0
                    self.trees[0].run(FIRST_CHUNK)
        return self._advice()

    # ---- searching ------------------------------------------------------------------------------------------------

    def _explore(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        for times in self._portions(0.0, EXPLORE_SHARE):
            list(pool.map(Tree.run, self.trees, [times] * self.limit.trees))
            self._tell(watch)

    def _eliminate(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        turns = self._promising()
        self.compared = {turn: [np.zeros(5) for _ in self.trees] for turn in turns}
        rounds = max(1, (len(turns) - 1).bit_length())
        step = (1 - EXPLORE_SHARE) / rounds
        for number in range(rounds):
            for times in self._portions(EXPLORE_SHARE + number * step, EXPLORE_SHARE + (number + 1) * step):
                each = max(1, times // len(turns))
                list(
                    pool.map(
                        self._compare, range(self.limit.trees), [turns] * self.limit.trees, [each] * self.limit.trees
                    )
                )
                self._tell(watch)
            turns = sorted(turns, key=lambda turn: -self._reward(turn))[: max(2, (len(turns) + 1) // 2)]

    def _tell(self, watch: Watch | None) -> None:
        """An interim answer, now and then: putting one together takes time from the search."""
        if watch and time.perf_counter() - self.told > PAUSE:
            watch(self._advice())
            self.told = time.perf_counter()

    def _compare(self, number: int, turns: list[TurnSteps], each: int) -> None:
        tree = self.trees[number]
        for turn in turns:
            before = tree.sums(turn)
            tree.run(each, turn)
            self.compared[turn][number] += tree.sums(turn) - before

    def _portions(self, start: float, end: float) -> Iterator[int]:
        """How many simulations each tree makes next, between these shares of the budget."""
        if self.limit.simulations is not None:
            left = int(self.limit.simulations * (end - start)) // self.limit.trees
            while left > 0:
                yield min(left, CHUNK)
                left -= CHUNK
            return
        due = self.begun + self.limit.seconds * end
        while (now := time.perf_counter()) < due or (start == 0.0 and self._owes(now)):
            yield self._chunk
            slow = time.perf_counter() - now > PAUSE
            self._chunk = max(1, self._chunk // 2) if slow else min(CHUNK, 2 * self._chunk)

    def _owes(self, now: float) -> bool:
        """However short the time, some simulations are made, unless these take very long."""
        return bool(self.trees[-1].counts[1] < CHUNK) and now < self.begun + self.limit.seconds + PATIENCE

    def _promising(self) -> list[TurnSteps]:
        """The turns that the trees visited most; turns that lead to the same position count as one."""
        visits: dict[bytes, float] = {}
        name: dict[bytes, tuple[float, TurnSteps]] = {}
        for turn, after in turns(
            self.kernel,
            self.observed,
            self.viewer,
            lambda turn: sum(tree.sums(turn)[0] for tree in self.trees) >= self.limit.trees,
        ):
            key = after[: self.kernel.key_size].tobytes()
            seen = sum(float(tree.sums(turn)[0]) for tree in self.trees)
            visits[key] = visits.get(key, 0.0) + seen
            name[key] = max(name.get(key, (0.0, turn)), (seen, turn))
        best = sorted(visits, key=lambda key: (-visits[key], name[key][1]))[:CANDIDATES]
        every = (turn for turn, _ in turns(self.kernel, self.observed, self.viewer))
        return [name[key][1] for key in best] or list(islice(every, CANDIDATES))

    # ---- the answer -----------------------------------------------------------------------------------------------

    def _advice(self) -> Advice:
        turns = self.compared or {turn: [np.zeros(5)] for turn in self._promising()}
        found = [self._candidate(turn, sums) for turn, sums in turns.items()]
        wins = [candidate.win for candidate in found] or [0.0]
        decided = max(wins) < DECIDED or min(wins) > 1 - DECIDED
        survivors = max((candidate.visits for candidate in found), default=0) // 2
        found.sort(key=lambda c: (c.visits < survivors, -c.margin if decided else -(c.win + LEAD * c.margin), c.steps))
        total = sum(int(tree.counts[1]) for tree in self.trees)
        return Advice(self.viewer, tuple(found), total, time.perf_counter() - self.begun, False)

    def _reward(self, turn: TurnSteps) -> float:
        visits, *_, reward = sum(self.compared[turn], np.zeros(5))
        return float(reward / visits) if visits else -1.0

    def _candidate(self, turn: TurnSteps, sums: list[Sums]) -> Candidate:
        rows = [row for row in sums if row[0]] or [row for tree in self.trees if (row := tree.sums(turn))[0]]
        if not rows:
            return Candidate(turn, 0, 0.0, 1.0, 0.0, 0.0)
        visits, win, points, margin, _ = sum(rows, np.zeros(5))
        chance = float(win / visits)
        between = float(np.var([row[1] / row[0] for row in rows], ddof=1)) / len(rows) if len(rows) > 1 else 0.25
        within = chance * (1 - chance) / visits
        trying = (chance - self._settled(turn, chance)) ** 2
        spread = float(np.sqrt(max(within, between) + trying + (1 / (visits + 4)) ** 2))
        return Candidate(
            turn, int(visits), chance, spread, float(points / visits), float(margin / visits), self._answer(turn)
        )

    def _settled(self, turn: TurnSteps, chance: float) -> float:
        """The chance to win at the end of the lines that the trees like best.

        A tree's mean also contains what it only tried, so it lags behind the truth; how far the preferred line is away
        from the mean tells by how much.
        """
        ends = [tree.line_end(node) for tree in self.trees if (node := tree.at(turn)) is not None]
        seen = [(row["win"], row["visits"]) for row in ends if row["visits"]]
        return float(sum(win for win, _ in seen) / sum(visits for _, visits in seen)) if seen else chance

    def _answer(self, turn: TurnSteps) -> TurnSteps:
        """The most visited line of the next seat in the tree that knows most."""
        tree = max(self.trees, key=lambda tree: tree.sums(turn)[0])
        node = tree.at(turn)
        steps: list[int] = []
        mover: int | None = None
        while node is not None:
            children = [child for child in tree.children(node) if tree.nodes[child]["visits"]]
            if not children:
                break
            node = max(children, key=lambda child: (int(tree.nodes[child]["visits"]), -child))
            if mover not in (None, int(tree.nodes[node]["mover"])):
                break
            mover = int(tree.nodes[node]["mover"])
            steps.append(int(tree.nodes[node]["step"]))
        return tuple(steps)
