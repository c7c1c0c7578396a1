"""The logs of a folder, read again only when a file has changed: the files are the only truth."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

from pnp.jobbing import trusted
from shelf.catalogue import Catalogue
from shelf.safe_files import file_in, stamp_of
from table.log import gamelog
from table.log.gamelog import SUFFIX, GameLog
from table.log.referee import Match, Misfit, replay_as_far
from table.play.seats import Chair, remembered

MOST_OPEN = 64
"""Logs that are kept in memory."""
MOST_LISTED = 500
_NAME = re.compile(r"[^./\\\x00-\x1f:][^/\\\x00-\x1f:]{0,99}")

Stamp = tuple[int, int, int]
"""Tells one state of a file from another."""


class NoSuchLogError(LookupError):
    """There is no log of that name in the folder."""


@dataclass(frozen=True)
class OpenLog:
    """A log as it was read: the match, and who sits where."""

    name: str
    file: Path
    match: Match
    chairs: tuple[Chair, ...]
    version: str
    """Another one for every text, from which nobody can tell what stands in it; the same after a restart."""
    printed: int
    """Another one when the folder of a stranger's game has changed."""
    misfit: Misfit | None = None
    """The first turn that does not fit, where somebody has left one to be corrected; the match ends before it."""

    @property
    def people(self) -> list[int]:
        """The seats that no opponent of the program plays."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.level is None]

    @property
    def to_move(self) -> int:
        """The seat whose turn it is, -1 when the game is over."""
        return self.match.game.kernel.actor(self.match.state)


class LogFolder:
    """The folder; a name is a log's file name without its ending, and never leads out of the folder."""

    def __init__(self, path: Path, catalogue: Catalogue, salt: bytes) -> None:
        self.path, self.catalogue, self._salt = path, catalogue, salt
        self._open: dict[str, tuple[Stamp, OpenLog]] = {}
        self._reading: defaultdict[str, Lock] = defaultdict(Lock)

    def names(self) -> list[str]:
        """The logs, last changed first."""
        files = [(entry.stat().st_mtime_ns, entry.stem) for entry in self.path.glob(f"*{SUFFIX}") if entry.is_file()]
        return [name for _, name in sorted(files, reverse=True)[:MOST_LISTED] if self.has(name)]

    def has(self, name: str) -> bool:
        """Whether there is such a log."""
        return _NAME.fullmatch(name) is not None and file_in(self.path, f"{name}{SUFFIX}") is not None

    def file(self, name: str) -> Path:
        """A log's file."""
        if not self.has(name):
            raise NoSuchLogError(name)
        return self.path / f"{name}{SUFFIX}"

    def free_file(self, stem: str) -> Path:
        """A file for a new log."""
        numbers = (f"{stem}{f'-{number}' if number > 1 else ''}{SUFFIX}" for number in range(1, 10_000))
        return next(self.path / name for name in numbers if not (self.path / name).exists())

    def stamp(self, name: str) -> Stamp:
        """Changes with the file; of a file that is gone it is always the same."""
        try:
            facts = (self.path / f"{name}{SUFFIX}").stat()
        except OSError:
            return (0, 0, 0)
        return (facts.st_mtime_ns, facts.st_size, facts.st_ino)

    def header(self, name: str) -> GameLog:
        """A log without its match, which takes less time."""
        return gamelog.read(self.file(name))

    def players(self, name: str) -> tuple[str, ...]:
        """Who plays, which takes no replaying."""
        known = self._open.get(name)
        if known is not None and known[0] == self.stamp(name):
            return known[1].match.players
        return tuple(gamelog.split_names(self.header(name).header.get("players", "")))

    def open(self, name: str) -> OpenLog:
        """Reads and replays a log."""
        file, stamp = self.file(name), self.stamp(name)
        with self._reading[name]:
            known = self._open.pop(name, None)
            if known is None or known[0] != stamp or known[1].printed != _printed(known[1].match):
                known = (stamp, self._read(name, file))
            self._open[name] = known
        for oldest in list(self._open)[:-MOST_OPEN]:
            self._open.pop(oldest, None)
        return known[1]

    def reads(self, name: str) -> bool:
        """Whether a log is being read this moment: the first time that takes long where rules have to be compiled."""
        return self._reading[name].locked() if self.has(name) else False

    def facts(self, log: OpenLog) -> tuple[Path, tuple[Path, ...], Path | None, int]:
        """What another process needs to read the same table: the log, where games and its map lie, lines of play."""
        return log.file, self.catalogue.folders, self.catalogue.map_folder, len(log.match.moves)

    def _read(self, name: str, file: Path) -> OpenLog:
        log = gamelog.read(file)
        match, misfit = replay_as_far(log, self.catalogue)
        chairs = remembered(file, match.players) or [Chair(player) for player in match.players]
        return OpenLog(name, file, match, tuple(chairs), self._version(log.text), _printed(match), misfit)

    def version(self, name: str) -> str:
        """The version of a log as it stands on the disk; none where it cannot be read."""
        try:
            return self._version(gamelog.read_log_text(self.file(name)))
        except (NoSuchLogError, gamelog.GameLogError):
            return ""

    def _version(self, text: str) -> str:
        return sha256(self._salt + text.encode()).hexdigest()[:16]


def _printed(match: Match) -> int:
    folder = match.game.data.folder
    return 0 if trusted(folder) else stamp_of(folder)
