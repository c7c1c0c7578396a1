"""The typefaces: Source Serif and Source Sans from their PyPI packages, embedded in every file, never the system's."""

from __future__ import annotations

import importlib
import re
from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pnp.faces.shaping import PRIVATE, ZERO_WIDTH_NON_JOINER, shaped, spelled
from shelf.errors import PrintingError, nearest
from shelf.messages import Message

POINT = 25.4 / 72
"""One point in millimetres."""

POINTS = 72 / 25.4
"""Points to a millimetre."""

_PACKAGES = {
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
    "sans": ("font_source_sans_pro", "SourceSansPro"),
}
_WEIGHTS = {"light": "Light", "regular": "", "semibold": "Semibold", "bold": "Bold", "black": "Black"}


_MEANING = re.compile(r"(?m)^(<[0-9A-F]{2}>) <([0-9A-F]{4,})>$")


class _Type(TTFont):  # type: ignore[misc]
    """A face of type whose ligatures a reader can search for: each stands for the letters that it joins."""

    def addObjects(self, doc: Any) -> None:  # noqa: N802 - ReportLab's name
        """Adds the face to the file, with a table that says what its glyphs stand for."""
        before = set(doc.idToObject)
        super().addObjects(doc)
        for key in doc.idToObject.keys() - before:
            if key.startswith("toUnicodeCMap:"):
                table = doc.idToObject[key]
                table.content = _MEANING.sub(_spelled_out, table.content)


def _spelled_out(entry: re.Match[str]) -> str:
    return f"{entry[1]} <{spelled(chr(int(entry[2], 16))).encode('utf-16-be').hex().upper()}>"


@cache
def font(family: str = "serif", weight: str = "regular", italic: bool = False) -> str:
    """The name under which ReportLab knows a face of type; loaded at its first use."""
    if family not in _PACKAGES:
        raise PrintingError(Message("fonts.family", family=repr(family), hint=nearest(family, _PACKAGES)))
    if weight not in _WEIGHTS:
        raise PrintingError(Message("fonts.weight", weight=repr(weight), hint=nearest(weight, _WEIGHTS)))
    package, stem = _PACKAGES[family]
    name = f"{stem}{_WEIGHTS[weight]}{'It' if italic else ''}"
    files: dict[str, str] = importlib.import_module(package).font_files_ttf
    # Registering a face a second time would make ReportLab forget which bold and italic belong to it.
    if name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(_Type(name, files[name]))
    return name


def face_file(name: str) -> Path:
    """The file of a face of type that `font` has named."""
    package = next(package for package, stem in _PACKAGES.values() if name.startswith(stem))
    return Path(importlib.import_module(package).font_files_ttf[name])


def text_width(string: str, name: str, size: float, spacing: float = 0.0) -> float:
    """The width in millimetres of a line set in `size` points with `spacing` millimetres between letters."""
    return shaped(string, name, bool(spacing)).advance * size * POINT + spacing * max(len(string) - 1, 0)


def missing_glyphs(string: str, name: str) -> list[str]:
    """The characters that a face of type cannot draw."""
    face: Any = pdfmetrics.getFont(name).face
    known = face.charToGlyph
    return sorted({letter for letter in string if not _drawn(letter, known)})


def _drawn(letter: str, known: Container[int]) -> bool:
    if letter.isspace() or letter == ZERO_WIDTH_NON_JOINER:
        return True
    return ord(letter) in known and ord(letter) not in PRIVATE
