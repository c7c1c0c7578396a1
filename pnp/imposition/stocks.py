"""What components are printed on (`assets/stocks.toml`): sheets are of one stock."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import get_args

from pnp.definition.game import Bilingual, Stock
from shelf import paths
from shelf.safe_files import read_toml


@dataclass(frozen=True)
class StockFacts:
    """A stock's name and how thick a finished component of it is, in millimetres."""

    name: Bilingual
    thickness: float


@cache
def stocks() -> dict[Stock, StockFacts]:
    """All stocks."""
    rows = read_toml(paths.ASSETS / "stocks.toml")
    return {name: StockFacts(Bilingual(**rows[name]["name"]), rows[name]["thickness"]) for name in get_args(Stock)}
