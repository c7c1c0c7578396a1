"""The rule booklet and the making-of page of the card game, as a reader holds them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pypdfium2
import pytest

from pnp.definition.game import LANGUAGES, Game, load
from pnp.faces.face import Face, FaceMaker
from pnp.faces.fonts import POINTS
from pnp.imposition.folding import folds, panels
from pnp.imposition.papers import papers
from pnp.pdf.single_faces import proof
from shelf.language import Language

FURNITURE = 12.5
"""The lowest millimetres of every upright sheet, where ruler and print facts stand."""

EDITIONS = list(product(LANGUAGES, ("a4", "letter", "a3")))


@pytest.fixture(scope="module")
def game() -> Game:
    return load("kk-card")


def booklet(game: Game, language: Language, paper: str, pages: Iterable[int] = range(1, 9)) -> list[Face]:
    maker, spots = FaceMaker(game, language), panels("zine", papers()[paper])
    rows = [{"page": n, "pages": len(spots), "folded": True} for n in pages]
    return [maker.face("booklet.svg.j2", spots[row["page"] - 1].upright, 0.0, row) for row in rows]


@cache
def printed(language: Language, paper: str) -> pypdfium2.PdfDocument:
    game = load("kk-card")
    return pypdfium2.PdfDocument(proof(game, booklet(game, language, paper)))


@cache
def making(language: Language, paper: str) -> pypdfium2.PdfDocument:
    game, sheet = load("kk-card"), papers()[paper]
    face = FaceMaker(game, language).face("making.svg.j2", (sheet.width, sheet.height), 0.0, {"page": 1, "pages": 1})
    return pypdfium2.PdfDocument(proof(game, [face]))


def letters(page: pypdfium2.PdfPage) -> Iterator[tuple[float, float, float, float]]:
    """Left, top, right and bottom of every printed letter, in millimetres from the page's top left corner."""
    text, height = page.get_textpage(), page.get_height()
    for n in range(text.count_chars()):
        if text.get_text_range(n, 1).strip():
            left, bottom, right, top = text.get_charbox(n)
            yield left / POINTS, (height - top) / POINTS, right / POINTS, (height - bottom) / POINTS


def words(page: pypdfium2.PdfPage) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_booklet_has_eight_numbered_pages(language: Language, paper: str) -> None:
    pages = printed(language, paper)
    assert len(pages) == 8
    for number, page in enumerate(pages, start=1):
        assert number == 1 or re.search(rf"\b{number}\b", words(page))


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_type_keeps_away_from_the_edges_of_the_page(language: Language, paper: str) -> None:
    sizes = [spot.upright for spot in panels("zine", papers()[paper])]
    for number, (page, (width, height)) in enumerate(zip(printed(language, paper), sizes, strict=True), start=1):
        for left, top, right, bottom in letters(page):
            assert left > 4.5 and right < width - 4.5, number
            assert top > 1 and bottom < height - 5, number


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_ruler_at_the_foot_of_the_sheet_meets_no_type(language: Language, paper: str) -> None:
    sheet, spots = papers()[paper], panels("zine", papers()[paper])
    pages = printed(language, paper)
    at_the_foot = [n for n, spot in enumerate(spots) if spot.y + spot.height > sheet.height - FURNITURE]
    assert at_the_foot
    for n in at_the_foot:
        width = spots[n].upright[0]
        for left, _, right, _ in letters(pages[n]):
            # the fore-edge of the page is the foot of the sheet: right if the page is turned clockwise, else left
            free = width - right if spots[n].turn == 90 else left
            assert free >= FURNITURE - 0.3


def test_lines_break_alike_on_a4_and_letter() -> None:
    for language in LANGUAGES:
        for a4, letter in zip(printed(language, "a4"), printed(language, "letter"), strict=True):
            assert a4.get_textpage().get_text_range() == letter.get_textpage().get_text_range()


def test_both_languages_mark_the_same_rulings() -> None:
    for german, english in zip(printed("de", "a4"), printed("en", "a4"), strict=True):
        assert words(german).count("†") == words(english).count("†")


def test_the_booklet_names_the_designer_and_what_is_reconstructed(game: Game) -> None:
    assert game.spec.reconstructed is not None
    for language in LANGUAGES:
        pages = printed(language, "a4")
        assert game.spec.designer in words(pages[0])
        assert game.spec.reconstructed.in_(language) in words(pages[7])


def test_the_slit_is_drawn_where_the_fold_has_it(game: Game) -> None:
    zine = folds()["zine"]
    (line, first), (_, last) = zine.slit
    for n, (face, page) in enumerate(zip(booklet(game, "de", "a4"), zine.pages, strict=True), start=1):
        beside = page.column in (line - 1, line) and first <= page.row < last
        assert ('class="slit"' in face.svg) == beside, n


def test_the_tiles_of_the_diagram_come_from_the_table(game: Game) -> None:
    def tiles(of: Game) -> list[tuple[str, str]]:
        return re.findall(r'<rect class="tile" x="([\d.]+)" y="([\d.]+)"', booklet(of, "de", "a4", [3])[0].svg)

    assert len(tiles(game)) == len(game.tables["laws"])
    fewer = replace(game, tables={**game.tables, "layout": game.tables["layout"][2:5]})
    assert tiles(fewer) == tiles(game)[2:5]


@pytest.mark.parametrize(("language", "paper"), EDITIONS)
def test_the_making_of_page_leaves_the_foot_to_the_ruler(language: Language, paper: str) -> None:
    sheet = papers()[paper]
    for left, top, right, bottom in letters(making(language, paper)[0]):
        assert left > sheet.edge and right < sheet.width - sheet.edge
        assert top > sheet.edge and bottom < sheet.height - FURNITURE


def test_the_making_of_page_counts_every_part(game: Game) -> None:
    for language in LANGUAGES:
        page = words(making(language, "a4")[0])
        for part in game.spec.part:
            assert f"{len(game.copies(part))} {part.name.in_(language)}" in page
