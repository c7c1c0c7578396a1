"""The links of a table: one for every person's seat, one for the screen in the middle, each also as a QR code."""

from __future__ import annotations

from dataclasses import dataclass

import segno
from markupsafe import Markup

from table.screens.words import Words
from table.web.folder import OpenLog
from table.web.house import WebHouse
from table.web.views import PUBLIC, View


@dataclass(frozen=True)
class Link:
    """A view to give away."""

    label: str
    address: str

    @property
    def code(self) -> Markup:
        """For a camera."""
        code = segno.make(self.address, micro=False, error="m")
        return Markup(code.svg_inline(border=3, dark="#221c14", light="#fffdf6", omitsize=True))


def links(house: WebHouse, log: OpenLog, words: Words) -> list[Link]:
    """The middle of the table first, then the seats."""
    players = log.match.players
    views = [(words.said("web.middle"), View(PUBLIC)), *((players[seat], View(str(seat + 1))) for seat in log.people)]
    return [Link(label, house.address + house.path(log.name, players, view)) for label, view in views]
