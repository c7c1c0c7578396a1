"""Shaping: a line of text becomes the glyphs that a compositor would pick, kerned and with ligatures, by HarfBuzz.

ReportLab sets a `ShapedStr` glyph by glyph, but knows glyphs only by characters. One that stands for other characters
than its own, a ligature for instance, gets a private one; `spelled` turns them back into what a reader searches for.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, NamedTuple

import uharfbuzz
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import ShapeData, ShapedStr

ZERO_WIDTH_NON_JOINER = "\u200c"
PRIVATE = range(0xE000, 0xF900)
"""Characters that mean nothing by themselves: no text of anybody's may bring them along."""

_SEAMS = re.compile(
    r"(?<=\bauf)(?=[filt])|(?<=inauf)(?=[filt])|(?<=erauf)(?=[filt])|(?<=\bdarauf)(?=[filt])"
    r"|(?<=f)(?=lich)|(?<=schiff)(?=[fl])|(?<=dorf)(?=[fl])|(?<=hof)(?=[fl])|(?<=fünf)(?=f)|(?<=elf)(?=f)",
    re.IGNORECASE,
)
"""Where German joins words: no ligature bridges the seam of `Auflage`."""


class Run(NamedTuple):
    """Text of one face of type: what ReportLab sets, and how far it reaches in ems."""

    glyphs: str
    advance: float


@lru_cache(maxsize=1024)
def shaped(string: str, name: str, spaced: bool = False) -> Run:
    """A line in the face of that name; letters that are set apart (`spaced`) are kerned, but not joined."""
    scale = pdfmetrics.getFont(name).pdfScale
    joints = string if spaced or "f" not in string else _SEAMS.sub(ZERO_WIDTH_NON_JOINER, string)
    glyphs, placed = [], []
    plain = joints == string
    for glyph, place, cluster in _set(joints, name, spaced):
        width = _width(name, glyph)
        letter = _letter(name, glyph, cluster)
        glyphs.append(letter)
        at = _placed(scale(place.x_advance), scale(place.x_offset), scale(place.y_offset), width)
        placed.append(at)
        plain = plain and letter == cluster and at.x_advance == width and not at.x_offset and not at.y_offset
    advance = sum(place.x_advance for place in placed) / 1000
    return Run(string if plain else ShapedStr("".join(glyphs), placed), advance)


@lru_cache(maxsize=4096)
def _placed(advance: float, dx: float, dy: float, width: float) -> ShapeData:
    """Where a glyph stands; the same few places serve all lines."""
    return ShapeData(0, advance, 0, dx, dy, width)


def spelled(letter: str) -> str:
    """What a private character stands for; any other stands for itself."""
    return _STANDS_FOR.get(letter, letter)


def space(name: str, size: float, advance: float) -> str:
    """A space that takes `advance` of whatever unit `size` is in, as in a justified line."""
    wide: str = ShapedStr(" ", [ShapeData(0, advance / size * 1000, 0, 0, 0, _width(name, _space(name)))])
    return wide


_STANDS_FOR: dict[str, str] = {}
_PRIVATE_OF: dict[tuple[str, int, str], str] = {}


def _letter(name: str, glyph: int, cluster: str) -> str:
    """The character by which ReportLab finds the glyph: its own where it is drawn for that, or a private one."""
    face: Any = pdfmetrics.getFont(name).face
    if len(cluster) == 1 and face.charToGlyph.get(ord(cluster)) == glyph:
        return cluster
    key = name, glyph, cluster
    if key not in _PRIVATE_OF:
        letter = chr(PRIVATE[len(_PRIVATE_OF)])
        face.charToGlyph[ord(letter)] = glyph
        face.charWidths[ord(letter)] = _width(name, glyph)
        _PRIVATE_OF[key] = letter
        _STANDS_FOR[letter] = cluster
    return _PRIVATE_OF[key]


def _set(string: str, name: str, spaced: bool) -> list[tuple[int, Any, str]]:
    """Each glyph, its place, and the characters it is drawn for; of several for the same, the last."""
    buffer = uharfbuzz.Buffer()
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.add_str(string)
    buffer.direction, buffer.script = "ltr", "Latn"
    uharfbuzz.shape(_font(name), buffer, {"kern": True, "liga": not spaced})
    infos, places = buffer.glyph_infos, buffer.glyph_positions or []  # an empty line has none
    ends = [*(info.cluster for info in infos[1:]), len(string)] if infos else []
    return [
        (info.codepoint, place, string[info.cluster : end].replace(ZERO_WIDTH_NON_JOINER, ""))
        for info, place, end in zip(infos, places, ends, strict=True)
    ]


@cache
def _font(name: str) -> Any:
    return uharfbuzz.Font(pdfmetrics.getFont(name).hbFace)


@cache
def _space(name: str) -> int:
    face: Any = pdfmetrics.getFont(name).face
    return int(face.charToGlyph[ord(" ")])


@cache
def _width(name: str, glyph: int) -> float:
    """The glyph's own advance, in thousandths of its size."""
    width: float = pdfmetrics.getFont(name).pdfScale(_font(name).get_glyph_h_advance(glyph))
    return width
