"""The server's app: the pages, the guard before them, and what is said when something cannot be done."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from functools import partial

import click
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from shelf import paths
from shelf.errors import PrintingError, sentence
from shelf.language import LANGUAGES
from solver.kernel.errors import KernelError
from solver.kernel.playable import NotationError
from table.web.advice_page import AdvicePage
from table.web.folder import NoSuchLogError
from table.web.guard import COOKIE, HOUSE, Guard
from table.web.house import WebHouse
from table.web.keepsakes import Keepsakes
from table.web.new_page import NewPage
from table.web.opponents import Opponents
from table.web.pages import LANGUAGE
from table.web.practise_page import PractisePage
from table.web.print_page import PrintPage
from table.web.shelf_page import ShelfPage
from table.web.table_page import TablePage
from table.web.warming import warm_up

FONTS = {
    "serif.ttf": ("font_source_serif_pro", "SourceSerifPro"),
    "serif-semibold.ttf": ("font_source_serif_pro", "SourceSerifProSemibold"),
    "serif-italic.ttf": ("font_source_serif_pro", "SourceSerifProIt"),
    "sans.ttf": ("font_source_sans_pro", "SourceSansPro"),
    "sans-semibold.ttf": ("font_source_sans_pro", "SourceSansProSemibold"),
}
REFUSALS = (click.ClickException, PrintingError, KernelError, NotationError, NoSuchLogError)
LONG = "public, max-age=31536000, immutable"
YEAR = 365 * 24 * 3600


def web_app(house: WebHouse, names: Collection[str], open_house: bool) -> Starlette:
    """The app; `open_house` lets everybody in who reaches it, as on the loopback, where only this machine does."""
    routes = [
        *ShelfPage(house).routes(),
        *NewPage(house).routes(),
        *PrintPage(house).routes(),
        *TablePage(house).routes(),
        *AdvicePage(house).routes(),
        *PractisePage(house).routes(),
        *Keepsakes(house).routes(),
        Route("/enter/{key}", partial(_enter, house)),
        Route("/language/{language}", _speak),
        Route("/fonts/{name}", _font),
        Route("/favicon.ico", _icon),
        Mount("/static", StaticFiles(directory=paths.ASSETS / "web")),
    ]
    told = partial(_tell, house)
    return Starlette(
        routes=routes,
        middleware=[
            Middleware(Guard, names=names, keys=house.keys, pages=house.pages, open_house=open_house),
            Middleware(GZipMiddleware, minimum_size=1_000, compresslevel=5),
        ],
        exception_handlers=dict.fromkeys((*REFUSALS, HTTPException, Exception), told),
        lifespan=partial(_open, house),
    )


@asynccontextmanager
async def _open(house: WebHouse, _app: Starlette) -> AsyncIterator[None]:
    tasks = [
        asyncio.create_task(house.hub.watch()),
        asyncio.create_task(Opponents(house, house.pace).play()),
        asyncio.create_task(warm_up(house)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await house.study.close()
        await house.press.close()


def _tell(house: WebHouse, request: Request, fault: Exception) -> Response:
    """What cannot be done, in the words of whoever refused it."""
    words = house.pages.words(request)
    match fault:
        case click.ClickException():
            status, message = 409, words.told(fault.message)
        case PrintingError() | KernelError() | NotationError():
            status, message = 400, sentence(words.told(fault))
        case NoSuchLogError():
            status, message = 404, words.said("web.nothing_there")
        case HTTPException():
            status, message = fault.status_code, words.said("web.nothing_there")
        case _:
            status, message = 500, words.said("web.broken")
            print(f"timbuktu: {type(fault).__name__} at {request.url.path}", file=sys.stderr)
    return house.pages.refusal(request, status, message)


def _enter(house: WebHouse, request: Request) -> Response:
    """The address that the terminal shows: the device keeps the key and need not show it again."""
    key = request.path_params["key"]
    if not house.keys.fits(key, HOUSE):
        raise NoSuchLogError(key)
    answer = RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="strict")
    return answer


def _speak(request: Request) -> Response:
    """Keeps the language of a device."""
    if request.path_params["language"] not in LANGUAGES:
        raise NoSuchLogError
    answer = Response(status_code=204)
    answer.set_cookie(LANGUAGE, request.path_params["language"], max_age=YEAR, samesite="strict")
    return answer


def _font(request: Request) -> Response:
    """A face of type from its package."""
    if request.path_params["name"] not in FONTS:
        raise NoSuchLogError
    package, face = FONTS[request.path_params["name"]]
    file: str = importlib.import_module(package).font_files_ttf[face]
    return FileResponse(file, media_type="font/ttf", headers={"cache-control": LONG})


def _icon(_request: Request) -> Response:
    return FileResponse(paths.ASSETS / "web" / "icon.svg", media_type="image/svg+xml", headers={"cache-control": LONG})
