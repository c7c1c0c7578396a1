"""The games that the contract is checked for: those of the house, and the one that `timbuktu init --plays` writes."""

from __future__ import annotations

import os
from functools import cache
from tempfile import TemporaryDirectory
from unittest.mock import patch

from shelf import paths
from shelf.catalogue import Catalogue
from shelf.game_data import GameData
from solver.games import playable, playable_ids, trust
from solver.games.outside import read_rules
from solver.kernel.playable import Playable

STARTER = paths.ASSETS / "starter-plays"
CATALOGUE = Catalogue((STARTER,))


def every_game() -> list[str]:
    return playable_ids(CATALOGUE)


def every_size() -> list[tuple[str, int]]:
    """Every game with every number of players; nothing is compiled to find that out."""
    shelved = [game for game in CATALOGUE.games() if game.id in every_game()]
    return [(game.id, players) for game in shelved for players in GameData(game.folder).players]


@cache
def game_of(name: str) -> Playable:
    """Rules of the house, or those that come with it as an example: they are trusted for as long as they are read."""
    with TemporaryDirectory() as home, patch.dict(os.environ, {"TIMBUKTU_HOME": home}):
        trust_starter()
        return playable(name, catalogue=CATALOGUE)


def trust_starter() -> None:
    trust.remember(read_rules(STARTER).fingerprint, STARTER)
