"""The weights of a quick policy: how much each named feature of a step counts, for every number of players.

A step is made exp(sum of weight times feature) as often as one without any feature. The weights are data: `weights.csv`
in a game's folder has a row for each feature and a column for each number of players. They are read when the game's
kernels are made and frozen into them; other weights make another kernel, so that two sets of them can play each other.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from shelf.atomic_write import write_whole
from shelf.csv_files import LINE, Row, read_csv
from shelf.errors import DefinitionError, quoted
from shelf.messages import Message
from solver.kernel.contract import MOST_SEATS, Bytes, Kernel, Points, Random

FILE = "weights.csv"
FEATURE = "feature"
"""The column of the names."""
LARGEST = 50.0
"""A weight beyond this would leave a roll-out without a choice."""

Weights = NDArray[np.float64]
"""By the number of players, then by the feature."""


class QuickPolicy(NamedTuple):
    """The two functions of the contract that go by weights."""

    prior: Callable[[Bytes, int], float]
    rollout: Callable[[Bytes, Random], int]


class WeighedPolicy(Protocol):
    """A game's `policy`, if it goes by named features: then its weights can be trained."""

    @property
    def TABLE(self) -> WeightTable:  # noqa: N802 - a constant of a module
        """Their names and weights."""
        ...

    def features(self, state: Bytes, step: int, /) -> Points:
        """The features of a step, in the order of their names."""
        ...

    def weighed(self, weights: Weights, /) -> QuickPolicy:
        """The policy with other weights."""
        ...


@dataclass(frozen=True)
class WeightTable:
    """The weights of a game by feature and number of players."""

    folder: Path
    """Where it was read."""
    features: tuple[str, ...]
    columns: Mapping[int, tuple[float, ...]]

    def array(self) -> Weights:
        """The rows of numbers of players that the table does not name are zero."""
        weights = np.zeros((MOST_SEATS + 1, len(self.features)))
        for players, column in self.columns.items():
            weights[players] = column
        return weights

    def changed(self, players: int, column: Sequence[float]) -> WeightTable:
        """The same with another column."""
        return replace(self, columns={**self.columns, players: tuple(column)})

    def text(self) -> str:
        """As the file has it."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([FEATURE, *self.columns])
        for name, *weights in zip(self.features, *self.columns.values(), strict=True):
            writer.writerow([name, *(repr(float(weight)).removesuffix(".0") for weight in weights)])
        return out.getvalue()

    def write(self, folder: Path) -> None:
        """The whole table into a folder."""
        write_whole(folder / FILE, self.text().encode())


def read_weights(folder: Path, features: Sequence[str]) -> WeightTable:
    """The table of a game's folder; it names just the features that the policy knows."""
    file = folder / FILE
    table = read_csv(file)
    counts = [name for name in table.header if name != FEATURE]
    if FEATURE not in table.header or not all(_is_count(name) for name in counts):
        raise DefinitionError(file, Message("weights.columns", most=MOST_SEATS), 1)
    rows = {row[FEATURE]: row for row in table.rows}
    for row in table.rows:
        if row[FEATURE] not in features:
            raise DefinitionError(file, Message("weights.unknown", name=quoted(row[FEATURE])), int(row[LINE]))
    if missing := [name for name in features if name not in rows]:
        raise DefinitionError(file, Message("weights.missing", name=quoted(missing[0])))
    columns = {int(name): tuple(_weight(file, rows[one], name) for one in features) for name in counts}
    return WeightTable(folder, tuple(features), columns)


def _is_count(name: str) -> bool:
    return name.isascii() and name.isdigit() and len(name) < 3 and 2 <= int(name) <= MOST_SEATS


def _weight(file: Path, row: Row, column: str) -> float:
    try:
        weight = float(row[column])
    except ValueError:
        weight = math.nan
    if not abs(weight) <= LARGEST:
        message = Message("weights.number", value=quoted(row[column]), largest=f"{LARGEST:g}")
        raise DefinitionError(file, message, int(row[LINE]), column)
    return weight


def with_weights(kernel: Kernel, policy: WeighedPolicy, weights: Weights) -> Kernel:
    """The same rules, with other weights of the quick policy."""
    quick = policy.weighed(weights)
    return replace(kernel, prior=quick.prior, rollout=quick.rollout)
