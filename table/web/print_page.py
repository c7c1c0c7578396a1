"""The page of a set to print: choose, watch it being printed, look at the pages, download."""

from __future__ import annotations

from typing import Any, get_args

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pnp.chart.chart_spec import has_chart
from pnp.definition.game import Board, Game, Page, Part, load
from pnp.imposition.backs import Backs
from pnp.imposition.papers import papers
from pnp.print_options import Boards, Edition, Order
from pnp.sheets.calibration import remembered
from shelf.errors import PrintingError
from shelf.language import LANGUAGES
from table.log.refusal import RefusalError
from table.screens.words import Words
from table.web.folder import NoSuchLogError
from table.web.house import WebHouse, sent, text_of
from table.web.press import Job

SWITCHES = ("low_ink", "greyscale", "flat")


class PrintPage:
    """The requests of that page."""

    def __init__(self, house: WebHouse) -> None:
        self.house = house

    def routes(self) -> list[BaseRoute]:
        """A page for each game, its order, and what came of it."""
        return [
            Route("/print/{game}", self.page),
            Route("/print/{game}", self.order, methods=["POST"]),
            Route("/printed/{job}", self.progress),
            Route("/printed/{job}/{file}", self.file),
        ]

    def _game(self, request: Request) -> Game:
        name, catalogue = request.path_params["game"], self.house.folder.catalogue
        if catalogue.find(name) is None:
            raise NoSuchLogError(name)
        return load(catalogue.named(name))

    def page(self, request: Request) -> Response:
        """The form."""
        game, words = self._game(request), self.house.pages.words(request)
        return self.house.pages.page(
            "print",
            words,
            game=game,
            title=game.spec.title.de if words.language == "de" else game.spec.title.en,
            choices=choices(words),
            switches=[switch for switch in SWITCHES if switch != "flat" or game.has_flat_set],
            parts={part: _name(game, part, words) for part in parts_of(game)},
        )

    async def order(self, request: Request) -> Response:
        """Takes an order."""
        content = await sent(request)
        game, words = self._game(request), self.house.pages.words(request)
        order = _order(content, game, words)
        if self.house.press.full():
            raise RefusalError(words.said("web.press_full"))
        job = Job(self.house.folder.catalogue.named(request.path_params["game"]), order)
        self.house.press.take(job)
        return JSONResponse({"job": f"/printed/{job.name}"})

    def _job(self, request: Request) -> Job:
        job = self.house.press.jobs.get(request.path_params["job"])
        if job is None:
            raise NoSuchLogError
        return job

    async def progress(self, request: Request) -> Response:
        """How far it is."""
        job, words = self._job(request), self.house.pages.words(request)
        if job.fault:
            raise RefusalError(words.told(job.fault))
        file = f"/printed/{job.name}/{job.file}" if job.content else ""
        return JSONResponse({"done": job.done, "whole": job.whole, "file": file, "name": job.file})

    async def file(self, request: Request) -> Response:
        """The set."""
        job = self._job(request)
        if not job.content or request.path_params["file"] != job.file:
            raise NoSuchLogError
        return Response(job.content, media_type="application/pdf")


def choices(words: Words) -> dict[str, tuple[str, ...]]:
    """What one may choose, the usual first."""
    other = tuple(language for language in LANGUAGES if language != words.language)
    return {
        "paper": tuple(papers()),
        "language": (words.language, *other),
        "edition": get_args(Edition),
        "backs": get_args(Backs),
        "board": get_args(Boards),
    }


def parts_of(game: Game) -> list[str]:
    """The parts of a set that can be printed alone."""
    spec = game.spec
    parts = [part.id for part in spec.part] + [page.id for page in spec.page] + [board.id for board in spec.board]
    return [*parts, "chart"] if has_chart(game) else parts


def _name(game: Game, part: str, words: Words) -> str:
    items: list[Part | Page | Board] = [*game.spec.part, *game.spec.page, *game.spec.board]
    item = next((item for item in items if item.id == part), None)
    if item is None:
        return words.said("web.chart_part")
    name = item.name.de if words.language == "de" else item.name.en
    return words.said("web.flat_part", name=name) if item.make == "flat" else name


def _order(content: dict[str, Any], game: Game, words: Words) -> Order:
    offered = choices(words)
    wishes: dict[str, Any] = {name: text_of(content, name) or offered[name][0] for name in offered}
    only = content.get("only", [])
    wrong = [name for name, wish in wishes.items() if wish not in offered[name]]
    if wrong or not isinstance(only, list) or not set(map(str, only)) <= set(parts_of(game)):
        raise PrintingError(words.said("web.not_offered", what=", ".join(wrong) or "only"))
    wishes |= {switch: content.get(switch) is True for switch in SWITCHES}
    return Order(**wishes, only=tuple(map(str, only)), calibration=remembered("long"))
