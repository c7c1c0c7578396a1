"""What the solo table says: the sentences stand in `assets/table.en.toml`, the numbers are filled in here."""

from __future__ import annotations

from functools import cache
from typing import Any

from pnp import shelf
from pnp.reading import read_toml


@cache
def _sentences() -> dict[str, Any]:
    return read_toml(shelf.ASSETS / "table.en.toml")


def said(key: str, **values: object) -> str:
    """The sentence `group.name` with its values."""
    return str(entry(key)).strip("\n").format(**values)


def entry(key: str) -> Any:
    """What stands there, as it stands."""
    group, _, name = key.partition(".")
    return _sentences()[group][name]
