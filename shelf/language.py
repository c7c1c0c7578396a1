"""The languages that the house speaks, and which of them a person's surroundings ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")
VARIABLE = "TIMBUKTU_LANG"
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")


def language_of(environment: Mapping[str, str]) -> Language:
    """What TIMBUKTU_LANG says, else what the first variable of the locale says that is set; English otherwise."""
    said = next((environment[name] for name in (VARIABLE, *_LOCALE) if environment.get(name)), "")
    return next((language for language in LANGUAGES if said.lower().startswith(language)), "en")
