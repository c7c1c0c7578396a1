"""The board game on other maps: the second one of the house, and one that somebody drew."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.definition.game import load
from shelf import paths
from shelf.errors import DefinitionError
from solver.games.kk_board import map_check

HOUSE = paths.GAMES / "kk-board"
ROOM = str(Path(__file__).parents[2])
PLAIN = {**os.environ, "PYTHONPATH": ROOM, "NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
"""A few games on a map do not wait for its kernels to be compiled."""
CLI = ("-c", "from table.cli import main; main()")


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def command(*arguments: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, *map(str, arguments)]
    return subprocess.run(call, env=PLAIN, capture_output=True, text=True, cwd=folder, timeout=600)


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


def begin(game: str, log: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    players = ("--player", "Anna", "--player", "Ben", "--player", "Clara")
    return command(*CLI, "new", game, *players, "--seed", "1", "--out", log, folder=folder)


def test_the_documented_way_to_a_map_of_ones_own(tmp_path: Path) -> None:
    """docs/definitions.md to the letter: copy the folder, give it another id, change a table; print it, play on it."""
    folder = tmp_path / "mymap"
    shutil.copytree(HOUSE, folder)
    edit(folder / "game.toml", 'id = "kk-board"', 'id = "my-map"')
    edit(folder / "fields.csv", "S1,schwaben,", "S5,schwaben,Zwiefalten,380,196,e\nS1,schwaben,")
    edit(folder / "roads.csv", "a,b\n", "a,b\nS5,S1\n")
    os.mkfifo(folder / "notes.csv")  # what is no table of the game is not even opened

    printed = command(*CLI, "pdf", "mymap", "--only", "cards", "--json", folder=tmp_path)
    assert printed.returncode == 0 and '"game": "my-map"' in printed.stdout, printed.stderr
    begun = begin("kk-board:mymap", Path("evening.tbk"), tmp_path)
    assert begun.returncode == 0, begun.stderr
    log = tmp_path / "evening.tbk"
    assert log.read_text(encoding="utf-8").startswith("game: kk-board:mymap\n")
    legal = json.loads(command(*CLI, "legal", log, "--json").stdout)["steps"]
    exchange = next(step for step in legal if step.startswith("-"))
    logged = command(*CLI, "log", log, f"{exchange} ?")
    assert logged.returncode == 0, logged.stderr
    shown = json.loads(command(*CLI, "show", log, "--json").stdout)
    assert shown["game"] == "kk-board" and "S5" in next(row for row in shown["lands"] if row["land"] == "S")["fields"]
    advised = command(*CLI, "advise", log, "--simulations", "10", "--top", "1", "--json")
    assert advised.returncode == 0 and json.loads(advised.stdout)["turns"], advised.stderr
    chart = command(*CLI, "chart", "mymap", "--from", log, folder=tmp_path)
    assert chart.returncode == 0, chart.stderr


def test_a_log_leads_only_to_maps_that_lie_with_it(own_map: Path) -> None:
    """Neither upwards nor by an absolute path or a link; --map is how a person says that it may be elsewhere."""
    evenings = own_map.parent / "evenings"
    evenings.mkdir()
    log = evenings / "game.tbk"
    begun = begin(f"kk-board:{own_map}", log, own_map.parent)
    assert begun.returncode == 0 and f"needs --map {own_map}" in begun.stderr
    text = log.read_text(encoding="utf-8")
    assert text.startswith("game: kk-board:my map\n")
    (evenings / "link").symlink_to(own_map)
    for name in ("my map", "../my map", str(own_map), "link", ".", "..", "link/../link"):
        log.write_text(text.replace("kk-board:my map", f"kk-board:{name}"), encoding="utf-8")
        refused = command(*CLI, "show", log)
        assert refused.returncode == 2 and "game.tbk, line 1: " in refused.stderr, (name, refused.stderr)
        assert "--map" in refused.stderr
    for arguments in (("show", log), ("legal", log), ("score", log), ("log", log, "--undo")):
        done = command(*CLI, *arguments, "--map", own_map)
        assert done.returncode == (1 if "--undo" in arguments else 0), done.stderr


def test_a_final_file_finds_its_map_where_a_log_does(own_map: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Beside the file, wherever the command is given."""
    final = own_map.parent / "final.txt"
    final.write_text("game: kk-board:my map\nAnna: S5 S1\nBen: E1\nClara: R1\n", encoding="utf-8")
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    done = command(*CLI, "score", final, "--json", folder=elsewhere)
    assert done.returncode == 0 and '"cloisters": 2' in done.stdout, done.stderr
    moved = elsewhere / "final.txt"
    moved.write_text(final.read_text(encoding="utf-8").replace("my map", str(own_map)), encoding="utf-8")
    refused = command(*CLI, "score", moved, folder=own_map.parent)
    assert refused.returncode == 2 and "final.txt, line 1: " in refused.stderr and "--map" in refused.stderr
    assert command(*CLI, "score", moved, "--map", own_map).returncode == 0


def test_a_game_without_maps_takes_none(own_map: Path) -> None:
    done = begin(f"kk-card:{own_map}", own_map.parent / "game.tbk", own_map.parent)
    assert done.returncode == 2 and "kk-card has no maps to choose from" in done.stderr


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
        map_check.check(load(own_map))
