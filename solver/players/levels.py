"""How strong the opponents for people are: data, in `assets/levels.csv`.

A level thinks for so many simulations. One with a temperature does not always play what it likes best: the chances to
win of two turns that far apart, it plays the better one e times as often; but nothing that is worse than the best by
more than its slack. The row of a game goes before the one of all games, `*`.
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

    simulations: int
    temperature: float
    slack: float


@cache
def _levels() -> Mapping[tuple[str, str], Level]:
    return {
        (row["game"], row["level"]): Level(
            whole_number(row, "simulations", FILE, least=1), float(row["temperature"]), float(row["slack"])
        )
        for row in read_csv(FILE).rows
    }


def level(name: str, game: str) -> Level:
    """The level of a name in a game."""
    found = _levels()
    return found.get((game, name)) or found[ANY_GAME, name]
