"""A review as one page that needs nothing else: curves, the table at every turn, arrows through the game.

The scenes of a game are much alike: packed together they are small. The browser unpacks them; all that can be read is
on the page as it stands.
"""

from __future__ import annotations

import base64
import html
import json
import zlib
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from shelf import paths
from table.reports.curves import curves, marks, place
from table.reports.type_along import type_along
from table.scenes.match_scenes import scene_of
from table.scenes.scene import SHAPES
from table.screens.advice_reasons import percent
from table.screens.review_words import (
    LEAST_LOSS,
    balance_lines,
    better,
    effort,
    moments,
    named_better,
    notes,
    signed_percent,
    title,
    verdict_word,
)

if TYPE_CHECKING:
    from table.answers.review import Review, TurnReview
    from table.screens.words import Words

WIDTH, HEIGHT, LINE = 560.0, 220.0, 22.0
"""Of the box of the curves, and of a label."""


def page(review: Review, words: Words) -> str:
    """The whole page."""
    scenes = json.dumps(_scenes(review, words), ensure_ascii=False)
    text = _template().render(
        said=lambda key, **gaps: words.said(f"review.{key}", **gaps),
        columns=words.entry("review.columns"),
        language=words.language,
        game=review.match.game.id,
        title=title(review, words),
        players=review.match.players,
        date=review.match.date,
        curves=curves(review, WIDTH, HEIGHT, LINE),
        marks=marks(review, WIDTH, HEIGHT),
        ticks=[(turn.number, place(review, index, WIDTH)) for index, turn in enumerate(review.turns)],
        width=WIDTH,
        height=HEIGHT,
        moments=moments(review, words),
        turns=[_turn(review, turn, words) for turn in review.turns],
        balance=balance_lines(review, words),
        notes=[*notes(review, words), effort(review, words)],
        style=Markup((paths.ASSETS / "review" / "page.css").read_text(encoding="utf-8")),
        script=Markup((paths.ASSETS / "review" / "page.js").read_text(encoding="utf-8")),
        scenes=base64.b64encode(zlib.compress(scenes.encode(), 9)).decode(),
    )
    return text.replace("/* type */", type_along(html.unescape(text) + scenes), 1)


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(paths.TEMPLATES / "review"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("page.html.j2")


def viewer_of(review: Review, seat: int) -> int | None:
    """Who looks at the table after a turn: whoever made it, the log's owner in a game that goes on, or all."""
    if review.open_cards:
        return None
    match = review.match
    return match.me if match.me is not None and match.to_move is not None else seat


def _scenes(review: Review, words: Words) -> dict[str, Any]:
    """The table before the first turn and after each, wide and for a phone, and the drawings that all of them use."""
    moments_seen = [(0, review.turns[0].seat), *((turn.number, turn.seat) for turn in review.turns)]
    drawings, drawn = dict[str, str](), dict[str, list[str]]()
    for shape in SHAPES:
        for number, seat in moments_seen:
            scene = scene_of(review.match.at(number), words.language, viewer_of(review, seat), shape=shape)
            drawings |= scene.drawings
            drawn.setdefault(shape, []).append(f"{scene.start}{scene.body}")
    return {"drawings": "".join(drawings.values()), "scenes": drawn}


def _turn(review: Review, turn: TurnReview, words: Words) -> dict[str, Any]:
    """What the list of turns shows of one."""
    seat, lost, best = turn.seat, turn.loss >= LEAST_LOSS, named_better(turn)
    luck, told, why = turn.luck[seat], *(better(review, turn, words) if best else ("", ()))
    return {
        "number": turn.number,
        "seat": seat,
        "name": review.match.players[seat],
        "text": review.played(turn),
        "verdict": review.verdict(turn),
        "word": verdict_word(review, turn, words),
        "chance": percent(turn.before[seat], turn.before_se, words),
        "cost": percent(turn.loss, turn.loss_se, words) if lost else "",
        "luck": signed_percent(luck, turn.luck_se[seat], words) if abs(luck) >= LEAST_LOSS else "",
        "best": best,
        "told": told,
        "why": "; ".join(why),
        "proved": turn.proved and lost,
        "judged": turn.judged,
    }
