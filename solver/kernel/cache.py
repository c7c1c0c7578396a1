"""Compiled kernels are kept on disk: a folder an installation, in it one a function, in it one a state of the sources.

Games from outside have a folder each beside those of the functions, in it one a state of the game, and that is arranged
as the folder of an installation is.

numba by itself notices a change in a function's own file, but not one in another file or in a table that was frozen
into the machine code. So `solver.kernel.cache_locator` names the folders after all that was compiled. A numba that does
not ask it gets a folder named after every file of the room, which is as safe and compiles more often.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from platformdirs import user_cache_path

from shelf import paths

KEPT = 3
"""So many installations, states of a function and states of a game are kept however long they were not used."""
AT_REST = 24 * 3600
"""Seconds after which what was not used in the meantime may go: no running program needs it."""
FORGOTTEN = 100 * AT_REST
"""Seconds after which a game from outside that was not used in the meantime may go."""
OUTSIDE = "outside"
MADE_UP = "timbuktu_"
"""How the packages begin in which the rules of a folder are imported."""

_ROOM = Path(__file__).parent.parent
_LOCATORS = "solver.kernel.cache_locator.KernelLocator"
_ORDINARY = "UserProvidedCacheLocator,InTreeCacheLocator,UserWideCacheLocator,IPythonCacheLocator"


def prepare() -> None:
    """Points numba to the folder for this installation; call before anything is compiled."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        place = home() / f"{_ROOM.parent.name}-{_short(str(_ROOM).encode())}"
        with suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
        mark_used(place)
        os.environ["NUMBA_CACHE_DIR"] = str(place if numba_asks() else place / _all_sources())
    os.environ.setdefault("NUMBA_CACHE_LOCATOR_CLASSES", f"{_LOCATORS},{_ORDINARY}")
    if "numba" in sys.modules:
        sys.modules["numba"].config.reload_config()


def folder() -> Path:
    """The folder for this installation."""
    return Path(os.environ["NUMBA_CACHE_DIR"])


@contextmanager
def apart(game_id: str, state: str) -> Iterator[None]:
    """Gives the kernels of a game from outside that are compiled meanwhile a folder for this state of it.

    Where the game lies is not asked: a copy of it needs no kernels of its own.
    """
    base = os.environ["NUMBA_CACHE_DIR"]
    place = Path(base) / OUTSIDE / _short(game_id.encode(errors="surrogateescape")) / state
    with suppress(OSError):
        place.mkdir(parents=True, exist_ok=True)
    mark_used(place)
    mark_used(place.parent)
    os.environ["NUMBA_CACHE_DIR"] = str(place)
    try:
        yield
    finally:
        os.environ["NUMBA_CACHE_DIR"] = base


def home() -> Path:
    """Where the folders of all installations lie."""
    if os.environ.get("TIMBUKTU_HOME"):
        return Path(os.environ["TIMBUKTU_HOME"]) / "kernels"
    return user_cache_path("timbuktu", appauthor=False) / "kernels"


def numba_asks() -> bool:
    """Whether the installed numba knows NUMBA_CACHE_LOCATOR_CLASSES; seen without importing it, for that takes long."""
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        return False
    try:
        settings = (Path(spec.origin).parent / "core" / "config.py").read_text(encoding="utf-8")
    except OSError:
        return False
    return "NUMBA_CACHE_LOCATOR_CLASSES" in settings


def mark_used(place: Path) -> None:
    """Notes that a folder is in use, if it is there."""
    with suppress(OSError):
        os.utime(place)


def sweep() -> None:
    """Removes what was left by states of the sources, by games and by installations that nobody has used for long."""
    if folder().parent != home():  # somebody has named the folder: whatever else lies around it is theirs
        return
    outside = folder() / OUTSIDE
    with suppress(FileNotFoundError):  # another program sweeps as well
        for function in _folders(folder()):
            if function != outside:
                _keep_newest(function)
        _keep_newest(home())
        for game in _folders(outside):
            _keep_newest(game)
        _keep_newest(outside, FORGOTTEN)


def _keep_newest(place: Path, at_rest: float = AT_REST) -> None:
    used = {one: one.stat().st_mtime for one in _folders(place)}
    for one in sorted(used, key=lambda one: used[one], reverse=True)[KEPT:]:
        if used[one] < time.time() - at_rest:
            shutil.rmtree(one, ignore_errors=True)


def _folders(place: Path) -> list[Path]:
    return [one for one in place.iterdir() if one.is_dir() and not one.is_symlink()]


def _short(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]


def _all_sources() -> str:
    ink = hashlib.sha256(sys.version.encode())
    files = [*_ROOM.rglob("*.py"), *paths.GAMES.rglob("*.csv"), *paths.GAMES.rglob("game.toml")]
    for file in sorted(files):
        ink.update(file.name.encode() + file.read_bytes())
    return ink.hexdigest()[:16]
