"""Practising at the table: what the finished reviews of the folder's logs have to ask, one position after another.

A position is built on as its player saw it, so no tap brings to light what was unseen then. When it comes back is
written where the terminal writes it. What looks back brings the search along and is loaded when somebody practises:
the first page of the server does not wait for it.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import click
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from shelf.errors import PrintingError
from table.answers.review_memory import beside
from table.log.refusal import RefusalError
from table.play.seats import Chair
from table.screens.advice_reasons import percent
from table.screens.words import Words
from table.web.folder import NoSuchLogError, OpenLog
from table.web.house import WebHouse, sent, text_of
from table.web.looks import Look
from table.web.table_page import in_time, shape_of
from table.web.views import HOST, View
from table.web.worker import TryWanted

if TYPE_CHECKING:
    from table.practice.answers import Answer
    from table.practice.questions import Question


@dataclass(frozen=True)
class Attempt:
    """How far somebody has come with a question, and what was told."""

    tries: int = 0
    helped: int = 0
    told: tuple[str, ...] = ()
    found: bool | None = None
    """None as long as it is asked."""


@dataclass(frozen=True)
class Asked:
    """A question of a log, for whoever asks by a request."""

    log: OpenLog
    question: Question
    attempt: Attempt
    words: Words

    @property
    def base(self) -> str:
        """The path of its page."""
        return _path(self.question)

    def look(self, request: Request, begun: str = "") -> Look:
        """A look at the position with its player's eyes; in the end with the best turn as a ghost."""
        question, ended = self.question, self.attempt.found is not None
        match = replace(question.match, opening=question.view, moves=[])
        chairs = tuple(Chair(player) for player in match.players)
        table = replace(self.log, match=match, chairs=chairs, version=question.key, misfit=None)
        considered = question.turn.best if ended else ""
        begun = "" if ended else begun
        return Look(table, View(HOST), self.words, begun, shape=shape_of(request), considered=considered)


def _path(question: Question) -> str:
    return f"/practise/{quote(question.log.stem, safe='')}/{question.turn.number}"


