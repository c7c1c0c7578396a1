"""A file beside a table of weights: for each number of players the figures of what justified its column."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shelf.atomic_write import write_whole
from shelf.safe_files import read_toml

WEIGHTS, VALUES = "weights", "values"
HEAD = """\
# What justified the columns of {table}.csv, by the number of players: `timbuktu train` writes it. A column that is not
# named here was not measured against another one.
"""


def keep(folder: Path, kept: Path, table: str, players: int, found: Mapping[str, Any]) -> None:
    """Writes the figures of one number of players beside those that are kept for the others."""
    file = f"{table}.toml"
    every = read_toml(kept / file) if (kept / file).is_file() else {}
    every[str(players)] = found
    parts = [f"[{count}.{part}]\n{_lines(values)}" for count in sorted(every) for part, values in every[count].items()]
    write_whole(folder / file, "\n".join([HEAD.format(table=table), *parts]).encode())


def _lines(values: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
