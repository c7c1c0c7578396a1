"""What a game may offer beyond `Playable`, in modules of its package that need not be there."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any


def extra(game_id: str, module: str, name: str, default: Any) -> Any:
    """`name` from a module of the game's package, or the default where the game has no such module."""
    path = f"solver.games.{game_id.replace('-', '_')}.{module}"
    return default if find_spec(path) is None else getattr(import_module(path), name)