class PractisePage:
    """The requests of practising. They need the key of the house: a seat's opens none of them."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house
        self._attempts: dict[str, Attempt] = {}

    def routes(self) -> list[BaseRoute]:
        """The way to a question, and what its page asks for."""
        here = "/practise/{log}/{turn:int}"
        return [
            Route("/practise", self.next),
            Route("/practise/offer", self.offer),
            Route(here, self.page),
            Route(f"{here}/look", self.look),
            Route(f"{here}/turn", self.turn, methods=["POST"]),
            Route(f"{here}/hint", self.hint, methods=["POST"]),
        ]

    # ---- which question ---------------------------------------------------------------------------------------------

    def _questions(self) -> list[Question]:
        """Of all logs that were looked back at; one that cannot be read has none."""
        found: list[Question] = []
        for name in self.house.folder.names():
            with suppress(PrintingError, click.ClickException, NoSuchLogError):
                if beside(self.house.folder.file(name)).is_file():
                    from table.practice.questions import remembered

                    log = self.house.folder.open(name)
                    found += remembered(log.file, log.match)
        return found

    def offer(self, request: Request) -> Response:
        """The link on the shelf; nothing where there is nothing to practise."""
        found = self._questions()
        if not found:
            return HTMLResponse("")
        from table.practice.schedule import Schedule

        due = len(Schedule(date.today()).due(found))
        return HTMLResponse(self.house.pages.fragment("practise", self.house.pages.words(request), due=due))

    def next(self, request: Request) -> Response:
        """Leads to what has waited longest, or says when there is something again."""
        from table.practice.answers import when
        from table.practice.schedule import Schedule

        words, found, schedule = self.house.pages.words(request), self._questions(), Schedule(date.today())
        if due := schedule.due(found):
            return RedirectResponse(_path(due[0]), 303)
        message = words.said("web.no_mistakes")
        if found:
            message = words.said("web.nothing_due", when=when(schedule.next(found), words))
        return self.house.pages.page("refusal", words, message=message)

    def _asked(self, request: Request) -> Asked:
        from table.practice.questions import remembered
        from table.practice.schedule import Schedule

        log = self.house.folder.open(request.path_params["log"])
        numbered = {question.turn.number: question for question in remembered(log.file, log.match)}
        question = numbered.get(request.path_params["turn"])
        if question is None:
            raise NoSuchLogError(log.name)
        attempt = self._attempts.get(question.key, Attempt())
        if attempt.found is not None and Schedule(date.today()).due([question]):
            attempt = Attempt()
        return Asked(log, question, attempt, self.house.pages.words(request))

    # ---- its page ---------------------------------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The table of a question."""
        return await in_time(self.house, request, self._page)

    def _page(self, request: Request) -> Response:
        asked = self._asked(request)
        look = asked.look(request)
        shown: dict[str, Any] = {"look": look, "base": asked.base, "events": "", "panels": ()}
        pieces = self._pieces(asked, look) | {"panel": Markup("")}
        drawings = Markup("".join(look.scene.drawings.values()))
        return self.house.pages.page("table", look.words, **shown, pieces=pieces, drawings=drawings, chances="")

    def look(self, request: Request) -> Response:
        """The pieces that change while a turn is built."""
        asked = self._asked(request)
        look = asked.look(request, text_of(request.query_params, "begun"))
        return self._shown(asked, look, request.query_params.get("have", ""))

    def _shown(self, asked: Asked, look: Look, have: str) -> Response:
        had = set(have.split("."))
        drawings = {name: markup for name, markup in look.scene.drawings.items() if name not in had}
        pieces = {name: str(piece) for name, piece in self._pieces(asked, look).items()}
        return JSONResponse({"version": asked.question.key, "drawings": drawings, "fragments": pieces})

    def _pieces(self, asked: Asked, look: Look) -> dict[str, Markup]:
        from table.practice.answers import hint, when
        from table.practice.schedule import Schedule

        pages, question, words = self.house.pages, asked.question, asked.words
        helped = 0 if asked.attempt.found is not None else asked.attempt.helped
        values: dict[str, Any] = {
            "look": look,
            "chance": (),
            "question": question,
            "attempt": asked.attempt,
            "loss": percent(question.turn.loss, question.turn.loss_se, words),
            "hints": [hint(question, helping, words) for helping in range(1, helped + 1)],
            "next_helping": f"practise_help_{helped + 1}",
            "again": when(Schedule(date.today()).next([question]), words),
        }
        return {
            "players": pages.fragment("players", words, look=look),
            "scene": Markup(look.scene.bare),
            "turn": pages.fragment("question", words, **values),
        }

    # ---- answers ----------------------------------------------------------------------------------------------------

    async def turn(self, request: Request) -> Response:
        """Judges a turn; the search runs beside the server."""
        from table.practice.answers import THINKING, Answer

        content = await sent(request)
        asked = await run_in_threadpool(self._open, request, content)
        slot = f"practise/{asked.log.name}"
        if self.house.study.thinks_about(slot):
            raise RefusalError(asked.words.said("web.thinks_already"))
        look = asked.look(request, text_of(content, "turn").partition(";")[0])
        facts = (*self.house.folder.facts(asked.log), asked.words.language, THINKING)
        wanted = TryWanted(*facts, asked.question.turn.number, look.entry)
        answer = Answer(**await self.house.study.ask(slot, wanted, lambda _event, _content: None))
        if answer.found is None:
            raise RefusalError(" ".join(answer.told))
        return await run_in_threadpool(self._tried, request, content, answer)

    def _open(self, request: Request, content: dict[str, Any]) -> Asked:
        """A question that is still asked, and that the page has looked at."""
        asked = self._asked(request)
        if text_of(content, "version") != asked.question.key or asked.attempt.found is not None:
            raise RefusalError(asked.words.said("web.changed_meanwhile"))
        return asked

    def _tried(self, request: Request, content: dict[str, Any], answer: Answer) -> Response:
        from table.practice.answers import TRIES

        asked = self._open(request, content)
        tries = asked.attempt.tries + 1
        found = answer.found or (False if tries >= TRIES else None)
        now = self._noted(asked, replace(asked.attempt, tries=tries, told=tuple(answer.told), found=found))
        return self._shown(now, now.look(request), str(content.get("have", "")))

    async def hint(self, request: Request) -> Response:
        """The next helping: where to look, what speaks for the best turn, and then the turn, which is missed."""
        return await run_in_threadpool(self._help, request, await sent(request))

    def _help(self, request: Request, content: dict[str, Any]) -> Response:
        from table.practice.answers import TRIES

        asked = self._open(request, content)
        helped = asked.attempt.helped + 1
        self._noted(asked, replace(asked.attempt, helped=helped, told=(), found=False if helped >= TRIES else None))
        return JSONResponse({})

    def _noted(self, asked: Asked, attempt: Attempt) -> Asked:
        """Remembers how far it has come; what was missed is told, and what is over gets the day when it comes back."""
        from table.practice.answers import solution
        from table.practice.schedule import Schedule

        if attempt.found is False:
            attempt = replace(attempt, told=(*attempt.told, *solution(asked.question, asked.words)))
        if attempt.found is not None:
            Schedule(date.today()).note(asked.question, attempt.found)
        self._attempts[asked.question.key] = attempt
        return replace(asked, attempt=attempt)
