"""What an answer to a question is worth, and what helps to find a better one, in sentences for whoever was asked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from solver.search.chances import Decided, foreseen
from solver.search.judgement import judge
from table.answers.own_turns import decided
from table.answers.review import scale
from table.screens.advice_reasons import percent
from table.screens.review_words import better

if TYPE_CHECKING:
    from solver.search.advice import Limit
    from solver.search.judgement import Judgement
    from table.practice.questions import Question
    from table.screens.words import Words

TRIES = 3
"""Before the best turn is told."""
THINKING = 1.5
"""Seconds in which a try is judged."""


@dataclass(frozen=True)
class Answer:
    """Whether a turn is good enough, None where it is no try at all, and why."""

    found: bool | None
    told: list[str]


def said(words: Words, key: str, **values: object) -> str:
    """A sentence of practising."""
    return str(words.entry("review.practise")[key]).format(**values)


def when(day: date, words: Words) -> str:
    """A day to come, as one speaks of it."""
    days = (day - date.today()).days
    return said(words, "today" if days < 1 else "tomorrow" if days == 1 else "in_days", days=days)


def judged(question: Question, text: str, limit: Limit, words: Words) -> Answer:
    """Judges a turn; one that cannot be read is refused."""
    game = question.match.game
    steps = decided(game, question.view, question.turn.seat, text)
    after = foreseen(game.kernel, question.view, steps)
    best = foreseen(game.kernel, question.view, question.best)
    turn = game.write_turn(question.view, steps)
    if (best[: game.kernel.key_size] == after[: game.kernel.key_size]).all():
        return Answer(True, [said(words, "best", turn=turn), *reason(question, words)])
    if steps == question.review.moves[question.turn.number].steps[: len(steps)]:
        return Answer(None, [said(words, "played")])
    found = judge(game.kernel, Decided(question.view, steps, after), len(question.match.players), limit)
    return _compared(question, found, turn, words)


def _compared(question: Question, found: Judgement, turn: str, words: Words) -> Answer:
    """A turn other than the best: good, if what it gives away has no name."""
    loss, was = percent(found.loss, found.loss_se, words), question.turn.loss
    named = found.loss >= min(scale().verdicts.values()) and found.loss > scale().doubt * found.loss_se
    if not named and found.loss < was / 2:
        return Answer(True, [said(words, "good", turn=turn), *reason(question, words)])
    was_told = percent(was, question.turn.loss_se, words)
    return Answer(False, [said(words, "less" if found.loss < was else "worse", loss=loss, was=was_told)])


def hint(question: Question, helped: int, words: Words) -> str:
    """First where to look, then what speaks for the turn; the third help is the turn itself."""
    if helped == 1:
        place = question.match.game.focus(question.view, question.best, words.language)
        return words.said("hint.place", place=place) if place else words.said("hint.elsewhere")
    _, why = better(question.review, question.turn, words)
    return said(words, "why", name=question.name, clauses="; ".join(why)) if why else said(words, "no_why")


def solution(question: Question, words: Words) -> list[str]:
    """The best turn, and why."""
    told, _ = better(question.review, question.turn, words)
    best = said(words, "solution", turn=question.turn.best, told=f" ({told})" if told else "")
    return [best, *reason(question, words)]


def reason(question: Question, words: Words) -> list[str]:
    """What speaks for the best turn, if anything can be told."""
    _, why = better(question.review, question.turn, words)
    return [said(words, "reason", name=question.name, clauses="; ".join(why))] if why else []
