"""An empty file to print into: the same input gives the same bytes."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import IO, Any

from reportlab.pdfgen.canvas import Canvas

from pnp.faces.fonts import font
from shelf.errors import PrintingError, quoted
from shelf.messages import Message


def new_canvas(file: IO[bytes], **wishes: Any) -> Canvas:
    """A canvas whose date is always the same, or the one of SOURCE_DATE_EPOCH."""
    _check_date(os.environ.get("SOURCE_DATE_EPOCH", "").strip())
    return Canvas(file, invariant=1, initialFontName=font(), **wishes)


def _check_date(seconds: str) -> None:
    """The libraries that read it take for granted that it is a date."""
    try:
        if seconds and int(seconds) < 0:
            raise ValueError
        datetime.fromtimestamp(int(seconds or 0), UTC)
    except (ValueError, OverflowError, OSError):
        raise PrintingError(Message("printing.epoch", seconds=quoted(seconds))) from None
