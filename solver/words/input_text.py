"""What people type, made even: capitals, plain dashes and arrows, whatever a telephone made of them."""

from __future__ import annotations

from shelf.messages import Message
from solver.kernel.playable import NotationError

_FOLDED = str.maketrans({"Ä": "A", "–": "-", "−": "-", "—": "--", "→": ">", "\t": " "})


def folded(text: str) -> str:
    """Capital letters, plain dashes and arrows."""
    return text.upper().translate(_FOLDED).strip()


def number(digits: str, what: str, most: int = 999) -> int:
    """A whole number as written; one beyond `most`, of however many digits, is refused before it is counted with."""
    size = digits.lstrip("+-").lstrip("0")
    if len(size) > len(str(most)) or int(size or "0") > most:
        raise NotationError(
            Message("notation.too_large", digits=shown(digits), what=Message(f"things.{what}"), most=most)
        )
    return -int(size or "0") if digits.startswith("-") else int(size or "0")


def shown(word: str) -> str:
    """A stranger's word for a message, cut short."""
    return repr(word if len(word) <= 24 else f"{word[:21]}...")
