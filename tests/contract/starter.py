"""The game that `timbuktu init --plays` writes, loaded from its folder."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from functools import cache
from pathlib import Path

import numba

from shelf import paths
from shelf.game_data import GameData
from solver.kernel.playable import Playable

FOLDER = paths.ASSETS / "starter-plays"


@cache
def starter_game(folder: Path = FOLDER) -> Playable:
    """Its kernels are compiled, or found among those of just this content."""
    ink = hashlib.sha256()
    for file in sorted([*folder.glob("rules/*.py"), *folder.glob("*.csv")]):
        ink.update(file.name.encode() + file.read_bytes())
    name = f"rules_{ink.hexdigest()[:16]}"
    house = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(Path(house) / name)
    try:
        file = folder / "rules" / "__init__.py"
        spec = importlib.util.spec_from_file_location(name, file, submodule_search_locations=[str(file.parent)])
        assert spec and spec.loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
        return importlib.import_module(f"{name}.game").PLAYABLE(GameData(folder))
    finally:
        numba.config.CACHE_DIR = house
