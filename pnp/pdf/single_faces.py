"""Proofs: one face alone on a page of its own size, to look at before a set is printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.definition.game import Game
from pnp.faces.face import Face
from pnp.faces.fonts import POINTS
from pnp.faces.ink import Ink
from pnp.pdf.face_pdf import Press
from pnp.pdf.finishing import PageNote, begun, finished
from pnp.pdf.reading import Told
from shelf import paths
from shelf.kept import Kept
from shelf.language import Language


def proof(
    game: Game,
    faces: Sequence[Face],
    ink: Ink | None = None,
    placed: Mapping[str, Face] | None = None,
    kept: Kept | None = None,
    title: str = "",
    language: Language = "en",
) -> bytes:
    """A PDF with a page for each face, bleed included; `placed` are faces that stand on others, by their names.

    With a `title` it is a document to read, and says whose it is and in which language.
    """
    canvas = begun(ink or Ink())
    press = Press(canvas, [game.folder, paths.ASSETS], ink or Ink(), kept)
    press.placed.update(placed or {})
    if title:
        canvas.setTitle(title)
        canvas.setAuthor(game.spec.designer)
        canvas.setCreator("Timbuktu")
        canvas.setCatalogEntry("Lang", language)
        canvas.setViewerPreference("DisplayDocTitle", "true")
        canvas.addPageLabel(0, style="ARABIC")
    notes: list[PageNote] = []
    for number, face in enumerate(faces, start=1):
        if title:
            canvas.bookmarkPage(f"page{number}")
            canvas.addOutlineEntry(str(number), f"page{number}", 0)
        form = press.print([face], read=bool(title))[face]
        if title:
            notes.append(PageNote(told=Told(title, ((form.name, form.told),))))
        canvas.setPageSize(((face.width + 2 * face.bleed) * POINTS, (face.height + 2 * face.bleed) * POINTS))
        canvas.doForm(form.name)
        canvas.showPage()
    return finished(canvas.drafted(), press.engraver, notes)
