"""From which folder a game is played: the house's, another map that lies in it, or a folder that somebody brought.

A game's name says it: `GAME`, `GAME:MAP`, `GAME:FOLDER`. Nothing here is remembered; what was found is the
data that a game's `Playable` is made from; a stranger's folder is still to be checked.
"""

from __future__ import annotations

from pathlib import Path

from shelf.errors import PrintingError, nearest, quoted
from shelf.game_data import GameData, game_data
from shelf.messages import Message
from shelf.safe_files import file_in, inside


def found(name: str, beside: Path, anywhere: bool = True) -> GameData:
    """The data of a game by its name; a folder in it is seen from the folder `beside`.

    Only a person may name a folder `anywhere`; a file that came from somewhere names one that lies with it.
    """
    game_id, _, variant = name.partition(":")
    house = game_data(game_id)
    if not variant:
        return house
    maps = _maps(house)
    if variant in maps:
        return GameData(house.folder, "" if variant == maps[0] else variant)
    if not maps:
        raise PrintingError(Message("refused.no_maps_named", game_id=game_id))
    folder = inside(beside, variant) if not anywhere else _folder(beside, variant)
    if folder is None or (not anywhere and folder == beside.resolve()):
        raise PrintingError(Message("refused.map_unread", variant=quoted(variant)))
    if file_in(folder, "game.toml") is None:
        key = "refused.no_map" if anywhere else "refused.no_map_here"
        raise PrintingError(Message(key, game_id=game_id, variant=quoted(variant), hint=nearest(variant, maps)))
    return house if folder == house.folder.resolve() else GameData(folder, plays=game_id)


def name_of(data: GameData, beside: Path) -> str:
    """The game as a file in the folder `beside` names it, with its map where that is not the usual one.

    A map that lies elsewhere is named by its folder's name alone: whoever reads the file has to say where that is.
    """
    if data.variant:
        return f"{data.id}:{data.variant}"
    if not data.plays:
        return data.id
    folder = Path(data.folder.name) if elsewhere(data, beside) else data.folder.relative_to(beside.resolve())
    return f"{data.id}:{'./' if str(folder) in _maps(game_data(data.id)) else ''}{folder.as_posix()}"


def elsewhere(data: GameData, beside: Path) -> Path | None:
    """The folder of the map that is played, where a file in the folder `beside` could not lead to it."""
    return data.folder if data.plays and beside.resolve() not in data.folder.parents else None


def _maps(house: GameData) -> list[str]:
    """The maps that lie in the house's own folder, the usual one first."""
    return [row["id"] for row in house.tables.get("maps", ())]


def _folder(beside: Path, name: str) -> Path | None:
    try:
        return (beside / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
