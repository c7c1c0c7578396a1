"""Which box a game is played from: the house's, another map that lies in it, or a box that somebody brought along.

A kernel has the tables of its game frozen into machine code. So the choice is made once, before the game is imported,
and every choice has a folder of compiled kernels of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from shelf import paths
from shelf.errors import PrintingError, nearest, quoted
from shelf.game_data import Box, open_box
from shelf.safe_files import file_in, inside
from solver.kernel import cache
from solver.kernel.extras import extra

_CHOSEN: dict[str, Box] = {}


def box_of(game_id: str) -> Box:
    """The box that a game is played from."""
    return _CHOSEN.get(game_id) or open_box(game_id)


def name_of(game_id: str, beside: Path) -> str:
    """The game as a file in the folder `beside` names it, with its map where that is not the usual one.

    A map that lies elsewhere is named by its folder's name alone: whoever reads the file has to say where that is.
    """
    box = box_of(game_id)
    if box == open_box(game_id):
        return game_id
    if box.variant:
        return f"{game_id}:{box.variant}"
    folder = Path(box.folder.name) if elsewhere(game_id, beside) else box.folder.relative_to(beside.resolve())
    return f"{game_id}:{'./' if str(folder) in _maps(game_id) else ''}{folder.as_posix()}"


def elsewhere(game_id: str, beside: Path) -> Path | None:
    """The folder of the map that is played, where a file in the folder `beside` could not lead to it."""
    box, here = box_of(game_id), beside.resolve()
    house = box.folder == open_box(game_id).folder
    return None if house or here in box.folder.parents else box.folder


def choose(game_id: str, variant: str, beside: Path, anywhere: bool = True) -> None:
    """Plays a game from another box: a map of its own by name, or a folder, seen from the folder `beside`.

    Only a person may name a folder `anywhere`; a file that came from somewhere names one that lies with it.
    """
    if game_id in _CHOSEN and f"{game_id}:{variant}" == name_of(game_id, beside):
        return
    box = _found(game_id, variant, beside, anywhere)
    if box == box_of(game_id):
        return
    if f"solver.games.{game_id.replace('-', '_')}.tables" in sys.modules:
        raise PrintingError(f"{game_id} is on the table already with another map; one at a time.")
    _CHOSEN[game_id] = box
    cache.keep_apart(box.tables, box.variant)


def _found(game_id: str, variant: str, beside: Path, anywhere: bool) -> Box:
    house = open_box(game_id)
    if not variant:
        return house
    maps = _maps(game_id)
    if variant in maps:
        return Box(house.folder, "" if variant == maps[0] else variant)
    if not maps:
        raise PrintingError(f"{game_id} has no maps to choose from; it is played as it is.")
    folder = inside(beside, variant) if not anywhere else _folder(beside, variant)
    if folder is None or (not anywhere and folder == beside.resolve()):
        hint = "A file names a map in its own folder or below; one that lies elsewhere is named with --map."
        raise PrintingError(f"the map {quoted(variant)} is not looked for. {hint}")
    if file_in(folder, "game.toml") is None:
        hint = "" if anywhere else " If it lies elsewhere, name it with --map."
        missing = f"{game_id} has no map {quoted(variant)}, and there is no such folder with a game."
        raise PrintingError(f"{missing}{nearest(variant, maps)}{hint}")
    return _checked(game_id, folder)


def _maps(game_id: str) -> list[str]:
    """The maps that lie in the house's own box, the usual one first."""
    return [row["id"] for row in open_box(game_id).tables.get("maps", ())]


def _folder(beside: Path, name: str) -> Path | None:
    try:
        return (beside / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None


def _checked(game_id: str, folder: Path) -> Box:
    """A stranger's box, checked whole before anything is built from it: every cell, and every phrase."""
    from pnp.definition.game import load
    from solver.words.phrasing import check_phrases

    extra(game_id, "map_check", "check", None)(load(folder))
    check_phrases(folder, paths.GAMES / game_id)
    return Box(folder)
