"""The rules of Kardinal & König once more: slow, plain and written from the rule text alone.

It shares no line with the solver's kernel, so that a slip in one of the two shows up as a disagreement.
A step is a word with a kind of card and a place: place (a field, or +land for the court), exchange, stop, take, blind.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parents[2] / "assets" / "games" / "kk-board"


class Step(NamedTuple):
    word: str
    card: str = ""
    place: str = ""


def _rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@dataclass(frozen=True, eq=False)
class Board:
    """What lies in the box: the cards, the lands by their letters, and one of the maps."""

    cards: dict[str, int]
    card_for: dict[str, str]
    alliances: list[tuple[str, str]]
    fields: dict[str, str]
    roads: dict[str, set[str]]

    @classmethod
    def read(cls, folder: Path, suffix: str = "") -> Board:
        """The map of a folder whose files end so."""
        lands = {row["id"]: row["code"] for row in _rows(folder / "lands.csv")}
        fields = {row["id"]: lands[row["land"]] for row in _rows(folder / f"fields{suffix}.csv")}
        roads = {name: set[str]() for name in fields}
        for row in _rows(folder / f"roads{suffix}.csv"):
            roads[row["a"]].add(row["b"])
            roads[row["b"]].add(row["a"])
        return cls(
            {row["id"]: int(row["count"]) for row in _rows(folder / "cards.csv")},
            {row["code"]: row["card"] for row in _rows(folder / "lands.csv")},
            [(lands[row["land_a"]], lands[row["land_b"]]) for row in _rows(folder / "alliances.csv")],
            fields,
            roads,
        )


HOUSE = Board.read(FOLDER)
CARDS, CARD_FOR = HOUSE.cards, HOUSE.card_for


@dataclass
class Player:
    hand: list[str]
    cloisters: set[str] = field(default_factory=set)
    councils: list[str] = field(default_factory=list)
    interim: int = 0

    @property
    def cloisters_left(self) -> int:
        return 20 - len(self.cloisters)

    @property
    def councils_left(self) -> int:
        return 8 - len(self.councils)


@dataclass
class Game:
    """The whole table as an onlooker with X-ray eyes sees it; the top of the stack is its last card."""

    board: Board
    players: list[Player]
    open: list[str]
    stack: list[str]
    seed: int
    discards: list[str] = field(default_factory=list)
    seat: int = 0
    second_half: bool = False
    last_round: bool = False
    over: bool = False
    drawing: bool = False
    land: str = ""
    pieces: int = 0
    allowed: int = 0
    turn: int = 0

    @property
    def player(self) -> Player:
        return self.players[self.seat]

    def copy(self) -> Game:
        return deepcopy(self, {id(self.board): self.board})

    def cloisters_in(self, land: str, player: Player) -> int:
        return sum(self.board.fields[name] == land for name in player.cloisters)

    # ---- what may be done ------------------------------------------------------------------------------------------

    def free(self, land: str) -> list[str]:
        taken = set().union(*(player.cloisters for player in self.players))
        return [name for name, of in self.board.fields.items() if of == land and name not in taken]

    def court_open(self, land: str) -> bool:
        most = max(self.cloisters_in(land, player) for player in self.players)
        return sum(player.councils.count(land) for player in self.players) < most

    def spots(self, player: Player, land: str) -> list[str]:
        fields = self.free(land) if player.cloisters_left else []
        return fields + ([f"+{land}"] if player.councils_left and self.court_open(land) else [])

    def legal(self) -> set[Step]:
        if self.over:
            return set()
        if self.drawing:
            return {Step("take", card) for card in self.open} | ({Step("blind")} if self.stack else set())
        hand = Counter(self.player.hand)
        found = {Step("stop")} if self.pieces else {Step("exchange", card) for card in hand}
        for land, own in self.board.card_for.items():
            if self.land in ("", land):
                for card, number in hand.items():
                    if card == own or number >= 2:
                        found |= {Step("place", card, spot) for spot in self.spots(self.player, land)}
        return found

    # ---- what happens ----------------------------------------------------------------------------------------------

    def apply(self, step: Step) -> None:
        if step.word == "place":
            self._place(step)
        elif step.word == "exchange":
            self._discard(step.card)
            self.drawing = True
        elif step.word == "stop":
            self.drawing = True
        elif step.word == "take":
            self.open.remove(step.card)
            self.player.hand.append(step.card)
        else:
            self._from_stack(self.player.hand)
        if self.drawing and (len(self.player.hand) == 3 or not (self.open or self.stack)):
            self._finish_turn()

    def _place(self, step: Step) -> None:
        land = step.place[1] if step.place[0] == "+" else self.board.fields[step.place]
        if not self.pieces:
            self.allowed = 2 if any(self.cloisters_in(land, player) for player in self.players) else 1
        if step.place[0] == "+":
            self.player.councils.append(land)
        else:
            self.player.cloisters.add(step.place)
        for _ in range(1 if self.board.card_for[land] == step.card else 2):
            self._discard(step.card)
        self.land, self.pieces = land, self.pieces + 1
        if not any(self.spots(player, place) for player in self.players for place in self.board.card_for):
            self.over, self.turn = True, self.turn + 1
        self.drawing = not self.over and (self.pieces == self.allowed or not self.player.hand)

    def _discard(self, card: str) -> None:
        self.player.hand.remove(card)
        self.discards.append(card)

    def _from_stack(self, pile: list[str]) -> None:
        pile.append(self.stack.pop())
        if self.stack:
            return
        if self.second_half:
            self.last_round = True
            return
        self.second_half = True
        for player in self.players:
            player.interim = sum(self.cloister_points(player, land) for land in self.board.card_for)
        self.stack, self.discards = shuffled(self.board, self.discards, self.seed), []

    def _finish_turn(self) -> None:
        while len(self.open) < 2 and self.stack:
            self._from_stack(self.open)
        self.drawing, self.land, self.pieces, self.allowed = False, "", 0, 0
        self.turn += 1
        if self.last_round and self.seat == len(self.players) - 1:
            self.over = True
        else:
            self.seat = (self.seat + 1) % len(self.players)

    # ---- points ----------------------------------------------------------------------------------------------------

    def cloister_points(self, player: Player, land: str) -> int:
        own = self.cloisters_in(land, player)
        everybody = [self.cloisters_in(land, other) for other in self.players]
        better = [number for number in everybody if number > own]
        if own == 0:
            return 0
        return min(better) if better else sum(everybody)

    def has_majority(self, player: Player, land: str) -> bool:
        most = max(other.councils.count(land) for other in self.players)
        return most > 0 and player.councils.count(land) == most

    def alliance_points(self, player: Player, a: str, b: str) -> int:
        if not (self.has_majority(player, a) and self.has_majority(player, b)):
            return 0
        return sum(other.councils.count(land) for other in self.players for land in (a, b))

    def score_parts(self) -> list[list[int]]:
        return [
            [
                player.interim,
                sum(self.cloister_points(player, land) for land in self.board.card_for),
                sum(self.alliance_points(player, a, b) for a, b in self.board.alliances),
                chain_points(frozenset(player.cloisters), self.board),
            ]
            for player in self.players
        ]

    def tiebreaks(self) -> list[int]:
        return [player.cloisters_left + player.councils_left for player in self.players]

    def winners(self) -> list[int]:
        standing = list(zip(map(sum, self.score_parts()), self.tiebreaks(), strict=True))
        return [seat for seat, one in enumerate(standing) if one == max(standing)]


def deal(players: int, cards: list[str], seed: int, board: Board = HOUSE) -> Game:
    """Three cards each, two open ones, the rest a stack from which the next card is taken."""
    hands = [cards[3 * seat : 3 * seat + 3] for seat in range(players)]
    rest = cards[3 * players :]
    return Game(board, [Player(list(hand)) for hand in hands], rest[:2], rest[:1:-1], seed)


def shuffled(board: Board, cards: list[str], seed: int) -> list[str]:
    """The program's shuffle: from the back every card changes places with a random one up to it (SplitMix64)."""
    pile = sorted(cards, key=list(board.cards).index)
    for last in range(len(pile) - 1, 0, -1):
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        pick = ((z ^ (z >> 31)) >> 32) * (last + 1) >> 32
        pile[last], pile[pick] = pile[pick], pile[last]
    return pile


