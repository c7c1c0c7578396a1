"""How tests look at a PDF: rendered by PDFium, measured in millimetres from the page's top left corner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
from numpy.typing import NDArray

POINT = 25.4 / 72


def picture(pdf: bytes | Path, page: int = 0, dpi: int = 150) -> NDArray[np.uint8]:
    """A page as rows of RGB pixels."""
    document = pdfium.PdfDocument(pdf)
    bitmap = document[page].render(scale=dpi / 72)
    pixels: NDArray[np.uint8] = np.asarray(bitmap.to_pil().convert("RGB"))
    return pixels


def dark_stretches(line: NDArray[np.uint8], dpi: int, threshold: int = 128) -> list[float]:
    """The middles, in millimetres, of the dark stretches of a line of RGB pixels."""
    dark = np.flatnonzero(line.mean(axis=1) < threshold)
    groups = np.split(dark, np.flatnonzero(np.diff(dark) > 1) + 1) if dark.size else []
    return [float(group.mean() + 0.5) * 25.4 / dpi for group in groups]


@dataclass(frozen=True)
class Letter:
    """A character on a page and the box of its ink, in millimetres."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def letters(pdf: bytes | Path | pdfium.PdfDocument, page: int = 0) -> Iterator[Letter]:
    """Every visible character of a page."""
    document = pdf if isinstance(pdf, pdfium.PdfDocument) else pdfium.PdfDocument(pdf)
    sheet = document[page]
    height = sheet.get_height()
    text = sheet.get_textpage()
    for index in range(text.count_chars()):
        string = text.get_text_range(index, 1)
        if not string.strip():
            continue
        left, bottom, right, top = text.get_charbox(index)
        yield Letter(string, left * POINT, (height - top) * POINT, right * POINT, (height - bottom) * POINT)
