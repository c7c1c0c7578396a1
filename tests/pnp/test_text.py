"""What stands on the faces as text: it can be searched for, and it touches no line."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from xml.etree import ElementTree

import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray

from pnp.definition.game import LANGUAGES, Game, Language, load
from pnp.faces import svg
from pnp.faces.face import Face, FaceMaker
from pnp.faces.fonts import font, text_width
from pnp.faces.shaping import shaped
from pnp.imposition.papers import papers
from pnp.pdf.single_faces import proof
from pnp.print_options import Order
from pnp.sheets.boards import BoardSheets
from pnp.sheets.composition import CHART, Composition
from shelf import paths
from shelf.kept import Kept
from tests.looking import Letter, letters
from tests.pnp.faces.test_typesetting import lines

DPI = 200
AIR = 0.05
"""Millimetres between a letter's ink and the next line, at the least."""
SMALLEST = 0.85
"""Letters lower than this, in millimetres, stand in small pictures of components, which are looked at in full size."""
PLAIN = 70
"""How much darker or lighter than its ground, of 255 levels, something has to be to pass for a line."""

DRAWN = Kept()
"""Many drawings stand on several papers, in both languages, and on faces with and without text: each is made once."""

IN_PERSPECTIVE = {"folding.svg.j2"}
"""Pictures of models: what stands on them leans, and so do its boxes."""


def parts(game: Game, language: Language) -> Iterator[Face]:
    """The faces of the components and boards, which are the same on every paper; bleed and low ink move no line."""
    maker = FaceMaker(game, language, kept=DRAWN)
    for part in game.spec.part:
        for row in game.rows(part):
            for template in filter(None, (part.face, part.back)):
                yield maker.face(template, part.size, 0.0, row)
    boards = BoardSheets(maker, papers()["a4"], Order(), 0.0, game.spec.board)
    yield from (boards.face(board) for board in game.spec.board)


def pages(game: Game, language: Language, paper: str) -> Iterator[Face]:
    """What fills whole pages."""
    for flat in (False, True) if game.has_flat_set else (False,):
        made = [page.id for page in game.spec.page if page.make in (None, "flat" if flat else "model")]
        composition = Composition(game, Order(paper=paper, language=language, flat=flat, only=(*made, CHART)), DRAWN)
        yield from (face for sheet in composition.sheets for face in sheet.faces)


@dataclass(frozen=True)
class Looked:
    """Faces of a game, and a file with a page for each: first as they are, then without their text."""

    faces: Sequence[Face]
    content: bytes


@cache
def looked_at(name: str, language: Language, paper: str) -> Looked:
    """On A4 all faces of a game, on other papers the pages; whatever has text."""
    game = load(name)
    every = [*pages(game, language, paper), *(parts(game, language) if paper == "a4" else ())]
    faces = [face for face in dict.fromkeys(every) if "<text" in face.svg or "<foreignObject" in face.svg]
    return Looked(faces, proof(game, [*faces, *map(muted, faces)], kept=DRAWN))


def muted(face: Face) -> Face:
    """The face with its texts empty."""
    root = face.drawing()
    for element in [element for element in root.iter() if svg.tag(element) in ("text", "foreignObject")]:
        element.text = None
        for child in list(element):
            element.remove(child)
    return replace(face, svg="".join(ElementTree.tostring(element, encoding="unicode") for element in root), tree=None)


def said(face: Face) -> set[str]:
    """The words of a face."""
    found: set[str] = set()
    for element in face.drawing().iter():
        if svg.tag(element) == "text":
            found |= set("".join(element.itertext()).split())
        elif svg.tag(element) == "foreignObject":
            for paragraph in (inner for inner in element.iter() if svg.tag(inner) in ("p", "li", "h1", "h2", "h3")):
                found |= set("".join(paragraph.itertext()).split())
    return found


USUAL = {("de", "a4"), ("en", "a4"), ("en", "letter"), ("de", "a3")}
CASES = [
    pytest.param(name, language, paper, marks=() if (language, paper) in USUAL else pytest.mark.soak)
    for name in paths.game_ids()
    for language in LANGUAGES
    for paper in ("a4", "letter", "a3")
]


@pytest.mark.parametrize(("name", "language", "paper"), CASES)
def test_every_word_can_be_searched_for(name: str, language: Language, paper: str) -> None:
    shown = looked_at(name, language, paper)
    document = pypdfium2.PdfDocument(shown.content)
    for number, face in enumerate(shown.faces):
        there = set(document[number].get_textpage().get_text_range().replace("\u00a0", " ").split())
        lost = {word for word in said(face) if word not in there}
        assert not lost, (face.template, face.row)


@pytest.mark.parametrize(("name", "language", "paper"), CASES)
def test_no_letter_touches_a_line(name: str, language: Language, paper: str) -> None:
    shown = looked_at(name, language, paper)
    document = pypdfium2.PdfDocument(shown.content)
    for number, face in enumerate(shown.faces):
        if face.template and face.template.name in IN_PERSPECTIVE:
            continue
        ground = grey(document, len(shown.faces) + number)
        touching = [letter for letter in letters(shown.content, number) if touches(letter, ground)]
        if touching:
            seen = grey(document, number)
            touching = [letter for letter in touching if not covered(letter, seen, ground)]
        assert not touching, (face.template, face.row)


def grey(document: pypdfium2.PdfDocument, page: int) -> NDArray[np.int_]:
    """A page's levels of grey."""
    pixels = document[page].render(scale=DPI / 72, grayscale=True).to_numpy()
    return pixels.reshape(pixels.shape[:2]).astype(int)


def touches(letter: Letter, ground: NDArray[np.int_]) -> bool:
    """Whether a line runs through the box of a letter, or right beside it."""
    box = around(letter, ground)
    large = letter.bottom - letter.top >= SMALLEST
    return large and (not box.size or int(np.abs(box - np.median(box)).max()) > PLAIN)


def covered(letter: Letter, seen: NDArray[np.int_], ground: NDArray[np.int_]) -> bool:
    """Whether something lies on a letter, as a stone lies on a card."""
    return bool((around(letter, seen) == around(letter, ground)).all())


def around(letter: Letter, pixels: NDArray[np.int_]) -> NDArray[np.int_]:
    """The box of a letter with some air."""
    top, left = (max(int((edge - AIR) / 25.4 * DPI), 0) for edge in (letter.top, letter.left))
    bottom, right = (math.ceil((edge + AIR) / 25.4 * DPI) for edge in (letter.bottom, letter.right))
    return pixels[top:bottom, left:right]


def test_kerning_and_ligatures() -> None:
    name = font()
    assert shaped("AVAT", name).advance < sum(shaped(letter, name).advance for letter in "AVAT") - 0.1
    assert len(shaped("Schiff", name).glyphs) == len("Schiff") - 1
    assert len(shaped("Auflage", name).glyphs) == len("Auflage")  # no ligature bridges the seam of two words
    assert len(shaped("Schiff", name, spaced=True).glyphs) == len("Schiff")
    assert text_width("Schiff", name, 10, 0.2) == pytest.approx(text_width("Schiff", name, 10, 1e-9) + 5 * 0.2)


def test_a_word_of_roman_and_italic_letters_keeps_them() -> None:
    assert [words for _, words in lines("<p>Schi<i>ffa</i>hrt und <b>Au</b>flage, fi<b>fi</b></p>", width=90)] == [
        "Schiffahrt und Auflage, fifi"
    ]
