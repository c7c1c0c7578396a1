"""A collection of puzzles: `puzzles.toml` says what is asked and answered, a log beside it holds each position."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from shelf import paths
from shelf.catalogue import USUAL, Catalogue
from shelf.errors import PrintingError, nearest, quoted
from shelf.messages import Message
from shelf.safe_files import parse_toml, read_text, within
from shelf.toml_models import Strict, spelled_out
from table.log import referee
from table.log.gamelog import SUFFIX
from table.log.referee import Match

INDEX = "puzzles.toml"
SHIPPED = paths.ASSETS / "puzzles"
"""The booklets of the house, a folder for each game."""

Turn = Annotated[str, Field(max_length=200)]


class PuzzleEntry(Strict):
    """What is known of a puzzle. `worth` is the lead that the answer forces, or the points that it brings."""

    log: Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*\.tbk$", max_length=80)]
    kind: Literal["win", "points"]
    level: Annotated[int, Field(ge=1, le=5)]
    needed: Annotated[int, Field(ge=0)]
    """Simulations of the search, or turns that the quick policy tries."""
    among: Annotated[int, Field(ge=1)]
    answer: Turn
    worth: int
    tempting: Turn
    tempting_worth: int
    refutation: tuple[Turn, ...] = ()
    line: tuple[Turn, ...] = ()


class _Index(Strict):
    game: Annotated[str, Field(max_length=200)]
    puzzle: tuple[PuzzleEntry, ...]


@dataclass(frozen=True, eq=False)
class PuzzlePosition:
    """A puzzle with its number in the collection and the game up to it."""

    number: int
    entry: PuzzleEntry
    match: Match

    @property
    def seat(self) -> int:
        """Who is to move."""
        return self.match.game.kernel.actor(self.match.state)


@dataclass(frozen=True)
class Collection:
    """A folder of puzzles that was read; its logs are replayed when they are asked for."""

    folder: Path
    game: str
    entries: tuple[PuzzleEntry, ...]

    def position(self, number: int, catalogue: Catalogue = USUAL) -> PuzzlePosition:
        """A puzzle by its number, from 1 on."""
        if not 1 <= number <= len(self.entries):
            raise PrintingError(Message("puzzles.no_number", number=number, count=len(self.entries)))
        entry = self.entries[number - 1]
        match = referee.load(within(self.folder, entry.log), catalogue)
        if match.to_move is None:
            raise PrintingError(Message("puzzles.over", log=entry.log))
        return PuzzlePosition(number, entry, match)

    def positions(self, catalogue: Catalogue = USUAL) -> list[PuzzlePosition]:
        """All of them."""
        return [self.position(number, catalogue) for number in range(1, len(self.entries) + 1)]


def read(folder: Path) -> Collection:
    """Reads the index of a folder."""
    file = within(folder, INDEX)
    text = read_text(file)
    try:
        index = _Index.model_validate(parse_toml(file, text))
    except ValidationError as fault:
        raise spelled_out(file, text, fault, _Index) from None
    return Collection(folder, index.game, index.puzzle)


def has_booklet(game: str) -> bool:
    """Whether a booklet was made for this game."""
    return (SHIPPED / game / INDEX).is_file()


def booklet(game: str) -> Collection:
    """The house's booklet of a game."""
    if not has_booklet(game):
        known = sorted(folder.name for folder in SHIPPED.iterdir() if folder.is_dir())
        raise PrintingError(Message("puzzles.no_booklet", game=quoted(game), hint=nearest(game, known)))
    return read(SHIPPED / game)


def named(name: str, catalogue: Catalogue = USUAL) -> PuzzlePosition:
    """A puzzle by the path of its log, which lies in a collection, or as `GAME/NUMBER` of the house's booklets."""
    file = Path(name)
    if file.suffix == SUFFIX:
        collection = read(file.parent)
        logs = [entry.log for entry in collection.entries]
        if file.name not in logs:
            raise PrintingError(Message("puzzles.no_log", log=quoted(file.name), hint=nearest(file.name, logs)))
        return collection.position(logs.index(file.name) + 1, catalogue)
    game, slash, number = name.rpartition("/")
    if not slash or not number.isdecimal() or len(number) > 6:
        raise PrintingError(Message("puzzles.no_name", name=quoted(name)))
    return booklet(game).position(int(number), catalogue)


def written(game: str, entries: Sequence[PuzzleEntry]) -> str:
    """The index as text."""
    return "\n\n".join([f"game = {json.dumps(game)}", *map(_written, entries)]) + "\n"


def _written(entry: PuzzleEntry) -> str:
    values = entry.model_dump(exclude_defaults=True)
    return "\n".join(["[[puzzle]]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())])
