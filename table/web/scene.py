"""The position as a picture on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from table.web.looks import Look


def scene(look: Look) -> Markup:
    """The table in letters, as a terminal shows it."""
    match = look.match
    state = look.turn.after if look.turn else match.state
    viewer = None if match.to_move is None else match.me
    picture = match.game.picture(state, viewer, match.players, match.states[:-1])
    drawing = match.game.drawing(picture, False, look.words.language)
    rows = Markup("").join(
        Markup("<tr>{}</tr>").format(
            Markup("").join(Markup("<td>{}</td>").format("\n".join(cell.lines) if cell else "") for cell in row)
        )
        for row in drawing.grid
    )
    return Markup('<table class="letters">{}</table>').format(rows)
