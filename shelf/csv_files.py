"""CSV files as any spreadsheet saves them: rows of cells, each under the name of its column."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from shelf.errors import DefinitionError, quoted
from shelf.messages import Message
from shelf.safe_files import read_text

Row = Mapping[str, str]

MOST_ROWS = 20_000
LINE = "_line"
"""The key under which a row keeps the number of its line, for messages."""

_WHOLE = re.compile(r"-?[0-9]{1,9}")


@dataclass(frozen=True)
class CsvTable:
    """A CSV file as read: the names of its columns and its rows."""

    file: Path
    header: tuple[str, ...]
    rows: tuple[Row, ...]


def whole_number(row: Row, name: str, file: Path, least: int | None = None) -> int:
    """The whole number in a cell."""
    value = row[name]
    if not _WHOLE.fullmatch(value) or (least is not None and int(value) < least):
        key = "csv.whole_number" if least is None else "csv.whole_number_from"
        message = Message(key, least=least, value=quoted(value))
        raise DefinitionError(file, message, int(row[LINE]), name)
    return int(value)


def read_csv(file: Path) -> CsvTable:
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
                raise DefinitionError(file, Message("csv.cells", row=len(row), header=len(header)), line)
            rows.append(dict(zip(header, row, strict=True)) | {LINE: str(line)})
            if len(rows) > MOST_ROWS:
                raise DefinitionError(file, Message("csv.too_many_rows", most_rows=f"{MOST_ROWS:,}"), line)
    except csv.Error as fault:
        raise DefinitionError(file, Message("csv.unreadable", fault=fault), following) from fault
    return CsvTable(file, header, tuple(rows))


def _shortened(cells: list[str], length: int) -> list[str]:
    """Spreadsheets save empty columns behind the last one; those are left out."""
    end = len(cells)
    while end > length and not cells[end - 1]:
        end -= 1
    return cells[:end]


def _header(file: Path, cells: list[str]) -> tuple[str, ...]:
    names = _shortened([cell.strip() for cell in cells], 0)
    if not names:
        raise DefinitionError(file, Message("csv.empty"), 1)
    seen = {LINE}
    for number, name in enumerate(names, start=1):
        if not name:
            raise DefinitionError(file, Message("csv.unnamed", number=number), 1)
        if name in seen:
            raise DefinitionError(file, Message("csv.twice"), 1, name)
        seen.add(name)
    return tuple(names)
