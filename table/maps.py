"""The map that a person brings to a log: `--map FOLDER`.

A log names a map in its own folder or below. One that lies elsewhere is played only when the person at the keyboard
says so; the folder is passed along to whoever reads the log.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.screens.words import said

if TYPE_CHECKING:
    from solver.kernel.playable import Playable


def tell_if_elsewhere(game: Playable, log: Path) -> None:
    """Says what a new log needs whose map it cannot lead to by itself."""
    from solver.kernel.variants import elsewhere

    if folder := elsewhere(game.data, log.parent):
        click.echo(said("screen.map_elsewhere", folder=folder), err=True)


map_option = click.option(
    "--map",
    "map_folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Play with the map in this folder, wherever the log says that it lies.",
)
