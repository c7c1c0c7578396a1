"""A game as data: reads and checks a folder with `game.toml`, its tables, words and palette.

Every fault is told as a `DefinitionError`: file, line, field, what was expected and the nearest right spelling.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pnp import shelf
from pnp.errors import DefinitionError, PrintingError, nearest
from pnp.toml_lines import line_of

Language = Literal["de", "en"]
LANGUAGES: tuple[Language, ...] = ("de", "en")
Row = Mapping[str, str]
Nested = Mapping[str, Any]

MOST_COPIES = 20_000
LARGEST_SIDE = 1_500.0
Millimetres = Annotated[float, Field(gt=0, le=LARGEST_SIDE)]


class Strict(BaseModel):
    """A table of the definition that accepts only the keys it knows."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Bilingual(Strict):
    """A short text in both languages."""

    de: str
    en: str

    def in_(self, language: Language) -> str:
        """The text in one of them."""
        return self.de if language == "de" else self.en


class Column(Strict):
    """What may stand in a column of a table."""

    one_of: str | list[str] = []
    kind: Literal["text", "int", "key"] = "text"
    optional: bool = False


class TableSpec(Strict):
    """A CSV file and what its columns may hold."""

    file: str
    rows: int | None = Field(default=None, ge=0, le=MOST_COPIES)
    columns: dict[str, Column] = {}


class Part(Strict):
    """A component that is printed, cut out and played with: one face for each row of its table."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    name: Bilingual
    table: str
    face: str
    back: str | None = None
    size: tuple[Millimetres, Millimetres]
    count: int | None = Field(default=None, ge=1, le=MOST_COPIES)
    may_turn: bool = True


class Page(Strict):
    """Something that fills whole pages and is not cut into components."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    name: Bilingual
    face: str
    fold: str | None = None
    back: str | None = None


class GameSpec(Strict):
    """The contents of `game.toml`."""

    id: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: Bilingual
    designer: str
    publisher: str = ""
    year: int | None = Field(default=None, ge=1, le=3000)
    players: tuple[int, int] = (1, 9)
    minutes: int | None = None
    age: int | None = None
    credit: Bilingual | None = None
    reconstructed: Bilingual | None = None
    table: dict[str, TableSpec] = {}
    part: list[Part] = []
    page: list[Page] = []
    data: dict[str, Any] = {}


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
    def template_folder(self) -> Path:
        """Looks of the house's games stand on the templates shelf; a stranger brings them along."""
        return self.folder / "templates" if self.own else shelf.TEMPLATES / self.id

    def copies(self, part: Part) -> list[Row]:
        """One row for each copy of the part to print, in the order of its table."""
        return [row for row in self.tables[part.table] for _ in range(int(row.get("count") or 1))]


def load(name: str | Path) -> Game:
    """A game of the house by its id, or anybody's by its folder."""
    if str(name) in shelf.game_ids():
        return read_folder(shelf.GAMES / str(name))
    folder = Path(name)
    if not folder.is_dir():
        raise PrintingError(f"There is no game and no folder {str(name)!r}.{nearest(str(name), shelf.game_ids())}")
    return read_folder(folder, own=True)


def read_folder(folder: Path, own: bool = False) -> Game:
    """Reads and checks a definition."""
    spec = _spec(folder / "game.toml")
    tables = _tables(folder, spec)
    game = Game(
        folder=folder,
        spec=spec,
        tables=tables,
        words={language: _toml(folder / f"words.{language}.toml", optional=True)[1] for language in LANGUAGES},
        palette=_toml(folder / "palette.toml", optional=True)[1],
        own=own,
    )
    _check_parts(game)
    return game


def inside(folder: Path, name: str) -> Path | None:
    """The file `name` of a folder, or None where it would lead out of it."""
    path = (folder / name).resolve()
    return path if path.is_relative_to(folder.resolve()) else None


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as missing:
        raise DefinitionError(file, "this file is missing.") from missing
    except UnicodeDecodeError as strange:
        raise DefinitionError(file, "this is not text in UTF-8; save it with that encoding.") from strange
    except OSError as unreadable:
        raise DefinitionError(file, f"cannot be read ({unreadable.strerror}).") from unreadable


