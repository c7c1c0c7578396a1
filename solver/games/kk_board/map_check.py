"""What a map has to keep to, so that the rules, the notation and the compiled code can deal with it.

A folder's own `game.toml` says what its columns may hold, and a stranger may say little there: so nothing is taken as
checked, and every table that the rules look at is gone through whole, before anything is built from it.
"""

from __future__ import annotations

import re
from collections import Counter

from shelf.csv_files import LINE, Row
from shelf.errors import DefinitionError, nearest, quoted
from shelf.game_data import GameData
from solver.games.kk_board.refusals import refused

FEWEST_SEATS, MOST_SEATS = 3, 5
MOST_SITES, MOST_ROADS, MOST_ROADS_AT_A_SITE = 64, 128, 6
"""A player's cloisters are the bits of one number; on paper two roads for each site are a thicket already."""
FEWEST_LANDS, MOST_LANDS = 2, 26
"""Every land has a letter of its own."""
FEWEST_KINDS, MOST_KINDS, FEWEST_CARDS = 2, 6, 5
FEWEST_CARDS_IN_ALL, MOST_CARDS_IN_ALL = 30, 120
"""Five players take seventeen before there is a stack; what was drawn and played since is counted in a byte."""
PIECES = {"cloister": 20, "councillor": 8}
"""What the rules give to each player."""
FARTHEST = 1_500
"""Millimetres from the corner of the board."""

MAPS = ("id", "fields", "roads", "shields")
CARDS = ("id", "lands", "colour", "count")
LANDS = ("id", "code", "name_de", "name_en", "card")
ALLIANCES = ("id", "number", "land_a", "land_b")

ID = re.compile(r"[a-z][a-z0-9-]{0,29}"), refused("map.id")
CARD = re.compile(r"[A-Z]{2}"), refused("map.card")
LETTER = re.compile(r"[A-Z]"), refused("map.letter")
NAME = re.compile(r"[\w .,'’()/&-]{1,40}"), refused("map.name")
COUNT = re.compile(r"[0-9]{1,3}"), refused("map.count")
PLACE = re.compile(r"[0-9]{1,4}(\.[0-9]{1,6})?"), refused("map.place", farthest=FARTHEST)


class _Table:
    """A table of a map, of which every fault is told with file, line and column."""

    def __init__(self, game: GameData, name: str, columns: tuple[str, ...], fewest: int = 1) -> None:
        if name not in game.tables:
            raise game.fault(refused("map.no_table", name=quoted(name)), "table")
        self.file, self.rows = game.table_file(name), game.tables[name]
        if len(self.rows) < fewest:
            raise DefinitionError(self.file, refused("map.rows", fewest=fewest, rows=len(self.rows)), 1)
        for column in columns:
            self.has(column)

    def has(self, column: str) -> None:
        """Refuses a table without a column that the rules look at."""
        if self.rows and column not in self.rows[0]:
            raise DefinitionError(self.file, refused("map.no_column"), 1, column)

    def demand(self, holds: bool, row: Row, column: str, expected: str) -> None:
        """Refuses a cell."""
        if not holds:
            message = refused("map.unplayable", expected=expected, row=quoted(row[column]))
            raise DefinitionError(self.file, message, int(row[LINE]), column)

    def written(self, column: str, rule: tuple[re.Pattern[str], str], unique: bool = False) -> list[str]:
        """The cells of a column, each written as the rule says."""
        self.has(column)
        seen: list[str] = []
        for row in self.rows:
            self.demand(rule[0].fullmatch(row[column]) is not None, row, column, rule[1])
            self.demand(not unique or row[column] not in seen, row, column, refused("map.one_row"))
            seen.append(row[column])
        return seen

    def known(self, column: str, names: list[str]) -> list[str]:
        """The cells of a column, each one of the names."""
        self.has(column)
        for row in self.rows:
            self.demand(row[column] in names, row, column, refused("map.known", hint=nearest(row[column], names)))
        return [row[column] for row in self.rows]

    def at_most(self, number: int, column: str, key: str) -> None:
        """Refuses the first row that is too many."""
        for row in self.rows[number:]:
            self.demand(False, row, column, refused(key, number=number))

    def places(self) -> None:
        """Where something stands on the board."""
        for column in ("x", "y"):
            self.written(column, PLACE)
            for row in self.rows:
                self.demand(float(row[column]) <= FARTHEST, row, column, PLACE[1])


def check(game: GameData) -> None:
    """Raises a `DefinitionError` for what cannot be played."""
    fewest, most = game.spec["players"]
    if not FEWEST_SEATS <= fewest <= most <= MOST_SEATS:
        raise game.fault(refused("map.seats", fewest_seats=FEWEST_SEATS, most_seats=MOST_SEATS), "players")
    maps = _Table(game, "maps", MAPS)
    chart = game.chosen("maps")
    for column in ("fields", "roads", "shields"):
        maps.demand(chart[column] in game.tables, chart, column, refused("map.table"))
    kinds = _check_cards(game)
    lands = _check_lands(game, kinds)
    sites = _check_sites(game, chart["fields"], lands)
    _check_roads(game, chart["roads"], sites)
    _check_shields(game, chart["shields"], list(lands))
    _check_alliances(game, list(lands))
    _check_pieces(game, most)


