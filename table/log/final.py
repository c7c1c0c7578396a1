"""The end of a game without a log: a small file with what each player holds.

    game: kk-card
    Anna: FR1 FR2 FR5 SA3 =M
    Ben: UN124 KA7
    Clara: IT1 EN1

A player may have several lines. `=M` is a law tile; what a hand looks like is the game's matter (`read_holdings`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from table.log import gamelog
from table.log.gamelog import GameLogError
from table.log.referee import players_fault, rules
from table.log.refusal import sentence

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable


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


def parse(text: str, file: Path, map_folder: Path | None = None) -> Final:
    """Reads the end of a game; every fault names its line."""
    from solver.kernel.playable import NotationError

    header: dict[str, tuple[int, str]] = {}
    hands: dict[str, list[tuple[int, str]]] = {}
    last = 1
    for last, line in gamelog.numbered(text):
        key, colon, value = (piece.strip() for piece in line.partition(":"))
        if not colon:
            raise GameLogError(file, f"`NAME: what the player holds` was expected, but found {line[:40]!r}.", last)
        if key.lower() not in gamelog.KEYS:
            _hand_of(hands, key, "players" in header, file, last).append((last, value))
        elif any(hands.values()):
            raise GameLogError(file, f"`{key}:` belongs before what the players hold.", last)
        else:
            header[key.lower()] = last, value
            if key.lower() == "players":
                hands = {name: [] for name in gamelog.split_names(value)}
    game = _game(header, file, last, map_folder)
    if not any(hands.values()):
        raise GameLogError(file, "the file ends before a line `setup`, and tells not what anybody holds.", last)
    if problem := players_fault(game, list(hands)):
        raise GameLogError(file, problem, header.get("players", (last, ""))[0])
    try:
        state = game.read_holdings(list(hands.values()))
    except NotationError as fault:
        raise GameLogError(file, sentence(str(fault)), fault.line) from None
    return Final(game, tuple(hands), state, header.get("date", (0, ""))[1])


def _hand_of(
    hands: dict[str, list[tuple[int, str]]], name: str, fixed: bool, file: Path, line: int
) -> list[tuple[int, str]]:
    names = list(hands)
    if not fixed:
        same = [known for known in names if known.casefold() == name.casefold()]
        return hands.setdefault(same[0] if same else name, [])
    try:
        return hands[names[gamelog.find_name(names, name)]]
    except LookupError as fault:
        raise GameLogError(file, str(fault), line) from None


def _game(header: dict[str, tuple[int, str]], file: Path, last: int, map_folder: Path | None) -> Playable:
    from shelf.errors import PrintingError

    if "game" not in header:
        raise GameLogError(file, "there is no line `game: ...`.", last)
    line, name = header["game"]
    try:
        return rules(name, file.resolve().parent, map_folder)
    except PrintingError as fault:
        raise GameLogError(file, str(fault), line) from None
