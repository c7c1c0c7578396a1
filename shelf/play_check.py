"""A stranger's folder as far as it is played from: players and tables, every cell, every colour.

What is only printed is for `pnp.definition.game` to check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from shelf.errors import quoted
from shelf.game_data import GameData
from shelf.messages import Message
from shelf.safe_files import read_text, read_toml, within
from shelf.tables import TableSpec, read_tables
from shelf.toml_models import Strict, fault_at, spelled_out

Number = Annotated[int, Field(ge=1, le=10_000)]
_COLOUR = re.compile(r"#([0-9a-fA-F]{3}){1,2}")


class PlaySpec(Strict):
    """The part of `game.toml` that players read."""

    players: tuple[Number, Number]
    table: dict[str, TableSpec] = Field(max_length=100)


def check_data(data: GameData) -> None:
    """Raises a `DefinitionError` for the first thing that is not as it has to be."""
    file = within(data.folder, "game.toml")
    text = read_text(file)
    written = {key: value for key, value in data.spec.items() if key in PlaySpec.model_fields}
    try:
        spec = PlaySpec.model_validate(written)
    except ValidationError as fault:
        raise spelled_out(file, text, fault, PlaySpec) from None
    read_tables(data.folder, spec.table, data.fault)
    check_colours(within(data.folder, "palette.toml"))


def check_colours(file: Path) -> None:
    """Every value of a palette is a colour."""
    for place, colour in _leaves(read_toml(file)):
        if not _COLOUR.fullmatch(str(colour)):
            message = Message("toml.no_colour", colour=quoted(colour))
            raise fault_at(file, read_text(file), message, *place)


def _leaves(values: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every value of nested tables with the keys that lead to it."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _leaves(value, (*above, key))
        else:
            yield (*above, key), value
