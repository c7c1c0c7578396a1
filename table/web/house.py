"""What every page of the server stands on: the folder of logs, the keys, who listens, and how pages are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from starlette.requests import Request

from shelf.errors import PrintingError
from shelf.messages import Message
from table.web.events import Hub
from table.web.folder import LogFolder, NoSuchLogError, OpenLog
from table.web.keys import Keyring
from table.web.pages import Pages
from table.web.press import Press
from table.web.sightings import Sightings
from table.web.thinking import Study
from table.web.views import View

PACE = 1.6


@dataclass(frozen=True)
class WebHouse:
    """Made once, when the server starts."""

    folder: LogFolder
    keys: Keyring
    hub: Hub
    pages: Pages
    address: str
    """Where it is found, such as http://192.168.1.5:7007."""
    reached: bool = False
    """Whether other devices can reach it."""
    sightings: Sightings = field(default_factory=Sightings)
    study: Study = field(default_factory=Study)
    press: Press = field(default_factory=Press)
    pace: float = PACE
    """Seconds that an opponent takes at least for a turn."""

    def path(self, name: str, players: tuple[str, ...], view: View) -> str:
        """The path of a view of a table, with its key."""
        return f"/t/{quote(name, safe='')}/{view.name}/{self.keys.key(name, ', '.join(players), view.name)}"

    def entered(self, request: Request) -> tuple[OpenLog, View]:
        """The table and the view that a path leads to; what is wrong with its log the host alone is told."""
        name, view = self.admitted(request)
        try:
            log = self.folder.open(name)
        except PrintingError:
            if view.hosts:
                raise
            raise PrintingError(Message("web.log_unreadable")) from None
        if not view.fits(log):
            raise NoSuchLogError(name)
        return log, view

    def admitted(self, request: Request) -> tuple[str, View]:
        """The log and the view by their names; for the wrong key there is nothing, and nothing is replayed."""
        name, view, key = (request.path_params[part] for part in ("log", "view", "key"))
        try:
            players = ", ".join(self.folder.players(name))
        except PrintingError:
            raise NoSuchLogError(name) from None
        if not self.keys.fits(key, name, players, view):
            raise NoSuchLogError(name)
        return name, View(view)


async def sent(request: Request) -> dict[str, Any]:
    """The JSON object that a page sent."""
    try:
        content = await request.json()
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, dict):
        raise PrintingError(Message("web.object"))
    return content


def text_of(content: Mapping[str, Any], key: str) -> str:
    """A text that a page sent; a line, and not a long one."""
    value = content.get(key, "")
    if not isinstance(value, str) or len(value) > 2_000 or not value.replace("\t", " ").isprintable():
        raise PrintingError(Message("web.short_line", key=key))
    return value
