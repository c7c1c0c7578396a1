"""What a map of somebody's own has to keep to, so that the rules and the notation can deal with it."""

from __future__ import annotations

from pathlib import Path

from pnp.definition.game import Game
from shelf.csv_files import LINE, Row
from shelf.errors import DefinitionError

MOST_SITES, MOST_KINDS, FEWEST_CARDS = 64, 6, 5


def check(game: Game) -> None:
    """Raises a `DefinitionError` for what cannot be played."""
    tables = game.tables
    chart = tables["maps"][0]
    letters = {row["id"]: row["code"] for row in tables["lands"]}
    for row in tables["lands"]:
        _demand(game, "lands", row, "code", len(row["code"]) == 1 and row["code"].isupper(), "one capital letter")
    for number, row in enumerate(tables["cards"], start=1):
        _demand(game, "cards", row, "id", number <= MOST_KINDS, f"at most {MOST_KINDS} kinds of cards")
        enough = int(row["count"]) >= FEWEST_CARDS
        _demand(game, "cards", row, "count", enough, f"at least {FEWEST_CARDS} cards, for three leave some out")
    for number, row in enumerate(tables[chart["fields"]], start=1):
        _demand(game, chart["fields"], row, "id", number <= MOST_SITES, f"at most {MOST_SITES} sites on a map")
        code, digit = row["id"][:-1], row["id"][-1:]
        fits = code == letters[row["land"]] and digit in "123456789"
        _demand(game, chart["fields"], row, "id", fits, "the letter of its land and a digit from 1 to 9")
    for name, ends in ((chart["roads"], ("a", "b")), ("alliances", ("land_a", "land_b"))):
        for row in tables[name]:
            _demand(game, name, row, ends[1], row[ends[0]] != row[ends[1]], "two different ends")


def _demand(game: Game, table: str, row: Row, column: str, holds: bool, expected: str) -> None:
    if not holds:
        file = game.folder / Path(game.spec.table[table].file)
        raise DefinitionError(file, f"{expected}: {row[column]!r} cannot be played.", int(row[LINE]), column)
