"""The map that a person brings to a log: `--map FOLDER`.

A log names a map in its own folder or below. One that lies elsewhere is played only when the person at the keyboard
says so, once for the command, as with the language.
"""

from __future__ import annotations

from pathlib import Path

import click

_BROUGHT: list[Path | None] = [None]


def brought() -> Path | None:
    """The folder of the map that was named with the command."""
    return _BROUGHT[0]


def _bring(_context: click.Context, _option: click.Parameter, value: Path | None) -> None:
    _BROUGHT[0] = value


map_option = click.option(
    "--map",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    expose_value=False,
    callback=_bring,
    help="Play with the map in this folder, wherever the log says that it lies.",
)
