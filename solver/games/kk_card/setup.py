"""The opening of the card game: dealt by a seed, read from a log, typed in from the table; and its end, likewise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.games.kk_card.codes import LETTERS, find_kind, read_cards
from solver.games.kk_card.notation import check_kinds, check_tiles
from solver.games.kk_card.state import OVER, RETURN, UNKNOWN, State, new_state
from solver.games.kk_card.tables import CARD_IDS, CARDS, CIRCLES, COLUMNS, LAND, LAW_CELLS, LAWS, ROUTE, ROWS
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.kernel.random import seeded, shuffle
from solver.words.input_text import folded, number, shown

_LABEL = re.compile(r"(?:(?:ROW|REIHE)\s*(?P<row>[0-9]+)(?:\s*\.\s*(?P<place>[0-9]+))?|LAWS|GESETZE)\s*:\s*")
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
class _Layout:
    """The opening display while it is being read."""

    rows: list[list[int]] = field(default_factory=lambda: [[] for _ in range(ROWS)])
    tiles: list[int] = field(default_factory=lambda: [UNKNOWN] * len(LAW_CELLS))

    def check(self) -> None:
        """Each card lies there once, and no row is too long."""
        places: dict[int, str] = {}
        for row, cards in enumerate(self.rows):
            if len(cards) > COLUMNS:
                raise NotationError(f"row {row + 1} has {len(cards)} cards, which is more than {COLUMNS}")
            for column, card in enumerate(cards):
                place = f"row {row + 1}, card {column + 1}"
                if card in places:
                    raise NotationError(f"{CARD_IDS[card]} is there twice: {places[card]} and {place}")
                places[card] = place

    def state(self, players: int, options: Mapping[str, str]) -> Bytes:
        """The opening position."""
        cards = [card for row in self.rows for card in row]
        return new_state(players, cards, self.tiles, start_only="start_only" in options)


def _read_label(text: str) -> tuple[re.Match[str] | None, str]:
    label = _LABEL.match(text)
    if label and label["row"] and not 1 <= _row(label) <= ROWS:
        raise NotationError(f"there is no row {_row(label)}; the rows are 1 to {ROWS}")
    return label, text[label.end() :] if label else text


def _row(label: re.Match[str]) -> int:
    return number(label["row"], "rows")


def _read_tiles(text: str) -> list[int]:
    kinds = [find_kind(letter) for letter in re.sub(r"[\s,]", "", text)]
    if len(kinds) != len(LAW_CELLS):
        raise NotationError(f"{len(LAW_CELLS)} law tiles were expected, but found {len(kinds)}; `?` is one unseen")
    check_kinds([kinds.count(kind) for kind in range(UNKNOWN)])
    return kinds


def read_setup(players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
    """The opening of a log: each row once, the law tiles if one knows them; every fault names its line."""
    layout, seen = _Layout(), set[str]()
    for line, text in lines:
        with on_line(line):
            _read_line(layout, folded(text), seen)
    for row, cards in enumerate(layout.rows):
        if not cards:
            raise NotationError(f"row {row + 1} is missing", line=lines[-1][0] if lines else None)
    return layout.state(players, options)


def _read_line(layout: _Layout, text: str, seen: set[str]) -> None:
    label, body = _read_label(text)
    if label is None or label["place"]:
        raise NotationError(f"`row 1: ...` or `laws: ...` was expected, but found {shown(text)}")
    name = str(_row(label)) if label["row"] else "laws"
    if name in seen:
        raise NotationError("this line of the setup is there twice")
    seen.add(name)
    if not label["row"]:
        layout.tiles = _read_tiles(body)
        return
    cards = read_cards(body)
    if len(cards) != COLUMNS:
        raise NotationError(f"row {name} has {len(cards)} cards, not {COLUMNS}")
    layout.rows[int(name) - 1] = cards
    layout.check()


class LayoutEntry:
    """The display typed in from the real table: whole rows, parts of rows, or everything in one paste."""

    def __init__(self, players: int, options: Mapping[str, str]) -> None:
        self._players, self._options = players, options
        self._layout = _Layout()

    def help(self) -> str:
        """Two lines that save typing."""
        return (
            "Type the cards row by row as they lie; Tab completes, s3 is SA3, spaces need not be.\n"
            "`row 2: ...` writes a row anew, `row 2.5: FR1` one card of it. The last card fills itself in."
        )

    def prompt(self) -> str | None:
        """The next row, and where in it to go on."""
        for row, cards in enumerate(self._layout.rows):
            if len(cards) < COLUMNS:
                return f"row {row + 1}" + (f" from card {len(cards) + 1}" if cards else "")
        return None

    def enter(self, text: str) -> list[str]:
        """Adds cards from where the last line ended; `row 2: ...` writes that row anew, `row 2.5: FR1` one card."""
        before = self._full_rows()
        label, body = _read_label(folded(text))
        draft = _Layout([list(row) for row in self._layout.rows], self._layout.tiles)
        if label is None:
            self._go_on(draft, read_cards(body))
        elif not label["row"]:
            draft.tiles = _read_tiles(body)
        else:
            self._write_anew(draft, _row(label) - 1, label["place"], read_cards(body))
        draft.check()
        self._layout = draft
        self._add_the_last()
        return [line for line in self._full_rows() if line not in before]

    def words(self) -> list[str]:
        """The cards that do not lie there yet."""
        laid = {card for row in self._layout.rows for card in row}
        return [code for card, code in enumerate(CARD_IDS) if card not in laid]

    def lines(self) -> list[str]:
        """What was typed so far."""
        return [_row_text(row, cards) for row, cards in enumerate(self._layout.rows) if cards]

    def state(self) -> Bytes:
        """The opening position."""
        return self._layout.state(self._players, self._options)

    def _full_rows(self) -> list[str]:
        rows = enumerate(self._layout.rows)
        return [_row_text(row, cards) for row, cards in rows if len(cards) == COLUMNS]

    def _go_on(self, draft: _Layout, cards: list[int]) -> None:
        for row in draft.rows:
            room = COLUMNS - len(row)
            row += cards[:room]
            cards = cards[room:]
        if cards:
            raise NotationError(f"that makes {CARDS + len(cards)} cards, {len(cards)} more than there are")

    def _write_anew(self, draft: _Layout, row: int, place: str | None, cards: list[int]) -> None:
        if place is None:
            draft.rows[row] = cards
            return
        column = number(place, "places") - 1
        if not 0 <= column < len(draft.rows[row]) or len(cards) != 1:
            raise NotationError(f"one card for a place in row {row + 1} was expected, as in `row {row + 1}.5: FR1`")
        draft.rows[row][column] = cards[0]

    def _add_the_last(self) -> None:
        if len(missing := self.words()) == 1:
            row = next(row for row in self._layout.rows if len(row) < COLUMNS)
            row.append(CARD_IDS.index(missing[0]))


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
        raise NotationError(f"there are only {len(LAW_CELLS)} law tiles")
    for kind in kinds:
        s.hand[seat, kind] += 1
    check_tiles(s)
    for card in read_cards(_TILES.sub(" ", text)):
        if card in owners:
            raise NotationError(f"{CARD_IDS[card]} is there twice" + ("" if owners[card] == seat else ", in two hands"))
        owners[card] = seat
        s.cards[seat] += 1
        s.lands[seat, LAND[card]] += 1
        s.symbols[seat, LAND[card]] += CIRCLES[card].astype("u1")
        s.routes[seat, ROUTE[card]] += 1
