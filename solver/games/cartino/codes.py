"""Codes of stones and places as people write them: lower case, English or German ranks, run together."""

from __future__ import annotations

import re

from shelf.messages import Translated
from solver.games.cartino.state import JOKER, UNKNOWN
from solver.games.cartino.tables import GAME, PLACE_IDS, RANK, RANK_IDS, SUIT, SUIT_LETTERS, UPPER, refused
from solver.kernel.playable import NotationError
from solver.words.input_text import folded, shown

CODES = [SUIT_LETTERS[SUIT[place]] + RANK_IDS[RANK[place]] for place in UPPER] + ["*", "?"]
"""The code of each kind of stone, of a joker, and of a stone that nobody has seen."""
SUIT_NAMES = [Translated({"de": row["name_de"], "en": row["name_en"]}) for row in GAME.tables["suits"]]
_ENGLISH = {"J": "B", "Q": "D"}
STONE = rf"[{''.join(SUIT_LETTERS)}](?:10|[7-9ABDKJQ])"
"""A stone goes by the letter of its suit and its rank; the English letters of jack and queen are understood."""
PLACE = r"[A-H][1-8](?![0-9])"
_STONES = re.compile(rf"({STONE}|\*|\?)[\s,]*")
_ORDER = [int(SUIT[place]) * len(RANK_IDS) + int(RANK[place]) for place in UPPER] + [JOKER, UNKNOWN]


def find_stone(word: str) -> int:
    """The kind of stone that a code stands for."""
    code = word[:1] + _ENGLISH.get(word[1:], word[1:])
    if code not in CODES:
        raise NotationError(refused("codes.no_stone", word=shown(word), such=CODES[0]))
    return CODES.index(code)


def find_place(word: str) -> int:
    """The place with this name."""
    return PLACE_IDS.index(word.lower())


def read_stones(text: str) -> list[int]:
    """Stones in a row, spaces or not."""
    text, at, stones = folded(text), 0, []
    while at < len(text):
        stone = _STONES.match(text, at)
        if stone is None:
            raise NotationError(refused("codes.not_a_stone", word=shown(text[at:].split()[0]), such=CODES[0]))
        stones.append(find_stone(stone[1]))
        at = stone.end()
    return stones


def sorted_stones(stones: list[int]) -> list[int]:
    """Stones by suit and rank, jokers and unseen ones last."""
    return sorted(stones, key=lambda stone: _ORDER[stone])


def written(stones: list[int]) -> str:
    """Stones as a log has them."""
    return " ".join(CODES[stone] for stone in stones)
