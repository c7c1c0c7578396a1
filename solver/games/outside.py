"""Rules from outside: of a package that is installed, or of a folder that somebody trusts.

Rules are code and can do whatever the person can do who runs them. A package was installed by that person. The rules of
a folder are read once; the very bytes that were read are looked up among the trusted ones (`solver.games.trust`) and
imported, whatever has become of the files meanwhile.
"""

from __future__ import annotations

import hashlib
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.abc import MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from threading import RLock
from traceback import extract_tb
from types import ModuleType
from typing import TYPE_CHECKING

from shelf.catalogue import DEFINITION, Shelved
from shelf.errors import DefinitionError, PrintingError
from shelf.game_data import GameData
from shelf.messages import Message
from shelf.safe_files import read_text, within
from solver.games import trust
from solver.kernel import cache

if TYPE_CHECKING:
    from solver.kernel.playable import Playable

ROOM = "rules"
"""The folder of a game's folder in which its rules lie, side by side."""
CLASS = "PLAYABLE"
"""What the class of a game is called in its module `game`."""
MOST_FILES = 200

_IMPORTING = RLock()


class UntrustedError(PrintingError):
    """Rules that nobody has said to trust."""

    def __init__(self, rules: Sources) -> None:
        super().__init__(Message("rules.untrusted", room=rules.room, folder=shlex.quote(str(rules.folder))))


@dataclass(frozen=True)
class Sources:
    """The rules of a folder as they were read: the text of each file, by its path."""

    folder: Path
    files: Mapping[Path, bytes]

    @property
    def room(self) -> Path:
        """Where they lie."""
        return self.folder / ROOM

    @cached_property
    def fingerprint(self) -> str:
        """Of all files and their names."""
        return _fingerprint({file.name: content for file, content in self.files.items()})


def read_rules(folder: Path) -> Sources:
    """Reads every file of a folder's rules, once."""
    room = within(folder, ROOM)
    if not (room / "game.py").is_file():
        raise DefinitionError(room / "game.py", Message("rules.missing"))
    names = sorted(file.name for file in room.glob("*.py"))
    if len(names) > MOST_FILES:
        raise DefinitionError(room, Message("rules.too_many", most_files=MOST_FILES))
    return Sources(folder, {room / name: read_text(within(folder, f"{ROOM}/{name}")).encode() for name in names})


def has_rules(game: Shelved) -> bool:
    """Whether a game from outside plays; nothing is imported to find that out."""
    return bool(game.rules) or (game.folder / ROOM / "game.py").is_file()


def from_outside(game: Shelved) -> Playable:
    """The rules of a game that is installed, or whose folder is trusted."""
    if game.rules:
        module, _, attribute = game.rules.partition(":")
        with _compiled_apart(game.id, _state(_installed_rules(game.folder))), _told(game):
            return _class_of(game, import_module(module), attribute)(GameData(game.folder))
    rules = read_rules(game.folder)
    if rules.fingerprint not in trust.trusted():
        raise UntrustedError(rules)
    state = _state(rules)
    with _compiled_apart(game.id, state), _told(game):
        return _class_of(game, _imported(rules, state), CLASS)(GameData(game.folder))


class _CheckedRules(MetaPathFinder, SourceLoader):  # type: ignore[misc] # typeshed's bases disagree
    """Imports modules from texts that were read before; the files are only what they are called in a traceback."""

    def __init__(self, package: str, rules: Sources) -> None:
        self.package = package
        empty = {rules.room / "__init__.py": b""}
        self._texts = {str(file): text for file, text in {**empty, **rules.files}.items()}
        self._files = {
            package if Path(file).stem == "__init__" else f"{package}.{Path(file).stem}": file for file in self._texts
        }

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """One of the modules that were read."""
        if fullname not in self._files:
            return None
        spec = spec_from_file_location(fullname, self._files[fullname], loader=self)
        if spec and spec.submodule_search_locations is not None:
            spec.submodule_search_locations = []  # so that nobody else looks into the folder for more of them
        return spec

    def get_filename(self, fullname: str) -> str:
        """Where the module was read."""
        return self._files[fullname]

    def get_data(self, path: str | bytes) -> bytes:
        """What was read there."""
        return self._texts[str(path)]


def _imported(rules: Sources, state: str) -> ModuleType:
    """The module `game`, in a package whose name no other state of a game shares; copies of one share the package."""
    package = f"{cache.MADE_UP}{state}"
    if package not in sys.modules:
        _forget(package)
        sys.meta_path.append(_CheckedRules(package, rules))
    try:
        return import_module(f"{package}.game")
    except BaseException:  # whoever comes next is told of the files in the own folder
        _forget(package)
        raise


def _forget(package: str) -> None:
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
    sys.meta_path[:] = [one for one in sys.meta_path if not (isinstance(one, _CheckedRules) and one.package == package)]


def _class_of(game: Shelved, module: ModuleType, attribute: str) -> type[Playable]:
    from solver.kernel.playable import Playable

    found = getattr(module, attribute, None)
    if not (isinstance(found, type) and issubclass(found, Playable)):
        raise PrintingError(Message("rules.no_class", id=game.id, attribute=attribute, file=module.__file__))
    return found


@contextmanager
def _compiled_apart(game_id: str, state: str) -> Iterator[None]:
    """Kernels of other games are let alone, and none is found that was compiled from other rules or tables."""
    import solver.kernel.bits
    import solver.kernel.contract
    import solver.kernel.random  # noqa: F401 - kernels of the house, which stay with it

    with _IMPORTING, cache.apart(game_id, state):
        yield


def _installed_rules(folder: Path) -> Sources:
    return Sources(folder, {file: file.read_bytes() for file in folder.rglob("*.py")})


def _state(rules: Sources) -> str:
    """A name for the state in which a game is: its rules, and the tables that may be frozen into kernels."""
    tables = [rules.folder / DEFINITION, *rules.folder.rglob("*.csv")]
    read = {file: read_text(file).encode() for file in tables if file.is_file()}
    files = {file.relative_to(rules.folder).as_posix(): content for file, content in {**read, **rules.files}.items()}
    return f"rules_{_fingerprint(files)[:16]}"


def _fingerprint(files: Mapping[str, bytes]) -> str:
    ink = hashlib.sha256()
    for name, content in sorted(files.items()):
        ink.update(f"{len(name)} {len(content)} {name}".encode(errors="surrogateescape") + content)
    return ink.hexdigest()


@contextmanager
def _told(game: Shelved) -> Iterator[None]:
    """Whatever is wrong in somebody else's rules is told as theirs, with the place where it stands."""
    try:
        yield
    except PrintingError:
        raise
    except Exception as fault:
        frames = reversed(extract_tb(fault.__traceback__))
        place = next((frame for frame in frames if Path(frame.filename).is_relative_to(game.folder)), None)
        where = Message("rules.where", filename=place.filename, lineno=place.lineno) if place else ""
        raise PrintingError(
            Message("rules.broke", id=game.id, where=where, name=type(fault).__name__, fault=fault)
        ) from fault
