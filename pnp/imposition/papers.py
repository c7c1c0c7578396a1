"""Paper: its size and the margins that stay free, from `assets/papers.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any

from shelf import paths

FOOT = 3.3
"""How high ruler and print facts stand above the edge that a printer leaves free, with a little air."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright; all lengths in millimetres."""

    id: str
    name: str
    width: float
    height: float
    side: float
    end: float
    edge: float

    @property
    def area(self) -> tuple[float, float]:
        """Where components may lie."""
        return round(self.width - 2 * self.side, 2), round(self.height - 2 * self.end, 2)

    def area_within(self, reach: float) -> tuple[float, float]:
        """Where components may lie whose marks reach so far beyond them: the marks keep off ruler and print facts."""
        width, height = self.area
        return width, min(height, round(self.height - 2 * (self.edge + FOOT + reach), 2))


@cache
def papers() -> dict[str, Paper]:
    """All papers by id."""
    table = tomllib.loads((paths.ASSETS / "papers.toml").read_text(encoding="utf-8"))
    return {key: _paper(key, row) for key, row in table.items()}


def _paper(key: str, row: dict[str, Any]) -> Paper:
    width, height = row["size"]
    return Paper(key, row["name"], width, height, row["margin"]["side"], row["margin"]["end"], row["edge"])
