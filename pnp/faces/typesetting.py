"""Wrapped text: the <foreignObject> of a face, broken into lines so that they end evenly, and set in shaped type.

ReportLab's own paragraphs shape a word with the face of its first letter, which picks wrong glyphs as soon as italics
and roman meet in a word, and leave ligatures nameless; so words are shaped here, and ReportLab only sets the lines.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import getAscentDescent
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.textobject import PDFTextObject

from pnp.faces.fonts import POINT, font, missing_glyphs
from pnp.faces.shaping import Run, shaped, space, spelled
from pnp.faces.svg import Extent, extent, number, tag
from shelf.errors import DoesNotFitError, PrintingError
from shelf.messages import Message

_ALIGN = {"left": 0.0, "center": 0.5, "right": 1.0, "justify": 0.0}
"""Which part of a line's spare room stands before it."""
_HEADINGS = {"h1": 1.7, "h2": 1.3, "h3": 1.06}
_LISTS = {"ul": 0.9, "ol": 1.25}
"""How far list items are indented, in ems."""
_BESIDE_MARK = 0.6
"""Ems between the mark of a list item and its text, at the least."""
_RAISED = {"sup": 0.33, "super": 0.33, "sub": -0.16}
"""How far small type stands above the baseline, in ems."""
_SMALL = 0.7
_STEP = 0.25
"""How many points a text is made smaller at a time until it fits."""
_LEAST_WIDTH, _FARTHEST = 0.1, 10_000.0
"""Millimetres."""
_GAPS = re.compile(r"[^\S\u00a0]+")
_LINE_MAY_END = re.compile(r"[^\S\u00a0]+(?!·)")
"""Where words part: a dot between two phrases stays with the first of them."""
_SHORT = 6
"""Letters of a last word that should not stand on a line of its own."""
_MORE_LINES = 100.0
"""What one line more costs beside the sum of squared spare room, each a part of its line."""

_ALMOST_EMPTY, _LONELY = 0.8, 0.2
"""A last line with so much spare room looks forlorn, and costs that much."""


class Look(NamedTuple):
    """A face of type, its size and rise in points, and whether a line runs under it."""

    name: str
    size: float
    rise: float = 0.0
    underlined: bool = False


class Piece(NamedTuple):
    """A word, or a part of it, in one look."""

    run: Run
    look: Look

    @property
    def width(self) -> float:
        """In points."""
        return self.run.advance * self.look.size


Word = tuple[Piece, ...]


@dataclass(frozen=True)
class Paragraph:
    """Words and how they are set, in points; each of the `stretches` ends with a line of its own."""

    stretches: tuple[tuple[Word, ...], ...]
    look: Look
    leading: float
    align: str
    fill: str
    width: float
    mark: Piece | None = None
    indent: float = 0.0
    kind: str = "p"
    """The tag it had."""

    @cached_property
    def lines(self) -> list[tuple[Word, ...]]:
        """The words line by line."""
        found: list[tuple[Word, ...]] = []
        for words in self.stretches:
            widths = [_width(word) for word in words]
            first = self.width - self.start if not found else self.width - self.indent
            ends = _broken(widths, self.gap, first, self.width - self.indent)
            found += [words[start:end] for start, end in zip([0, *ends], ends, strict=False)]
        return found

    @property
    def gap(self) -> float:
        """Between words."""
        return shaped(" ", self.look.name).advance * self.look.size

    @property
    def start(self) -> float:
        """Where the first line begins: beside the mark of a list item."""
        return max(self.indent, self.mark.width + _BESIDE_MARK * self.mark.look.size) if self.mark else self.indent

    @property
    def height(self) -> float:
        """Of all lines."""
        return len(self.lines) * self.leading

    @property
    def narrowest(self) -> float:
        """The width that the longest word needs."""
        return self.indent + max((_width(word) for words in self.stretches for word in words), default=0.0)

    @property
    def baseline(self) -> float:
        """How far the first baseline lies below the top."""
        return float(getAscentDescent(self.look.name, self.look.size)[0])


def _width(word: Word) -> float:
    return sum(piece.width for piece in word)


Flow = list[tuple[Paragraph, float]]
"""Paragraphs with the space before each, in points."""


@dataclass(frozen=True)
class Line:
    """A stretch of one line of type: where its baseline begins, in millimetres with y downwards, its face and size."""

    x: float
    y: float
    text: str
    font: str
    size: float
    """In points."""
    fill: str


