"""Compiled kernels are kept on disk, in a folder named after everything they were compiled from.

numba notices a change in a function's own file, but not one in another file or in a table that was frozen into the
machine code; with a hash of all sources and tables in the folder's name, stale code is never found.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shelf import paths
from shelf.csv_files import Row

_ROOM = Path(__file__).parent.parent


def prepare() -> Path:
    """Points numba to the folder for this state of the sources; call before anything imports numba."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        os.environ["NUMBA_CACHE_DIR"] = str(_home() / _fingerprint())
    return Path(os.environ["NUMBA_CACHE_DIR"])


def keep_apart(tables: Mapping[str, tuple[Row, ...]], variant: str) -> None:
    """Gives kernels with other tables a folder of their own."""
    ink = hashlib.sha256(repr((variant, sorted(tables.items()))).encode())
    base, name = prepare(), ink.hexdigest()[:16]
    os.environ["NUMBA_CACHE_DIR"] = str(base if base.name == name else base / name)
    if "numba" in sys.modules:
        sys.modules["numba"].config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"]


@contextmanager
def apart(name: str) -> Iterator[None]:
    """Gives the kernels that are compiled meanwhile a folder of their own."""
    base = prepare()
    import numba

    config: Any = numba.config
    before, config.CACHE_DIR = config.CACHE_DIR, str(base / name)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def warm() -> bool:
    """Whether this state of the sources was compiled before."""
    return any(Path(os.environ["NUMBA_CACHE_DIR"]).rglob("*.nbi"))


def _home() -> Path:
    if os.environ.get("TIMBUKTU_HOME"):
        return Path(os.environ["TIMBUKTU_HOME"]) / "kernels"
    base = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else str(Path.home() / ".cache")
    )
    return Path(base or Path.home()) / "timbuktu" / "kernels"


def _fingerprint() -> str:
    ink = hashlib.sha256(sys.version.encode())
    files = [*_ROOM.rglob("*.py"), *paths.GAMES.rglob("*.csv"), *paths.GAMES.rglob("game.toml")]
    for file in sorted(files):
        ink.update(file.name.encode() + file.read_bytes())
    return ink.hexdigest()[:16]
