"""The typefaces: Source Serif and Source Sans from their PyPI packages, embedded in every file, never the system's."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path
from typing import Any

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

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
        pdfmetrics.registerFont(TTFont(name, files[name]))
    return name


def face_file(name: str) -> Path:
    """The file of a face of type that `font` has named."""
    package = next(package for package, stem in _PACKAGES.values() if name.startswith(stem))
    return Path(importlib.import_module(package).font_files_ttf[name])


@cache
def paragraph_family(family: str = "serif") -> str:
    """The name of a family whose <b> and <i> ReportLab's paragraphs can find."""
    regular = font(family)
    pdfmetrics.registerFontFamily(
        regular,
        normal=regular,
        bold=font(family, "semibold"),
        italic=font(family, italic=True),
        boldItalic=font(family, "semibold", italic=True),
    )
    return regular


def text_width(string: str, name: str, size: float, spacing: float = 0.0) -> float:
    """The width in millimetres of a line set in `size` points with `spacing` millimetres between letters."""
    advance: float = pdfmetrics.stringWidth(string, name, size)
    return advance * POINT + spacing * max(len(string) - 1, 0)


def missing_glyphs(string: str, name: str) -> list[str]:
    """The characters that a face of type cannot draw."""
    face: Any = pdfmetrics.getFont(name).face
    return sorted({letter for letter in string if ord(letter) not in face.charToGlyph and not letter.isspace()})
