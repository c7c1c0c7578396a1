"""Proofs: one face alone on a page of its own size, to look at before a set is printed."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

from pnp.definition.game import Game
from pnp.faces.face import Face
from pnp.faces.fonts import POINTS
from pnp.faces.ink import Ink
from pnp.pdf.face_pdf import Press
from pnp.pdf.finishing import finished
from pnp.sheets.canvas import new_canvas
from shelf import paths
from shelf.kept import Kept


def proof(
    game: Game,
    faces: Sequence[Face],
    ink: Ink | None = None,
    placed: Mapping[str, Face] | None = None,
    kept: Kept | None = None,
) -> bytes:
    """A PDF with a page for each face, bleed included; `placed` are faces that stand on others, by their names."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    press = Press(canvas, [game.folder, paths.ASSETS], ink or Ink(), kept)
    press.placed.update(placed or {})
    for face in faces:
        form = press.print([face])[face]
        canvas.setPageSize(((face.width + 2 * face.bleed) * POINTS, (face.height + 2 * face.bleed) * POINTS))
        canvas.doForm(form.name)
        canvas.showPage()
    canvas.save()
    return finished(buffer.getvalue(), press)