# ---- chains: every set of paths is tried -----------------------------------------------------------------------------


def chain_points(cloisters: frozenset[str], board: Board = HOUSE) -> int:
    """Each group of connected cloisters by itself."""
    total, left = 0, set(cloisters)
    while left:
        group, edge = set(), {left.pop()}
        while edge:
            group |= edge
            edge = {near for name in edge for near in board.roads[name] if near in cloisters} - group
        left -= group
        total += _most_in_chains(frozenset(group), board)
    return total


@cache
def _most_in_chains(group: frozenset[str], board: Board) -> int:
    """The first cloister is in no chain, or in one of all the paths that lead through it."""
    if len(group) < 4:
        return 0
    chosen = min(group)
    most = chain_points(group - {chosen}, board)
    for path in _paths_through(chosen, group, board):
        if most == len(group):
            break
        most = max(most, len(path) + chain_points(group - path, board))
    return most


def _paths_through(chosen: str, group: frozenset[str], board: Board) -> Iterator[frozenset[str]]:
    met = set()
    for arm in _arms(chosen, group, board):
        for other in _arms(chosen, group - set(arm[1:]), board):
            path = frozenset((*arm, *other))
            if len(path) >= 4 and path not in met:
                met.add(path)
                yield path


def _arms(start: str, group: frozenset[str], board: Board, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    path = (*path, start)
    yield path
    for near in board.roads[start]:
        if near in group and near not in path:
            yield from _arms(near, group, board, path)