def _check_cards(game: GameData) -> list[str]:
    """The kinds of cards: enough of each to leave some out, enough of all for a stack."""
    cards = _Table(game, "cards", CARDS, FEWEST_KINDS)
    cards.at_most(MOST_KINDS, "id", "map.kinds")
    cards.written("count", COUNT)
    total = 0
    for row in cards.rows:
        enough = refused("map.enough", fewest_cards=FEWEST_CARDS)
        cards.demand(int(row["count"]) >= FEWEST_CARDS, row, "count", enough)
        total += int(row["count"])
        cards.demand(
            total <= MOST_CARDS_IN_ALL, row, "count", refused("map.most_cards", most_cards_in_all=MOST_CARDS_IN_ALL)
        )
        inks = [game.palette.get(group) for group in ("card", "card_type")]
        inked = all(isinstance(ink, dict) and isinstance(ink.get(row["colour"]), str) for ink in inks)
        cards.demand(inked, row, "colour", refused("map.colour"))
    last = cards.rows[-1]
    cards.demand(
        total >= FEWEST_CARDS_IN_ALL,
        last,
        "count",
        refused("map.fewest_cards", fewest_cards_in_all=FEWEST_CARDS_IN_ALL),
    )
    return cards.written("id", CARD, unique=True)


def _check_lands(game: GameData, kinds: list[str]) -> dict[str, str]:
    """The lands and their letters; a card shows the lands that say so."""
    lands = _Table(game, "lands", LANDS, FEWEST_LANDS)
    ids = lands.written("id", ID, unique=True)
    letters = lands.written("code", LETTER, unique=True)
    lands.written("name_de", NAME)
    lands.written("name_en", NAME)
    lands.known("card", kinds)
    cards = _Table(game, "cards", CARDS)
    for row in cards.rows:
        shown = [land["id"] for land in lands.rows if land["card"] == row["id"]]
        told = refused("map.lands", name=lands.file.name, shown=quoted(" ".join(shown)))
        cards.demand(sorted(row["lands"].split()) == sorted(shown), row, "lands", told)
    return dict(zip(ids, letters, strict=True))


def _check_sites(game: GameData, name: str, lands: dict[str, str]) -> list[str]:
    """The fields, each with the letter of its land and a digit; no land is without one."""
    fields = _Table(game, name, ("id", "land", "name", "x", "y"))
    fields.at_most(MOST_SITES, "id", "map.sites")
    fields.known("land", list(lands))
    for row in fields.rows:
        fits = re.fullmatch(f"{lands[row['land']]}[1-9]", row["id"]) is not None
        fields.demand(fits, row, "id", refused("map.field"))
    fields.written("name", NAME)
    fields.places()
    table = _Table(game, "lands", LANDS)
    settled = {row["land"] for row in fields.rows}
    for row in table.rows:
        table.demand(row["id"] in settled, row, "id", refused("map.settled", name=fields.file.name))
    return fields.written("id", (re.compile("..", re.DOTALL), refused("map.code")), unique=True)


def _check_roads(game: GameData, name: str, sites: list[str]) -> None:
    """Roads between two fields, each once, and nowhere too many of them."""
    roads = _Table(game, name, ("a", "b"))
    roads.at_most(MOST_ROADS, "a", "map.roads")
    _check_pairs(roads, "a", "b", sites)
    ends = Counter[str]()
    for row in roads.rows:
        for column in ("a", "b"):
            ends[row[column]] += 1
            crowded = refused("map.crowded", most_roads_at_a_site=MOST_ROADS_AT_A_SITE)
            roads.demand(ends[row[column]] <= MOST_ROADS_AT_A_SITE, row, column, crowded)


def _check_pairs(table: _Table, a: str, b: str, names: list[str]) -> None:
    """Two different things that are there, joined once."""
    table.known(a, names)
    table.known(b, names)
    seen = set[frozenset[str]]()
    for row in table.rows:
        table.demand(row[a] != row[b], row, b, refused("map.two_ends"))
        table.demand(frozenset((row[a], row[b])) not in seen, row, b, refused("map.joined_once"))
        seen.add(frozenset((row[a], row[b])))


def _check_shields(game: GameData, name: str, lands: list[str]) -> None:
    """One court for each land."""
    shields = _Table(game, name, ("land", "x", "y"))
    placed = shields.known("land", lands)
    shields.written("land", ID, unique=True)
    shields.places()
    if len(placed) < len(lands):
        missing = next(land for land in lands if land not in placed)
        message = refused("map.no_court", missing=missing)
        raise DefinitionError(shields.file, message, int(shields.rows[-1][LINE]), "land")


def _check_alliances(game: GameData, lands: list[str]) -> None:
    """Pairs of lands, numbered from 1."""
    alliances = _Table(game, "alliances", ALLIANCES)
    _check_pairs(alliances, "land_a", "land_b", lands)
    alliances.written("id", ID, unique=True)
    for number, row in enumerate(alliances.rows, start=1):
        alliances.demand(row["number"] == str(number), row, "number", refused("map.numbered", number=number))
    alliances.places()


def _check_pieces(game: GameData, players: int) -> None:
    """Every player has as many pieces as the rules give him."""
    pieces = _Table(game, "pieces", ("kind", "colour", "count"))
    pieces.written("count", COUNT)
    for kind, number in PIECES.items():
        rows = [row for row in pieces.rows if row["kind"] == kind]
        for row in rows:
            pieces.demand(int(row["count"]) >= number, row, "count", refused("map.of_each", number=number))
        colours = len({row["colour"] for row in rows})
        if colours < players:
            message = refused(f"map.{kind}s", players=players, colours=colours)
            raise DefinitionError(pieces.file, message, int(pieces.rows[-1][LINE]), "kind")
