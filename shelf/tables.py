"""Tables of a game: CSV files, and what their columns may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from pydantic import Field

from shelf.csv_files import LINE, MOST_ROWS, CsvTable, Row, read_csv, whole_number
from shelf.errors import DefinitionError, nearest, quoted
from shelf.messages import Message
from shelf.safe_files import file_in, inside
from shelf.toml_models import Strict

Fault = Callable[..., DefinitionError]
"""Makes an error about `game.toml` from a message and the keys that lead to the place."""


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


def read_tables(folder: Path, specs: Mapping[str, TableSpec], fault: Fault) -> dict[str, tuple[Row, ...]]:
    """All tables of a game, checked."""
    tables: dict[str, CsvTable] = {}
    for name, spec in specs.items():
        if inside(folder, spec.file) is None:
            message = Message("tables.leads_out", file=quoted(spec.file))
            raise fault(message, "table", name, "file")
        if file_in(folder, spec.file) is None:
            known = [file.name for file in folder.glob("*.csv")]
            raise fault(
                Message("tables.no_file", file=quoted(spec.file), hint=nearest(spec.file, known)), "table", name, "file"
            )
        tables[name] = read_csv(folder / spec.file)
    for name, spec in specs.items():
        _check_header(tables[name], spec)
        for column in spec.columns:
            place = ("table", name, "columns", column, "one_of")
            allowed = _allowed(spec.columns[column].one_of, tables, lambda message, at=place: fault(message, *at))
            _check_column(tables[name], column, spec.columns[column], allowed)
        _check_length(tables[name], spec)
    return {name: table.rows for name, table in tables.items()}


def _check_header(table: CsvTable, spec: TableSpec) -> None:
    if not spec.columns:
        return
    for name in table.header:
        if name not in {*spec.columns, "count"}:
            missing = set(spec.columns) - set(table.header)
            raise DefinitionError(
                table.file, Message("tables.unknown_column", hint=nearest(name, missing or spec.columns)), 1, name
            )
    for name in spec.columns:
        if name not in table.header:
            raise DefinitionError(table.file, Message("tables.missing_column", header=", ".join(table.header)), 1, name)


def _check_length(table: CsvTable, spec: TableSpec) -> None:
    if spec.rows is not None and len(table.rows) != spec.rows:
        line = int(table.rows[-1][LINE]) if table.rows else 1
        raise DefinitionError(table.file, Message("tables.rows", rows=len(table.rows), rows2=spec.rows), line)


def _check_column(table: CsvTable, name: str, column: Column, allowed: frozenset[str] | None) -> None:
    seen: set[str] = set()
    for row in table.rows:
        value, line = row[name], int(row[LINE])
        if not value:
            if column.optional:
                continue
            raise DefinitionError(table.file, Message("tables.empty"), line, name)
        if column.kind == "int":
            whole_number(row, name, table.file)
        if column.kind == "key" and value in seen:
            raise DefinitionError(table.file, Message("tables.twice", value=quoted(value)), line, name)
        if allowed is not None and value not in allowed:
            raise DefinitionError(
                table.file,
                Message("tables.unknown", name=name, value=quoted(value), hint=nearest(value, allowed)),
                line,
                name,
            )
        seen.add(value)


def _allowed(one_of: str | list[str], tables: Mapping[str, CsvTable], fault: Fault) -> frozenset[str] | None:
    """What a column may hold: the words of a list, or another column, given as `table.column`."""
    if isinstance(one_of, list):
        return frozenset(one_of) or None
    name, _, key = one_of.partition(".")
    if name not in tables or key not in tables[name].header:
        known = [f"{other}.{column}" for other, table in tables.items() for column in table.header]
        raise fault(Message("tables.no_column", one_of=quoted(one_of), hint=nearest(one_of, known)))
    return frozenset(row[key] for row in tables[name].rows)
