"""The first page: the games, and the logs of the folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.definition.game import load
from shelf.errors import PrintingError
from shelf.messages import Message
from solver.games import playable_ids
from table.log.gamelog import split_names
from table.screens.points_table import verdict
from table.screens.words import Words
from table.web.house import WebHouse, sent
from table.web.looks import Look
from table.web.views import HOST, View


@dataclass(frozen=True)
class LoggedGame:
    """A log on the shelf, as far as its header tells."""

    name: str
    game: str = ""
    title: str = ""
    players: tuple[str, ...] = ()
    date: str = ""
    turns: int = 0
    path: str = ""
    fault: str = ""


@dataclass(frozen=True)
class ShelvedGame:
    """A game on the shelf."""

    id: str
    title: str
    designer: str
    players: tuple[int, int]
    plays: bool
    has_emblem: bool


class ShelfPage:
    """The requests of the first page."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house

    def routes(self) -> list[BaseRoute]:
        """The first page and what it asks for later."""
        return [
            Route("/", self.page),
            Route("/logs/{log}/standing", self.standing),
            Route("/logs/{log}/delete", self.delete, methods=["POST"]),
        ]

    def page(self, request: Request) -> Response:
        """Games and logs; how the games stand is told when the page is there, for that takes longer."""
        words = self.house.pages.words(request)
        games = self._games(words)
        titles = {game.id: game.title for game in games}
        logs = [self._logged(name, words, titles) for name in self.house.folder.names()]
        emblems = [game.id for game in games if game.has_emblem]
        return self.house.pages.page("shelf", words, logs=logs, games=games, emblems=emblems)

    def _games(self, words: Words) -> list[ShelvedGame]:
        catalogue = self.house.folder.catalogue
        playing, found = playable_ids(catalogue), []
        for shelved in catalogue.games():
            try:
                spec = load(catalogue.named(shelved.id)).spec
            except PrintingError:
                continue
            title = spec.title.de if words.language == "de" else spec.title.en
            shipped = shelved.origin == "shipped"
            found.append(ShelvedGame(shelved.id, title, spec.designer, spec.players, shelved.id in playing, shipped))
        return found

    def _logged(self, name: str, words: Words, titles: Mapping[str, str]) -> LoggedGame:
        try:
            log = self.house.folder.header(name)
        except PrintingError as fault:
            return LoggedGame(name, fault=self._said(fault, words))
        players = tuple(split_names(log.header.get("players", "")))
        path = self.house.path(name, players, View(HOST))
        turns = sum(entry.number is not None for entry in log.entries)
        game, _, variant = log.header.get("game", "").partition(":")
        title = " · ".join(filter(None, (titles.get(game, game), variant)))
        return LoggedGame(name, game, title, players, log.header.get("date", ""), turns, path)

    def standing(self, request: Request) -> Response:
        """Whose turn it is and who leads, or what is wrong with a log."""
        words = self.house.pages.words(request)
        try:
            look = Look(self.house.folder.open(request.path_params["log"]), View(HOST), words)
        except PrintingError as fault:
            return HTMLResponse(self.house.pages.fragment("fault", words, message=self._said(fault, words)))
        leaders = look.result.winners()
        if len(leaders) == len(look.match.players) and look.mover >= 0:
            leaders = []
        told = {"leaders": words.said("score.and").join(leaders), "verdict": verdict(look.result.over, leaders, words)}
        return HTMLResponse(self.house.pages.fragment("standing", words, look=look, **told))

    def _said(self, fault: PrintingError, words: Words) -> str:
        """What is wrong with a log of the folder, of which the shelf shows but the name."""
        return words.told(fault).replace(f"{self.house.folder.path}{os.sep}", "")

    async def delete(self, request: Request) -> Response:
        """Removes a log; the page has asked before, and names it again."""
        content = await sent(request)
        file = await run_in_threadpool(self.house.folder.file, request.path_params["log"])
        if content.get("name") != request.path_params["log"]:
            raise PrintingError(Message("web.delete"))
        await run_in_threadpool(file.unlink)
        return JSONResponse({})
