"""The games that play: one package each, found by being there.

`solver/games/kk_card` plays the game whose definition is `assets/games/kk-card`; `PLAYABLE` in its
module `game` is a kind of `solver.kernel.playable.Playable`.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from solver.kernel import variants

if TYPE_CHECKING:
    from solver.kernel.playable import Playable


def playable_ids() -> list[str]:
    """The ids of the games that play."""
    folders = Path(__file__).parent.glob("*/__init__.py")
    return sorted(folder.parent.name.replace("_", "-") for folder in folders)


def playable(name: str, beside: Path = Path(), anywhere: bool = True) -> Playable:
    """A game's rules and notation; the import compiles its kernels, or finds them in the cache.

    `kk-board:h2` is a game with another map of its own, `kk-board:FOLDER` with one that lies in a folder, seen from
    `beside`, or `anywhere` only if a person says so. Games on several maps may be played at the same time.
    """
    data = variants.found(name, beside, anywhere)
    kind: type[Playable] = import_module(f"solver.games.{data.id.replace('-', '_')}.game").PLAYABLE
    return kind(data)
