"""The rule booklet as pages to read one after another, not folded."""

from __future__ import annotations

from pnp.definition.game import Game
from pnp.faces.face import FaceMaker
from pnp.imposition.folding import panels
from pnp.imposition.papers import Paper
from pnp.pdf.single_faces import proof
from shelf.errors import PrintingError
from shelf.kept import Kept
from shelf.language import Language
from shelf.messages import Message


def reading_pages(game: Game, paper: Paper, language: Language, kept: Kept | None = None) -> bytes:
    """A PDF with the panels of every folded page in reading order."""
    kept = kept or Kept()
    maker = FaceMaker(game, language, kept=kept)
    faces = [
        maker.face(page.face, spot.upright, 0.0, {"page": number, "pages": len(spots), "folded": False})
        for page in game.spec.page
        if page.fold
        for spots in [panels(page.fold, paper)]
        for number, spot in enumerate(spots, start=1)
    ]
    if not faces:
        raise PrintingError(Message("game.no_booklet", id=game.id))
    named = next(page.name for page in game.spec.page if page.fold)
    title = f"{game.spec.title.in_(language)}: {named.in_(language)}"
    return proof(game, faces, kept=kept, title=title, language=language)
