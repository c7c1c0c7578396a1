"""The advisor: which turn is best, how sure that is, and what the others will answer.

Several independent trees look at the same question with different random numbers, spread over the threads. In the
first part of the time they search freely; then the most promising *decisions*, turns up to where chance speaks, are
compared by elimination: all that remain get the same simulations, with the same worlds and random numbers, the worse
half goes, and so on. `solver.search.estimates` tells how far what was counted can be trusted. Near the end the exact
answer is tried first (`solver.search.endings`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, islice

import numpy as np

from solver.kernel.contract import Bytes, Kernel
from solver.search.advice import Advice, Candidate, Limit, TurnSteps, Watch
from solver.search.decisions import Decision, Decisions
from solver.search.endings import Ending
from solver.search.estimates import Gap, Sums, Tally, error, gap, ranked
from solver.search.plans import expected_answer, plan
from solver.search.tree import STOP, Tree

FIRST_CHUNK, CHUNK = 4, 240
"""Simulations of a tree between two looks at the clock: at first, and at most where they are quick."""
PAUSE = 0.25
"""Seconds between two interim answers, and about the longest between two looks at the clock."""
PATIENCE = 2.0
"""Seconds beyond the limit in which the least number of simulations is made up for."""
EXPLORE_SHARE = 0.4
"""Part of the budget for the free search before turns are compared."""
CANDIDATES, FEWEST = 12, 4
"""Turns that are compared, at most and, where there are so many, at least: a tree may be wrong to pass over one."""
MOST_OTHERS = 60
"""Turns among which those are looked for that the trees passed over."""
ROOM = 3_000_000
"""Nodes of all trees together: about 200 MB once all of them are used."""


class Advisor:
    """Answers one question: the seat to move, as it sees the position. What it has not seen is blanked first."""

    def __init__(
        self, kernel: Kernel, state: Bytes, players: int, limit: Limit, judged: Sequence[TurnSteps] = ()
    ) -> None:
        """`judged` are turns that are valued whatever the trees think of them; they are legal in every world."""
        self.kernel, self.players, self.limit, self.judged = kernel, players, limit, tuple(judged)
        self.viewer = int(kernel.actor(state))
        self.observed = state.copy()
        kernel.observe(self.observed, self.viewer)
        self.begun = self.told = limit.clock()
        self.question = Decisions(kernel, self.observed, self.viewer)
        seed, room = limit.seed * limit.trees, ROOM // limit.trees
        self.trees = [
            Tree(self.question, players, seed + number, room, limit.judged, limit.greedy)
            for number in range(limit.trees)
        ]
        self.trees[0].run(0)  # what numba sets up with the first call it must not set up in two threads at once
        self.tallies: dict[TurnSteps, Tally] = {}
        self._open: set[TurnSteps] = set()
        self._chunk = FIRST_CHUNK
        self._cut_short = False

    def advise(self, watch: Watch | None = None, ahead: bool = True) -> Advice:
        """Thinks until the limit; `watch` gets every interim answer, and Ctrl-C keeps what is known by then.

        Looking `ahead` tells what follows each turn, the plan or the expected answer; interim answers do without.
        """
        with ThreadPoolExecutor(max_workers=max(1, self.limit.threads)) as pool:
            try:
                exact = Ending(self.question, self.players, self.limit, self.judged).advice()
                if exact is not None:
                    return exact
                self._explore(pool, watch)
                self._eliminate(pool, watch)
            except KeyboardInterrupt:
                self._stop(pool)
                if not any(tree.counts[1] for tree in self.trees):
                    self.trees[0].counts[STOP] = 0
                    self.trees[0].run(CHUNK)
        return self._advice(ahead)

    @property
    def simulations(self) -> int:
        """How many were made by now."""
        return sum(int(tree.counts[1]) for tree in self.trees)

    def measure(self, turns: Sequence[TurnSteps], limit: Limit) -> dict[TurnSteps, Tally]:
        """Counts turns again, after the answer, with chances that no choice was made by: all of them the same.

        Whatever looks best of many was lucky, too; what is counted now knows nothing of that.
        """
        self.limit, self.begun = limit, limit.clock()
        tallies = {turn: Tally(limit.trees) for turn in turns}
        for tally in tallies.values():
            tally.begin_round()
        with ThreadPoolExecutor(max_workers=max(1, limit.threads)) as pool:
            try:
                for times in chain((FIRST_CHUNK * len(turns),), self._portions(0.0, 1.0)):
                    each = max(1, times // len(turns))
                    list(pool.map(partial(self._compare, tallies, each), range(limit.trees)))
            except KeyboardInterrupt:
                self._stop(pool)
        return tallies

    def go_on(self) -> None:
        """Passes a Ctrl-C that cut the search short on to whoever has no use for half an answer."""
        if self._cut_short:
            raise KeyboardInterrupt

    def gap(self, tallies: Mapping[TurnSteps, Tally], better: TurnSteps, other: TurnSteps) -> Gap:
        """How far two of the measured turns are apart."""
        usual, steps_left = self._usual()
        settled = self._settled(better), self._settled(other)
        return gap(tallies[better], tallies[other], settled, usual, steps_left)

    def error(self, tallies: Mapping[TurnSteps, Tally], turn: TurnSteps) -> float:
        """How far off the chance of a measured turn may be."""
        return error(tallies[turn], self._settled(turn), *self._usual())

    # ---- searching ------------------------------------------------------------------------------------------------

    def _stop(self, pool: ThreadPoolExecutor) -> None:
        self._cut_short = True
        for tree in self.trees:
            tree.stop()
        pool.shutdown(cancel_futures=True)

    def _explore(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        for times in self._portions(0.0, EXPLORE_SHARE):
            list(pool.map(Tree.run, self.trees, [times] * self.limit.trees))
            self._tell(watch)

    def _eliminate(self, pool: ThreadPoolExecutor, watch: Watch | None) -> None:
        turns = self._promising()
        if not turns:
            return
        self.tallies = {turn: Tally(self.limit.trees) for turn in turns}
        rounds = max(1, (len(turns) - 1).bit_length())
        share = (1 - EXPLORE_SHARE) / rounds
        for number in range(rounds):
            for turn in turns:
                self.tallies[turn].begin_round()
            for times in self._portions(EXPLORE_SHARE + number * share, EXPLORE_SHARE + (number + 1) * share):
                each = max(1, times // len(turns))
                compared = {turn: self.tallies[turn] for turn in turns}
                list(pool.map(partial(self._compare, compared, each), range(self.limit.trees)))
                self._tell(watch)
            best = sorted(turns, key=lambda turn: -self.tallies[turn].reward)[: max(2, (len(turns) + 1) // 2)]
            turns = [turn for turn in turns if turn in best or turn in self.judged]
        if not self._compared:
            list(pool.map(self._try_once, self.trees))

    def _tell(self, watch: Watch | None) -> None:
        """An interim answer, now and then: putting one together takes time from the search."""
        if watch and self.limit.clock() - self.told > PAUSE:
            watch(self._advice(ahead=False))
            self.told = self.limit.clock()

    def _compare(self, tallies: Mapping[TurnSteps, Tally], each: int, number: int) -> None:
        """The same chances for all turns in one tree; whatever is counted at its root is counted for the turn."""
        tree, last = self.trees[number], [*tallies][-1]
        for turn, tally in tallies.items():
            before, shares = tree.sums_of(0), tree.shares.copy()
            tree.run(each, turn, again=turn != last, essential=self.question.essential(turn))
            tally.add(number, tree.sums_of(0) - before, tree.shares - shares)

    def _portions(self, start: float, end: float) -> Iterator[int]:
        """How many simulations each tree makes next, between these shares of the budget."""
        if self.limit.simulations is not None:
            left = int(self.limit.simulations * (end - start)) // self.limit.trees
            while left > 0 and not self._stopped():
                yield min(left, CHUNK)
                left -= CHUNK
            return
        due = self.begun + self.limit.seconds * end
        while (now := self.limit.clock()) < due or (start == 0.0 and self._owes(now)):
            if self._stopped():
                return
            yield self._chunk
            slow = self.limit.clock() - now > PAUSE
            self._chunk = max(1, self._chunk // 2) if slow else min(CHUNK, 2 * self._chunk)

    @property
    def _compared(self) -> bool:
        """Whether there was time for it."""
        return any(tally.visits for tally in self.tallies.values())

    def _try_once(self, tree: Tree) -> None:
        """However short the time, nothing is said of a turn that was never tried."""
        for turn in self.tallies:
            if not tree.sums(turn)[0]:
                tree.run(1, turn, essential=self.question.essential(turn))

    def _stopped(self) -> bool:
        """Whoever is stopped before anything was tried takes a short look all the same."""
        return self.limit.stopped() and any(tree.counts[1] for tree in self.trees)

    def _owes(self, now: float) -> bool:
        """However short the time, some simulations are made, unless these take very long."""
        return bool(self.trees[-1].counts[1] < self.limit.least) and now < self.begun + self.limit.seconds + PATIENCE

    def _promising(self) -> list[TurnSteps]:
        """The decisions that the trees visited most, and the judged ones; those that lead to the same count as one."""
        visits: dict[bytes, float] = {}
        name: dict[bytes, tuple[float, TurnSteps]] = {}
        for decision in self.question.listed(self._looked_at):
            turn = self._noted(decision)
            key = decision.after[: self.kernel.key_size].tobytes()
            seen = self._visits(turn)
            visits[key] = visits.get(key, 0.0) + seen
            name[key] = max(name.get(key, (0.0, turn)), (seen, turn))
        best = sorted(visits, key=lambda key: (-visits[key], name[key][1]))[:CANDIDATES]
        found = [name[key][1] for key in best]
        if len(found) < FEWEST:
            found += [turn for turn in self._others(set(visits)) if turn not in found][: FEWEST - len(found)]
        extra = [turn for turn in self.judged if turn not in found]
        self._open |= {turn for turn in extra if self.question.goes_on(turn)}
        return [*found, *extra]

    def _others(self, met: set[bytes]) -> list[TurnSteps]:
        """Some decisions that the trees passed over, each that leads to something else."""
        found: dict[bytes, TurnSteps] = {}
        for decision in islice(self.question.listed(), MOST_OTHERS):
            key = decision.after[: self.kernel.key_size].tobytes()
            if key not in met:
                found.setdefault(key, self._noted(decision))
        return list(found.values())

    def _noted(self, decision: Decision) -> TurnSteps:
        if decision.open:
            self._open.add(decision.steps)
        return decision.steps

    def _visits(self, turn: TurnSteps) -> float:
        return float(sum(tree.sums(turn)[0] for tree in self.trees))

    def _looked_at(self, turn: TurnSteps) -> bool:
        return self._visits(turn) >= self.limit.trees

    # ---- the answer -----------------------------------------------------------------------------------------------

    def _advice(self, ahead: bool) -> Advice:
        tallies = self.tallies
        if not self._compared:
            tallies = {turn: self._so_far(turn) for turn in tallies or self._promising()}
        usual, steps_left = self._usual()
        settled = {turn: self._settled(turn) for turn in tallies}
        found = ranked(tallies, settled, usual, steps_left)
        if ahead:
            found = [self._followed(row) for row in found]
        return Advice(self.viewer, tuple(found), self.simulations, self.limit.clock() - self.begun, False)

    def _usual(self) -> tuple[Sums, float]:
        """What was counted in all, and how many steps there were to the end."""
        steps = sum(int(tree.counts[2]) for tree in self.trees)
        return sum((tree.sums_of(0) for tree in self.trees), np.zeros(5)), steps / max(1, self.simulations)

    def _so_far(self, turn: TurnSteps) -> Tally:
        """What the free search has seen of a turn."""
        tally = Tally(self.limit.trees)
        tally.begin_round()
        for number, tree in enumerate(self.trees):
            tally.add(number, tree.sums(turn))
        return tally

    def _settled(self, turn: TurnSteps) -> Sums:
        """What is counted at the end of the lines that the trees like best."""
        nodes = [(tree, node) for tree in self.trees if (node := tree.at(turn)) is not None]
        return sum((tree.sums_of(tree.line_end(node)) for tree, node in nodes), np.zeros(5))

    def _followed(self, row: Candidate) -> Candidate:
        if row.steps in self._open:
            return row.with_plan(plan(self.question, self.trees, row))
        return row.with_answer(expected_answer(self.trees, row.steps))
