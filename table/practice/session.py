"""A session at the terminal: a position, what was played there, and tries until something better is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from table.log.refusal import RefusalError
from table.play.requests import request_of, word_for
from table.practice.answers import TRIES, hint, judged, said, solution
from table.practice.schedule import DAYS
from table.screens import screen
from table.screens.advice_reasons import percent
from table.screens.prompting import ask

if TYPE_CHECKING:
    from solver.search.advice import Limit
    from table.play.requests import Kind
    from table.practice.questions import Question
    from table.practice.schedule import Schedule
    from table.screens.words import Words


@dataclass
class Session:
    """Asks some positions one after another."""

    asked: Sequence[Question]
    schedule: Schedule
    limit: Limit
    words: Words

    def hold(self) -> None:
        """Until all are asked, or somebody leaves."""
        requests: tuple[Kind, ...] = ("hint", "legal", "show", "quit")
        ways = {kind: word_for(kind, self.words.language) for kind in requests}
        click.echo(said(self.words, "begin", number=len(self.asked), **ways))
        answers = list[bool]()
        for at, question in enumerate(self.asked, start=1):
            found = self._ask(at, question)
            if found is None:
                break
            self.schedule.note(question, found)
            answers.append(found)
        click.echo(said(self.words, "sum", found=sum(answers), asked=len(answers), days=DAYS[1]))

    def _ask(self, at: int, question: Question) -> bool | None:
        """Whether a position was found; None when somebody leaves."""
        turn = question.turn
        click.echo()
        screen.show(question.match, self.words)
        loss = percent(turn.loss, turn.loss_se, self.words)
        played = question.review.played(turn)
        where = {"at": at, "number": len(self.asked), "log": question.log.name, "turn": turn.number}
        click.echo(said(self.words, "ask", **where, name=question.name, played=played, loss=loss))
        tries = helped = 0
        while tries < TRIES and helped < TRIES:
            prompt = said(self.words, "prompt", name=question.name)
            line = ask(prompt, lambda _before, word: self._words(question, word))
            if line is None:
                return None
            request = request_of(line)
            if request.kind == "quit":
                return None
            if request.kind == "turn" and request.rest:
                found = self._judged(question, request.rest)
                if found:
                    return True
                tries += found is False
            elif request.kind == "hint":
                helped += 1
                if helped < TRIES:
                    click.echo(hint(question, helped, self.words))
            elif request.kind == "show":
                screen.show(question.match, self.words)
            else:
                click.echo(" ".join(question.match.game.next_words(question.view)))
        click.echo("\n".join(solution(question, self.words)))
        return False

    def _judged(self, question: Question, text: str) -> bool | None:
        """Whether a turn is good enough; None where it is no try at all."""
        try:
            answer = judged(question, text, self.limit, self.words)
        except RefusalError as fault:
            click.echo(self.words.told(fault))
            return None
        click.echo("\n".join(answer.told))
        return answer.found

    def _words(self, question: Question, word: str) -> list[str]:
        return [each for each in question.match.game.next_words(question.view) if each.startswith(word)]
