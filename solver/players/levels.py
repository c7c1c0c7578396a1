"""How strong the opponents for people are: data, in `assets/levels.csv`.

So many turns come to a level's mind, the more natural ones with more `focus` on them (`solver.search.ideas`). Of these
it plays the one that brings most now; but it looks ahead with so many simulations, and a turn that wins less than the
best by more than its slack it does not play. The row of a game goes before the one of all games, `*`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from shelf import paths
from shelf.csv_files import read_csv, whole_number

FILE = paths.ASSETS / "levels.csv"
ANY_GAME = "*"


@dataclass(frozen=True)
class Level:
    """What makes an opponent as strong as it is."""

    ideas: int
    focus: float
    simulations: int
    slack: float


@cache
def _levels() -> Mapping[tuple[str, str], Level]:
    return {
        (row["game"], row["level"]): Level(
            whole_number(row, "ideas", FILE, least=1),
            float(row["focus"]),
            whole_number(row, "simulations", FILE, least=1),
            float(row["slack"]),
        )
        for row in read_csv(FILE).rows
    }


def level(name: str, game: str) -> Level:
    """The level of a name in a game."""
    found = _levels()
    return found.get((game, name)) or found[ANY_GAME, name]
