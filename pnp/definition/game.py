"""A game as data: reads and checks a folder with `game.toml`, its tables, words and palette.

Every fault is told as a `DefinitionError`: file, line, field, what was expected and the nearest right spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from shelf import paths
from shelf.csv_files import LINE, MOST_ROWS, Row, whole_number
from shelf.errors import DefinitionError, PrintingError, nearest, quoted
from shelf.language import LANGUAGES, Language
from shelf.messages import Message
from shelf.play_check import check_colours
from shelf.safe_files import file_in, inside, parse_toml, read_text, read_toml, within
from shelf.tables import TableSpec, read_tables
from shelf.toml_models import Strict, fault_at, spelled_out

__all__ = [
    "LANGUAGES",
    "Bilingual",
    "Board",
    "Game",
    "GameSpec",
    "Language",
    "Page",
    "Part",
    "Row",
    "Stock",
    "Strict",
    "inside",
    "load",
    "read_folder",
    "read_toml",
    "spelled_out",
]

Make = Literal["model", "flat"]
Stock = Literal["paper", "card", "board"]
"""What a component is printed on; `assets/stocks.toml` tells about each."""
Nested = Mapping[str, Any]

MOST_COPIES = MOST_ROWS
"""Components of a whole set; a million cards are a slip of the pen."""
MOST_COLOURS = 60
"""Colours of a group that players must tell apart; each is compared with each."""
SMALLEST_SIDE, LARGEST_SIDE = 1.0, 1_500.0
Millimetres = Annotated[float, Field(ge=SMALLEST_SIDE, le=LARGEST_SIDE, allow_inf_nan=False)]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$", max_length=60)]
Number = Annotated[int, Field(ge=1, le=10_000)]


class Bilingual(Strict):
    """A short text in both languages."""

    de: str
    en: str

    def in_(self, language: Language) -> str:
        """The text in one of them."""
        return self.de if language == "de" else self.en


class Part(Strict):
    """A component that is printed, cut out and played with: one face for each row of its table.

    Parts of one `stock` share sheets. `where` picks rows of the table by their cells. A part with a `make` belongs to
    one of two sets: paper models to fold, or flat pieces instead of them.
    """

    id: Id
    name: Bilingual
    table: str
    where: dict[str, str | list[str]] = Field(default={}, max_length=20)
    make: Make | None = None
    face: str
    back: str | None = None
    size: tuple[Millimetres, Millimetres]
    stock: Stock = "card"
    count: int | None = Field(default=None, ge=1, le=MOST_COPIES)
    may_turn: bool = True


class Page(Strict):
    """Something that fills whole pages and is not cut into components."""

    id: Id
    name: Bilingual
    face: str
    fold: str | None = None
    make: Make | None = None


class Board(Strict):
    """Something larger than the paper: printed as tiles that are glued together, or as one page of its own size.

    With a `table` its template gets the first row that `where` picks. One that is `extra` is printed only when it is
    asked for by name.
    """

    id: Id
    name: Bilingual
    face: str
    size: tuple[Millimetres, Millimetres]
    stock: Stock = "card"
    overlap: float = Field(default=10.0, ge=2, le=50, allow_inf_nan=False)
    table: str | None = None
    where: dict[str, str | list[str]] = Field(default={}, max_length=20)
    make: Make | None = None
    extra: bool = False


class GameSpec(Strict):
    """The contents of `game.toml`."""

    id: Id
    title: Bilingual
    designer: str
    publisher: str = ""
    year: Number | None = None
    players: tuple[Number, Number] = (1, 9)
    minutes: Number | None = None
    age: Number | None = None
    credit: Bilingual | None = None
    reconstructed: Bilingual | None = None
    table: dict[str, TableSpec] = Field(default={}, max_length=100)
    part: list[Part] = Field(default=[], max_length=100)
    page: list[Page] = Field(default=[], max_length=100)
    board: list[Board] = Field(default=[], max_length=20)
    tell_apart: list[str] = Field(default=[], max_length=20)
    data: dict[str, Any] = Field(default={})


@dataclass(frozen=True)
class Game:
    """A checked definition: the specification, its tables, words and palette."""

    folder: Path
    spec: GameSpec
    tables: Mapping[str, tuple[Row, ...]]
    words: Mapping[Language, Nested]
    palette: Nested
    own: bool = field(default=False)

    @property
    def id(self) -> str:
        """The id that commands and logs use."""
        return self.spec.id

    @property
    def file(self) -> Path:
        """The definition itself."""
        return self.folder / "game.toml"

    @property
    def template_folder(self) -> Path:
        """Looks of the house's games stand on the templates shelf; a stranger brings them along."""
        return self.folder / "templates" if self.own else paths.TEMPLATES / self.id

    def template_file(self, name: str) -> Path | None:
        """A template by its name in the game's templates or, as `kk-board/card.svg.j2`, among those of the house."""
        return file_in(self.template_folder, name) or file_in(paths.TEMPLATES, name)

    def copies(self, part: Part) -> list[Row]:
        """One row for each copy of the part to print, in the order of its table."""
        return [row for row in self.rows(part) for _ in range(int(row.get("count") or 1))]

    def rows(self, part: Part | Board) -> list[Row]:
        """The rows of its table that the part shows."""
        if part.table is None:
            return []
        wanted = {column: {cells} if isinstance(cells, str) else {*cells} for column, cells in part.where.items()}
        return [
            row for row in self.tables[part.table] if all(row.get(column) in cells for column, cells in wanted.items())
        ]

    @property
    def items(self) -> list[Part | Page | Board]:
        """Everything that the definition has to print."""
        return [*self.spec.part, *self.spec.page, *self.spec.board]

    @property
    def has_flat_set(self) -> bool:
        """Whether flat pieces can be printed in the place of models."""
        return any(item.make == "flat" for item in self.items)

    def fault(self, message: str, *place: str | int) -> DefinitionError:
        """An error about `game.toml`; `place` is the keys and list positions that lead there."""
        return fault_at(self.file, read_text(self.file), message, *place)

    def where(self, row: Mapping[str, Any]) -> str:
        """A row by its id and line, for messages; a page by its number."""
        if file := self._files.get(id(row)):
            key = "game.row" if row.get("id") else "game.nameless_row"
            return Message(key, **{"id": row.get("id"), "file": file, "line": row[LINE]})
        page = Message("game.page", row=row["page"]) if "page" in row else ""
        return str(row.get("id") or page)

    @cached_property
    def _files(self) -> dict[int, str]:
        """Which file a row is from."""
        return {id(row): self.spec.table[name].file for name, rows in self.tables.items() for row in rows}


