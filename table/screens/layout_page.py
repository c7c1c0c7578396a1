"""A page that shows how to lay the table, for those who have no screen beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shelf.messages import Message
from table.screens.screen import picture_of

if TYPE_CHECKING:
    from shelf.language import Language
    from table.log.referee import Match

TEMPLATE = "layout.svg.j2"


def print_layout(match: Match, name: str, file: Path, paper: str, language: Language) -> None:
    """Writes a sheet, sideways, drawn by a template of the game, which the printing house knows by that name."""
    from pnp.definition.game import load
    from pnp.faces.face import FaceMaker
    from pnp.imposition.papers import papers
    from pnp.pdf.single_faces import proof
    from shelf.atomic_write import write_whole
    from shelf.errors import PrintingError

    game = load(name)
    if not (game.template_folder / TEMPLATE).exists():
        raise PrintingError(Message("refused.no_layout_page", id=game.id))
    sheet = papers()[paper]
    row = {**picture_of(match), "caption": " · ".join(filter(None, (", ".join(match.players), match.date)))}
    face = FaceMaker(game, language).face(TEMPLATE, (sheet.height, sheet.width), 0.0, row)
    write_whole(file, proof(game, [face]))
