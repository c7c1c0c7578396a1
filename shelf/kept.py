"""What was made before of the same input, kept on the disk: it changes nothing but the time a thing takes.

One small database in the user's cache folder, bounded, keyed by everything that went into a thing. A stranger's game is
worked on in a process that may write nothing; what it made new is handed to the parent, and kept apart from whatever
belongs to others (its `room`), so that nobody can slip anything into somebody else's game.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing, suppress
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path

MOST_BYTES = 96_000_000
"""When there is more, the oldest half goes."""
LARGEST = 4_000_000
"""Bytes of one thing; what is larger is made again."""
_PAGES = 200
"""Kilobytes of the database that stay in memory: a thing is read once."""
OFF = "TIMBUKTU_KEEP"
"""The variable of the environment that, with the value 0, has everything made anew."""

_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, content BLOB NOT NULL)"


class Kept:
    """The things of one room; `fresh` are those that were made since and are not on the disk yet."""

    def __init__(self, room: str = "") -> None:
        self.room = room
        self.fresh: dict[bytes, bytes] = {}
        self._open: sqlite3.Connection | None = None
        self._tried = False

    def get(self, kind: str, source: bytes, make: Callable[[], bytes]) -> bytes:
        """The thing of that kind that is made of `source`, from the disk or made now."""
        found = self.find(kind, source)
        if found is None:
            found = make()
            self.put(kind, source, found)
        return found

    def find(self, kind: str, source: bytes) -> bytes | None:
        """The thing if it was made before."""
        key = _digest(kind, source)
        return self.fresh[key] if key in self.fresh else self._found(key)

    def put(self, kind: str, source: bytes, thing: bytes) -> None:
        """A thing that was made now."""
        if len(thing) <= LARGEST:
            self.fresh[_digest(kind, source)] = thing

    def save(self, fresh: Mapping[bytes, bytes] | None = None) -> None:
        """Puts what is fresh on the disk; where that cannot be, nothing is lost but time."""
        fresh = self.fresh if fresh is None else fresh
        if not fresh or not kept_at_all():
            return
        with suppress(sqlite3.Error, OSError):
            _file().parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(_file(), timeout=1.0)) as base, base:
                base.execute(_TABLE)
                rows = [(self._key(key), content) for key, content in fresh.items() if len(content) <= LARGEST]
                base.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?)", rows)
                _prune(base)
        self.fresh = {}

    def _found(self, key: bytes) -> bytes | None:
        if not self._tried:
            self._tried = True
            with suppress(sqlite3.Error, OSError):
                if kept_at_all() and _file().exists():
                    self._open = sqlite3.connect(f"{_file().absolute().as_uri()}?mode=ro", uri=True, timeout=0.2)
                    self._open.execute(f"PRAGMA cache_size = -{_PAGES}")
        if self._open is None:
            return None
        try:
            row = self._open.execute("SELECT content FROM kept WHERE key = ?", (self._key(key),)).fetchone()
        except sqlite3.Error:
            self._open = None
            return None
        return bytes(row[0]) if row else None

    def _key(self, key: bytes) -> bytes:
        return hashlib.sha256(self.room.encode() + b"\0" + key).digest()


def _digest(kind: str, source: bytes) -> bytes:
    return hashlib.sha256(kind.encode() + b"\0" + source).digest()


def packed(things: Mapping[bytes, bytes]) -> bytes:
    """Things one after another, each with its key and its size."""
    return b"".join(key + len(content).to_bytes(4, "big") + content for key, content in things.items())


def unpacked(pack: bytes) -> dict[bytes, bytes]:
    """The things of a pack; what is none is a ValueError."""
    found: dict[bytes, bytes] = {}
    start = 0
    while start < len(pack):
        content = start + 36
        end = content + int.from_bytes(pack[start + 32 : content], "big")
        if end > len(pack) or content > len(pack):
            raise ValueError("a pack ends in the middle of a thing")
        found[pack[start : start + 32]] = pack[content:end]
        start = end
    return found


def kept_at_all() -> bool:
    """Whether anything is kept."""
    return os.environ.get(OFF, "") != "0"


def _file() -> Path:
    given = os.environ.get("TIMBUKTU_HOME")
    return (Path(given) if given else user_cache_path("timbuktu", appauthor=False)) / "kept.sqlite"


@cache
def made_by(*places: Path) -> str:
    """A mark of the code that makes a thing: another code may make another thing of the same input."""
    files = [file for place in places for file in (sorted(place.glob("*.py")) if place.is_dir() else [place])]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def _prune(base: sqlite3.Connection) -> None:
    (pages,), (size,) = base.execute("PRAGMA page_count").fetchone(), base.execute("PRAGMA page_size").fetchone()
    (unused,) = base.execute("PRAGMA freelist_count").fetchone()
    if (pages - unused) * size > MOST_BYTES:
        base.execute("DELETE FROM kept WHERE rowid <= (SELECT (MIN(rowid) + MAX(rowid)) / 2 FROM kept)")
