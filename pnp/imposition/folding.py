"""Booklets of one sheet: where each page stands so that the folded paper reads in order (`assets/folds.toml`)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from pnp.imposition.backs import QuarterTurn, Spot
from pnp.imposition.papers import Paper
from shelf import paths
from shelf.errors import PrintingError, nearest
from shelf.messages import Message
from shelf.safe_files import read_toml


@dataclass(frozen=True)
class Panel:
    """A page's place in the grid of the upright sheet, and how the page is turned there."""

    column: int
    row: int
    turn: QuarterTurn


@dataclass(frozen=True)
class Fold:
    """A way to fold a sheet: its grid, its pages in reading order, and the slit between two points of the grid."""

    columns: int
    rows: int
    pages: tuple[Panel, ...]
    slit: tuple[tuple[int, int], tuple[int, int]]


@cache
def folds() -> dict[str, Fold]:
    """All folds by name."""
    return {
        name: Fold(
            columns=row["columns"],
            rows=row["rows"],
            pages=tuple(Panel(**page) for page in row["pages"]),
            slit=(tuple(row["slit"]["from"]), tuple(row["slit"]["to"])),
        )
        for name, row in read_toml(paths.ASSETS / "folds.toml").items()
    }


def panels(fold: str, paper: Paper) -> list[Spot]:
    """The spots of the pages on the upright sheet, in reading order."""
    if fold not in folds():
        raise PrintingError(Message("paper.no_fold", fold=repr(fold), hint=nearest(fold, folds())))
    grid = folds()[fold]
    width, height = paper.width / grid.columns, paper.height / grid.rows
    return [Spot(page.column * width, page.row * height, width, height, page.turn) for page in grid.pages]
