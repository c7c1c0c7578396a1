"""Decks of any size for the bench: the folder `deck` with a table of as many distinct cards as wanted."""

from __future__ import annotations

import csv
import shutil
import tomllib
from pathlib import Path

_DECK = Path(__file__).parent / "deck"
_SUITS = ("anchor", "crown", "mill", "star")


def write_deck(folder: Path, cards: int) -> Path:
    """A game's folder; its table can be read by any other tool as well."""
    shutil.copytree(_DECK, folder)
    words = tomllib.loads((folder / "words.toml").read_text(encoding="utf-8"))
    first, second, third = words["first"], words["second"], words["third"]
    with (folder / "cards.csv").open("w", newline="", encoding="utf-8") as table:
        rows = csv.writer(table)
        rows.writerow(("code", "suit", "number", "turn", "name", "rule"))
        for card in range(cards):
            a, b, c = card % 20, card // 20 % 20, card // 400 % 5
            name = f"{first[a]} {second[b]} of {third[c]}"
            rule = f"Pay {card % 7 + 1} salt and take {card % 5 + 2} cards."
            rows.writerow((f"B{card + 1:04}", _SUITS[card % 4], card % 12 + 1, f"{card * 360 / cards:.3f}", name, rule))
    return folder
