"""`timbuktu init`: a small working game to start from."""

from __future__ import annotations

import shutil
from pathlib import Path

import click


@click.command("init")
@click.argument("folder", type=click.Path(path_type=Path))
def command(folder: Path) -> None:
    """Write a small working example into a new FOLDER: a deck of 18 cards to make your own."""
    from pnp import shelf
    from pnp.errors import PrintingError

    new = not folder.exists()
    if not new and (not folder.is_dir() or any(folder.iterdir())):
        raise PrintingError(f"{folder} exists and is not empty; choose a new folder.")
    try:
        shutil.copytree(shelf.ASSETS / "starter", folder, copy_function=shutil.copyfile, dirs_exist_ok=True)
    except OSError as fault:
        _take_back(folder, new)
        raise PrintingError(f"Cannot write {folder}: {_reason(fault)}.") from fault
    click.echo(f"{folder} holds a small game now. Look at game.toml and cards.csv, then: timbuktu pdf {folder}")


def _take_back(folder: Path, new: bool) -> None:
    """The folder was empty or not there at all: whatever is in it now is half an example."""
    if new:
        shutil.rmtree(folder, ignore_errors=True)
    elif folder.is_dir():
        for inner in folder.iterdir():
            shutil.rmtree(inner) if inner.is_dir() else inner.unlink()


def _reason(fault: OSError) -> str:
    """Why; `copytree` collects the faults of all files, each as source, target and reason."""
    if isinstance(fault, shutil.Error) and fault.args and isinstance(fault.args[0], list):
        return str(fault.args[0][0][2])
    return fault.strerror or str(fault)
