"""What people type, made even: capitals, plain dashes and arrows, whatever a telephone made of them."""

from __future__ import annotations

_FOLDED = str.maketrans({"Ä": "A", "–": "-", "−": "-", "—": "--", "→": ">", "\t": " "})


def folded(text: str) -> str:
    """Capital letters, plain dashes and arrows."""
    return text.upper().translate(_FOLDED).strip()


def shown(word: str) -> str:
    """A stranger's word for a message, cut short."""
    return repr(word if len(word) <= 24 else f"{word[:21]}...")
