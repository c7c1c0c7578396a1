"""A typed answer: whether it can be played, whether it is the best turn, and if not, how much is missing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from table.log.referee import IllegalMoveError
from table.puzzles.collection import PuzzlePosition

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable
    from solver.search.advice import TurnSteps

LONGEST_ANSWER = 3
"""Turns with which a wrong answer is answered."""


def steps_of(game: Playable, state: Bytes, text: str) -> TurnSteps:
    """The steps of a turn; its end may be left open where that makes no difference, as what is drawn."""
    from solver.kernel.playable import NotationError

    try:
        return game.read_turn(state, text).steps
    except NotationError:
        return game.read_turn(state, text, ends=False).steps


@dataclass(frozen=True)
class Verdict:
    """What is to be said to an answer; `points` are the lead that it forces, or what it brings."""

    turn: str
    right: bool
    wins: bool
    points: int
    best_points: int
    proved: bool
    """Whether it was searched out just now."""
    among: int
    answer: Sequence[str] = ()
    """What the others play against a wrong one."""

    @property
    def behind(self) -> int:
        """How much it is behind the best turn, in points."""
        return self.best_points - self.points


def judged(puzzle: PuzzlePosition, text: str) -> Verdict | None:
    """The verdict on an answer, proved anew; None where that takes too long. What cannot be played is refused."""
    from solver.kernel.playable import NotationError
    from solver.puzzles.asking import asked_of

    match, kind = puzzle.match, puzzle.entry.kind
    game, state = match.game, match.state
    questions = asked_of(game, len(match.players))
    try:
        steps = steps_of(game, state, text)
    except NotationError as fault:
        raise IllegalMoveError.of(fault) from None
    given, every = questions.judged(kind, state, steps), questions.valued(kind, state)
    if given is None or every is None:
        return None
    best = every[0]
    right = given.worth.win == 1.0 if kind == "win" else given.worth.points == best.worth.points
    answer: list[str] = []
    if not right and kind != "points":
        after = given.after
        for turn in questions.line(after, puzzle.seat, LONGEST_ANSWER):
            name = match.players[game.kernel.actor(after)]
            answer.append(f"{name} {game.write_turn(after, turn).partition(' / ')[0]}")
            after = questions.whole(after, turn).after
    return Verdict(
        game.write_turn(state, given.steps).partition(" / ")[0],
        right,
        given.worth.win == 1.0,
        int(given.worth.points),
        int(best.worth.points),
        True,
        len(every),
        answer,
    )
