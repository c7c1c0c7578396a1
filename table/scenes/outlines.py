"""Type as outlines, for pictures that must look the same where our typefaces are not known."""

from __future__ import annotations

from functools import cache
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

from pnp.faces import svg
from pnp.faces.fonts import face_file, font


def outlined(text: Element) -> tuple[Element, dict[str, str]]:
    """A line of type as the outlines that it uses, and these by their ids."""
    string, name = text.text or "", text.get("font-family") or font()
    size, spacing = svg.number(text, "font-size", 3), svg.number(text, "letter-spacing")
    units, _ = _face(name)
    scale, at = size / units, 0.0
    word, letters = Element("g"), dict[str, str]()
    for letter in string:
        key, shape, advance = _letter(name, letter)
        if shape:
            letters[key] = shape
            SubElement(word, "use", {"href": f"#{key}", "x": f"{at:.0f}"})
        at += advance + spacing / scale
    width = at * scale - (spacing if string else 0)
    share = {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", ""), 0.0)
    x = svg.number(text, "x") - share * width
    place = f"translate({x:.3f} {svg.number(text, 'y'):.3f}) scale({scale:.5f} {-scale:.5f})"
    word.set("transform", f"{text.get('transform', '')} {place}".strip())
    word.set("fill", text.get("fill", "#000000"))
    for key in ("opacity", "fill-opacity", "class"):
        if value := text.get(key):
            word.set(key, value)
    return word, letters


@cache
def _face(name: str) -> tuple[int, Any]:
    face = TTFont(face_file(name))
    return face["head"].unitsPerEm, face


@cache
def _letter(name: str, letter: str) -> tuple[str, str, float]:
    """Id, outline and advance of a letter; one that the typeface lacks is the box that it has for such."""
    _, face = _face(name)
    glyph = face.getBestCmap().get(ord(letter), ".notdef")
    glyphs = face.getGlyphSet()
    pen = SVGPathPen(glyphs, ntos=lambda number: f"{number:.0f}")
    glyphs[glyph].draw(pen)
    return f"t{name}-{ord(letter):x}", pen.getCommands(), glyphs[glyph].width
