"""What a seat's standing is worth: weights of named features, for every number of players, from stage to stage.

The chance of a seat to win is exp(sum of weight times feature), made to sum to one over the seats. The weights are
data: `values.csv` in a game's folder has a row for each feature and a column `PLAYERS@STAGE` for each number of players
and each of some stages, what a game counts to tell how far it is; between two of them weights change evenly. They are
an argument of the search: other weights need no compiling.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from shelf.atomic_write import write_whole
from shelf.csv_files import read_csv
from solver.kernel.contract import MOST_SEATS, Bytes, Points

FILE = "values.csv"
FEATURE = "feature"
"""The column of the names."""

Values = NDArray[np.float64]
"""By the number of players, the stage and the feature; a number of players that is not named has none but zeros."""


@dataclass(frozen=True)
class ValueTable:
    """The weights of a game: for each number of players a row for each knot, a stage that is named."""

    folder: Path
    """Where it was read."""
    features: tuple[str, ...]
    knots: tuple[int, ...]
    rows: Mapping[int, NDArray[np.float64]]

    def array(self) -> Values:
        """For every stage up to the last."""
        values = np.zeros((MOST_SEATS + 1, self.knots[-1] + 1, len(self.features)))
        for players, rows in self.rows.items():
            values[players] = spread_out(rows, self.knots)
        return values

    def changed(self, players: int, rows: NDArray[np.float64]) -> ValueTable:
        """The same with other weights for a number of players."""
        return replace(self, rows=dict(sorted({**self.rows, players: rows}.items())))

    def text(self) -> str:
        """As the file has it."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([FEATURE, *(f"{players}@{knot}" for players in self.rows for knot in self.knots)])
        for number, name in enumerate(self.features):
            writer.writerow([name, *(f"{weight:.4g}" for rows in self.rows.values() for weight in rows[:, number])])
        return out.getvalue()

    def write(self, folder: Path) -> None:
        """The whole table into a folder."""
        write_whole(folder / FILE, self.text().encode())


class WeighedValue(Protocol):
    """A game's `value`, if it names features of how its seats stand: then what they are worth can be trained."""

    @property
    def VALUES(self) -> ValueTable:  # noqa: N802 - a constant of a module
        """Their names and weights."""
        ...

    def features(self, state: Bytes, out: Points, /) -> int:
        """Writes the features of each seat; the stage, or -1 where a roll-out tells more."""
        ...


def spread_out(rows: NDArray[np.float64], knots: Sequence[int]) -> NDArray[np.float64]:
    """A row for every stage from rows for some; before the first knot as at the first."""
    stages = np.arange(knots[-1] + 1)
    return np.stack([np.interp(stages, knots, column) for column in rows.T], axis=1)


def read_values(folder: Path, features: Sequence[str], knots: Sequence[int]) -> ValueTable:
    """The table of a game's folder; one that does not name just these features and stages is no use."""
    file = folder / FILE
    if not file.exists():
        return ValueTable(folder, tuple(features), tuple(knots), {})
    table = read_csv(file)
    counts = sorted({int(name.split("@")[0]) for name in table.header if name != FEATURE})
    names = [FEATURE, *(f"{players}@{knot}" for players in counts for knot in knots)]
    if list(table.header) != names or [row[FEATURE] for row in table.rows] != list(features):
        raise ValueError(f"{file} has other features or stages than the game")
    rows = {
        players: np.array([[float(row[f"{players}@{knot}"]) for row in table.rows] for knot in knots])
        for players in counts
    }
    if not all(math.isfinite(weight) for found in rows.values() for weight in found.flat):
        raise ValueError(f"{file} has a weight that is no number")
    return ValueTable(folder, tuple(features), tuple(knots), rows)
