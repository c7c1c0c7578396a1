"""How tests look at a PDF: rendered by PDFium, measured in millimetres from the page's top left corner."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
import pikepdf
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


def letters(pdf: bytes | Path, page: int = 0) -> Iterator[Letter]:
    """Every visible character of a page."""
    document = _letter_by_letter(pdf if isinstance(pdf, bytes) else pdf.read_bytes())
    sheet = document[page]
    height = sheet.get_height()
    text = sheet.get_textpage()
    for index in range(text.count_chars()):
        string = text.get_text_range(index, 1)
        if not string.strip():
            continue
        left, bottom, right, top = text.get_charbox(index)
        yield Letter(string, left * POINT, (height - top) * POINT, right * POINT, (height - bottom) * POINT)


@lru_cache(maxsize=2)
def _letter_by_letter(content: bytes) -> pdfium.PdfDocument:
    """The file without the notes that spell out words whose letters are set apart: they hide where each letter is."""
    changed = io.BytesIO()
    with pikepdf.open(io.BytesIO(content)) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Form":
                item.write(re.sub(rb"/Span <</ActualText <[0-9A-F]+>>> BDC", b"/Span BMC", item.read_bytes()))
        pdf.save(changed)
    return pdfium.PdfDocument(changed.getvalue())
