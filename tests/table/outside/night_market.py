"""Night Market as a game from outside: a copy of it in a folder, and the commands that are told of that folder."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import Result

from shelf import paths
from tests.conftest import Workshop

NIGHT = paths.ASSETS / "starter-plays"
MARK = "from pathlib import Path\nPath({!r}).write_text('imported')\n"
"""The mark is left in the working folder: rules that are marked alike are alike, and are compiled once."""
NEW = ("new", "night-market", "--player", "A", "--player", "B", "--seed", "1", "--out", "out")


def copied(workshop: Workshop, name: str, game_id: str = "night-market") -> Path:
    folder = workshop.root / "games" / name
    shutil.copytree(NIGHT, folder, ignore=shutil.ignore_patterns("__pycache__"))
    change(folder / "game.toml", 'id = "night-market"', f'id = "{game_id}"')
    return folder


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def marked(workshop: Workshop, file: Path) -> Path:
    """From now on the import of this file leaves a mark."""
    mark = workshop.root / f"{file.stem}.mark"
    file.write_text(MARK.format(mark.name) + file.read_text(encoding="utf-8"), encoding="utf-8")
    return mark


def run(workshop: Workshop, *arguments: str) -> Result:
    result = workshop.run("--games", "games", *arguments)
    assert result.exit_code == 0, result.output
    return result


def begun(workshop: Workshop, name: str = "a.tbk") -> Path:
    run(
        workshop,
        "new",
        "night-market",
        "--player",
        "Anna",
        "--player",
        "Ben",
        "--seed",
        "1",
        "--date",
        "",
        "--out",
        name,
    )
    return workshop.root / name
