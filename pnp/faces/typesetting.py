"""Wrapped text: the <foreignObject> of a face, set by ReportLab's paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reportlab.lib.colors import Color, HexColor
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from pnp.faces.fonts import POINT, font, missing_glyphs, paragraph_family
from pnp.faces.svg import Extent, extent, number, tag
from shelf.errors import DoesNotFitError, PrintingError
from shelf.messages import Message

_ALIGN = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT, "justify": TA_JUSTIFY}
_HEADINGS = {"h1": 1.7, "h2": 1.3, "h3": 1.06}
_LISTS = {"ul": 0.9, "ol": 1.25}
"""How far list items are indented, in ems."""
_STEP = 0.25
"""How many points a text is made smaller at a time until it fits."""
_LEAST_WIDTH, _FARTHEST = 0.1, 10_000.0
"""Millimetres."""
_LAST_WORDS = re.compile(r"(?<=\S) (?=[^\s<>]{1,6}(<[^>]*>[^\s<>]?)*$)")
"""The space before a last word so short that it should not stand on a line of its own."""


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


def set_block(canvas: Canvas, element: Element) -> None:
    """Draws the text of a block at the largest size that fits, in millimetres with y downwards."""
    x, y, width, height = _standing(element)
    flow = _fitted(element, width, height)
    spare = height - _depth(flow)
    lead = {"middle": spare / 2, "bottom": spare}.get(element.get("data-valign", "top"), 0.0)
    canvas.transform(POINT, 0, 0, -POINT, x, y + lead)
    down = 0.0
    for piece, gap in flow:
        down += gap + piece.height
        piece.drawOn(canvas, 0, -down)


def set_lines(element: Element) -> Iterator[Line]:
    """The text of a block as `set_block` sets it, line by line, for drawings that are no PDF; nothing is justified."""
    x, y, width, height = _standing(element)
    flow = _fitted(element, width, height)
    spare = height - _depth(flow)
    down = {"middle": spare / 2, "bottom": spare}.get(element.get("data-valign", "top"), 0.0)
    for piece, gap in flow:
        down += gap * POINT
        if piece.bulletText:
            style = piece.style
            first = y + down + style.fontSize * POINT
            yield Line(x, first, piece.bulletText, style.bulletFontName, style.fontSize, _hex(style.textColor))
        yield from _lines_of(piece, x, y + down)
        down += piece.height * POINT


def _lines_of(piece: Paragraph, x: float, y: float) -> Iterator[Line]:
    """The lines of a wrapped paragraph whose top left corner is there."""
    style, set_ = piece.style, piece.blPara
    share = {TA_CENTER: 0.5, TA_RIGHT: 1.0}.get(style.alignment, 0.0)
    for row, line in enumerate(set_.lines):
        spare, runs = (line[0], None) if set_.kind == 0 else (line.extraSpace, line.words)
        left = x + (style.leftIndent + share * max(spare, 0)) * POINT
        base = y + (style.fontSize + row * style.leading) * POINT
        if runs is None:
            yield Line(left, base, " ".join(line[1]), set_.fontName, set_.fontSize, _hex(set_.textColor))
            continue
        for run in runs:
            yield Line(left, base - run.rise * POINT, run.text, run.fontName, run.fontSize, _hex(run.textColor))
            left += stringWidth(run.text, run.fontName, run.fontSize) * POINT


def _hex(colour: Color) -> str:
    return f"#{colour.hexval()[2:]}"


def _standing(element: Element) -> Extent:
    """Where the text stands; ReportLab wraps nothing without width, and breaks instead of saying so."""
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


def _fitted(block: Element, width: float, height: float) -> list[tuple[Paragraph, float]]:
    """The paragraphs, wrapped, at the largest size at which no line is too many and no word too long."""
    size, least, leading = _sizes(block)
    ratio = leading / size
    while True:
        flow = _flow(block, size, size * ratio, width)
        for piece, _ in flow:
            piece.wrap(width / POINT, 1e6)
        needed = _depth(flow)
        longest = max((piece.minWidth() + piece.style.leftIndent for piece, _ in flow), default=0.0) * POINT
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


def _depth(flow: list[tuple[Paragraph, float]]) -> float:
    return float(sum(piece.height + gap for piece, gap in flow)) * POINT


def _flow(block: Element, size: float, leading: float, width: float) -> list[tuple[Paragraph, float]]:
    """Paragraphs with the space before each, in points; a heading stands closer to what follows."""
    flow: list[tuple[Paragraph, float]] = []
    above = ""
    for element, bullet, indent in _paragraphs(block):
        name = tag(element)
        if not flow:
            gap = 0.0
        elif name in _HEADINGS:
            gap = leading * 0.55
        elif above in _HEADINGS:
            gap = leading * 0.1
        else:
            gap = leading * (0.22 if bullet else 0.35)
        style = _style(block, element, size, leading)
        style.leftIndent = size * indent
        flow.append((_paragraph(_bound(_inner(element), style, width / POINT), style, bullet), gap))
        above = name
    return flow


def _style(block: Element, element: Element, size: float, leading: float) -> ParagraphStyle:
    name, family = tag(element), block.get("font-family", "serif")
    grow = _HEADINGS.get(name, 1.0)
    return ParagraphStyle(
        name,
        fontName=font(family, "semibold") if name in _HEADINGS else paragraph_family(family),
        fontSize=size * grow,
        leading=leading * grow,
        alignment=_ALIGN.get(element.get("align") or block.get("data-align") or "left", TA_LEFT),
        textColor=HexColor(element.get("fill") or block.get("fill", "#221c14")),
        bulletIndent=0,
        bulletFontName=font(family, "semibold"),
        bulletFontSize=size,
        splitLongWords=0,
    )


def _bound(markup: str, style: ParagraphStyle, width: float) -> str:
    """The last word keeps its neighbour beside it if it is short and the pair takes no more than half a line."""
    pair = " ".join(re.sub(r"<[^<>]*>", "", markup).split()[-2:])
    wide: float = stringWidth(pair, style.fontName, style.fontSize)
    return _LAST_WORDS.sub("\u00a0", markup) if wide <= width / 2 else markup


def _paragraph(markup: str, style: ParagraphStyle, bullet: str) -> Paragraph:
    words = re.sub(r"<[^<>]*>", "", markup).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    if strange := missing_glyphs(words, style.fontName):
        raise DoesNotFitError(Message("type.characters", strange=" ".join(strange)))
    try:
        return Paragraph(markup, style, bulletText=bullet or None)
    except ValueError as fault:
        raise PrintingError(Message("type.broken", fault=str(fault).splitlines()[0])) from fault


def _paragraphs(block: Element) -> list[tuple[Element, str, float]]:
    """Every paragraph with its marker and indent in ems; the items of a list are paragraphs."""
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


def _inner(element: Element) -> str:
    """The markup between an element's tags, as ReportLab's paragraphs read it."""
    whole = ElementTree.tostring(element, encoding="unicode").strip()
    whole = re.sub(r'\sxmlns(:\w+)?="[^"]*"', "", whole)
    body = whole[whole.index(">") + 1 : whole.rindex("<")] if not whole.endswith("/>") else ""
    return " ".join(body.split())
