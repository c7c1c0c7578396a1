"""The games that the contract is checked for: those of the house, and the one that `timbuktu init --plays` writes."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from functools import cache
from pathlib import Path

import numba

from shelf import paths
from shelf.game_data import GameData
from solver.games import playable, playable_ids
from solver.kernel.playable import Playable

STARTER = "night-market"
FOLDER = paths.ASSETS / "starter-plays"


def game_ids() -> list[str]:
    return [*playable_ids(), STARTER]


@cache
def game_of(name: str) -> Playable:
    return starter_game() if name == STARTER else playable(name)


@cache
def starter_game(folder: Path = FOLDER) -> Playable:
    """Its kernels are compiled, or found among those of just this content."""
    ink = hashlib.sha256()
    for file in sorted([*folder.glob("rules/*.py"), *folder.glob("*.csv")]):
        ink.update(file.name.encode() + file.read_bytes())
    name = f"rules_{ink.hexdigest()[:16]}"
    house, writes = numba.config.CACHE_DIR, sys.dont_write_bytecode
    numba.config.CACHE_DIR, sys.dont_write_bytecode = str(Path(house) / name), True
    try:
        file = folder / "rules" / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
        assert spec and spec.loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
        kind: type[Playable] = importlib.import_module(f"{name}.game").PLAYABLE
        return kind(GameData(folder))
    finally:
        numba.config.CACHE_DIR, sys.dont_write_bytecode = house, writes
