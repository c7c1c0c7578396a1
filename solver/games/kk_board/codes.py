"""Codes of cards, lands and fields as people write them: lower case, shortened, run together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from shelf.messages import joined
from solver.games.kk_board.map import UNSEEN, BoardMap
from solver.games.kk_board.refusals import refused
from solver.games.kk_board.state import UNKNOWN
from solver.kernel.playable import NotationError
from solver.words.input_text import folded, shown


def letter_pattern(board: BoardMap) -> str:
    """Matches the letter of a land."""
    return f"[{''.join(board.land_codes)}]"


def card_pattern(board: BoardMap) -> str:
    """A card goes by its code or by the letter of one of its lands."""
    return rf"(?:{'|'.join(board.card_ids)}|{letter_pattern(board)})"


def find_kind(board: BoardMap, word: str) -> int:
    """The kind of card that a code stands for; `?` is one that nobody has seen."""
    if word == UNSEEN:
        return UNKNOWN
    if word in board.card_ids:
        return board.card_ids.index(word)
    if word in board.land_codes:
        return board.card_of[board.land_codes.index(word)]
    raise NotationError(refused("codes.no_card", word=shown(word), card_ids=" ".join(board.card_ids)))


def find_land(board: BoardMap, letter: str) -> int:
    """The land of a letter."""
    if letter not in board.land_codes:
        raise NotationError(refused("codes.no_land", letter=shown(letter), land_codes=" ".join(board.land_codes)))
    return board.land_codes.index(letter)


def find_field(board: BoardMap, word: str) -> int:
    """The field with this code."""
    if word in board.field_ids:
        return board.field_ids.index(word)
    land = board.land_codes.index(word[0]) if word[0] in board.land_codes else -1
    last = max((code for code, of in zip(board.field_ids, board.land_of, strict=True) if of == land), default="")
    close = get_close_matches(word, board.field_ids, n=3)
    hint = (
        refused("codes.last_there", last=last)
        if last
        else refused("codes.meant", close=joined("or", close))
        if close
        else ""
    )
    raise NotationError(refused("codes.no_field", word=shown(word), hint=hint))


def read_cards(board: BoardMap, text: str) -> list[int]:
    """Cards in a row, spaces or not."""
    text, at, kinds = folded(text), 0, []
    pattern = re.compile(rf"({card_pattern(board)}|\?)[\s,]*")
    while at < len(text):
        card = pattern.match(text, at)
        if card is None:
            strange, such = shown(text[at:].split()[0]), board.card_ids[0]
            raise NotationError(refused("codes.not_a_card", strange=strange, such=such))
        kinds.append(find_kind(board, card[1]))
        at = card.end()
    return kinds


def written(board: BoardMap, kinds: Sequence[int]) -> str:
    """Cards as a log has them."""
    return " ".join(board.code(kind) for kind in kinds)
