"""The map that a person brings to a log: `--map FOLDER`.

A log names a map in its own folder or below. One that lies elsewhere is played only when the person at the keyboard
says so: then it is in the catalogue, which is passed along to whoever reads the log.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from shelf.catalogue import USUAL


def _bring(context: click.Context, _option: click.Parameter, value: Path | None) -> None:
    if value:
        context.obj = replace(context.obj or USUAL, map_folder=value)


map_option = click.option(
    "--map",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    expose_value=False,
    callback=_bring,
    help="Play with the map in this folder, wherever the log says that it lies.",
)
