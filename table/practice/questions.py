"""The positions of a review that are worth asking again: what was played there was called something."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from table.answers.review import Effort, Review
from table.answers.review_memory import Memory, beside, position_keys
from table.answers.review_turns import stages
from table.screens.review_words import steps_of, view_before

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from table.answers.review import TurnReview
    from table.log.referee import Match


@dataclass(frozen=True)
class Question:
    """A turn that was called something, to be found again."""

    log: Path
    review: Review
    turn: TurnReview
    key: str
    """By which it is known when it comes back."""

    @property
    def name(self) -> str:
        """Who was to move."""
        return self.review.match.players[self.turn.seat]

    @cached_property
    def match(self) -> Match:
        """The game up to there, as the player saw it."""
        return replace(self.review.match.at(self.turn.number - 1), me=self.turn.seat)

    @cached_property
    def view(self) -> Bytes:
        """The position as the player saw it."""
        return view_before(self.review, self.turn)

    @cached_property
    def best(self) -> tuple[int, ...]:
        """The steps of the best turn."""
        return steps_of(self.review, self.view, self.turn.best)


def questions(log: Path, review: Review, seat: int | None) -> list[Question]:
    """One for each turn, of a seat or of everybody, that can be asked from its beginning."""
    keys = position_keys(review.match)
    found = [
        Question(log, review, turn, keys[turn.number])
        for turn in review.turns
        if review.verdict(turn) and seat in (None, turn.seat)
    ]
    return [question for question in found if _from_the_beginning(question) and question.best]


def remembered(log: Path, match: Match) -> list[Question]:
    """What the finished review beside a log has to ask of its owner, or of everybody; nothing is searched for."""
    turns = Memory(beside(log), match, Effort(0.0), open_cards=False).whole()
    return questions(log, Review(match, [turns[number] for number in sorted(turns)], open_cards=False), match.me)


def _from_the_beginning(question: Question) -> bool:
    """Whether the loss was not only made after chance had shown something."""
    match = question.review.match
    _, *later = stages(match, question.review.moves[question.turn.number], match.game.kernel)
    return not any(question.turn.best.startswith(f"{stage.words} ") for stage in later)
