"""Wrapped text: what a reader sees of it, and what happens when it does not fit."""

from __future__ import annotations

import ctypes
import io
from xml.etree import ElementTree

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas

from pnp.faces.face import block
from pnp.faces.fonts import font
from pnp.faces.typesetting import set_block
from shelf.errors import DoesNotFitError

Line = tuple[float, str]


def lines(html: str, width: float = 50, height: float = 80, **look: object) -> list[Line]:
    """The lines of a box as they stand on the page: the left end in millimetres, and the words."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(300, 300), initialFontName=font())
    canvas.transform(72 / 25.4, 0, 0, -72 / 25.4, 0, 300)
    set_block(canvas, ElementTree.fromstring(block(html, 0, 0, width, height, **look)))  # type: ignore[arg-type]
    canvas.save()
    text = pypdfium2.PdfDocument(buffer.getvalue())[0].get_textpage()
    found: dict[float, list[tuple[float, str]]] = {}
    for n in range(text.count_chars()):
        if (letter := text.get_text_range(n, 1)) not in "\r\n":
            x, y = ctypes.c_double(), ctypes.c_double()
            pypdfium2.raw.FPDFText_GetCharOrigin(text, n, x, y)
            found.setdefault(round(y.value, 1), []).append((x.value / 72 * 25.4, letter))
    rows = [sorted(found[baseline]) for baseline in sorted(found, reverse=True)]
    return [(row[0][0], "".join(letter for _, letter in row).replace("\u00a0", " ").strip()) for row in rows]


def test_words_wrap_in_their_box() -> None:
    set_lines = lines("<p>one two three four five six seven eight nine ten eleven twelve</p>", width=30)
    assert len(set_lines) > 1
    assert " ".join(words for _, words in set_lines).split()[:3] == ["one", "two", "three"]


def test_a_short_last_word_is_not_left_alone() -> None:
    for width in range(24, 60):
        *_, (_, last) = lines("<p>The king and the cardinal went over the old bridge to see it.</p>", width=width)
        assert len(last.split()) > 1, width


def test_a_mark_after_the_last_word_does_not_part_it() -> None:
    html = "<p>The king and the cardinal went over the old bridge to see it.<super>†</super></p>"
    for width in range(24, 60):
        *_, (_, last) = lines(html, width=width)
        assert len(last.split()) > 1, width


def test_no_line_begins_with_a_dot_between_phrases() -> None:
    for width in range(24, 60):
        rows = lines("<p>A game by somebody, 2000 · the drawings are our own · and so is this</p>", width=width)
        assert not [words for _, words in rows if words.startswith("·")], width


def test_list_items_hang_beside_their_markers() -> None:
    numbered = lines("<ol><li>first words that need more than one line to stand on</li><li>second</li></ol>", width=30)
    assert numbered[0][1].startswith("1") and numbered[-1][1].startswith("2")
    assert numbered[1][0] > numbered[0][0] + 1


def test_a_numbered_list_may_go_on_counting() -> None:
    assert lines('<ol start="4"><li>word</li></ol>')[0][1].startswith("4")


def test_a_heading_stands_nearer_to_its_own_text() -> None:
    def depth(html: str) -> float:
        for tenth in range(30, 600):
            try:
                lines(html, height=tenth / 10)
            except DoesNotFitError:
                continue
            return tenth / 10
        raise AssertionError(html)

    heading, text = depth("<h2>Head</h2>"), depth("<p>text</p>")
    below, above = depth("<h2>Head</h2><p>text</p>"), depth("<p>text</p><h2>Head</h2>")
    assert heading + text < below < above


def test_too_much_text_is_told_with_its_height() -> None:
    with pytest.raises(DoesNotFitError, match=r"mm high at 7 pt, its box is 30 x 6 mm"):
        lines("<p>" + "many words " * 20 + "</p>", width=30, height=6)


def test_a_word_longer_than_the_line_is_told_with_its_width() -> None:
    with pytest.raises(DoesNotFitError, match=r"has a word of [\d.]+ mm"):
        lines("<p>Donaudampfschifffahrtsgesellschaft</p>", width=20)


def test_text_shrinks_to_its_least_size_before_it_fails() -> None:
    assert lines("<p>Donaudampfschifffahrtsgesellschaft</p>", width=40, size=9, min_size=6)


@given(st.lists(st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9), min_size=1, max_size=30))
def test_no_word_is_lost(words: list[str]) -> None:
    set_words = " ".join(line for _, line in lines(f"<p>{' '.join(words)}</p>", width=40, height=150)).split()
    assert set_words == words
