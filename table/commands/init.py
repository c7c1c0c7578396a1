"""`timbuktu init`: a small working game to start from."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

from shelf.messages import Message
from table.options.language import words_option
from table.screens.words import Words


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
@words_option
@click.option("--plays", is_flag=True, help="A game with rules in Python, which also plays and is advised.")
def command(folder: Path, plays: bool, words: Words) -> None:
    """Write a small working example into a new FOLDER: a deck of 18 cards to make your own, or with --plays a game."""
    from shelf import paths
    from shelf.atomic_write import write_whole
    from shelf.errors import PrintingError

    new = not folder.exists()
    if not new and (not folder.is_dir() or any(folder.iterdir())):
        raise PrintingError(Message("init.not_empty", folder=folder))
    example = paths.ASSETS / ("starter-plays" if plays else "starter")
    try:
        for file in sorted(path for path in example.rglob("*") if path.is_file() and path.suffix != ".pyc"):
            write_whole(folder / file.relative_to(example), file.read_bytes())
    except BaseException:
        _take_back(folder, new)
        raise
    click.echo(words.said("init.plays" if plays else "init.deck", folder=folder))


def _take_back(folder: Path, new: bool) -> None:
    """The folder was empty or not there at all: whatever is in it now is half an example."""
    if new:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for inner in folder.iterdir():
        shutil.rmtree(inner) if inner.is_dir() else inner.unlink()
