"""What every turn of a position is worth, exactly: by solving all that can follow, or by counting the points at once.

Where something may still come to light nothing is solved; then only the points of the turn itself are asked for. A win
is one that can be forced, whatever the others do (`solver.puzzles.forced`; for two that is plain alpha-beta).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, same_turn
from solver.puzzles.forced import Forced
from solver.puzzles.settings import Kind, Setting
from solver.search.advice import TurnSteps
from solver.search.alphabeta import MOST, POINT, AlphaBeta
from solver.search.decisions import essential_steps, made

POSITIONS = 400_000
"""Positions that may be visited to solve what follows one turn."""
MOST_TURNS = 4_000
"""Turns of a position that is asked about at all."""


class TooLargeError(Exception):
    """More would have to be searched than is allowed."""


class Worth(NamedTuple):
    """A turn's share of the win, and its points: the lead at the end, or what the turn itself brings."""

    win: float
    points: float


@dataclass(frozen=True, eq=False)
class Valued:
    """A turn, as far as it is asked for, the position after all of it, and what it is worth."""

    steps: TurnSteps
    after: Bytes
    worth: Worth


@dataclass(frozen=True, eq=False)
class Way:
    """A turn to its end: its steps, and the position after them."""

    steps: TurnSteps
    asked: int
    """So many of the steps are asked for."""
    after: Bytes


@dataclass
class Questions:
    """Values turns of one game, all hands open; `kernel` is that of the open table."""

    kernel: Kernel
    setting: Setting
    players: int
    positions: int = POSITIONS
    _forced: Forced = field(init=False)
    _pair: AlphaBeta = field(init=False)

    def __post_init__(self) -> None:
        if self.players == 2:
            self._pair = AlphaBeta(self.kernel, 1, self.positions)
        else:
            self._forced = Forced(self.kernel, self.players)

    def valued(self, kind: Kind, state: Bytes) -> list[Valued] | None:
        """All answers, the best first, each by its best turn; None where too much would have to be searched.

        Of a turn that is asked whether it wins, and does not, the points may be more than it can force.
        """
        best: dict[bytes, Valued] = {}
        try:
            for way in self._ways(state):
                turn, answer = self._valued(kind, state, way), self.setting.on_table(way.after)
                if answer not in best or turn.worth > best[answer].worth:
                    best[answer] = turn
        except TooLargeError:
            return None
        return sorted(best.values(), key=lambda turn: (-turn.worth.win, -turn.worth.points, turn.steps))

    def wins(self, state: Bytes) -> bool | None:
        """Whether the seat to move can force a win at all; None where too much would have to be searched."""
        try:
            return self._ahead(state, int(self.kernel.actor(state)), 0, 1) > 0
        except TooLargeError:
            return None

    def judged(self, kind: Kind, state: Bytes, steps: TurnSteps) -> Valued | None:
        """One turn, whether or not the others are looked at; what it leaves open is added."""
        try:
            return self._valued(kind, state, self.whole(state, steps), exact=True)
        except TooLargeError:
            return None

    def same(self, one: Bytes, other: Bytes) -> bool:
        """Whether two turns that led there are the same answer."""
        return self.setting.on_table(one) == self.setting.on_table(other)

    def line(self, state: Bytes, viewer: int, most: int) -> list[TurnSteps]:
        """How the game goes on, turn by turn: the viewer plays for the lead, the others together against it."""
        turns: list[TurnSteps] = []
        while len(turns) < most and (seat := self.kernel.actor(state)) >= 0:
            sign = 1 if seat == viewer else -1
            try:
                ways = [(sign * self._ahead(way.after, viewer, -MOST, MOST), way) for way in self._ways(state)]
            except TooLargeError:
                break
            best = max(ways, key=lambda valued: valued[0])[1]
            turns.append(best.steps[: best.asked])
            state = best.after
        return turns

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _ways(self, state: Bytes) -> Iterator[Way]:
        """Every turn that leads to something else."""
        met: set[bytes] = set()
        waiting: list[tuple[TurnSteps, Bytes]] = [((), state)]
        while waiting:
            begun, before = waiting.pop()
            for step in essential_steps(self.kernel, before):
                steps, after = (*begun, step), made(self.kernel, before, step)
                if self.goes_on(state, after):
                    waiting.append((steps, after))
                    continue
                if (key := after[: self.kernel.key_size].tobytes()) in met:
                    continue
                met.add(key)
                if len(met) > MOST_TURNS:
                    raise TooLargeError
                yield self.whole(state, steps)

    def goes_on(self, state: Bytes, after: Bytes) -> bool:
        """Whether some of the turn that is asked for is still to be played."""
        return not self._over(state, after) and not self.setting.settled(after)

    def whole(self, state: Bytes, steps: TurnSteps) -> Way:
        """A turn to its end: where it is settled, any way to end it will do."""
        after, asked = state, len(steps)
        for number, step in enumerate(steps):
            after = made(self.kernel, after, step)
            if self.setting.settled(after):
                asked = min(asked, number + 1)
        while not self._over(state, after):
            step = essential_steps(self.kernel, after)[0]
            steps, after = (*steps, step), made(self.kernel, after, step)
        return Way(steps, asked, after)

    def _over(self, state: Bytes, after: Bytes) -> bool:
        return self.kernel.actor(after) != self.kernel.actor(state) or not same_turn(state, after)

    # ---- what they are worth ----------------------------------------------------------------------------------------

    def _valued(self, kind: Kind, state: Bytes, way: Way, exact: bool = False) -> Valued:
        """Of a turn that does not win only that is said, unless its lead is wanted exactly."""
        seat = int(self.kernel.actor(state))
        if kind == "points":
            worth = Worth(0.0, self._points(self._reached(state, way), seat) - self._points(state, seat))
        elif not exact and (ahead := self._ahead(way.after, seat, -1, 1)) <= 0:
            worth = self._worth(ahead)
        else:
            worth = self._worth(self._ahead(way.after, seat, -MOST, MOST))
        return Valued(way.steps[: way.asked], way.after, worth)

    def _reached(self, state: Bytes, way: Way) -> Bytes:
        for step in way.steps[: way.asked]:
            state = made(self.kernel, state, step)
        return state

    def _points(self, state: Bytes, seat: int) -> float:
        points = np.zeros(2 * MOST_SEATS)
        self.kernel.scores(state, points)
        return float(points[seat])

    def _worth(self, ahead: int) -> Worth:
        return Worth(float(ahead > 0) if ahead else 0.5 * self.kernel.shared_wins, float(round(ahead / POINT)))

    def _ahead(self, after: Bytes, seat: int, low: int, high: int) -> int:
        """The lead that a seat can force if it lies between two others, else a bound."""
        if self.players > 2:
            value = self._forced.within(after, seat, low, high, self.positions)
        elif seat == 0:
            value = self._pair.within(after, low, high, self.positions)
        else:
            value = self._pair.within(after, -high, -low, self.positions)
        if value is None:
            raise TooLargeError
        return value if seat == 0 or self.players > 2 else -value