def set_block(
    canvas: Canvas, element: Element, within: Callable[[str], AbstractContextManager[object]] = nullcontext
) -> None:
    """Draws the text of a block at the largest size that fits, in millimetres with y downwards.

    Each paragraph is drawn `within` what the caller makes of its tag.
    """
    x, y, width, height = _standing(element)
    flow = _fitted(element, width, height)
    spare = height - _depth(flow)
    lead = {"middle": spare / 2, "bottom": spare}.get(element.get("data-valign", "top"), 0.0)
    canvas.transform(POINT, 0, 0, -POINT, x, y + lead)
    down = 0.0
    for paragraph, gap in flow:
        down += gap
        with within(paragraph.kind):
            _set_paragraph(canvas, paragraph, -down)
        down += paragraph.height


def set_line(
    canvas: Canvas, string: str, x: float, y: float, size: float, anchor: str = "start", name: str | None = None
) -> None:
    """Draws one line on its baseline, in millimetres with y downwards and in the canvas's colour."""
    name = name or font()
    run = shaped(string, name)
    start = {"middle": -0.5, "end": -1.0}.get(anchor, 0.0) * run.advance * size * POINT
    line = canvas.beginText()
    line.setTextTransform(1, 0, 0, -1, x + start, y)
    line.setFont(name, size * POINT)
    line.textOut(run.glyphs)
    canvas.drawText(line)


def set_lines(element: Element) -> Iterator[Line]:
    """The text of a block as `set_block` sets it, line by line, for drawings that are no PDF; nothing is justified."""
    x, y, width, height = _standing(element)
    flow = _fitted(element, width, height)
    spare = height - _depth(flow)
    down = {"middle": spare / 2, "bottom": spare}.get(element.get("data-valign", "top"), 0.0)
    for paragraph, gap in flow:
        down += gap * POINT
        yield from _lines_of(paragraph, x, y + down)
        down += paragraph.height * POINT


def _lines_of(paragraph: Paragraph, x: float, y: float) -> Iterator[Line]:
    """The lines of a paragraph whose top left corner is there; what is of one look stands together."""
    base = y + paragraph.baseline * POINT
    if paragraph.mark:
        yield _line([paragraph.mark], x, base, paragraph.fill)
    for n, line in enumerate(paragraph.lines):
        start = paragraph.start if n == 0 else paragraph.indent
        spare = paragraph.width - start - sum(map(_width, line)) - paragraph.gap * (len(line) - 1)
        left = x + (start + _ALIGN.get(paragraph.align, 0.0) * spare) * POINT
        for _, same in groupby(_spaced(line, paragraph.gap, paragraph.gap), key=lambda piece: piece.look):
            pieces = list(same)
            yield _line(pieces, left, base, paragraph.fill)
            left += sum(piece.width for piece in pieces) * POINT
        base += paragraph.leading * POINT


def _line(pieces: Sequence[Piece], x: float, base: float, fill: str) -> Line:
    look = pieces[0].look
    text = "".join(spelled(letter) for piece in pieces for letter in piece.run.glyphs)
    return Line(x, base - look.rise * POINT, text, look.name, look.size, fill)


# ---- from markup to paragraphs ------------------------------------------------------------------------------------


def _standing(element: Element) -> Extent:
    """Where the text stands; in a box without width there is nothing to wrap."""
    x, y, width, height = extent(element)
    if len(element) and not (_LEAST_WIDTH <= width <= _FARTHEST and 0 <= height <= _FARTHEST):
        raise PrintingError(Message("type.box", width=f"{width:g}", height=f"{height:g}"))
    if not max(abs(x), abs(y)) <= _FARTHEST:
        raise PrintingError(Message("type.place", x=f"{x:g}", y=f"{y:g}"))
    return x, y, width, height


def _sizes(block: Element) -> tuple[float, float, float]:
    """The size of type to begin with, the least, and the leading of the first, in points."""
    size, least, leading = (
        number(block, "font-size", 7),
        number(block, "data-min-size", 7),
        number(block, "data-leading", 8.5),
    )
    if not (1 <= size <= 2000 and 1 <= least <= 2000 and 1 <= leading <= 5000):
        raise PrintingError(Message("type.size", size=f"{size:g}", least=f"{least:g}", leading=f"{leading:g}"))
    return size, least, leading