def read_toml(file: Path) -> dict[str, Any]:
    """The values of a TOML file."""
    return _toml(file)[1]


def _toml(file: Path, optional: bool = False) -> tuple[str, dict[str, Any]]:
    if optional and not file.exists():
        return "", {}
    text = _read(file)
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        raise DefinitionError(file, f"not valid TOML: {fault}.") from fault


def _spec(file: Path) -> GameSpec:
    text, values = _toml(file)
    try:
        return GameSpec.model_validate(values)
    except ValidationError as fault:
        raise spelled_out(file, text, fault, GameSpec) from None


def spelled_out(file: Path, text: str, fault: ValidationError, model: type[BaseModel]) -> DefinitionError:
    """The first complaint of pydantic in our words, with its line."""
    first = fault.errors()[0]
    place: tuple[str | int, ...] = first["loc"]
    name = str(place[-1]) if place else ""
    if first["type"] == "extra_forbidden":
        message = f"unknown key.{nearest(name, _fields_at(model, place[:-1]))}"
    elif first["type"] == "missing":
        message, place = "this key is missing.", place
    else:
        message = f"{first['msg'][0].lower()}{first['msg'][1:]}, but found {first['input']!r}."
    return DefinitionError(file, message, line_of(text, place), ".".join(str(step) for step in place))


def _fields_at(model: type[BaseModel], place: tuple[str | int, ...]) -> list[str]:
    """The keys that a nested table of the definition knows."""
    for step in place:
        if isinstance(step, int) or step not in model.model_fields:
            continue
        inner = _model_in(model.model_fields[step].annotation)
        model = inner or model
    return list(model.model_fields)


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in getattr(annotation, "__args__", ()):
        if found := _model_in(argument):
            return found
    return None


def _tables(folder: Path, spec: GameSpec) -> dict[str, tuple[Row, ...]]:
    text = _read(folder / "game.toml")
    rows: dict[str, tuple[Row, ...]] = {}
    for name, table in spec.table.items():
        file = inside(folder, table.file)
        if file is None:
            where = line_of(text, ("table", name, "file"))
            raise DefinitionError(folder / "game.toml", "leads out of the folder.", where, f"table.{name}.file")
        rows[name] = _csv(file)
    for name, table in spec.table.items():
        _check_table(folder / table.file, table, rows, rows[name])
    return rows


def _csv(file: Path) -> tuple[Row, ...]:
    lines = _read(file).splitlines()
    if not lines:
        raise DefinitionError(file, "the table is empty; its first line must name the columns.", 1)
    delimiter = max(",;\t", key=lines[0].count)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    rows: list[Row] = []
    try:
        header = [name.strip() for name in next(reader)]
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise DefinitionError(file, f"{len(cells)} cells, but {len(header)} columns.", reader.line_num)
            row = {name: cell.strip() for name, cell in zip(header, cells, strict=True)}
            rows.append(row | {"_line": str(reader.line_num)})
            if len(rows) > MOST_COPIES:
                raise DefinitionError(file, f"more than {MOST_COPIES:,} rows are not printed.", reader.line_num)
    except csv.Error as fault:
        raise DefinitionError(file, f"not a readable CSV table: {fault}.", reader.line_num) from fault
    return tuple(rows)


def _check_table(file: Path, table: TableSpec, tables: Mapping[str, tuple[Row, ...]], rows: tuple[Row, ...]) -> None:
    header = [name for name in rows[0] if name != "_line"] if rows else list(table.columns)
    for name, column in table.columns.items():
        if name not in header:
            raise DefinitionError(file, f"this column is missing; there are {', '.join(header)}.", 1, name)
        _check_column(file, name, column, tables, rows)
    if table.columns:
        for name in header:
            if name not in {*table.columns, "count"}:
                raise DefinitionError(file, f"unknown column.{nearest(name, table.columns)}", 1, name)
    if table.rows is not None and len(rows) != table.rows:
        raise DefinitionError(file, f"{len(rows)} rows, but game.toml expects {table.rows}.", len(rows) + 1)


