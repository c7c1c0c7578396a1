"""The games that play: one package each, found by being there.

`solver/games/kk_card` plays the game whose definition is `assets/games/kk-card`; `PLAYABLE` in its
module `game` is a kind of `solver.kernel.playable.Playable`. Games from outside are found in a catalogue.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from shelf import paths
from shelf.catalogue import USUAL, Catalogue, Shelved
from shelf.errors import PrintingError
from shelf.messages import Message
from solver.games import outside
from solver.kernel import variants

if TYPE_CHECKING:
    from shelf.game_data import GameData
    from solver.kernel.playable import Playable


def playable_ids(catalogue: Catalogue = USUAL) -> list[str]:
    """The ids of the games that play."""
    return [game.id for game in catalogue.games() if plays(game)]


def plays(game: Shelved) -> bool:
    """Whether a game has rules."""
    if game.origin != "shipped":
        return outside.has_rules(game)
    return (Path(__file__).parent / game.id.replace("-", "_") / "__init__.py").is_file()


def playable(name: str, beside: Path = Path(), anywhere: bool = True, catalogue: Catalogue = USUAL) -> Playable:
    """A game's rules and notation; the import compiles its kernels, or finds them in the cache.

    `kk-board:h2` is a game with another map of its own, `kk-board:FOLDER` with one that lies in a folder, seen from
    `beside`, or `anywhere` only if a person says so. Games on several maps may be played at the same time.
    """
    game_id, _, variant = name.partition(":")
    shelved = catalogue.find(game_id)
    if shelved and shelved.origin != "shipped":
        if variant:
            raise PrintingError(Message("refused.no_maps_named", game_id=game_id))
        return outside.from_outside(shelved)
    data = variants.found(name, beside, anywhere)
    kind: type[Playable] = import_module(f"solver.games.{data.id.replace('-', '_')}.game").PLAYABLE
    if data.plays:
        _check(data, kind)
    return kind(data)


def _check(data: GameData, kind: type[Playable]) -> None:
    """A stranger's folder, checked whole before anything is built from it: every cell, and every phrase."""
    from shelf.phrases import check_phrases
    from shelf.play_check import check_data

    check_data(data)
    kind.check_data(data)
    check_phrases(data.folder, paths.GAMES / data.plays, "play")