def load(name: str | Path) -> Game:
    """A game of the house by its id, or anybody's by its folder."""
    if str(name) in paths.game_ids():
        return read_folder(paths.GAMES / str(name))
    folder = Path(name)
    if not folder.is_dir():
        raise PrintingError(
            Message("catalogue.no_game_hint", name=repr(str(name)), hint=nearest(str(name), paths.game_ids()))
        )
    if not (folder / "game.toml").exists():
        raise DefinitionError(folder / "game.toml", Message("game.no_file"))
    return read_folder(folder, own=True)


def read_folder(folder: Path, own: bool = False) -> Game:
    """Reads and checks a definition."""
    file = within(folder, "game.toml")
    text = read_text(file)
    try:
        spec = GameSpec.model_validate(parse_toml(file, text))
    except ValidationError as fault:
        raise spelled_out(file, text, fault, GameSpec) from None
    game = Game(
        folder=folder,
        spec=spec,
        tables=read_tables(folder, spec.table, lambda message, *place: fault_at(file, text, message, *place)),
        words={language: _optional(folder, f"words.{language}.toml") for language in LANGUAGES},
        palette=_optional(folder, "palette.toml"),
        own=own,
    )
    _check_parts(game)
    _check_templates(game)
    _check_palette(game)
    return game


def _optional(folder: Path, name: str) -> dict[str, Any]:
    return read_toml(within(folder, name)) if (folder / name).exists() else {}


