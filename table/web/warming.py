"""Warming up beside the start: the faces of games that were played here are drawn before somebody waits for them."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING

import click

from pnp.jobbing import trusted
from shelf.errors import PrintingError
from shelf.language import LANGUAGES
from table.screens.words import Words
from table.web.folder import NoSuchLogError
from table.web.looks import Look
from table.web.views import HOST, View

if TYPE_CHECKING:
    from table.web.house import WebHouse

BREATH = 1.5
"""Seconds that the first page has for itself."""


async def warm_up(house: WebHouse) -> None:
    """Begins it when the first page is there; nobody waits for its end, not even the end of the server."""
    await asyncio.sleep(BREATH)
    Thread(target=_warm_up, args=(house,), daemon=True).start()


def _warm_up(house: WebHouse) -> None:
    """One scene of every game of the house that has a log, last played first, in the usual language and the other."""
    drawn = set[str]()
    for name in house.folder.names():
        with suppress(PrintingError, NoSuchLogError, click.ClickException):
            _draw(house, name, drawn)


def _draw(house: WebHouse, name: str, drawn: set[str]) -> None:
    game = house.folder.header(name).header.get("game", "")
    if game in drawn:
        return
    drawn.add(game)
    log = house.folder.open(name)
    if trusted(log.match.game.data.folder):
        for language in sorted(LANGUAGES, key=lambda language: language != house.pages.usual):
            _ = Look(log, View(HOST), Words(language)).scene
