"""Which box a game is played from: the house's, another map that lies in it, or a box that somebody brought along.

A kernel has the tables of its game frozen into machine code. So the choice is made once, before the game is imported,
and every choice has a folder of compiled kernels of its own.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from shelf import paths
from shelf.errors import PrintingError, nearest, quoted
from shelf.game_data import GameData, game_data
from solver.kernel import cache

_CHOSEN: dict[str, GameData] = {}


def data_of(game_id: str) -> GameData:
    """The box that a game is played from."""
    return _CHOSEN.get(game_id) or game_data(game_id)


def name_of(game_id: str, beside: Path) -> str:
    """The game as a file in the folder `beside` names it, with its map where that is not the usual one."""
    box = data_of(game_id)
    if box == game_data(game_id):
        return game_id
    return f"{game_id}:{box.variant or os.path.relpath(box.folder, beside.resolve())}"


def choose(game_id: str, variant: str, beside: Path) -> None:
    """Plays a game from another box: a map of its own by name, or a folder, seen from the folder `beside`."""
    box = _found(game_id, variant, beside)
    if box == data_of(game_id):
        return
    if f"solver.games.{game_id.replace('-', '_')}.tables" in sys.modules:
        raise PrintingError(f"{game_id} is on the table already with another map; one at a time.")
    _CHOSEN[game_id] = box
    cache.keep_apart(box.folder, box.variant)


def _found(game_id: str, variant: str, beside: Path) -> GameData:
    house = game_data(game_id)
    if not variant:
        return house
    maps = [row["id"] for row in house.tables.get("maps", ())]
    if variant in maps:
        return GameData(house.folder, "" if variant == maps[0] else variant)
    folder = beside / variant
    if not (folder / "game.toml").is_file():
        known = nearest(variant, maps)
        raise PrintingError(f"{game_id} has no map {quoted(variant)}, and there is no such folder with a game.{known}")
    return _checked(game_id, folder.resolve())


def _checked(game_id: str, folder: Path) -> GameData:
    """A stranger's box, checked in every cell; it has to have what the rules ask for."""
    from pnp.definition.game import load

    brought, ours = load(folder), load(paths.GAMES / game_id)
    missing = set(ours.tables) - set(brought.tables)
    for name in sorted(missing):
        raise brought.fault(f"{game_id} cannot be played without a table {quoted(name)}.", "table")
    if game_id == "kk-board":
        from solver.games.kk_board.shape import check

        check(brought)
    return GameData(folder)
