"""What the table says, from `assets/table.<lang>.toml`: the sentences stand there, the numbers are filled in here."""

from __future__ import annotations

from functools import cache
from typing import Any

from pnp import shelf
from pnp.reading import read_toml


@cache
def _sentences(language: str) -> dict[str, Any]:
    return read_toml(shelf.ASSETS / f"table.{language}.toml")


def said(key: str, language: str = "en", **values: object) -> str:
    """The sentence `group.name` with its values."""
    return str(listed(key, language)).strip("\n").format(**values)


def listed(key: str, language: str = "en") -> Any:
    """An entry as it stands."""
    group, _, name = key.partition(".")
    return _sentences(language)[group][name]
