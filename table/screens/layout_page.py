"""A page that shows how to lay the table, for those who have no screen beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from table.screens.screen import picture_of

if TYPE_CHECKING:
    from shelf.language import Language
    from table.log.referee import Match


def print_layout(match: Match, file: Path, paper: str, language: Language) -> None:
    """Writes a sheet, sideways, with the scene of the opening."""
    from pnp.imposition.papers import papers
    from shelf.atomic_write import write_whole
    from table.scenes.printed_scenes import layout_pdf

    sheet = papers()[paper]
    caption = " · ".join(filter(None, (", ".join(match.players), match.date)))
    write_whole(file, layout_pdf(match.game.data, picture_of(match), language, (sheet.width, sheet.height), caption))
