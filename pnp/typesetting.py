"""Wrapped text: the <foreignObject> of a face, set by ReportLab's paragraphs."""

from __future__ import annotations

import re
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from pnp.errors import DoesNotFitError, PrintingError
from pnp.fonts import POINT, font, missing_glyphs, paragraph_family
from pnp.svg import tag

_ALIGN = {"left": TA_LEFT, "center": TA_CENTER, "right": TA_RIGHT, "justify": TA_JUSTIFY}
_HEADINGS = {"h1": 1.7, "h2": 1.3, "h3": 1.06}
_STEP = 0.25
"""How many points a text is made smaller at a time until it fits."""


def set_block(canvas: Canvas, element: Element) -> None:
    """Draws the text of a box at the largest size that fits, in millimetres with y downwards."""
    x, y, width, height = (float(element.get(key, "0")) for key in ("x", "y", "width", "height"))
    size, least = float(element.get("font-size", "7")), float(element.get("data-min-size", "7"))
    ratio = float(element.get("data-leading", "8.5")) / size
    while True:
        flow = _flow(element, size, size * ratio)
        needed = sum(piece.wrap(width / POINT, 1e6)[1] + gap for piece, gap in flow) * POINT
        if needed <= height + 1e-6:
            break
        if size - _STEP < least - 1e-9:
            start = " ".join("".join(element.itertext()).split())[:40]
            raise DoesNotFitError(f"the text {start!r}... is {needed:.1f} mm high at {size:g} pt, its box {height:g}")
        size -= _STEP
    spare = {"middle": (height - needed) / 2, "bottom": height - needed}.get(element.get("data-valign", "top"), 0.0)
    canvas.transform(POINT, 0, 0, -POINT, x, y + spare)
    down = 0.0
    for piece, gap in flow:
        down += gap
        piece.drawOn(canvas, 0, -down - piece.height)
        down += piece.height


def _flow(box: Element, size: float, leading: float) -> list[tuple[Paragraph, float]]:
    """Paragraphs with the space before each, in points."""
    flow: list[tuple[Paragraph, float]] = []
    for element, bullet in _paragraphs(box):
        name = tag(element)
        grow = _HEADINGS.get(name, 1.0)
        weight = font(box.get("font-family", "serif"), "semibold") if name in _HEADINGS else None
        style = ParagraphStyle(
            name,
            fontName=weight or paragraph_family(box.get("font-family", "serif")),
            fontSize=size * grow,
            leading=leading * grow,
            alignment=_ALIGN.get(element.get("align") or box.get("data-align") or "left", TA_LEFT),
            textColor=HexColor(element.get("fill") or box.get("fill", "#221c14")),
            leftIndent=size * 0.9 if bullet else 0,
            bulletIndent=0,
            bulletFontName=paragraph_family(box.get("font-family", "serif")),
            bulletFontSize=size,
            splitLongWords=0,
        )
        gap = 0.0 if not flow else leading * (0.55 if name in _HEADINGS else 0.15 if bullet else 0.3)
        flow.append((_paragraph(_inner(element), style, bullet), gap))
    return flow


def _paragraph(markup: str, style: ParagraphStyle, bullet: str) -> Paragraph:
    words = re.sub(r"<[^>]*>", "", markup).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">")
    if strange := missing_glyphs(words, style.fontName):
        raise DoesNotFitError(f"the text needs the characters {' '.join(strange)}, which the typeface does not have")
    try:
        return Paragraph(markup, style, bulletText=bullet or None)
    except ValueError as fault:
        raise PrintingError(f"cannot set this text: {str(fault).splitlines()[0]}") from fault


def _paragraphs(box: Element) -> list[tuple[Element, str]]:
    found: list[tuple[Element, str]] = []
    for element in box:
        if tag(element) in {"ul", "ol"}:
            numbered = tag(element) == "ol"
            found += [(item, f"{n}." if numbered else "•") for n, item in enumerate(element, start=1)]
        else:
            found.append((element, ""))
    return found


def _inner(element: Element) -> str:
    """The markup between an element's tags, as ReportLab's paragraphs read it."""
    whole = ElementTree.tostring(element, encoding="unicode").strip()
    whole = re.sub(r'\s+xmlns(:\w+)?="[^"]*"', "", whole)
    body = whole[whole.index(">") + 1 : whole.rindex("<")] if not whole.endswith("/>") else ""
    return " ".join(body.split())
