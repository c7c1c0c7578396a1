"""An empty file to print into: the same input gives the same bytes."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

from pnp.faces.fonts import font
from shelf.errors import PrintingError, quoted
from shelf.messages import Message


def fresh() -> dict[str, Any]:
    """What every canvas is made with: its date is always the same, or the one of SOURCE_DATE_EPOCH."""
    _check_date(os.environ.get("SOURCE_DATE_EPOCH", "").strip())
    return {"invariant": 1, "initialFontName": font()}


def _check_date(seconds: str) -> None:
    """The libraries that read it take for granted that it is a date."""
    try:
        if seconds and int(seconds) < 0:
            raise ValueError
        datetime.fromtimestamp(int(seconds or 0), UTC)
    except (ValueError, OverflowError, OSError):
        raise PrintingError(Message("printing.epoch", seconds=quoted(seconds))) from None
