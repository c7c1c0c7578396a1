"""The rest of a game for two who see everything, searched out: what every turn is worth, proved turn by turn.

Alpha-beta proves the lead, and from there the points of best play are found (`solver.search.best_points`). A turn of
which either takes too long is not listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, same_turn
from solver.search.advice import Candidate, Limit, TurnSteps
from solver.search.alphabeta import MOST, POINT, AlphaBeta
from solver.search.best_points import BestPoints
from solver.search.decisions import made, whole_turns

SEARCHED_OUT = 1_000_000
"""Positions that alpha-beta may visit for each second of thinking, where the answer has to be repeatable."""
SHARE = 0.5
"""Part of the time that a proof may take; the rest is for the search, should there be none."""
ROWS = 6
"""Turns whose value is proved; more where they are as good as the best."""
EQUALS = 24
"""Turns as good as the best of which the one with the most points is looked for."""
EACH = 200_000
"""Positions that may be visited to prove one more turn."""


class SearchedOut:
    """The question of the seat to move in a position in which nothing is hidden."""

    def __init__(self, kernel: Kernel, state: Bytes, thinking: float, limit: Limit, begun: float) -> None:
        self.kernel, self.state = kernel, state
        self.seat = int(kernel.actor(state))
        repeatable = limit.simulations is not None
        positions = int(SEARCHED_OUT * thinking) if repeatable else None
        self._search = AlphaBeta(kernel, 1 if repeatable else limit.threads, positions)
        self._stopped, self._clock = limit.stopped, limit.clock
        self._until = float("inf") if repeatable else begun + SHARE * thinking
        self._ends = BestPoints(kernel)

    def candidates(self, judged: Sequence[TurnSteps] = ()) -> list[Candidate] | None:
        """The best turns, best first, and those that are judged in any case; None when the time did not suffice."""
        value = self._search.value(self.state, self._until, self._stopped, self._clock)
        if value is None:
            return None
        best = self._own(value)
        wanted = {**self._leads(best), **{turn: self._lead_after(turn) for turn in judged}}
        rows = [self._candidate(turn, ahead) for turn, ahead in wanted.items() if ahead is not None]
        found = [row for row in rows if row is not None]
        if not found or round(best / POINT) != max(row.margin for row in found):
            return None
        found.sort(key=lambda row: (-row.win, -row.margin, -row.points, row.steps))
        first = replace(found[0], answer=self._answer(found[0].steps))
        kept = [row for number, row in enumerate(found[1:]) if number < ROWS - 1 or row.steps in judged]
        return [replace(row, behind=first.win - row.win) for row in (first, *kept)]

    def _own(self, value: int) -> int:
        """Seat 0's lead as the asking seat's."""
        return value if self.seat == 0 else -value

    # ---- leads ------------------------------------------------------------------------------------------------------

    def _leads(self, best: int) -> dict[TurnSteps, int]:
        """The proved leads of the best turns, and of a few others while there is time."""
        found: dict[TurnSteps, int] = {}
        met: set[bytes] = set()
        for turn, after in sorted(whole_turns(self.kernel, self.state), key=lambda way: -self._now(way[1])):
            if (key := after[: self.kernel.key_size].tobytes()) in met:
                continue
            met.add(key)
            if self._stopped() or (self._clock() > self._until and best in found.values()):
                break
            ranked = sorted(found.values(), reverse=True)
            floor = ranked[ROWS - 1] if len(ranked) >= ROWS else -MOST
            if floor == best and len(ranked) >= EQUALS:
                break
            ahead = self._ahead(after, floor - (floor == best))
            if ahead is not None and (ahead > floor or ahead == best):
                found[turn] = ahead
        return found

    def _now(self, state: Bytes) -> float:
        """The lead if the game ended now: turns that look good are looked at first."""
        points = np.zeros(2 * MOST_SEATS)
        self.kernel.scores(state, points)
        return float(points[self.seat] - points[1 - self.seat])

    def _ahead(self, after: Bytes, floor: int) -> int | None:
        """The proved lead of the asking seat; what is not above the floor may be less than what is said."""
        low, high = (floor, MOST) if self.seat == 0 else (-MOST, -floor)
        value = self._search.within(after, low, high, EACH)
        return None if value is None else self._own(value)

    def _lead_after(self, turn: TurnSteps) -> int | None:
        return self._ahead(self._after(turn), -MOST)

    def _after(self, turn: TurnSteps) -> Bytes:
        state = self.state
        for step in turn:
            state = made(self.kernel, state, step)
        return state

    # ---- points and the answer --------------------------------------------------------------------------------------

    def _candidate(self, turn: TurnSteps, ahead: int) -> Candidate | None:
        points = self._points(self._after(turn), ahead)
        if points is None:
            return None
        win = float(ahead > 0) if ahead else 0.5 * self.kernel.shared_wins
        other = float(ahead < 0) if ahead else win
        shares = (win, other) if self.seat == 0 else (other, win)
        return Candidate(turn, 0, win, 0.0, points, float(round(ahead / POINT)), shares=shares)

    def _points(self, state: Bytes, ahead: int) -> float | None:
        """What the asking seat has in the end when both play their best; None when that takes too long."""
        proved = self._ends.of(state, self._own(ahead), EACH)
        return None if proved is None else float(proved[self.seat])

    def _answer(self, turn: TurnSteps) -> TurnSteps:
        """The turn with which the other seat keeps its lead, as far as it is proved."""
        state = begun = self._after(turn)
        seat, steps = self.kernel.actor(state), list[int]()
        while seat >= 0 and self.kernel.actor(state) == seat and same_turn(begun, state):
            step = self._search.favourite(state, EACH)
            if step is None:
                break
            steps.append(step)
            state = made(self.kernel, state, step)
        return tuple(steps)
