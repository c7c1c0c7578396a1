"""Advice on the position of a log: which turns, how sure, why, and what can be reached.

A question is thought about, the turns that were found become lines, and the answer has all of it: screens and programs
only write it down.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from shelf.language import Language

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Reach
    from solver.search.advice import Advice, Candidate, Limit, Watch
    from table.log.referee import Match


@dataclass(frozen=True)
class Line:
    """A turn that can be recommended; the names are those of the JSON contract."""

    turn: str
    win: float
    win_se: float
    points: float
    margin: float
    visits: int
    why: str
    answer: str


@dataclass(frozen=True)
class BestNow:
    """The most points that a turn can bring at once."""

    turn: str
    points: int


@dataclass(frozen=True)
class Consultation:
    """One question: the match, asked for the seat to move, and how many turns and reasons are wanted."""

    match: Match
    language: Language
    top: int
    reasons: int

    @cached_property
    def seat(self) -> int:
        """Who is to move and asks."""
        return self.match.game.kernel.actor(self.match.state)

    @cached_property
    def seen(self) -> Bytes:
        """The position as that seat sees it."""
        view = self.match.state.copy()
        self.match.game.kernel.observe(view, self.seat)
        return view

    def hold(self, limit: Limit, watch: Watch | None = None) -> Answer:
        """Thinks; what everybody can reach is worked out meanwhile."""
        from solver.search.advisor import Advisor

        with ThreadPoolExecutor(1) as aside:
            reach = aside.submit(self.match.game.reach, self.seen)
            advisor = Advisor(self.match.game.kernel, self.match.state, len(self.match.players), limit)
            advice = advisor.advise(watch)
            return Answer(self, advice, self.lines(advice), reach.result(), self._best_now())

    def _best_now(self) -> BestNow | None:
        """The turn that brings the most points at once, in games that know it."""
        found = self.match.game.best_now(self.seen)
        return BestNow(self.match.game.write_turn(self.seen, found.steps), found.points) if found else None

    # ---- turns as text ----------------------------------------------------------------------------------------------

    def lines(self, advice: Advice) -> list[Line]:
        """The best turns, each position that they lead to once; the first ones get their reasons."""
        chosen: dict[bytes, tuple[Candidate, Bytes]] = {}
        for candidate in advice.turns:
            if len(chosen) < self.top:
                after = self._after(candidate)
                chosen.setdefault(after[: self.match.game.kernel.key_size].tobytes(), (candidate, after))
        return [
            self._line(candidate, after, number < self.reasons)
            for number, (candidate, after) in enumerate(chosen.values())
        ]

    def _after(self, candidate: Candidate) -> Bytes:
        after = self.seen.copy()
        for step in candidate.steps:
            self.match.game.kernel.apply(after, step)
        return after

    def _line(self, candidate: Candidate, after: Bytes, reason: bool) -> Line:
        return Line(
            self.match.game.write_turn(self.seen, candidate.steps),
            round(candidate.win, 4),
            round(candidate.win_se, 4),
            round(candidate.points, 3),
            round(candidate.margin, 3),
            candidate.visits,
            self._why(candidate) if reason else "",
            self._answer(candidate, after),
        )

    def _why(self, candidate: Candidate) -> str:
        return self.match.game.why(self.seen, candidate.steps, self.match.players, self.language)

    def _answer(self, candidate: Candidate, after: Bytes) -> str:
        """The turn expected of the next seat, as far as it can be told before hidden things are seen."""
        from solver.kernel.contract import legal_steps, same_turn

        kernel, position, steps = self.match.game.kernel, after.copy(), list[int]()
        for step in candidate.answer:
            if not same_turn(after, position) or step not in legal_steps(kernel, position):
                break
            kernel.apply(position, step)
            steps.append(step)
        return self.match.game.write_turn(after, steps)


@dataclass(frozen=True)
class Answer:
    """What came of it."""

    asked: Consultation
    advice: Advice
    lines: Sequence[Line]
    reach: Sequence[Reach]
    now: BestNow | None

    def document(self) -> dict[str, Any]:
        """The JSON contract."""
        players = self.asked.match.players
        now = {"now": asdict(self.now)} if self.now else {}
        return {
            "to_move": players[self.asked.seat],
            "seconds": round(self.advice.seconds, 3),
            "simulations": self.advice.simulations,
            "proved": self.advice.proved,
            "turns": [asdict(line) for line in self.lines],
            "reach": [
                {"name": name, "most": bound.most, "can_win": bound.can_win}
                for name, bound in zip(players, self.reach, strict=False)
            ],
            **now,
        }
