"""Advice beside the table: asked for by whoever may move, told to that view alone, row by row while it thinks."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from table.log.refusal import RefusalError
from table.screens.words import Words
from table.web.folder import OpenLog
from table.web.house import WebHouse, sent, text_of
from table.web.thinking import THREADS
from table.web.views import View
from table.web.worker import AdviceWanted, HintWanted, Question

SECONDS, LONGER, HINT = 5.0, 30.0, 2.0


class AdvicePage:
    """The requests for advice."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house
        self._tasks: set[asyncio.Task[None]] = set()

    def routes(self) -> list[BaseRoute]:
        """Below the path of a view."""
        here = "/t/{log}/{view}/{key}"
        return [
            Route(f"{here}/advise", self.advise, methods=["POST"]),
            Route(f"{here}/hint", self.hint, methods=["POST"]),
            Route(f"{here}/stop", self.stop, methods=["POST"]),
        ]

    async def advise(self, request: Request) -> Response:
        """Begins a search, whose rows come as events; `longer` gives it more time."""
        content = await sent(request)
        log, view, words = await run_in_threadpool(self._asker, request, content)
        seconds = LONGER if content.get("longer") is True else SECONDS
        question = AdviceWanted(*self.house.folder.facts(log), words.language, seconds, THREADS)
        self._begin(self._think(log, view, words, question))
        return JSONResponse({})

    async def hint(self, request: Request) -> Response:
        """Thinks for a moment and tells where to look; the turn is the second helping."""
        log, view, words = await run_in_threadpool(self._asker, request, await sent(request))
        self._begin(self._hint(log, view, words, HintWanted(*self.house.folder.facts(log), words.language, HINT)))
        return JSONResponse({})

    async def stop(self, request: Request) -> Response:
        """Ends the search of whoever may move; what it has found stays."""
        await sent(request)
        log, view = await run_in_threadpool(self.house.entered, request)
        if view.may_move(log):
            self.house.study.stop(log.name)
        return JSONResponse({})

    def _asker(self, request: Request, content: dict[str, Any]) -> tuple[OpenLog, View, Words]:
        log, view = self.house.entered(request)
        words = self.house.pages.words(request)
        if text_of(content, "version") != log.version:
            raise RefusalError(words.said("web.changed_meanwhile"))
        if not view.may_move(log):
            raise RefusalError(words.said("web.advice_for_mover"))
        if self.house.study.thinks_about(log.name):
            raise RefusalError(words.said("web.thinks_already"))
        return log, view, words

    def _begin(self, thinking: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(thinking)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, log: OpenLog, view: View, words: Words, question: Question) -> None:
        def heard(_event: str, rows: Any) -> None:
            self._show(log, view, words, rows, True)

        self._show(log, view, words, {"turns": [], "simulations": 0}, True)
        try:
            answer = await self.house.study.ask(log.name, question, heard)
        except RefusalError as fault:
            answer = {"turns": [], "simulations": 0, "fault": words.told(fault.message)}
        self._show(log, view, words, answer, False)

    def _show(self, log: OpenLog, view: View, words: Words, answer: dict[str, Any], thinking: bool) -> None:
        page = self.house.pages.fragment("advice_rows", words, answer=answer, thinking=thinking)
        self.house.hub.tell(log.name, "advice", {"version": log.version, "rows": str(page)}, (view.name,))

    async def _hint(self, log: OpenLog, view: View, words: Words, question: Question) -> None:
        try:
            helpings = await self.house.study.ask(log.name, question, lambda _event, _content: None)
        except RefusalError as fault:
            helpings = [[words.told(fault.message)]]
        page = self.house.pages.fragment("hint", words, helpings=helpings)
        self.house.hub.tell(log.name, "advice", {"version": log.version, "rows": str(page)}, (view.name,))
