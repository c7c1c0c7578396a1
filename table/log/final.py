"""The end of a game without a log: a small file with what each player holds.

    game: kk-card
    Anna: FR1 FR2 FR5 SA3 =M
    Ben: UN124 KA7
    Clara: IT1 EN1

A player may have several lines. `=M` is a law tile; what a hand looks like is the game's matter (`read_holdings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from shelf.catalogue import USUAL, Catalogue
from shelf.errors import PrintingError, message_of, quoted, sentence
from shelf.messages import Message
from table.log import gamelog
from table.log.gamelog import GameLogError
from table.log.referee import players_fault, rules

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable

Hands = dict[str, list[tuple[int, str]]]
"""The lines that tell what each player holds, by name."""


@dataclass(frozen=True)
class Final:
    """Who holds what when all is over."""

    game: Playable
    players: tuple[str, ...]
    state: Bytes
    date: str


def is_final(text: str) -> bool:
    """A log has a line `setup`; a file with the end of a game has a `game:` and none."""
    lines = [line.lower() for _, line in gamelog.numbered(text)]
    return not any(line.rstrip(": ") == "setup" for line in lines) and any(line.startswith("game") for line in lines)


def parse(text: str, file: Path, catalogue: Catalogue = USUAL) -> Final:
    """Reads the end of a game; every fault names its line."""
    from solver.kernel.playable import NotationError

    header, held, last = _taken_apart(text, file)
    game = _game(header, file, last, catalogue)
    if not held:
        raise GameLogError(file, Message("final.no_setup"), last)
    hands = _hands_of_named(header, held, game, file) if "players" in header else _hands(held)
    if problem := players_fault(game, list(hands)):
        raise GameLogError(file, problem, last)
    try:
        state = game.read_holdings(list(hands.values()))
    except NotationError as fault:
        raise GameLogError(file, sentence(message_of(fault)), fault.line) from None
    return Final(game, tuple(hands), state, header.get("date", (0, ""))[1])


def _taken_apart(text: str, file: Path) -> tuple[dict[str, tuple[int, str]], list[tuple[int, str, str]], int]:
    """The header with its lines, the other lines (line, name, what is held), and the last line."""
    header: dict[str, tuple[int, str]] = {}
    held: list[tuple[int, str, str]] = []
    last = 1
    for last, line in gamelog.numbered(text):
        key, colon, value = (piece.strip() for piece in line.partition(":"))
        if not colon:
            raise GameLogError(file, Message("final.no_holding", line=quoted(line)), last)
        if key.lower() not in gamelog.KEYS:
            held.append((last, key, value))
        elif held:
            raise GameLogError(file, Message("final.belongs_before", key=key), last)
        else:
            header[key.lower()] = last, value
    return header, held, last


def _hands(held: Sequence[tuple[int, str, str]]) -> Hands:
    """Whoever is named is a player."""
    names: dict[str, str] = {}
    hands: Hands = {}
    for line, name, value in held:
        hands.setdefault(names.setdefault(name.casefold(), name), []).append((line, value))
    return hands


def _hands_of_named(
    header: Mapping[str, tuple[int, str]], held: Sequence[tuple[int, str, str]], game: Playable, file: Path
) -> Hands:
    """The header names the players; a line may shorten a name."""
    line, value = header["players"]
    names = gamelog.split_names(value)
    if problem := players_fault(game, names):
        raise GameLogError(file, problem, line)
    hands: Hands = {name: [] for name in names}
    for line, name, value in held:
        try:
            hands[names[gamelog.find_name(names, name)]].append((line, value))
        except gamelog.NobodyError as fault:
            raise GameLogError(file, fault.message, line) from None
    return hands


def _game(header: dict[str, tuple[int, str]], file: Path, last: int, catalogue: Catalogue) -> Playable:
    if "game" not in header:
        raise GameLogError(file, Message("final.no_game"), last)
    line, name = header["game"]
    try:
        return rules(name, file.resolve().parent, catalogue)
    except PrintingError as fault:
        raise GameLogError(file, message_of(fault), line) from None
