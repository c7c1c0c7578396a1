"""The languages that the house speaks."""

from __future__ import annotations

from typing import Literal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")
