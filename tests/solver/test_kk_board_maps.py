"""The board game on other maps: the second one of the house, and one that somebody drew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.definition.game import load
from shelf import paths
from shelf.errors import DefinitionError
from solver.games.kk_board import shape

HOUSE = paths.GAMES / "kk-board"
PLAIN = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
"""A few games on a map do not wait for its kernels to be compiled."""
CLI = ("-c", "from table.cli import main; main()")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def command(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, arguments)], env=PLAIN, capture_output=True, text=True)


@pytest.fixture
def own_map(tmp_path: Path) -> Path:
    """Our board with a fifth town in Schwaben, and a bridge to England."""
    folder = tmp_path / "my map"
    shutil.copytree(HOUSE, folder)
    (folder / "templates").mkdir()
    with (folder / "fields.csv").open("a", encoding="utf-8") as fields:
        fields.write("S5,schwaben,Zwiefalten,380,196,e\n")
    with (folder / "roads.csv").open("a", encoding="utf-8") as roads:
        roads.write("S5,S1\nE1,R1\n")
    return folder


def test_the_second_map_plays_like_the_reference_on_it() -> None:
    done = command("-m", "tests.solver.kk_board_other_map", "h2", HOUSE / "fields.h2.csv", HOUSE / "roads.h2.csv", "12")
    assert done.stdout == "12 games on 54 sites\n", done.stderr[-2000:]


def test_a_map_of_ones_own_plays_like_the_reference_on_it(own_map: Path) -> None:
    done = command(
        "-m", "tests.solver.kk_board_other_map", own_map, own_map / "fields.csv", own_map / "roads.csv", "12"
    )
    assert done.stdout == "12 games on 57 sites\n", done.stderr[-2000:]


def test_a_log_remembers_its_map(own_map: Path) -> None:
    """Wherever the command is given; the log and the map stay side by side."""
    log = own_map.parent / "game.tbk"
    players = ("--player", "Anna", "--player", "Ben", "--player", "Clara")
    done = command(*CLI, "new", f"kk-board:{own_map}", *players, "--seed", "1", "--out", log)
    assert done.returncode == 0, done.stderr
    assert log.read_text(encoding="utf-8").startswith("game: kk-board:my map\n")
    shown = command(*CLI, "show", log, "--json")
    assert '"S5"' in shown.stdout, shown.stderr


def test_an_unknown_map_is_told() -> None:
    done = command(*CLI, "new", "kk-board:h3", "--player", "A,B,C", "--seed", "1")
    assert done.returncode == 2 and "no map 'h3'" in done.stderr and "Known: h1, h2" in done.stderr


@pytest.mark.parametrize(
    ("edits", "said"),
    [
        ((("fields.csv", "S5,", "S10,"), ("roads.csv", "S5,", "S10,")), "fields.csv, line 58: id: the letter of its"),
        ((("fields.csv", "S5,", "X5,"), ("roads.csv", "S5,", "X5,")), "the letter of its land and a digit"),
        ((("lands.csv", ",S,", ",s,"),), "lands.csv, line .*: code: one capital letter"),
        (
            (("cards.csv", "purple,9", "purple,2"), ("game.toml", "count = 55", "count = 48")),
            "cards.csv, line 6: count: at least 5",
        ),
        ((("roads.csv", "S5,S1", "S5,S5"),), "roads.csv, line 77: b: two different ends"),
    ],
)
def test_a_map_that_cannot_be_played_is_refused_with_the_place(
    own_map: Path, edits: tuple[tuple[str, str, str], ...], said: str
) -> None:
    for file, old, new in edits:
        edit(own_map / file, old, new)
    with pytest.raises(DefinitionError, match=said):
        shape.check(load(own_map))