def _fitted(block: Element, width: float, height: float) -> Flow:
    """The paragraphs at the largest size at which no line is too many and no word too long."""
    size, least, leading = _sizes(block)
    ratio = leading / size
    while True:
        flow = _flow(block, size, size * ratio, width / POINT)
        needed = _depth(flow)
        longest = max((paragraph.narrowest for paragraph, _ in flow), default=0.0) * POINT
        if needed <= height + 1e-6 and longest <= width + 1e-6:
            return flow
        if size - _STEP < least - 1e-9:
            start = " ".join("".join(block.itertext()).split())[:40]
            fault = (
                Message("type.high", needed=f"{needed:.1f}")
                if needed > height + 1e-6
                else Message("type.long_word", longest=f"{longest:.1f}")
            )
            raise DoesNotFitError(
                Message(
                    "type.no_fit",
                    start=repr(start),
                    fault=fault,
                    size=f"{size:g}",
                    width=f"{width:g}",
                    height=f"{height:g}",
                )
            )
        size -= _STEP


def _depth(flow: Flow) -> float:
    return sum(paragraph.height + gap for paragraph, gap in flow) * POINT


def _flow(block: Element, size: float, leading: float, width: float) -> Flow:
    """A heading stands closer to what follows than to what it follows."""
    flow: Flow = []
    above = ""
    for element, mark, indent in _paragraphs(block):
        name = tag(element)
        if not flow:
            gap = 0.0
        elif name in _HEADINGS:
            gap = leading * 0.55
        elif above in _HEADINGS:
            gap = leading * 0.1
        else:
            gap = leading * (0.22 if mark else 0.35)
        flow.append((_paragraph(block, element, size, leading, width, mark, indent), gap))
        above = name
    return flow


def _paragraph(
    block: Element, element: Element, size: float, leading: float, width: float, mark: str, indent: float
) -> Paragraph:
    name, family = tag(element), block.get("font-family", "serif")
    grow = _HEADINGS.get(name, 1.0)
    look = Look(font(family, "semibold" if name in _HEADINGS else "regular"), size * grow)
    marked = Look(font(family, "semibold"), size)
    stretches = tuple(_bound(words, width) for words in _words(element, look, family))
    return Paragraph(
        stretches,
        look,
        leading * grow,
        element.get("align") or block.get("data-align") or "left",
        element.get("fill") or block.get("fill") or "#221c14",
        width,
        Piece(shaped(mark, marked.name), marked) if mark else None,
        size * indent,
        name,
    )


def _paragraphs(block: Element) -> list[tuple[Element, str, float]]:
    """Every paragraph with its mark and indent in ems; the items of a list are paragraphs."""
    found: list[tuple[Element, str, float]] = []
    for element in block:
        name = tag(element)
        if name in _LISTS:
            first = round(number(element, "start", 1))
            marks = (f"{n}" if name == "ol" else "•" for n in range(first, first + len(element)))
            found += [(item, mark, _LISTS[name]) for item, mark in zip(element, marks, strict=True)]
        else:
            found.append((element, "", 0.0))
    return found


def _words(element: Element, look: Look, family: str) -> Iterator[tuple[Word, ...]]:
    """The words of each stretch between line breaks."""
    words: list[Word] = []
    begun: list[Piece] = []
    for string, piece_look in _pieces(element, look, family):
        if string == "\n":
            yield (*words, *([tuple(begun)] if begun else []))
            words, begun = [], []
            continue
        for n, part in enumerate(_LINE_MAY_END.split(string)):
            if n and begun:
                words.append(tuple(begun))
                begun = []
            if part:
                begun.append(Piece(_run(part, piece_look.name), piece_look))
    yield (*words, *([tuple(begun)] if begun else []))


def _run(string: str, name: str) -> Run:
    if strange := missing_glyphs(string, name):
        raise DoesNotFitError(Message("type.characters", strange=" ".join(strange)))
    return shaped(string, name)


def _pieces(element: Element, look: Look, family: str) -> Iterator[tuple[str, Look]]:
    """Every stretch of text with its look; a line break is a newline of its own."""
    yield _GAPS.sub(" ", element.text or ""), look
    for child in element:
        if tag(child) == "br":
            yield "\n", look
        else:
            yield from _pieces(child, _inside(child, look, family), family)
        yield _GAPS.sub(" ", child.tail or ""), look


def _inside(element: Element, look: Look, family: str) -> Look:
    name = tag(element)
    bold, italic = "Semibold" in look.name, look.name.endswith("It")
    if name in ("b", "strong", "i", "em"):
        bold, italic = bold or name in ("b", "strong"), italic or name in ("i", "em")
        return look._replace(name=font(family, "semibold" if bold else "regular", italic))
    if name == "u":
        return look._replace(underlined=True)
    if name in _RAISED:
        size = number(element, "size", look.size * _SMALL)
        if not 1 <= size <= 2000:
            raise PrintingError(Message("type.raised", size=f"{size:g}"))
        return look._replace(size=size, rise=number(element, "rise", look.size * _RAISED[name]))
    raise PrintingError(Message("type.broken", name=name))


