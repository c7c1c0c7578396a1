"""Codes of cards, lands and fields as people write them: lower case, shortened, run together."""

from __future__ import annotations

import re
from difflib import get_close_matches

from solver.games.kk_board.tables import CARD_IDS, CARD_OF, FIELD_IDS, LAND_CODES, LAND_OF
from solver.kernel.playable import NotationError
from solver.words.input_text import folded, shown

UNSEEN = "?"
CODES = [*CARD_IDS, UNSEEN]
"""The code of each kind of card; the last one nobody has seen."""
LETTER = f"[{''.join(LAND_CODES)}]"
CARD = rf"(?:{'|'.join(CARD_IDS)}|{LETTER})"
"""A card goes by its code or by the letter of one of its lands."""

_KINDS = {code: kind for kind, code in enumerate(CODES)} | {
    letter: int(CARD_OF[land]) for land, letter in enumerate(LAND_CODES) if letter not in CARD_IDS
}
_CARDS = re.compile(rf"({CARD}|\?)[\s,]*")


def find_kind(word: str) -> int:
    """The kind of card that a code stands for; `?` is one that nobody has seen."""
    if word not in _KINDS:
        raise NotationError(f"there is no card {shown(word)}; the cards are {' '.join(CARD_IDS)}")
    return _KINDS[word]


def find_land(letter: str) -> int:
    """The land of a letter."""
    if letter not in LAND_CODES:
        raise NotationError(f"there is no land {shown(letter)}; the letters are {' '.join(LAND_CODES)}")
    return LAND_CODES.index(letter)


def find_field(word: str) -> int:
    """The field with this code."""
    if word in FIELD_IDS:
        return FIELD_IDS.index(word)
    land = LAND_CODES.index(word[0]) if word[0] in LAND_CODES else -1
    last = max((code for code, of in zip(FIELD_IDS, LAND_OF, strict=True) if of == land), default="")
    close = get_close_matches(word, FIELD_IDS, n=3)
    hint = f"; the last one there is {last}" if last else f"; did you mean {' or '.join(close)}?" if close else ""
    raise NotationError(f"there is no field {shown(word)}{hint}")


def read_cards(text: str) -> list[int]:
    """Cards in a row, spaces or not."""
    text, at, kinds = folded(text), 0, []
    while at < len(text):
        card = _CARDS.match(text, at)
        if card is None:
            raise NotationError(f"{shown(text[at:].split()[0])} is not a card, such as {CARD_IDS[0]}, or ? if unseen")
        kinds.append(find_kind(card[1]))
        at = card.end()
    return kinds


def written(kinds: list[int]) -> str:
    """Cards as a log has them."""
    return " ".join(CODES[kind] for kind in kinds)
