"""The advisor: which turn is best, how sure that is, and what the others will answer.

Several independent trees look at the same question with different random numbers, spread over the threads. In the
first part of the time they search freely; then the most promising *turns* are compared by elimination: all that remain
get the same number of simulations, the worse half goes, and so on. The spread between the trees tells how far the
stated chance to win can be trusted. Near the end every turn is solved exactly instead, in every world that is possible;
where only one is, the answer is proved.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from solver.contract import Bytes, Kernel, same_turn
from solver.random import seeded
from solver.search.exact import Solver, preference
from solver.search.tree import Tree

TREES = 6
CHUNK = 240
"""Simulations of a tree between two looks at the clock."""
EXPLORE_SHARE = 0.4
"""Part of the budget for the free search before turns are compared."""
CANDIDATES = 12
MOST_TURNS = 600
"""Turns that the exact solver looks at; more means that the end is not near."""
ROOM = 300_000
"""Nodes of a tree."""
EXACT_POSITIONS = 200_000
"""Positions that the exact solver may visit for each second of thinking."""
DEALS, WORLDS = 96, 8
"""How often the hidden part is dealt to see which worlds are possible, and how many may be solved exactly."""
DECIDED = 0.02
"""A chance to win this close to 0 or 1 is as good as certain: turns are then ranked by their lead."""
LEAD = 0.002
"""How much of a chance to win one point of lead is worth in the ranking."""

Turn = tuple[int, ...]
Sums = NDArray[np.float64]
"""Visits, wins, points, margin and reward, summed."""


@dataclass(frozen=True)
class Limit:
    """How long to think: seconds, or a number of simulations, which makes the answer repeatable."""

    seconds: float = 5.0
    simulations: int | None = None
    threads: int = 2
    seed: int = 0


@dataclass(frozen=True)
class Candidate:
    """A turn and what is known of it; `answer` are the steps expected of the next seat."""

    steps: Turn
    visits: int
    win: float
    win_se: float
    points: float
    margin: float
    answer: Turn = ()


@dataclass(frozen=True)
class Advice:
    """Turns, best first."""

    viewer: int
    turns: tuple[Candidate, ...]
    simulations: int
    seconds: float
    proved: bool


Watch = Callable[[Advice], None]


class Advisor:
    """Answers one question: the seat to move, as `viewer` sees it. What the viewer has not seen is blanked first."""

    def __init__(self, kernel: Kernel, state: Bytes, players: int, limit: Limit, viewer: int | None = None) -> None:
        self.kernel, self.players, self.limit = kernel, players, limit
        self.viewer = int(kernel.actor(state)) if viewer is None else viewer
        self.observed = state.copy()
        kernel.observe(self.observed, self.viewer)
        self.begun = time.perf_counter()
        self.trees = [
            Tree(kernel, self.observed, self.viewer, players, limit.seed * TREES + number, ROOM)
            for number in range(TREES)
        ]
        self.compared: dict[Turn, list[Sums]] = {}

    def advise(self, watch: Watch | None = None) -> Advice:
        """Thinks until the limit; `watch` gets every interim answer, and Ctrl-C keeps the last one."""
        with ThreadPoolExecutor(max_workers=max(1, self.limit.threads)) as pool:
            try:
                exact = self._exact() if self.kernel.near_end(self.observed) else None
                if exact is not None:
                    return exact
                self._explore(pool, watch)
                self._eliminate(pool, watch)
            except KeyboardInterrupt:
                if not any(tree.counts[1] for tree in self.trees):
                    self.trees[0].run(CHUNK)
        return self._advice()

    # ---- searching ------------------------------------------------------------------------------------------------

    def _explore(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        for times in self._portions(0.0, EXPLORE_SHARE):
            list(pool.map(Tree.run, self.trees, [times] * TREES))
            if watch:
                watch(self._advice())

    def _eliminate(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        turns = self._promising()
        self.compared = {turn: [np.zeros(5) for _ in self.trees] for turn in turns}
        rounds = max(1, (len(turns) - 1).bit_length())
        step = (1 - EXPLORE_SHARE) / rounds
        for number in range(rounds):
            for times in self._portions(EXPLORE_SHARE + number * step, EXPLORE_SHARE + (number + 1) * step):
                each = max(1, times // len(turns))
                list(pool.map(self._compare, range(TREES), [turns] * TREES, [each] * TREES))
                if watch:
                    watch(self._advice())
            turns = sorted(turns, key=lambda turn: -self._reward(turn))[: max(2, (len(turns) + 1) // 2)]

    def _compare(self, number: int, turns: list[Turn], each: int) -> None:
        tree = self.trees[number]
        for turn in turns:
            before = tree.sums(turn)
            tree.run(each, turn)
            self.compared[turn][number] += tree.sums(turn) - before

    def _portions(self, start: float, end: float) -> Iterator[int]:
        """How many simulations each tree makes next, between these shares of the budget."""
        if self.limit.simulations is not None:
            left = int(self.limit.simulations * (end - start)) // TREES
            while left > 0:
                yield min(left, CHUNK)
                left -= CHUNK
            return
        yield CHUNK
        while time.perf_counter() < self.begun + self.limit.seconds * end:
            yield CHUNK

    def _promising(self) -> list[Turn]:
        """The turns that the trees visited most; turns that lead to the same position count as one."""
        visits: dict[bytes, float] = {}
        name: dict[bytes, tuple[float, Turn]] = {}
        for turn, after in self._turns(lambda turn: sum(tree.sums(turn)[0] for tree in self.trees) >= TREES):
            key = after[: self.kernel.key_size].tobytes()
            seen = sum(float(tree.sums(turn)[0]) for tree in self.trees)
            visits[key] = visits.get(key, 0.0) + seen
            name[key] = max(name.get(key, (0.0, turn)), (seen, turn))
        best = sorted(visits, key=lambda key: (-visits[key], name[key][1]))[:CANDIDATES]
        return [name[key][1] for key in best] or [turn for turn, _ in self._turns(lambda _: True)][:CANDIDATES]

    def _turns(self, worth_a_look: Callable[[Turn], bool]) -> Iterator[tuple[Turn, Bytes]]:
        """Whole turns of the viewer, with the position after each as far as the viewer can see it."""
        k = self.kernel
        steps = np.zeros(k.most_steps, dtype=np.int16)
        waiting: list[tuple[Turn, Bytes]] = [((), self.observed)]
        while waiting:
            begun, state = waiting.pop()
            for step in steps[: k.legal(state, steps)].tolist():
                turn = (*begun, step)
                if not worth_a_look(turn):
                    continue
                after = state.copy()
                k.apply(after, step)
                if k.actor(after) == self.viewer and same_turn(state, after):
                    waiting.append((turn, after))
                else:
                    yield turn, after

    # ---- the exact answer -----------------------------------------------------------------------------------------

    def _exact(self) -> Advice | None:
        """Every turn solved in every possible world; None where that is too much."""
        worlds = self._worlds()
        turns = [turn for turn, _ in self._turns(lambda _: True)] if worlds else []
        if not turns or len(turns) > MOST_TURNS:
            return None
        thinking = self.limit.seconds if self.limit.simulations is None else self.limit.simulations / 10_000
        left = int(EXACT_POSITIONS * thinking)
        sums = {turn: np.zeros(3) for turn in turns}
        for world, weight in worlds:
            solver = Solver(self.kernel, self.players)
            for turn in turns:
                value = solver.value(self._after(world, turn), left)
                if value is None:
                    return None
                left -= int(solver.budget[1])
                liked = float(preference(value, self.viewer, self.players))
                win = 1.0 if liked > 5_000 else 0.0
                sums[turn] += weight * np.array([win, value[self.viewer], liked - 10_000 * win])
        found = [Candidate(turn, 0, float(s[0]), 0.0, float(s[1]), float(s[2])) for turn, s in sums.items()]
        found.sort(key=lambda candidate: (-candidate.win, -candidate.margin, candidate.steps))
        if len(worlds) == 1:
            found[0] = replace(found[0], answer=self._exact_answer(solver, self._after(worlds[0][0], found[0].steps)))
        return Advice(self.viewer, tuple(found), 0, time.perf_counter() - self.begun, len(worlds) == 1)

    def _exact_answer(self, solver: Solver, state: Bytes) -> Turn:
        """The turn with which the next seat answers when it plays exactly; the solver has seen it all."""
        k = self.kernel
        answer: list[int] = []
        seat, begun = k.actor(state), state.copy()
        steps = np.zeros(k.most_steps, dtype=np.int16)
        while seat >= 0 and k.actor(state) == seat and same_turn(begun, state):
            liked: list[tuple[float, int, int]] = []
            for step in steps[: k.legal(state, steps)].tolist():
                value = solver.value(self._after(state, (step,)), EXACT_POSITIONS)
                if value is None:
                    return tuple(answer)
                liked.append((-preference(value, seat, self.players), len(liked), step))
            answer.append(min(liked)[2])
            k.apply(state, answer[-1])
        return tuple(answer)

    def _after(self, world: Bytes, turn: Turn) -> Bytes:
        after = world.copy()
        for step in turn:
            self.kernel.apply(after, step)
        return after

    def _worlds(self) -> list[tuple[Bytes, float]]:
        """The worlds that dealing the hidden part finds, with their shares; none where they are many."""
        random = seeded(self.limit.seed)
        counted: dict[bytes, int] = {}
        for _ in range(DEALS):
            world = self.observed.copy()
            self.kernel.determinize(world, self.viewer, random)
            counted[world.tobytes()] = counted.get(world.tobytes(), 0) + 1
            if len(counted) > WORLDS:
                return []
        return [(np.frombuffer(key, dtype=np.uint8).copy(), n / DEALS) for key, n in sorted(counted.items())]

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

    def _reward(self, turn: Turn) -> float:
        visits, *_, reward = sum(self.compared[turn], np.zeros(5))
        return float(reward / visits) if visits else -1.0

    def _candidate(self, turn: Turn, sums: list[Sums]) -> Candidate:
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

    def _settled(self, turn: Turn, chance: float) -> float:
        """The chance to win at the end of the lines that the trees like best.

        A tree's mean also contains what it only tried, so it lags behind the truth; how far the preferred line is away
        from the mean tells by how much.
        """
        ends = [tree.line_end(node) for tree in self.trees if (node := tree.at(turn)) is not None]
        seen = [(row["win"], row["visits"]) for row in ends if row["visits"]]
        return float(sum(win for win, _ in seen) / sum(visits for _, visits in seen)) if seen else chance

    def _answer(self, turn: Turn) -> Turn:
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
