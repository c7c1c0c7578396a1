"""The rules of Kardinal & König – Das Kartenspiel once more: slow, plain and written from the rule text alone.

It shares no line with the solver's kernel, so that a slip in one of the two shows up as a disagreement.
A step is a word with, where one belongs to it, a cell (take, pay, place, lift, drop) or a law (law); the words that
stand alone are stop, skip and done. A cell is (row, column), counted from 0.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "assets" / "games" / "kk-card"
ROWS, COLUMNS = 4, 14
STONES_EACH = 3
CHAIN = 5

Cell = tuple[int, int]


class Step(NamedTuple):
    word: str
    cell: Cell = (-1, -1)
    law: str = ""


@dataclass(frozen=True)
class Card:
    id: str
    land: str
    symbols: tuple[str, ...]
    route: str


def _rows(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


CARDS = [
    Card(row["id"], row["land"], tuple(kind for kind in (row["symbol1"], row["symbol2"]) if kind), row["route"])
    for row in _rows("cards.csv")
]
LANDS = {row["id"]: int(row["cards"]) for row in _rows("lands.csv")}
LAWS = [row["kind"] for row in _rows("laws.csv")]
MARKED = [(int(row["row"]) - 1, int(row["column"]) - 1) for row in _rows("layout.csv")]
CELLS = [(row, column) for row in range(ROWS) for column in range(COLUMNS)]


@dataclass
class Player:
    stock: int = STONES_EACH
    lost: int = 0
    hand: list[str] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


@dataclass
class Game:
    """The whole table as an onlooker with X-ray eyes sees it."""

    players: list[Player]
    display: dict[Cell, Card]
    tiles: dict[Cell, str]
    start_only: bool = False
    stones: dict[Cell, int] = field(default_factory=dict)
    played: list[str] = field(default_factory=list)
    seat: int = 0
    phase: str = "take"
    taken: list[Card] = field(default_factory=list)
    in_force: set[str] = field(default_factory=set)
    waiting: bool = False
    lifted: Cell | None = None
    first_ends: set[Cell] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.first_ends = self.ends()

    def copy(self) -> Game:
        twin = Game(
            [Player(one.stock, one.lost, list(one.hand), list(one.cards)) for one in self.players],
            dict(self.display),
            dict(self.tiles),
            self.start_only,
            dict(self.stones),
            list(self.played),
            self.seat,
            self.phase,
            list(self.taken),
            set(self.in_force),
            self.waiting,
            self.lifted,
        )
        twin.first_ends = set(self.first_ends)
        return twin

    # ---- what lies where -------------------------------------------------------------------------------------------

    def ends(self) -> set[Cell]:
        """The first and the last card of each row; cards are only ever taken off, so the display keeps its order."""
        first: dict[int, Cell] = {}
        last: dict[int, Cell] = {}
        for cell in self.display:
            first.setdefault(cell[0], cell)
            last[cell[0]] = cell
        return {*first.values(), *last.values()}

    def own_stones(self) -> list[Cell]:
        return [cell for cell, owner in self.stones.items() if owner == self.seat]

    def free_cells(self) -> list[Cell]:
        return [cell for cell in self.display if cell not in self.stones]

    @property
    def over(self) -> bool:
        return not self.display

    # ---- what may be done ------------------------------------------------------------------------------------------

    def may_take(self, cell: Cell, in_force: set[str]) -> bool:
        """Whether a card at an end may be taken under the laws in force."""
        if self.start_only and cell not in self.first_ends:
            return False
        card = self.display[cell]
        limit = 3 if "three" in in_force else 2
        count = sum(len(one.symbols) for one in self.taken)
        if count >= limit or count + len(card.symbols) > limit:
            return False
        if "colours" not in in_force and any(one.land != card.land for one in self.taken):
            return False
        owner = self.stones.get(cell, self.seat)
        return owner == self.seat or self.players[self.seat].stock > 0 or bool(self.own_stones())

    def takeable(self, in_force: set[str]) -> list[Cell]:
        return [cell for cell in self.ends() if self.may_take(cell, in_force)]

    def may_play(self, kind: str) -> bool:
        """A tile may be played only where it can have an effect."""
        if kind == "return":
            return self.players[self.seat].lost > 0
        if kind == "minus" or self.phase != "take":
            return False
        if kind in self.in_force:
            return False
        both = {"three", "colours"} & {*self.in_force, *self.players[self.seat].hand}
        return bool(self.takeable(self.in_force | {kind}) or self.takeable(self.in_force | both))

    def may_place(self) -> bool:
        allowed = 3 if len(self.players) == 3 else 2
        return self.players[self.seat].stock > 0 and len(self.own_stones()) < allowed

    def legal(self) -> set[Step]:
        if self.over:
            return set()
        if self.phase == "pay":
            return {Step("pay", cell) for cell in self.own_stones()}
        if self.phase == "drop":
            return {Step("drop", cell) for cell in self.free_cells() if cell != self.lifted}
        steps = self._take_steps() if self.phase == "take" else self._stone_steps()
        return steps | {Step("law", law=kind) for kind in self.players[self.seat].hand if self.may_play(kind)}

    def _take_steps(self) -> set[Step]:
        steps = {Step("take", cell) for cell in self.takeable(self.in_force)}
        if not self.taken:
            return steps or {Step("skip")}
        return steps if self.waiting else steps | {Step("stop")}

    def _stone_steps(self) -> set[Step]:
        if self.may_place():
            return {Step("done")} | {Step("place", cell) for cell in self.free_cells()}
        if self.free_cells():
            return {Step("done")} | {Step("lift", cell) for cell in self.own_stones()}
        return {Step("done")}

    # ---- doing it --------------------------------------------------------------------------------------------------

    def apply(self, step: Step) -> None:
        """Makes a step that is legal."""
        player = self.players[self.seat]
        if step.word == "take":
            self._take(step.cell)
        elif step.word == "law":
            self._play(step.law)
        elif step.word == "pay":
            del self.stones[step.cell]
            player.lost += 1
            self.phase = "take"
        elif step.word == "stop":
            self.phase = "stone"
        elif step.word == "lift":
            del self.stones[step.cell]
            self.lifted, self.phase = step.cell, "drop"
        else:
            if step.word == "place":
                player.stock -= 1
            if step.word in ("place", "drop"):
                self.stones[step.cell] = self.seat
            self._next_seat()

    def _take(self, cell: Cell) -> None:
        player = self.players[self.seat]
        card = self.display.pop(cell)
        player.cards.append(card)
        self.taken.append(card)
        self.waiting = False
        owner = self.stones.pop(cell, None)
        if owner is not None:
            self.players[owner].stock += 1
            if owner != self.seat:
                self._pay(player)
        if cell in self.tiles:
            player.hand.append(self.tiles.pop(cell))

    def _pay(self, player: Player) -> None:
        if player.stock:
            player.stock -= 1
            player.lost += 1
        else:
            self.phase = "pay"

    def _play(self, kind: str) -> None:
        player = self.players[self.seat]
        player.hand.remove(kind)
        self.played.append(kind)
        if kind == "return":
            player.lost -= 1
            player.stock += 1
        else:
            self.in_force.add(kind)
            self.waiting = True

    def _next_seat(self) -> None:
        self.seat = (self.seat + 1) % len(self.players)
        self.phase, self.taken, self.in_force, self.waiting, self.lifted = "take", [], set(), False, None
        self.first_ends = self.ends()

    # ---- scoring ---------------------------------------------------------------------------------------------------

    def score_parts(self) -> list[dict[str, int]]:
        piles = [one.cards for one in self.players]
        parts = [{"lands": 0, "symbols": 0, "chains": 0, "minus": 0} for _ in self.players]
        for land, printed in LANDS.items():
            for part, points in zip(parts, land_points(piles, land, printed), strict=True):
                part["lands"] += points
            for part, points in zip(parts, symbol_points(piles, land), strict=True):
                part["symbols"] += points
        for part, player in zip(parts, self.players, strict=True):
            part["chains"] = chain_points(player.cards)
            part["minus"] = -2 * player.hand.count("minus")
        return parts

    def scores(self) -> list[int]:
        return [sum(part.values()) for part in self.score_parts()]

    def winner(self) -> int | None:
        standing = [(score, len(player.cards)) for score, player in zip(self.scores(), self.players, strict=True)]
        best = max(standing)
        return standing.index(best) if standing.count(best) == 1 else None


def land_points(piles: list[list[Card]], land: str, printed: int) -> list[int]:
    """Most cards: the printed number; each next rank: the number of cards of the rank before it."""
    counts = [sum(card.land == land for card in pile) for pile in piles]
    ranks = sorted({count for count in counts if count}, reverse=True)
    worth = dict(zip(ranks, [printed, *ranks[:-1]], strict=True)) if ranks else {}
    return [worth.get(count, 0) for count in counts]


def symbol_points(piles: list[list[Card]], land: str) -> list[int]:
    best = [max(_kinds(pile, land).values(), default=0) for pile in piles]
    return [count if count == max(best) else 0 for count in best]


def _kinds(pile: Iterable[Card], land: str) -> Counter[str]:
    return Counter(symbol for card in pile if card.land == land for symbol in card.symbols)


def chain_points(pile: Iterable[Card]) -> int:
    routes = Counter(card.route for card in pile)
    return sum(routes[route] for route in ("schiff", "kutsche") if routes[route] >= CHAIN)


def deal(players: int, cards: list[Card], laws: list[str], start_only: bool = False) -> Game:
    """The opening table: cards row by row, one law tile on each marked cell."""
    display = dict(zip(CELLS, cards, strict=True))
    tiles = dict(zip(MARKED, laws, strict=True))
    return Game([Player() for _ in range(players)], display, tiles, start_only)