def _check_parts(game: Game) -> None:
    spec = game.spec
    if spec.players[0] > spec.players[1]:
        raise game.fault(Message("game.smaller_first"), "players")
    seen: set[str] = set()
    ids = [("part", number, part.id) for number, part in enumerate(spec.part)]
    ids += [("page", number, page.id) for number, page in enumerate(spec.page)]
    ids += [("board", number, board.id) for number, board in enumerate(spec.board)]
    for kind, number, name in ids:
        if name in seen:
            raise game.fault(Message("game.id_twice", name=repr(name)), kind, number, "id")
        seen.add(name)
    for number, board in enumerate(spec.board):
        _check_table(game, "board", number, board)
    total = 0
    for number, part in enumerate(spec.part):
        _check_table(game, "part", number, part)
        copies = _count(game, part)
        total += copies
        if total > MOST_COPIES:
            raise game.fault(Message("game.components", most_copies=f"{MOST_COPIES:,}"), "part", number, "table")
        if part.count is not None and copies != part.count:
            table = spec.table[part.table].file
            raise game.fault(
                Message("game.count", count=part.count, table=table, copies=copies), "part", number, "count"
            )


def _check_table(game: Game, kind: str, number: int, part: Part | Board) -> None:
    if part.table is None:
        if part.where:
            raise game.fault(Message("game.where_table"), kind, number, "where")
        return
    if part.table not in game.tables:
        message = Message("game.no_table", table=quoted(part.table), hint=nearest(part.table, game.tables))
        raise game.fault(message, kind, number, "table")
    table = game.tables[part.table]
    for column in part.where if table else ():
        if column not in table[0]:
            known = [name for name in table[0] if name != LINE]
            message = Message("game.no_column", table=part.table, column=quoted(column), hint=nearest(column, known))
            raise game.fault(message, kind, number, "where")
    if part.where and not game.rows(part):
        raise game.fault(Message("game.no_row", table=part.table), kind, number, "where")


def _count(game: Game, part: Part) -> int:
    """How many copies of a part the table asks for."""
    file, total = game.folder / game.spec.table[part.table].file, 0
    for row in game.rows(part):
        total += whole_number(row, "count", file, least=0) if row.get("count") else 1
        if total > MOST_COPIES:
            raise DefinitionError(file, Message("game.copies", most_copies=f"{MOST_COPIES:,}"), int(row[LINE]), "count")
    return total


def _check_templates(game: Game) -> None:
    if game.own:
        within(game.folder, "templates")
    places: list[tuple[str | None, str, int, str]] = []
    for number, part in enumerate(game.spec.part):
        places += [(part.face, "part", number, "face"), (part.back, "part", number, "back")]
    places += [(page.face, "page", number, "face") for number, page in enumerate(game.spec.page)]
    places += [(board.face, "board", number, "face") for number, board in enumerate(game.spec.board)]
    for name, kind, number, key in places:
        if name is None or game.template_file(name):
            continue
        if inside(game.template_folder, name) is None:
            message = Message("tables.leads_out_name", name=quoted(name))
            raise game.fault(message, kind, number, key)
        known = [file.name for file in game.template_folder.glob("*.svg.j2")]
        raise game.fault(Message("game.no_template", name=quoted(name), hint=nearest(name, known)), kind, number, key)


def _check_palette(game: Game) -> None:
    """Colours have to be colours, and the groups that players must tell apart have to be there."""
    file = game.folder / "palette.toml"
    if file.exists():
        check_colours(file)
    for number, group in enumerate(game.spec.tell_apart):
        if not isinstance(game.palette.get(group), dict):
            known = [name for name, values in game.palette.items() if isinstance(values, dict)]
            message = Message("game.no_group", group=quoted(group), hint=nearest(group, known))
            raise game.fault(message, "tell_apart", number)
        if len(game.palette[group]) > MOST_COLOURS:
            raise game.fault(Message("game.colours", most_colours=MOST_COLOURS), "tell_apart", number)
        for name, colour in game.palette[group].items():
            if isinstance(colour, dict):
                raise fault_at(file, read_text(file), Message("game.colour_group"), group, name)
