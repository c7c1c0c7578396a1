"""The opening of the card game: dealt by a seed, read from a log, typed in from the table; and its end, likewise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.games.kk_card.codes import LETTERS, find_kind, read_cards
from solver.games.kk_card.notation import check_kinds, check_tiles
from solver.games.kk_card.state import OVER, RETURN, UNKNOWN, State, new_state
from solver.games.kk_card.tables import CARD_IDS, CARDS, CIRCLES, COLUMNS, LAND, LAW_CELLS, LAWS, ROUTE, ROWS, refused
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.kernel.random import seeded, shuffle
from solver.words.input_text import folded, number
from solver.words.labelled_opening import LabelledOpening, not_yet_laid

_TILES = re.compile(r"=\s*([A-Z?])")


def deal(players: int, seed: int, options: Mapping[str, str]) -> Bytes:
    """Cards and law tiles shuffled by a seed."""
    random = seeded(seed)
    cards = list(range(CARDS))
    tiles = [kind for kind in range(RETURN, UNKNOWN) for _ in range(LAWS[kind])]
    for pile in (cards, tiles):
        shuffle(pile, random)
    return new_state(players, cards, tiles, start_only="start_only" in options)


def write_setup(state: Bytes) -> list[str]:
    """Four rows of cards, and the law tiles in the order of the layout table."""
    s = State.of(state)
    cards = [int(card) for card in s.card]
    rows = [_row_text(row, cards[row * COLUMNS : (row + 1) * COLUMNS]) for row in range(ROWS)]
    return [*rows, _laws_text([int(s.tile[cell]) for cell in LAW_CELLS])]


def _row_text(row: int, cards: Sequence[int]) -> str:
    return f"row {row + 1}: {' '.join(CARD_IDS[card] for card in cards)}"


def _laws_text(tiles: Sequence[int]) -> str:
    return f"laws: {' '.join(LETTERS[kind] for kind in tiles)}"


@dataclass
class Layout(LabelledOpening):
    """The opening display while it is read from a log: each row once and whole, the law tiles if one knows them."""

    label = re.compile(r"(?:(?:ROW|REIHE)\s*(?P<row>[0-9]+)|(?P<laws>LAWS|GESETZE))\s*:\s*")
    examples = refused("setup.labels")

    players: int
    options: Mapping[str, str]
    me: int | None = None
    rows: list[list[int]] = field(default_factory=lambda: [[] for _ in range(ROWS)])
    tiles: list[int] = field(default_factory=lambda: [UNKNOWN] * len(LAW_CELLS))

    def help(self) -> str:
        """Two lines that save typing."""
        return refused("setup.help")

    def prompt(self) -> str | None:
        """The next row, and where in it to go on."""
        for row, cards in enumerate(self.rows):
            if len(cards) < COLUMNS:
                return refused("setup.row_from" if cards else "setup.row", row=row + 1, card=len(cards) + 1)
        return None

    def words(self, begun: str = "") -> list[str]:
        """The cards that do not lie there yet."""
        laid = [CARD_IDS[card] for row in self.rows for card in row]
        return not_yet_laid(dict.fromkeys(CARD_IDS, 1), laid, begun)

    def missing(self) -> str:
        """All cards lie open."""
        return next((refused("setup.row_missing", row=row + 1) for row, cards in enumerate(self.rows) if not cards), "")

    def take(self, label: re.Match[str], body: str) -> None:
        """One line."""
        if label["laws"]:
            self.tiles = _read_tiles(body)
            return
        row = number(label["row"], "rows") - 1
        if not 0 <= row < ROWS:
            raise NotationError(refused("setup.no_row", row=row + 1, rows=ROWS))
        self.take_row(row, label, read_cards(body))
        self.check()

    def take_row(self, row: int, label: re.Match[str], cards: list[int]) -> None:
        """A row of the display."""
        if len(cards) != COLUMNS:
            raise NotationError(refused("setup.row_count", row=row + 1, cards=len(cards), columns=COLUMNS))
        self.rows[row] = cards

    def check(self) -> None:
        """Each card lies there once, and no row is too long."""
        places: dict[int, str] = {}
        for row, cards in enumerate(self.rows):
            if len(cards) > COLUMNS:
                raise NotationError(refused("setup.row_long", row=row + 1, cards=len(cards), columns=COLUMNS))
            for column, card in enumerate(cards):
                place = refused("setup.place", row=row + 1, column=column + 1)
                if card in places:
                    raise NotationError(
                        refused("setup.twice_at", card=CARD_IDS[card], first=places[card], second=place)
                    )
                places[card] = place

    def lines(self) -> list[str]:
        """The rows so far, and the law tiles if one of them is known."""
        rows = [_row_text(row, cards) for row, cards in enumerate(self.rows) if cards]
        return rows if set(self.tiles) == {UNKNOWN} else [*rows, _laws_text(self.tiles)]

    def state(self) -> Bytes:
        """The opening position."""
        cards = [card for row in self.rows for card in row]
        return new_state(self.players, cards, self.tiles, start_only="start_only" in self.options)


class LayoutEntry(Layout):
    """The display typed in from the real table: whole rows, parts of rows, or everything in one paste."""

    label = re.compile(
        r"(?:(?:ROW|REIHE)\s*(?P<row>[0-9]+)(?:\s*\.\s*(?P<place>[0-9]+))?|(?P<laws>LAWS|GESETZE))\s*:\s*"
    )

    def enter(self, text: str) -> list[str]:
        """Adds cards from where the last line ended; a row is told when it is full."""
        told = super().enter(text)
        begun = [_row_text(row, cards) for row, cards in enumerate(self.rows) if len(cards) < COLUMNS]
        return [line for line in told if line not in begun]

    def go_on(self, body: str) -> None:
        """Cards without a label fill row after row."""
        cards = read_cards(body)
        for row in self.rows:
            room = COLUMNS - len(row)
            row += cards[:room]
            cards = cards[room:]
        if cards:
            raise NotationError(refused("setup.too_many", cards=CARDS + len(cards), more=len(cards)))
        self.check()

    def take_row(self, row: int, label: re.Match[str], cards: list[int]) -> None:
        """`row 2: ...` writes that row anew, `row 2.5: FR1` one card."""
        if label["place"] is None:
            self.rows[row] = cards
            return
        column = number(label["place"], "places") - 1
        if not 0 <= column < len(self.rows[row]) or len(cards) != 1:
            raise NotationError(refused("setup.one_card", row=row + 1))
        self.rows[row][column] = cards[0]

    def check(self) -> None:
        """The last card fills itself in."""
        super().check()
        if len(missing := self.words()) == 1:
            row = next(row for row in self.rows if len(row) < COLUMNS)
            row.append(CARD_IDS.index(missing[0]))


def _read_tiles(text: str) -> list[int]:
    kinds = [find_kind(letter) for letter in re.sub(r"[\s,]", "", text)]
    if len(kinds) != len(LAW_CELLS):
        raise NotationError(refused("setup.law_count", law_cells=len(LAW_CELLS), kinds=len(kinds)))
    check_kinds([kinds.count(kind) for kind in range(UNKNOWN)])
    return kinds


def read_setup(players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
    """The opening of a log; every fault names its line."""
    return Layout(players, options).read(lines)


def read_holdings(holdings: Sequence[Lines]) -> Bytes:
    """The end of a game from the cards and law tiles (`=M`) that each seat holds; what nobody lists is nobody's."""
    state = new_state(len(holdings), range(CARDS), [0] * len(LAW_CELLS))
    s = State.of(state)
    s.phase, s.left = OVER, 0
    owners: dict[int, int] = {}
    for seat, lines in enumerate(holdings):
        for line, text in lines:
            with on_line(line):
                _hold(s, seat, folded(text), owners)
    return state


def _hold(s: State, seat: int, text: str, owners: dict[int, int]) -> None:
    kinds = [find_kind(letter) for letter in _TILES.findall(text)]
    if s.hand.sum() + len(kinds) > len(LAW_CELLS):
        raise NotationError(refused("setup.only", law_cells=len(LAW_CELLS)))
    for kind in kinds:
        s.hand[seat, kind] += 1
    check_tiles(s)
    for card in read_cards(_TILES.sub(" ", text)):
        if card in owners:
            raise NotationError(
                refused("setup.twice" if owners[card] == seat else "setup.twice_in_hands", card=CARD_IDS[card])
            )
        owners[card] = seat
        s.cards[seat] += 1
        s.lands[seat, LAND[card]] += 1
        s.symbols[seat, LAND[card]] += CIRCLES[card].astype("u1")
        s.routes[seat, ROUTE[card]] += 1
