"""What stands beside the components: it keeps off what is cut, off itself, and off what is seen in the end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pypdfium2
import pytest

from pnp.definition.game import load
from pnp.imposition.papers import papers
from pnp.imposition.stocks import stocks
from pnp.pdf.printing import Run, printed_set
from pnp.print_options import Edition, Order
from pnp.sheets.composition import Composition
from pnp.sheets.sheet import TICK
from tests.looking import picture

RULER = 1.6 + 1.5
"""How high the ruler stands above the edge that the printer leaves free, in millimetres."""


@pytest.mark.parametrize("edition", ["timbuktu", "bleed"])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3"])
def test_cut_marks_end_above_ruler_and_facts(paper: str, edition: Edition) -> None:
    composition = Composition(load("kk-card"), Order(paper=paper, edition=edition, only=("cards", "laws", "box")))
    sheet = papers()[paper]
    assert sum(drawn.marginalia for drawn in composition.sheets) >= len(composition.sheets) - 1
    for drawn in (drawn for drawn in composition.sheets if drawn.marginalia):
        lowest = max(placed.shown.y + placed.shown.height for placed in drawn.front.placed)
        assert lowest + composition.bleed + TICK[1] < sheet.height - sheet.edge - RULER


def test_a_folded_booklet_bears_no_ruler_and_no_sheet_line() -> None:
    game = load("kk-card")
    order = Order(only=("booklet", "making"), backs="none")
    composition = Composition(game, order)
    pages = {sheet.marginalia: sheet for sheet in composition.sheets}
    said = []
    for sheet in (pages[True], pages[False]):
        content, _ = Run(game, order, composition.paper).content([sheet])
        said.append(pypdfium2.PdfDocument(content)[0].get_textpage().get_text_range())
    assert "Bogen 1 von 1" in said[0] and "Bogen 1 von 1" not in said[1]


def test_blank_backs_are_blank() -> None:
    game = load("kk-card")
    _, content = printed_set(game, Order(only=("box",)))
    assert len(pypdfium2.PdfDocument(content)) == 2
    assert picture(content, page=1, dpi=40).min() == 255


def test_a_board_for_a_copy_shop_is_one_page() -> None:
    printed, content = printed_set(load("cartino"), Order(only=("board",), board="one"))
    assert printed.pages == len(pypdfium2.PdfDocument(content)) == 1


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_straight_stroke_takes_a_tongue_off(paper: str) -> None:
    tongues = 0
    for sheet in Composition(load("kk-board"), Order(paper=paper, only=("board",))).sheets:
        for tongue in (tongue for placed in sheet.front.placed for tongue in placed.tongues):
            tongues += 1
            for cut in sheet.front.cuts:
                low, high = (
                    (tongue.x, tongue.x + tongue.width) if cut.axis == "x" else (tongue.y, tongue.y + tongue.height)
                )
                assert not low + 0.01 < cut.at < high - 0.01
            left, top, right, bottom = tongue.x, tongue.y, tongue.x + tongue.width, tongue.y + tongue.height
            line = np.vstack(
                [np.linspace(*ends, 400) for contour in sheet.front.contours for ends in pairwise(contour)]
            )
            x, y = line.T
            inside = (x > left + 0.01) & (x < right - 0.01) & (y > top + 0.01) & (y < bottom - 0.01)
            round_it = (x > left - 0.01) & (x < right + 0.01) & (y > top - 0.01) & (y < bottom + 0.01)
            assert not inside.any() and round_it.any()
    assert tongues


@pytest.mark.parametrize("name", ["kk-card", "cartino"])
def test_sheets_are_of_one_stock_and_say_which(name: str) -> None:
    game = load(name)
    composition = Composition(game, Order())
    stock_of = {part.id: part.stock for part in game.spec.part}
    for imposed in composition.impositions:
        for layout in imposed.result.sheets:
            assert {stock_of[slot.part] for slot in layout.slots} == {imposed.stock}
    assert len({imposed.stock for imposed in composition.impositions}) > 1
    _, content = printed_set(game, Order(only=("stones",)))
    assert stocks()["board"].name.de in pypdfium2.PdfDocument(content)[0].get_textpage().get_text_range()