def _check_column(
    file: Path, name: str, column: Column, tables: Mapping[str, tuple[Row, ...]], rows: tuple[Row, ...]
) -> None:
    allowed = _allowed(file, name, column, tables)
    seen: set[str] = set()
    for row in rows:
        value, line = row[name], int(row["_line"])
        if not value:
            if not column.optional:
                raise DefinitionError(file, "must not be empty.", line, name)
        elif column.kind == "int" and not value.lstrip("-").isdecimal():
            raise DefinitionError(file, f"a whole number was expected, but found {value!r}.", line, name)
        elif column.kind == "key" and value in seen:
            raise DefinitionError(file, f"{value!r} stands twice, but each row needs its own.", line, name)
        elif allowed and value not in allowed:
            raise DefinitionError(file, f"unknown {name} {value!r}.{nearest(value, allowed)}", line, name)
        seen.add(value)


def _allowed(file: Path, name: str, column: Column, tables: Mapping[str, tuple[Row, ...]]) -> list[str]:
    if isinstance(column.one_of, list):
        return column.one_of
    table, _, key = column.one_of.partition(".")
    if table not in tables or (tables[table] and key not in tables[table][0]):
        known = [f"{other}.{cell}" for other, rows in tables.items() if rows for cell in rows[0] if cell != "_line"]
        raise DefinitionError(
            file.parent / "game.toml", f"no such column {column.one_of!r}.{nearest(column.one_of, known)}", None, name
        )
    return [row[key] for row in tables[table]]


def _check_parts(game: Game) -> None:
    file = game.folder / "game.toml"
    text = _read(file)

    def fault(message: str, *place: str | int) -> DefinitionError:
        return DefinitionError(file, message, line_of(text, place), ".".join(str(step) for step in place))

    ids = [part.id for part in game.spec.part] + [page.id for page in game.spec.page]
    for twice in {name for name in ids if ids.count(name) > 1}:
        raise fault(f"{twice!r} is the id of two parts.", "part")
    for number, part in enumerate(game.spec.part):
        if part.table not in game.tables:
            raise fault(f"there is no table {part.table!r}.{nearest(part.table, game.tables)}", "part", number, "table")
        _check_counts(game, part)
        copies = len(game.copies(part))
        if part.count is not None and copies != part.count:
            table = game.spec.table[part.table].file
            raise fault(f"{part.count} copies are expected, but {table} has {copies}.", "part", number, "count")
    kinds: list[tuple[str, Sequence[Part | Page]]] = [("part", game.spec.part), ("page", game.spec.page)]
    for kind, items in kinds:
        for number, item in enumerate(items):
            for key in ("face", "back"):
                name = getattr(item, key)
                if name is not None:
                    _check_template(game, name, lambda message, k=kind, n=number, y=key: fault(message, k, n, y))


def _check_counts(game: Game, part: Part) -> None:
    total = 0
    for row in game.tables[part.table]:
        value = row.get("count") or "1"
        file, line = game.folder / game.spec.table[part.table].file, int(row["_line"])
        if not value.isdecimal():
            raise DefinitionError(file, f"a whole number was expected, but found {value!r}.", line, "count")
        total += int(value)
        if total > MOST_COPIES:
            raise DefinitionError(file, f"more than {MOST_COPIES:,} copies are not printed.", line, "count")


def _check_template(game: Game, name: str, fault: Any) -> None:
    path = inside(game.template_folder, name)
    if path is None:
        raise fault("leads out of the folder.")
    if not path.is_file():
        known = [file.name for file in game.template_folder.glob("*.svg.j2")]
        raise fault(f"there is no template {name!r} in {game.template_folder}.{nearest(name, known)}")
