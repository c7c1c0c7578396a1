"""What one may type instead of a turn, in any language: `hinweis` is `hint`, `zurück` is `undo`."""

from __future__ import annotations

from functools import cache

from shelf.language import LANGUAGES
from table.screens.words import Words

_PLAIN = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def understood(line: str) -> str:
    """A line whose first word is a request, with its English name; any other as it is."""
    word, space, rest = line.strip().partition(" ")
    english = _requests().get(word.lower().translate(_PLAIN))
    return line if english is None else f"{english}{space}{rest}"


@cache
def _requests() -> dict[str, str]:
    spoken = [Words(language).entries("requests") for language in LANGUAGES]
    return {str(word).translate(_PLAIN): english for words in spoken for english, word in words.items()}
