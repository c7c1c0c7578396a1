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
from shelf.messages import Message

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Reach
    from solver.search.advice import Advice, Branch, Candidate, Limit, Watch
    from table.log.referee import Match

WORLDS_TRIED = 2_000
"""Worlds that are dealt to find one in which chance shows a certain thing."""


@dataclass(frozen=True)
class PlanStep:
    """How to go on after what chance has shown; an empty turn ends it there."""

    outcome: str
    chance: float
    turn: str
    win: float

    def document(self) -> dict[str, Any]:
        """The JSON contract."""
        return {"if": self.outcome, "chance": self.chance, "turn": self.turn, "win": self.win}


@dataclass(frozen=True)
class Line:
    """A turn that can be recommended; the names are those of the JSON contract."""

    turn: str
    win: float
    win_se: float
    behind: float
    behind_se: float
    points: float
    margin: float
    visits: int
    why: str
    answer: str
    told: str
    answer_told: str
    """The turn and its answer in words, without the names of who makes them."""
    plan: tuple[PlanStep, ...]
    own: bool
    """Whether it was asked for by name."""

    def document(self) -> dict[str, Any]:
        """The JSON contract."""
        document = asdict(self) | {"plan": [step.document() for step in self.plan]}
        del document["told"], document["answer_told"], document["own"]
        return document


@dataclass(frozen=True)
class BestNow:
    """The most points that a turn can bring at once."""

    turn: str
    points: int


@dataclass(frozen=True)
class Consultation:
    """One question: the match, asked for the seat to move, and how many turns and reasons are wanted.

    `own` are turns that are to be judged beside the best, as one writes them.
    """

    match: Match
    language: Language
    top: int
    reasons: int
    own: tuple[str, ...] = ()

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

    def check(self) -> None:
        """Refuses what the log may not tell, what the seat to move holds if it is somebody else's, or cannot tell."""
        from solver.search.decisions import Decisions
        from table.log.refusal import RefusalError

        kernel, me, name = self.match.game.kernel, self.match.me, self.match.players[self.seat]
        if me is not None and me != self.seat:
            mine = self.match.seen().copy()
            kernel.observe(mine, self.seat)
            if (mine != self.seen).any():
                raise RefusalError(Message("refused.not_for_owner", name=name, owner=self.match.players[me]))
        if next(Decisions(kernel, self.seen, self.seat).listed(), None) is None:
            raise RefusalError(Message("refused.hand_unknown", name=name))

    @cached_property
    def judged(self) -> tuple[tuple[int, ...], ...]:
        """The own turns as steps, each as far as it can be decided now."""
        from table.answers.own_turns import decided

        return tuple(decided(self.match.game, self.seen, self.seat, text) for text in self.own)

    def hold(self, limit: Limit, watch: Watch | None = None) -> Answer:
        """Thinks; what everybody can reach is worked out meanwhile."""
        from solver.search.advisor import Advisor

        kernel, judged = self.match.game.kernel, self.judged
        with ThreadPoolExecutor(1) as aside:
            reach = aside.submit(self.match.game.reach, self.seen)
            advice = Advisor(kernel, self.match.state, len(self.match.players), limit, judged).advise(watch)
            return Answer(self, advice, self.lines(advice), reach.result(), self._best_now())

    def _best_now(self) -> BestNow | None:
        """The turn that brings the most points at once, in games that know it."""
        found = self.match.game.best_now(self.seen)
        return BestNow(self.match.game.write_turn(self.seen, found.steps), found.points) if found else None

    # ---- turns as text ----------------------------------------------------------------------------------------------

    def lines(self, advice: Advice) -> list[Line]:
        """The best turns, each position that they lead to once, and the own ones; the first get their reasons."""
        chosen: dict[bytes, tuple[Candidate, Bytes]] = {}
        for candidate in advice.turns:
            if len(chosen) < self.top or candidate.steps in self.judged:
                after = self._after(candidate)
                key = after[: self.match.game.kernel.key_size].tobytes()
                if key not in chosen or candidate.steps in self.judged:
                    chosen[key] = (candidate, after)
        return [
            self._line(candidate, after, number < self.reasons or candidate.steps in self.judged)
            for number, (candidate, after) in enumerate(chosen.values())
        ]

    def _after(self, candidate: Candidate) -> Bytes:
        after = self.seen.copy()
        for step in candidate.steps:
            self.match.game.kernel.apply(after, step)
        return after

    def _line(self, candidate: Candidate, after: Bytes, reason: bool) -> Line:
        answer = self._answer(candidate, after)
        game = self.match.game
        return Line(
            game.write_turn(self.seen, candidate.steps),
            round(candidate.win, 4),
            round(candidate.win_se, 4),
            round(candidate.behind, 4),
            round(candidate.behind_se, 4),
            round(candidate.points, 3),
            round(candidate.margin, 3),
            candidate.visits,
            game.why(self.seen, candidate.steps, self.match.players, self.language) if reason else "",
            game.write_turn(after, answer),
            game.tell(self.seen, candidate.steps, self.language) if reason else "",
            game.tell(after, answer, self.language) if answer and reason else "",
            tuple(self._plan_step(candidate, branch) for branch in candidate.plan),
            candidate.steps in self.judged,
        )

    def _answer(self, candidate: Candidate, after: Bytes) -> list[int]:
        """The turn expected of the next seat, as far as it can be told before hidden things are seen."""
        from solver.kernel.contract import legal_steps, same_turn

        kernel, position, steps = self.match.game.kernel, after.copy(), list[int]()
        for step in candidate.answer:
            if not same_turn(after, position) or step not in legal_steps(kernel, position):
                break
            kernel.apply(position, step)
            steps.append(step)
        return steps

    # ---- plans ------------------------------------------------------------------------------------------------------

    def _plan_step(self, candidate: Candidate, branch: Branch) -> PlanStep:
        turn = self.match.game.write_turn(branch.state, branch.steps)
        return PlanStep(self._shown(candidate, branch), round(branch.chance, 4), turn, round(branch.win, 4))

    def _shown(self, candidate: Candidate, branch: Branch) -> str:
        """What chance has shown, as the log would write it: what stands behind the `=` that was a `?` before."""
        foreseen = self.match.game.write_turn(self.seen, candidate.steps).split()
        world = self._world_of(candidate, branch)
        told = [] if world is None else self.match.game.write_turn(world, candidate.steps).split()
        news = [word for word, other in zip(told, foreseen, strict=False) if word != other]
        return news[-1].rpartition("=")[2] if news else "?"

    def _world_of(self, candidate: Candidate, branch: Branch) -> Bytes | None:
        """A world in which the steps show just that."""
        from solver.kernel.random import seeded

        kernel = self.match.game.kernel
        for number in range(WORLDS_TRIED):
            world = self.seen.copy()
            kernel.determinize(world, self.seat, seeded(number))
            after = world.copy()
            for step in candidate.steps:
                kernel.apply(after, step)
            kernel.observe(after, self.seat)
            if after.tobytes() == branch.seen:
                return world
        return None


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
            "turns": [line.document() for line in self.lines],
            "reach": [
                {"name": name, "most": bound.most, "can_win": bound.can_win}
                for name, bound in zip(players, self.reach, strict=False)
            ],
            **now,
        }
