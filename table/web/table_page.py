"""The page of a table: looking, building a turn step by step, entering it, listening to what others do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast, get_args

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from shelf.errors import PrintingError
from shelf.messages import Message
from table.log import correction, referee
from table.log.correction import Change, Otherwise
from table.log.refusal import RefusalError
from table.scenes.scene import SHAPES, Shape
from table.screens.points_table import doubts, verdict
from table.screens.words import Words
from table.web.chance import chance_answers
from table.web.devices import links
from table.web.folder import OpenLog
from table.web.hindsight import chances
from table.web.house import WebHouse, sent, text_of
from table.web.looks import Look
from table.web.views import PUBLIC

SHAPE = "timbuktu-shape"
"""The cookie in which a page keeps whether its screen stands upright."""
PATIENCE = 4.0
"""Seconds after which a page that is not there yet says why."""
MOST_ANSWERS = 64
"""Answers that are kept: when a table changes, all who look at it by one view ask for the same."""
PANELS = ("turns", "advice", "points", "devices")


class TablePage:
    """The requests of a table's page."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house
        self._answers: dict[tuple[Any, ...], dict[str, Any]] = {}

    def routes(self) -> list[BaseRoute]:
        """Everything below the path of a view."""
        here = "/t/{log}/{view}/{key}"
        return [
            Route(here, self.page),
            Route(f"{here}/look", self.look),
            Route(f"{here}/events", self.events),
            Route(f"{here}/turn", self.turn, methods=["POST"]),
            Route(f"{here}/undo", self.undo, methods=["POST"]),
            Route(f"{here}/correct", self.correct, methods=["POST"]),
        ]

    async def page(self, request: Request) -> Response:
        """The whole page."""
        await run_in_threadpool(self.house.admitted, request)
        return await in_time(self.house, request, self._page)

    def _page(self, request: Request) -> Response:
        log, view = self.house.entered(request)
        look = Look(log, view, self.house.pages.words(request), shape=shape_of(request))
        base = self.house.path(log.name, log.match.players, view)
        pieces = self._fragments(look, "")
        panels = [panel for panel in PANELS if self._has(look, panel)]
        drawings = Markup("".join(look.scene.drawings.values()))
        shown: dict[str, Any] = {"look": look, "base": base, "events": f"{base}/events", "panels": panels}
        curve = chances(log, view, self.house.pages, look.words)
        return self.house.pages.page("table", look.words, **shown, pieces=pieces, drawings=drawings, chances=curve)

    def _has(self, look: Look, panel: str) -> bool:
        """Links are the host's to give away; advice is for who may move."""
        return panel in PANELS and not (
            (panel == "devices" and not look.view.hosts) or (panel == "advice" and look.view.name == PUBLIC)
        )

    def look(self, request: Request) -> Response:
        """The pieces of the page that change, for a begun turn or a turn that is looked at again."""
        log, view = self.house.entered(request)
        asked = request.query_params
        at = asked.get("at", "")
        if at and (not at.isdecimal() or int(at) > log.match.turns):
            raise PrintingError(Message("web.turns", turns=log.match.turns))
        look = Look(
            log,
            view,
            self.house.pages.words(request),
            text_of(asked, "begun"),
            int(at) if at else None,
            shape_of(request),
            text_of(asked, "considered"),
            asked.get("correct") == "yes" and bool(at),
        )
        return JSONResponse(self._answer(look, asked.get("panel", ""), asked.get("have", "")))

    def _answer(self, look: Look, panel: str, have: str) -> dict[str, Any]:
        """The pieces, with those drawings that the page does not `have`; it names them by their ids."""
        self.house.sightings.check(look)
        asked = (look.log.name, look.log.version, look.log.printed, look.view, look.words, look.begun, look.at)
        key = (*asked, look.shape, look.considered, look.corrects, panel)
        answer = self._answers.pop(key, None) or self._drawn(look, panel)
        self._answers[key] = answer
        for oldest in list(self._answers)[:-MOST_ANSWERS]:
            self._answers.pop(oldest, None)
        had = set(have.split("."))
        missing = {name: markup for name, markup in answer["drawings"].items() if name not in had}
        return answer | {"drawings": missing}

    def _drawn(self, look: Look, panel: str) -> dict[str, Any]:
        turn = look.turn
        return {
            "version": look.log.version,
            "begun": turn.text if turn else "",
            "done": look.done,
            "drawings": look.scene.drawings,
            "fragments": {key: str(text) for key, text in self._fragments(look, panel).items()},
        }

    def _fragments(self, look: Look, panel: str) -> dict[str, Markup]:
        pages, words = self.house.pages, look.words
        return {
            "players": pages.fragment("players", words, look=look),
            "scene": Markup(look.scene.bare),
            "turn": pages.fragment(
                "turn",
                words,
                look=look,
                base=self.house.path(look.log.name, look.log.match.players, look.view),
                verdict=verdict(look.result.over, look.result.winners(), words),
                chance=chance_answers(look),
            ),
            "panel": self._panel(look, panel),
        }

    def _panel(self, look: Look, panel: str) -> Markup:
        if not self._has(look, panel):
            return Markup("")
        values: dict[str, Any] = {"look": look}
        if panel == "points":
            values["verdict"] = verdict(look.result.over, look.result.winners(), look.words)
            values["doubts"] = doubts(look.result, look.words)
        if panel == "devices":
            values |= {"links": links(self.house, look.log, look.words), "reached": self.house.reached}
        return self.house.pages.fragment(panel, look.words, **values)

    async def events(self, request: Request) -> Response:
        """The stream of what happens at the table."""
        log, view = await run_in_threadpool(self.house.entered, request)
        if self.house.hub.full(log.name, view.name):
            return self.house.pages.refusal(request, 503, self.house.pages.words(request).said("web.too_many_listen"))
        return StreamingResponse(self.house.hub.listen(log.name, view.name), media_type="text/event-stream")

    async def turn(self, request: Request) -> Response:
        """Enters a turn into the log."""
        return await self._changed(request, self._enter_turn)

    async def _changed(self, request: Request, deed: Callable[[Request, dict[str, Any]], Response]) -> Response:
        """Changes a log, and tells all who listen to it."""
        answer = await run_in_threadpool(deed, request, await sent(request))
        self.house.hub.look(request.path_params["log"])
        return answer

    def _enter_turn(self, request: Request, content: dict[str, Any]) -> Response:
        log, view = self.house.entered(request)
        words = self.house.pages.words(request)
        self._check_version(log, content, words)
        if not view.may_move(log):
            raise RefusalError(words.said("web.not_yours"))
        turn = text_of(content, "turn").partition(";")[0]
        if ":" in turn:
            raise RefusalError(words.said("web.only_steps"))
        look = Look(log, view, words, turn)
        self.house.sightings.check(look)
        referee.append(log.file, [look.entry], len(log.match.moves), self.house.folder.catalogue)
        return self._now(request, content)

    async def undo(self, request: Request) -> Response:
        """Cuts turns until a person's last one is cut."""
        return await self._changed(request, self._take_back)

    def _take_back(self, request: Request, content: dict[str, Any]) -> Response:
        log, view = self.house.entered(request)
        words = self.house.pages.words(request)
        self._check_version(log, content, words)
        own = [index for index, move in enumerate(log.match.moves) if move.seat in log.people or not log.people]
        if not view.hosts or not own:
            raise RefusalError(words.said("play.nothing_to_undo"))
        for _ in range(len(log.match.moves) - own[-1]):
            referee.undo(log.file, self.house.folder.catalogue)
        return self._now(request, content)

    async def correct(self, request: Request) -> Response:
        """Puts another turn in the place of one in the middle, or takes it out; the rest is replayed."""
        return await self._changed(request, self._correct)

    def _correct(self, request: Request, content: dict[str, Any]) -> Response:
        log, view = self.house.entered(request)
        words = self.house.pages.words(request)
        self._check_version(log, content, words)
        if not view.hosts:
            raise RefusalError(words.said("web.host_corrects"))
        number, otherwise = content.get("number"), text_of(content, "otherwise") or "refuse"
        if not isinstance(number, int) or otherwise not in get_args(Otherwise):
            raise PrintingError(Message("web.correction"))
        turn = text_of(content, "turn").partition(";")[0].strip()
        change = Change(number, "replace", [turn]) if turn else Change(number, "remove")
        catalogue = self.house.folder.catalogue
        done = correction.correct(log.file, change, cast(Otherwise, otherwise), len(log.match.moves), catalogue)
        if not done.written:
            return JSONResponse({"misfit": words.said("web.no_longer_fits", turn=done.misfit)})
        return self._now(request, content)

    def _now(self, request: Request, content: dict[str, Any]) -> Response:
        log, view = self.house.entered(request)
        look = Look(log, view, self.house.pages.words(request), shape=shape_of(request))
        return JSONResponse(self._answer(look, "", str(content.get("have", ""))))

    def _check_version(self, log: OpenLog, content: dict[str, Any], words: Words) -> None:
        """Whoever changes the table has to have looked at it as it is."""
        if text_of(content, "version") != log.version:
            raise RefusalError(words.said("web.changed_meanwhile"))


async def in_time(house: WebHouse, request: Request, drawn: Callable[[Request], Response]) -> Response:
    """A page of a log; while the rules of its game are still being compiled one that says so and comes again."""
    if not house.folder.reads(request.path_params["log"]):
        drawing = asyncio.ensure_future(run_in_threadpool(drawn, request))
        drawing.add_done_callback(lambda done: done.exception())
        if (await asyncio.wait({drawing}, timeout=PATIENCE))[0]:
            return drawing.result()
    return house.pages.page("preparing", house.pages.words(request))


def shape_of(request: Request) -> Shape:
    """Upright for a phone: as the page says, else as it said the last time, else as its browser sounds."""
    said = (request.query_params.get("shape"), request.cookies.get(SHAPE))
    guess: Shape = "portrait" if "Mobile" in request.headers.get("user-agent", "") else "wide"
    return next((shape for wish in said for shape in SHAPES if shape == wish), guess)
