"""The catalogue: every game that can be named by its id, and the folder in which its definition lies.

The games of the house come first. Others are installed as packages, which register themselves by an entry point of the
group `timbuktu.games`, or lie in folders that a person has given. Nothing is imported to find them: whether and how a
game's rules are imported is the players' matter (`solver.games`).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from shelf import paths
from shelf.errors import PrintingError, message_of, near, nearest, quoted
from shelf.messages import Message, joined
from shelf.safe_files import read_toml, within

GROUP = "timbuktu.games"
DEFINITION = "game.toml"
MOST_GAMES = 1_000
"""Folders within a folder that are looked at."""

Origin = Literal["shipped", "installed", "given"]


@dataclass(frozen=True)
class Shelved:
    """A game and where it lies."""

    id: str
    folder: Path
    origin: Origin
    rules: str = ""
    """Of an installed game: where its class is, as `goofspiel.game:PLAYABLE`."""


Ask = Callable[[Shelved, Path, int], bool]
"""Asks a person whether the so many files of code in a folder are to be trusted as a game's rules."""


def nobody(_game: Shelved, _room: Path, _files: int) -> bool:
    """Where nobody can be asked the answer is no."""
    return False


def _untold(_module: str, _number: int, _among: int) -> None:
    """Where nobody waits nobody is told."""


@dataclass(frozen=True)
class _Row:
    """Games of one origin, and what stands there but cannot be taken off."""

    games: tuple[Shelved, ...]
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """The games of the house, the installed ones, and those in the folders given.

    An id names one game. A folder given with an id that is taken is refused; an installed game with an id of the house
    is left out, and so are two that claim the same.
    """

    folders: tuple[Path, ...] = ()
    """Each is a game's own folder, or a folder of such folders."""
    map_folder: Path | None = None
    """A map that the person has named, to be played on wherever a log says that it lies."""
    ask: Ask = nobody
    told_compiling: Callable[[str, int, int], None] = _untold
    """Gets the module whose kernels are being compiled, the number of the kernel, and how many its package has."""

    def games(self) -> list[Shelved]:
        """All of them, by id."""
        outside = (*self._given.games, *self._installed.games)
        return sorted((*_shipped(), *outside), key=lambda game: game.id)

    def ids(self) -> list[str]:
        """The ids of all of them."""
        return [game.id for game in self.games()]

    def faults(self) -> list[str]:
        """What was found and is no game that can be named, in sentences."""
        return [*self._given.faults, *self._installed.faults]

    def find(self, game_id: str) -> Shelved | None:
        """The game of that id; whoever asks for one of the house need not wait until the others are looked through."""
        given = self._given.games
        if game_id in paths.game_ids():
            return Shelved(game_id, paths.GAMES / game_id, "shipped")
        return next((game for game in (*given, *self._installed.games) if game.id == game_id), None)

    def named(self, name: str) -> str:
        """A game as the printing house knows it: one of the house by its id, any other by its folder."""
        if found := self.find(name):
            return found.id if found.origin == "shipped" else str(found.folder)
        if not Path(name).is_dir():
            raise self.unknown(Message("catalogue.no_game", name=repr(name)), name, self.ids())
        return name

    def unknown(self, message: str, name: str, known: Iterable[str]) -> PrintingError:
        """An error about an id that nobody has, with the nearest one and with what could not be looked at."""
        hinted = Message("catalogue.unknown", message=message, hint=nearest(name, known))
        return PrintingError(joined("then", [hinted, *self.faults()]))

    @cached_property
    def _given(self) -> _Row:
        if not self.folders:
            return _Row(())
        folders = dict.fromkeys(folder for given in self.folders for folder in _definitions(given))
        taken = {game.id: game.folder for game in (*_shipped(), *self._installed.games)}
        games: list[Shelved] = []
        faults: list[str] = []
        for folder in folders:
            try:
                game_id = _id(folder)
            except PrintingError as fault:
                faults.append(message_of(fault))
                continue
            if taken.setdefault(game_id, folder) != folder:
                key = "catalogue.twice_house" if game_id in paths.game_ids() else "catalogue.twice"
                other = near(taken[game_id])
                raise PrintingError(Message(key, folder=near(folder), game_id=game_id, other=other))
            if game_id not in paths.game_ids():
                games.append(Shelved(game_id, folder, "given"))
        return _Row(tuple(games), tuple(faults))

    @cached_property
    def _installed(self) -> _Row:
        points = {(point.name, point.value): point for point in entry_points(group=GROUP)}
        claims = Counter(name for name, _ in points)
        games: list[Shelved] = []
        faults: list[str] = []
        for (name, value), point in points.items():
            try:
                if name in paths.game_ids():
                    raise PrintingError(Message("catalogue.houses", value=value, name=name))
                if claims[name] > 1:
                    raise PrintingError(Message("catalogue.installed_twice", value=value, name=name))
                games.append(Shelved(name, _folder_of(point), "installed", f"{point.module}:{point.attr}"))
            except PrintingError as fault:
                faults.append(message_of(fault))
        return _Row(tuple(games), tuple(faults))


USUAL = Catalogue()
"""For those who were given no folders."""


def _shipped() -> list[Shelved]:
    return [Shelved(game_id, paths.GAMES / game_id, "shipped") for game_id in paths.game_ids()]


def _definitions(given: Path) -> list[Path]:
    """The folder itself, or those in it that have a definition."""
    folder = given.resolve()
    if (folder / DEFINITION).exists():
        return [folder]
    found = sorted(file.parent for file in folder.glob(f"*/{DEFINITION}"))
    if not found:
        raise PrintingError(Message("catalogue.none_inside", given=given, definition=DEFINITION))
    if len(found) > MOST_GAMES:
        raise PrintingError(Message("catalogue.too_many", given=given, most_games=f"{MOST_GAMES:,}"))
    return found


def _id(folder: Path) -> str:
    """What a definition says that its id is; all else in it is checked by whoever uses it."""
    file = within(folder, DEFINITION)
    game_id = read_toml(file).get("id")
    if not isinstance(game_id, str):
        raise PrintingError(Message("catalogue.no_id", file=near(file)))
    return game_id


def _folder_of(point: EntryPoint) -> Path:
    """The nearest folder above an installed class in which a definition lies; its package is not imported."""
    top, *inner = point.module.split(".")
    try:
        spec = None if top in sys.builtin_module_names else find_spec(top)
    except (ImportError, ValueError):
        spec = None
    for root in (spec and spec.submodule_search_locations) or ():
        for depth in range(len(inner) - 1, -1, -1):
            folder = Path(root, *inner[:depth])
            if not (folder / DEFINITION).is_file():
                continue
            if _id(folder) != point.name:
                said = quoted(_id(folder))
                raise PrintingError(
                    Message("catalogue.other_id", value=point.value, name=point.name, definition=DEFINITION, said=said)
                )
            return folder
    raise PrintingError(Message("catalogue.no_definition", value=point.value, name=point.name, definition=DEFINITION))
