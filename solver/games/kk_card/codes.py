"""Card codes and law letters as people write them: lower case, shortened, in either language."""

from __future__ import annotations

import re
from collections.abc import Collection
from difflib import get_close_matches

from shelf.language import LANGUAGES
from shelf.messages import joined
from solver.games.kk_card.tables import CARD_IDS, GAME, LAW_KINDS, refused
from solver.kernel.playable import NotationError
from solver.words.input_text import folded, shown

UNSEEN = "?"
CODE = r"[A-Z]{1,2}[0-9]"

LETTERS = ["", *(str(GAME.words["en"]["law"][kind]["letter"]) for kind in LAW_KINDS[1:]), UNSEEN]
"""The letter of each kind of law tile in a log; the first entry is no tile, the last one that nobody has seen."""

_KINDS = {
    str(GAME.words[language]["law"][kind]["letter"]).upper(): number
    for language in reversed(LANGUAGES)
    for number, kind in enumerate(LAW_KINDS)
    if kind
} | {UNSEEN: len(LAW_KINDS)}

_RUN = re.compile(r"\s*([A-Z]{1,2})\s*([0-9]+)[\s,|]*")


def find_card(word: str, among: Collection[int] | None = None) -> int:
    """The card with this code, or the only one that the shortened code can mean; those in `among` come first."""
    if word in CARD_IDS:
        return CARD_IDS.index(word)
    fitting = [card for card, code in enumerate(CARD_IDS) if code.startswith(word[:-1]) and code.endswith(word[-1])]
    if among is not None and (closer := [card for card in fitting if card in among]):
        fitting = closer
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise NotationError(
            refused("codes.may_mean", word=word, cards=joined("or", [CARD_IDS[card] for card in fitting]))
        )
    close = get_close_matches(word, CARD_IDS, n=3, cutoff=0.6)
    hint = refused("codes.meant", close=joined("or", close)) if close else ""
    raise NotationError(refused("codes.no_card", word=shown(word), hint=hint))


def find_kind(letter: str) -> int:
    """The kind of law tile that a letter stands for; `?` is one that nobody has seen."""
    if letter not in _KINDS:
        raise NotationError(refused("codes.no_law", letter=shown(letter), letters=" ".join(LETTERS[1:])))
    return _KINDS[letter]


def read_cards(text: str) -> list[int]:
    """Cards in a row, spaces or not; FR125 is short for FR1 FR2 FR5."""
    text, at, cards = folded(text), 0, []
    while at < len(text):
        run = _RUN.match(text, at)
        if run is None:
            word = text[at:].split()[0] if text[at:].split() else text[at:]
            raise NotationError(refused("codes.not_a_card", word=shown(word)))
        cards += [find_card(run[1] + digit) for digit in run[2]]
        at = run.end()
    return cards
