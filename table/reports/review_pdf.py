"""A review on paper, for the box: the curves and the balance, what decided it with pictures, and every turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from pnp.faces.face import Face
from pnp.faces.fonts import font, missing_glyphs, text_width
from pnp.imposition.papers import papers
from pnp.pdf.single_faces import proof
from table.reports.curves import INKS, curves, marks, place
from table.reports.review_page import viewer_of
from table.scenes.printed_scenes import PressWorkshop
from table.scenes.scene import definition_of, scene_row
from table.screens.review_words import (
    BALANCE,
    LEAST_LOSS,
    MOMENTS,
    balance_lines,
    effort,
    hundredths,
    moments,
    named_better,
    notes,
    points_lost,
    title,
    verdict_word,
)

if TYPE_CHECKING:
    from table.answers.review import Review, TurnReview
    from table.screens.review_words import Moment
    from table.screens.words import Words

TEMPLATE = "review/sheet.svg.j2"
MARGIN = 15.0
"""Millimetres of paper that stay free."""
TURN, TOP, FOOT = 5.1, 30.0, 14.0
"""The height of a line of the table of turns, where it begins on a page, and what is kept free below it."""
CURVE = 62.0
LABELS = 26.0
"""How high the curves are, and how much room the names beside them have."""
SIZE, SMALLEST = 7.5, 5.2
"""Points of the type in the table of turns, and of what would be too long for its column."""
PLAYED, BETTER = 46.0, 50.0
"""Parts of the measure, which has 180, for a turn as it was played and for what it is called with a better one."""
LETTERS = 108
"""Of a line of text, at the least."""


def printed(review: Review, words: Words, paper: str) -> bytes:
    """The sheets as a PDF."""
    data = review.match.game.data
    game, sheet = definition_of(data), papers()[paper]
    workshop = PressWorkshop(game, data.id, words.language)
    size = sheet.width, sheet.height
    found = moments(review, words)
    turns, part = _turns(review, size[1]), (size[0] - 2 * MARGIN) / 180
    rows: list[dict[str, Any]] = [{"kind": "front", **_front(review, size, words)}]
    if found:
        rows.append({"kind": "moments", "moments": _pictures(review, found, workshop, size, words)})
    rows += [{"kind": "turns", "turns": [_turn(review, turn, words, part) for turn in some]} for some in turns]
    common = {
        "title": title(review, words),
        "players": ", ".join(filter(None, (*review.match.players, review.match.date))),
        "said": {key: words.said(f"review.{key}") for key in ("curve", "balance", "moments", "turns")},
        "columns": words.entry("review.columns"),
        "margin": MARGIN,
        "inks": INKS,
        "size": SIZE,
        "rooms": {"turn": PLAYED * part, "best": BETTER * part},
    }
    faces = []
    for number, row in enumerate(rows, start=1):
        folio = words.said("review.page", page=number, pages=len(rows))
        face = workshop.scenes.face(TEMPLATE, size, 0.0, common | row | {"folio": folio})
        pictures = "".join(moment["picture"] for moment in row.get("moments", ()))
        faces.append(Face(f"{face.svg}{pictures}", *size, 0.0, face.template))
    return proof(game, faces, placed=workshop.placed, title=title(review, words), language=words.language)


def _front(review: Review, size: tuple[float, float], words: Words) -> dict[str, Any]:
    width = size[0] - 2 * MARGIN - LABELS
    return {
        "curves": curves(review, width, CURVE, 5.0),
        "marks": marks(review, width, CURVE),
        "ticks": [
            (turn.number, place(review, index, width))
            for index, turn in enumerate(review.turns)
            if turn.number == 1 or turn.number % 5 == 0
        ],
        "curve_width": width,
        "curve_height": CURVE,
        "balance": [[words.entry("review.columns")[column] for column in BALANCE], *balance_lines(review, words)],
        "notes": _paragraphs([words.said("review.adds_up"), *notes(review, words), effort(review, words)]),
        "none": "" if moments(review, words) else words.said("review.none"),
    }


def _paragraphs(texts: list[str]) -> Markup:
    """Text that may have anybody's names in it, as the press wraps it; letters that its type lacks are told as such."""
    name = font()
    drawn = ["".join("?" if missing_glyphs(letter, name) else letter for letter in text) for text in texts]
    return Markup("").join(Markup("<p>{}</p>").format(escape(text)) for text in drawn)


def _pictures(
    review: Review, found: list[Moment], workshop: PressWorkshop, size: tuple[float, float], words: Words
) -> list[dict[str, Any]]:
    """The moments one below the other, each with the table after its turn."""
    width, room = size[0] - 2 * MARGIN, (size[1] - TOP - FOOT) / MOMENTS
    placed = []
    for number, moment in enumerate(found):
        y, lines = TOP + number * room, -(-len(moment.told) // LETTERS)
        told = 4.0 * lines + 3.0
        scene = workshop.placed_scene(_scene(review, moment.turn, words), MARGIN, y + told, width, room - told - 6)
        placed.append({"y": y, "height": told - 1, "told": _paragraphs([moment.told]), "picture": scene.markup})
    return placed


def _scene(review: Review, turn: TurnReview, words: Words) -> dict[str, object]:
    """The table after a turn, with what the turn did."""
    at = review.match.at(turn.number)
    *earlier, before, now = [at.opening, *at.states]
    over = at.to_move is None
    viewer = None if over else viewer_of(review, turn.seat)
    view = at.game.picture(now, viewer, at.players, at.states[:-1])
    was = at.game.picture(before, viewer, at.players, earlier[1:])
    return scene_row(at.game.data, view, words.language, "wide") | {"before": was, "tight": True}


def _turns(review: Review, height: float) -> list[list[TurnReview]]:
    """The turns of each page."""
    fit = int((height - TOP - FOOT - 8) / TURN)
    return [list(review.turns[start : start + fit]) for start in range(0, len(review.turns), fit)]


def _turn(review: Review, turn: TurnReview, words: Words, part: float) -> dict[str, Any]:
    seat, lost = turn.seat, turn.loss >= LEAST_LOSS
    played, best, word = review.played(turn), named_better(turn), verdict_word(review, turn, words)
    named = text_width(word, font(weight="semibold"), SIZE) + 1.4 if word else 0.0
    return {
        "number": turn.number,
        "seat": seat,
        "name": review.match.players[seat],
        "turn": played,
        "turn_size": _fitting(played, PLAYED * part),
        "win": hundredths(turn.before[seat], words) or "0",
        "loss": hundredths(turn.loss, words, turn.loss_se or None) if lost else "",
        "points": points_lost(turn, words) if lost else "",
        "luck": hundredths(turn.luck[seat], words, turn.luck_se[seat] or None, signed=True),
        "verdict": review.verdict(turn),
        "word": word,
        "named": named,
        "best": best,
        "best_size": _fitting(best, BETTER * part - named),
    }


def _fitting(text: str, room: float) -> float:
    """The size of type in which a text fits, if it can be read then."""
    return max(SMALLEST, min(SIZE, SIZE * room / max(1.0, text_width(text, font(), SIZE))))
