"""The curve of everybody's chances below the scene, where a game that is over has been looked back at."""

from __future__ import annotations

from markupsafe import Markup

from table.answers.review import Effort, Review
from table.answers.review_memory import Memory, beside
from table.reports.curves import curves, marks
from table.screens.words import Words
from table.web.folder import OpenLog
from table.web.pages import Pages
from table.web.views import View

WIDTH, HEIGHT, LINE = 900.0, 110.0, 18.0
"""Of the box of the curves, and of a label."""


def chances(log: OpenLog, view: View, pages: Pages, words: Words) -> Markup:
    """For the host of a finished game whose review left no turn out; a review knows what lay hidden."""
    if not view.hosts or log.to_move >= 0 or log.misfit or not beside(log.file).is_file():
        return Markup("")
    turns = Memory(beside(log.file), log.match, Effort(0.0), open_cards=False).whole()
    review = Review(log.match, [turns[number] for number in sorted(turns)], open_cards=False)
    if not review.turns:
        return Markup("")
    box = {"width": WIDTH, "height": HEIGHT, "step": WIDTH / len(review.turns), "turns": review.turns}
    lines = {"curves": curves(review, WIDTH, HEIGHT, LINE), "marks": marks(review, WIDTH, HEIGHT)}
    return pages.fragment("chances", words, **box, **lines)