# ---- from words to lines ------------------------------------------------------------------------------------------


def _bound(words: tuple[Word, ...], width: float) -> tuple[Word, ...]:
    """The last word keeps its neighbour beside it if it is short and the pair takes no more than half a line."""
    if len(words) < 2 or sum(len(piece.run.glyphs) for piece in words[-1] if not piece.look.rise) > _SHORT:
        return words
    look = words[-2][-1].look
    pair: Word = (*words[-2], Piece(shaped(" ", look.name), look), *words[-1])
    return (*words[:-2], pair) if _width(pair) <= width / 2 else words


def _broken(widths: Sequence[float], gap: float, first: float, others: float) -> list[int]:
    """Behind which words lines end, so that they are few and, but for the last, end as evenly as can be."""
    if not widths:
        return []
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(widths) + 1):
        choices = []
        long = -gap
        for start in range(end - 1, -1, -1):
            long += widths[start] + gap
            room = others if start else first
            if long > room + 1e-6 and start < end - 1:
                break
            spare = max(room - long, 0.0) / room
            uneven = spare**2 if end < len(widths) else _LONELY * (spare > _ALMOST_EMPTY and start > 0)
            choices.append((best[start][0] + _MORE_LINES + uneven, start))
        best.append(min(choices))
    ends = []
    end = len(widths)
    while end:
        ends.append(end)
        end = best[end][1]
    return ends[::-1]


def _set_paragraph(canvas: Canvas, paragraph: Paragraph, top: float) -> None:
    text = canvas.beginText()
    text.setFillColor(HexColor(paragraph.fill))
    underlines: list[tuple[float, float, float]] = []
    base = top - paragraph.baseline
    if paragraph.mark:
        text.setTextOrigin(0, base)
        _set_pieces(text, [paragraph.mark, _space(paragraph.mark.look)])
    last = len(paragraph.lines) - 1
    for n, line in enumerate(paragraph.lines):
        start = paragraph.start if n == 0 else paragraph.indent
        spare = paragraph.width - start - sum(map(_width, line)) - paragraph.gap * (len(line) - 1)
        stretched = paragraph.align == "justify" and n < last and len(line) > 1 and spare > 0
        gap = paragraph.gap + (spare / (len(line) - 1) if stretched else 0.0)
        x = start + _ALIGN.get(paragraph.align, 0.0) * spare
        text.setTextOrigin(x, base)
        pieces = list(_spaced(line, gap, paragraph.gap))
        _set_pieces(text, [*pieces, _space(paragraph.look)] if n < last else pieces)
        underlines += _underlined(pieces, x, base)
        base -= paragraph.leading
    canvas.drawText(text)
    canvas.setStrokeColor(HexColor(paragraph.fill))
    for left, right, y in underlines:
        canvas.setLineWidth(0.05 * paragraph.look.size)
        canvas.line(left, y, right, y)


def _space(look: Look) -> Piece:
    """What a line ends with, for those who read it aloud or copy it; nobody sees it."""
    return Piece(shaped(" ", look.name), look)


def _spaced(line: Sequence[Word], gap: float, natural: float) -> Iterator[Piece]:
    """The pieces of a line with what stands between words."""
    for n, word in enumerate(line):
        if n:
            look = line[n - 1][-1].look._replace(rise=0.0)
            wide = Run(space(look.name, look.size, gap), gap / look.size)
            yield Piece(shaped(" ", look.name) if gap == natural == wide.advance * look.size else wide, look)
        yield from word


def _set_pieces(text: PDFTextObject, pieces: Sequence[Piece]) -> None:
    """Sets pieces where the text object stands, those of one look together."""
    run: str = ""
    look: Look | None = None
    for piece in pieces:
        if look and piece.look != look:
            _set_run(text, run, look)
            run = ""
        look = piece.look
        run = run + piece.run.glyphs
    if look:
        _set_run(text, run, look)


def _set_run(text: PDFTextObject, run: str, look: Look) -> None:
    text.setFont(look.name, look.size)
    if look.rise:
        text.setRise(look.rise)
    text.textOut(run)
    if look.rise:
        text.setRise(0)


def _underlined(pieces: Sequence[Piece], x: float, base: float) -> Iterator[tuple[float, float, float]]:
    for piece in pieces:
        if piece.look.underlined:
            yield x, x + piece.width, base - 0.12 * piece.look.size
        x += piece.width
