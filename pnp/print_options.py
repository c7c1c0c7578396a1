"""An order, what somebody asks the printing house for, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from pnp.definition.game import Game
from pnp.imposition.backs import Backs, Flip
from shelf.language import Language

Edition = Literal["timbuktu", "bleed"]
Sides = Literal["both", "fronts", "backs"]
Sheets = Literal["imposed", "single"]
"""Components side by side to be cut apart, or each side of each on a page of its own, as shops want them."""
Boards = Literal["tiled", "one", "fit"]
"""A board as tiles, as one page of its own size, or made to fit one page of the paper."""


FaceSide = Literal["front", "back"]
FileName = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9.+_-]*$", max_length=120)]
"""A name that leads nowhere else, whoever made it up."""


class Asset(NamedTuple):
    """A file among others, and how many bytes it has."""

    file: FileName
    bytes: int


class Picture(NamedTuple):
    """A file, how many bytes it has, what it shows, how often it is to be printed, and its pixels."""

    file: FileName
    bytes: int
    part: str
    row: str
    side: FaceSide
    copies: int
    width: int
    height: int


@dataclass(frozen=True)
class Calibration:
    """How to move (millimetres right and down) and turn (degrees clockwise) the back so that it meets the front."""

    dx: float = 0.0
    dy: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True)
class Order:
    """What somebody asks the printing house for; `core` is how thick the board is that a gutterfold goes round.

    What is made for a press is a PDF/X-4 in its inks, by its ICC `profile` or, without one, by ours.
    """

    paper: str = "a4"
    language: Language = "de"
    edition: Edition = "timbuktu"
    backs: Backs = "duplex"
    core: float = 0.0
    flip: Flip = "long"
    calibration: Calibration = field(default_factory=Calibration)
    low_ink: bool = False
    greyscale: bool = False
    flat: bool = False
    sheets: Sheets = "imposed"
    profile: Path | None = None
    board: Boards = "tiled"
    only: tuple[str, ...] = ()
    sides: Sides = "both"
    sheets_changed_since: Path | None = None
    date: str = ""
    told_in: Language | None = None
    """What there is to say about the work is told in this language; without one in that of the set."""

    @property
    def notes_language(self) -> Language:
        """In which the person is told something."""
        return self.told_in or self.language

    @property
    def for_press(self) -> bool:
        """Whether a print shop will print it."""
        return self.edition == "bleed" or self.sheets == "single"

    def _boards(self, game: Game) -> bool:
        """Whether there is a board in it; one that is extra, only if it is asked for."""
        return any(board.id in self.only or not (self.only or board.extra) for board in game.spec.board)

    def file_name(self, game: Game) -> str:
        """A name that tells the order's wishes where they differ from the usual."""
        wishes = [
            self.edition if self.edition != "timbuktu" else "",
            self.sheets if self.sheets != "imposed" else "",
            "profile" if self.profile else "",
            self.backs if self.backs != "duplex" else "",
            f"core-{self.core:g}".replace(".", "-") if self.core else "",
            "short-edge" if self.flip != "long" else "",
            self.sides if self.sides != "both" else "",
            "flat" if self.flat and game.has_flat_set else "",
            f"board-{self.board}" if self.board != "tiled" and self._boards(game) else "",
            "low-ink" if self.low_ink else "",
            "grey" if self.greyscale else "",
            "-".join(self.only),
            "changed" if self.sheets_changed_since else "",
        ]
        return "-".join([game.id, self.paper, self.language, *filter(None, wishes)]) + ".pdf"


@dataclass(frozen=True)
class Printed:
    """What came off the press."""

    file: Path
    game: str
    pages: int
    sheets: int
    bound: int
    proved: bool
    cuts: int
    bytes: int
    seconds: float
    notes: tuple[str, ...] = ()
