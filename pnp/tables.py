"""Tables of a game: CSV files as any spreadsheet saves them, and what their columns may hold."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import Field

from pnp.errors import DefinitionError, nearest, quoted
from pnp.reading import file_in, inside, read_text
from pnp.strict import Strict

Row = Mapping[str, str]
Fault = Callable[..., DefinitionError]
"""Makes an error about `game.toml` from a message and the keys that lead to the place."""

MOST_ROWS = 20_000
LINE = "_line"
"""The key under which a row keeps the number of its line, for messages."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")


class Column(Strict):
    """What may stand in a column of a table."""

    one_of: str | list[str] = Field(default=[])
    kind: Literal["text", "int", "key"] = "text"
    optional: bool = False


class TableSpec(Strict):
    """A CSV file and what its columns may hold."""

    file: str
    rows: int | None = Field(default=None, ge=0, le=MOST_ROWS)
    columns: dict[str, Column] = Field(default={}, max_length=200)


@dataclass(frozen=True)
class Table:
    """A CSV file as read: the names of its columns and its rows."""

    file: Path
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def whole_number(row: Row, name: str, file: Path, least: int | None = None) -> int:
    """The whole number in a cell."""
    value = row[name]
    if not _WHOLE.fullmatch(value) or (least is not None and int(value) < least):
        more = "" if least is None else f" from {least}"
        message = f"a whole number{more} was expected, but found {quoted(value)}."
        raise DefinitionError(file, message, int(row[LINE]), name)
    return int(value)


def read_tables(folder: Path, specs: Mapping[str, TableSpec], fault: Fault) -> dict[str, tuple[Row, ...]]:
    """All tables of a game, checked."""
    tables: dict[str, Table] = {}
    for name, spec in specs.items():
        if inside(folder, spec.file) is None:
            message = f"{quoted(spec.file)} leads out of the game's folder; only files inside it are read."
            raise fault(message, "table", name, "file")
        if file_in(folder, spec.file) is None:
            known = [file.name for file in folder.glob("*.csv")]
            raise fault(f"there is no file {quoted(spec.file)}.{nearest(spec.file, known)}", "table", name, "file")
        tables[name] = read_csv(folder / spec.file)
    for name, spec in specs.items():
        _check_header(tables[name], spec)
        for column in spec.columns:
            place = ("table", name, "columns", column, "one_of")
            allowed = _allowed(spec.columns[column].one_of, tables, lambda message, at=place: fault(message, *at))
            _check_column(tables[name], column, spec.columns[column], allowed)
        _check_length(tables[name], spec)
    return {name: table.rows for name, table in tables.items()}


def read_csv(file: Path) -> Table:
    """A table whose first line names the columns, with commas, semicolons or tabs between its cells."""
    text = read_text(file)
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    rows: list[Row] = []
    following = 1
    try:
        header = _header(file, next(reader, []))
        following = reader.line_num + 1
        for cells in reader:
            line, following = following, reader.line_num + 1
            row = _shortened([cell.strip() for cell in cells], len(header))
            if not any(row):
                continue
            if len(row) != len(header):
                raise DefinitionError(file, f"{len(row)} cells, but {len(header)} columns.", line)
            rows.append(dict(zip(header, row, strict=True)) | {LINE: str(line)})
            if len(rows) > MOST_ROWS:
                raise DefinitionError(file, f"more than {MOST_ROWS:,} rows are not printed.", line)
    except csv.Error as fault:
        raise DefinitionError(file, f"not a readable CSV table: {fault}.", following) from fault
    return Table(file, header, tuple(rows))


def _shortened(cells: list[str], length: int) -> list[str]:
    """Spreadsheets save empty columns behind the last one; those are left out."""
    while len(cells) > length and not cells[-1]:
        cells = cells[:-1]
    return cells


def _header(file: Path, cells: list[str]) -> tuple[str, ...]:
    names = _shortened([cell.strip() for cell in cells], 0)
    if not names:
        raise DefinitionError(file, "the table is empty; its first line must name the columns.", 1)
    for number, name in enumerate(names):
        if not name:
            raise DefinitionError(file, f"column {number + 1} has no name.", 1)
        if name in names[:number] or name == LINE:
            raise DefinitionError(file, "this name stands twice; each column needs its own.", 1, name)
    return tuple(names)


def _check_header(table: Table, spec: TableSpec) -> None:
    if not spec.columns:
        return
    for name in table.header:
        if name not in {*spec.columns, "count"}:
            missing = set(spec.columns) - set(table.header)
            raise DefinitionError(table.file, f"unknown column.{nearest(name, missing or spec.columns)}", 1, name)
    for name in spec.columns:
        if name not in table.header:
            raise DefinitionError(table.file, f"this column is missing; there are {', '.join(table.header)}.", 1, name)


def _check_length(table: Table, spec: TableSpec) -> None:
    if spec.rows is not None and len(table.rows) != spec.rows:
        line = int(table.rows[-1][LINE]) if table.rows else 1
        raise DefinitionError(table.file, f"{len(table.rows)} rows, but game.toml expects {spec.rows}.", line)


def _check_column(table: Table, name: str, column: Column, allowed: frozenset[str] | None) -> None:
    seen: set[str] = set()
    for row in table.rows:
        value, line = row[name], int(row[LINE])
        if not value:
            if column.optional:
                continue
            raise DefinitionError(table.file, "must not be empty.", line, name)
        if column.kind == "int":
            whole_number(row, name, table.file)
        if column.kind == "key" and value in seen:
            raise DefinitionError(table.file, f"{quoted(value)} stands twice, but each row needs its own.", line, name)
        if allowed is not None and value not in allowed:
            raise DefinitionError(table.file, f"unknown {name} {quoted(value)}.{nearest(value, allowed)}", line, name)
        seen.add(value)


def _allowed(one_of: str | list[str], tables: Mapping[str, Table], fault: Fault) -> frozenset[str] | None:
    """What a column may hold: the words of a list, or another column, given as `table.column`."""
    if isinstance(one_of, list):
        return frozenset(one_of) or None
    name, _, key = one_of.partition(".")
    if name not in tables or key not in tables[name].header:
        known = [f"{other}.{column}" for other, table in tables.items() for column in table.header]
        raise fault(f"there is no column {quoted(one_of)}.{nearest(one_of, known)}")
    return frozenset(row[key] for row in tables[name].rows)
