"""Proofs: one face alone on a page of its own size, to look at before a set is printed."""

from __future__ import annotations

import io
from collections.abc import Sequence

from pnp import shelf
from pnp.canvas import new_canvas
from pnp.definitions import Game
from pnp.engraver import POINTS
from pnp.faces import Face
from pnp.finishing import finished
from pnp.ink import Ink
from pnp.press import Press


def proof(game: Game, faces: Sequence[Face], ink: Ink | None = None) -> bytes:
    """A PDF with a page for each face, bleed included."""
    buffer = io.BytesIO()
    canvas = new_canvas(buffer)
    press = Press(canvas, [game.folder, shelf.ASSETS], ink or Ink())
    for face in faces:
        form = press.form(face)
        canvas.setPageSize(((face.width + 2 * face.bleed) * POINTS, (face.height + 2 * face.bleed) * POINTS))
        canvas.doForm(form)
        canvas.showPage()
    canvas.save()
    return finished(buffer.getvalue(), press)
