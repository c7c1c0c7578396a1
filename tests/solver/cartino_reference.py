"""The rules of Cartino once more: slow, plain and written from the rule text alone.

It shares no line with the solver's kernel, so that a slip in one of the two shows up as a disagreement.
A stone is its code (`K10`, `RA`) or `*`, a joker. A step is a word with a place: lay, joker, exchange, done, pass.
"""

from __future__ import annotations

import csv
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "assets" / "games" / "cartino"
JOKER = "*"
POINTS = {"A": 5, "K": 4, "D": 3, "B": 2, "10": 1, "9": 1, "8": 1, "7": 1}
"""The values as the rules list them."""


class Step(NamedTuple):
    word: str
    place: str = ""


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


LETTERS = {row["id"]: row["letter"] for row in _rows("suits.csv")}
STONE_FOR = {row["cell"]: LETTERS[row["suit"]] + row["rank"] for row in _rows("fields.csv")}
"""The stone that belongs on a place; every field has two places."""
STONES = sorted(STONE_FOR.values()) + [JOKER] * 2


def value(place: str) -> int:
    return POINTS[STONE_FOR[place][1:]]


@cache
def beside(place: str) -> set[str]:
    """Up to four places share a side with one: to the left and right, above and below."""
    column, row = ord(place[0]), int(place[1])
    around = {(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)}
    return {f"{chr(x)}{y}" for x, y in around if f"{chr(x)}{y}" in STONE_FOR}


@dataclass
class Player:
    rack: list[str]
    contacts: int = 0
    sets: int = 0
    finish: int = 0


@dataclass
class Game:
    """The whole table as an onlooker with X-ray eyes sees it; the next stone from the bag is its last one."""

    players: list[Player]
    bag: list[str]
    board: dict[str, str] = field(default_factory=dict)
    seat: int = 0
    over: bool = False
    suit: str = ""
    laid: list[str] = field(default_factory=list)
    taken_back: int = 0
    passes: int = 0
    turn: int = 0

    def copy(self) -> Game:
        return deepcopy(self)

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    # ---- what may be done ------------------------------------------------------------------------------------------

    def _of_this_suit(self, place: str) -> bool:
        return self.suit in ("", STONE_FOR[place][0])

    def lays(self) -> set[Step]:
        free = [place for place in STONE_FOR if place not in self.board and self._of_this_suit(place)]
        found = {Step("lay", place) for place in free if STONE_FOR[place] in self.player.rack}
        if self.player.rack.count(JOKER) > self.taken_back:
            found |= {Step("joker", place) for place in free}
        return found

    def exchanges(self) -> set[Step]:
        return {
            Step("exchange", place)
            for place, stone in self.board.items()
            if stone == JOKER and place not in self.laid
            if STONE_FOR[place] in self.player.rack and self._of_this_suit(place)
        }

    def legal(self) -> set[Step]:
        if self.over:
            return set()
        lays = self.lays()
        if self.laid or self.taken_back:
            return lays | self.exchanges() | {Step("done")}
        return lays | self.exchanges() | (set() if lays else {Step("pass")})

    # ---- what happens ----------------------------------------------------------------------------------------------

    def apply(self, step: Step) -> None:
        if step.word in ("lay", "joker"):
            self._lay(step.place, STONE_FOR[step.place] if step.word == "lay" else JOKER)
        elif step.word == "exchange":
            self.player.rack.remove(STONE_FOR[step.place])
            self.player.rack.append(JOKER)
            self.board[step.place] = STONE_FOR[step.place]
            self.suit = STONE_FOR[step.place][0]
            self.taken_back += 1
        elif step.word == "done":
            self._finish_turn()
        else:
            self.passes += 1
            self._next_turn()
            self.over = self.passes == len(self.players)

    def _lay(self, place: str, stone: str) -> None:
        self.player.contacts += sum(value(near) for near in beside(place) if near in self.board)
        self.player.rack.remove(stone)
        self.board[place] = stone
        self.laid.append(place)
        self.suit = STONE_FOR[place][0]
        if len(self.laid) == 5:
            self.player.sets += 10
        if not self.player.rack and not self.bag:
            self.player.finish = 10
            self.over, self.turn = True, self.turn + 1
        elif not self.player.rack:
            self._finish_turn()

    def _finish_turn(self) -> None:
        self.passes = 0
        while len(self.player.rack) < 5 and self.bag:
            self.player.rack.append(self.bag.pop())
        self._next_turn()

    def _next_turn(self) -> None:
        self.suit, self.laid, self.taken_back = "", [], 0
        self.seat = (self.seat + 1) % len(self.players)
        self.turn += 1

    # ---- points ----------------------------------------------------------------------------------------------------

    def rest(self, player: Player) -> int:
        return -sum(6 if stone == JOKER else POINTS[stone[1:]] for stone in player.rack) if self.over else 0

    def score_parts(self) -> list[list[int]]:
        return [[player.contacts, player.sets, player.finish, self.rest(player)] for player in self.players]

    def winners(self) -> list[int]:
        totals = [sum(parts) for parts in self.score_parts()]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]


def deal(players: int, stones: list[str]) -> Game:
    """Five stones each; the rest stays in the bag."""
    racks = [stones[5 * seat : 5 * seat + 5] for seat in range(players)]
    return Game([Player(list(rack)) for rack in racks], stones[: 5 * players - 1 : -1])
