"""`timbuktu init`: a small working game to start from."""

from __future__ import annotations

import shutil
from pathlib import Path

import click


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Write a small working example into a new FOLDER: a deck of 18 cards to make your own."""
    from shelf import paths
    from shelf.atomic_write import write_whole
    from shelf.errors import PrintingError

    new = not folder.exists()
    if not new and (not folder.is_dir() or any(folder.iterdir())):
        raise PrintingError(f"{folder} exists and is not empty; choose a new folder.")
    example = paths.ASSETS / "starter"
    try:
        for file in sorted(path for path in example.rglob("*") if path.is_file()):
            write_whole(folder / file.relative_to(example), file.read_bytes())
    except BaseException:
        _take_back(folder, new)
        raise
    click.echo(f"{folder} holds a small game now. Look at game.toml and cards.csv, then: timbuktu pdf {folder}")


def _take_back(folder: Path, new: bool) -> None:
    """The folder was empty or not there at all: whatever is in it now is half an example."""
    if new:
        shutil.rmtree(folder, ignore_errors=True)
        return
    for inner in folder.iterdir():
        shutil.rmtree(inner) if inner.is_dir() else inner.unlink()
