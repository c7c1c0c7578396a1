"""The board game on other maps: the second one of the house, and one that somebody drew."""

from __future__ import annotations

import json
import os
import shutil
import string
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import pytest
from click.testing import CliRunner

from shelf import paths
from shelf.errors import DefinitionError
from shelf.game_data import GameData
from solver.games import playable
from solver.games.kk_board import map_check
from solver.games.kk_board.game import BoardGame
from solver.games.kk_board.state import State
from solver.kernel.random import seeded
from solver.search.advisor import Advisor, Limit
from table.cli import house
from tests import warmed
from tests.solver.kk_board_bridge import Both, both_dealt, fields, played, standing
from tests.solver.kk_board_reference import Board
from tests.solver.test_kk_board_broken_maps import trusting
from tests.solver.test_kk_board_games import check_scores, check_sums, check_table

T = TypeVar("T")

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


def drawn_map(folder: Path, lands: int, kinds: int, cards: int, sites: int) -> Path:
    """A board of one's own with as many of everything, its sites on a ring with a few bridges across."""
    shutil.copytree(HOUSE, folder)
    for file in ("fields.h2.csv", "roads.h2.csv", "shields.h2.csv"):
        (folder / file).unlink(missing_ok=True)
    codes = string.ascii_uppercase[:lands]
    names = {code: f"land-{code.lower()}" for code in codes}
    cards_of = {code: f"K{string.ascii_uppercase[number % kinds]}" for number, code in enumerate(codes)}
    fields = [f"{codes[number % lands]}{number // lands + 1}" for number in range(sites)]
    roads = {frozenset((number, (number + 1) % sites)) for number in range(sites)}
    roads |= {frozenset((number, (number + sites // 3) % sites)) for number in range(0, sites, 5)}
    pacts = {frozenset((number, (number + step) % lands)) for number in range(lands) for step in (1, 2)}
    rows = {
        "maps": ["id,fields,roads,shields", "own,fields,roads,shields"],
        "cards": ["id,lands,colour,count"],
        "lands": ["id,code,name_de,name_en,card"],
        "fields": ["id,land,name,x,y", *(f"{name},{names[name[0]]},Town {name},10,10" for name in fields)],
        "roads": ["a,b", *(f"{fields[a]},{fields[b]}" for a, b in sorted(map(sorted, roads)) if a != b)],
        "shields": ["land,x,y", *(f"{name},10,10" for name in names.values())],
        "alliances": ["id,number,land_a,land_b,x,y"],
    }
    for kind in range(kinds):
        card = f"K{string.ascii_uppercase[kind]}"
        shown = " ".join(names[code] for code in codes if cards_of[code] == card)
        rows["cards"].append(f"{card},{shown},purple,{cards // kinds}")
    rows["lands"] += [f"{names[code]},{code},{code}-Land,Land {code},{cards_of[code]}" for code in codes]
    pairs = [tuple(sorted(pact)) for pact in pacts if len(pact) == 2]
    for number, (a, b) in enumerate(sorted(pairs), start=1):
        rows["alliances"].append(f"a{number},{number},{names[codes[a]]},{names[codes[b]]},1,1")
    for table, lines in rows.items():
        (folder / f"{table}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    trusting(folder)
    definition = (folder / "game.toml").read_text(encoding="utf-8")
    for table in ("fields", "roads", "shields"):
        definition = definition.replace(f'file = "{table}.h2.csv"', f'file = "{table}.csv"')
    (folder / "game.toml").write_text(definition, encoding="utf-8")
    return folder


@pytest.fixture
def boards(own_map: Path, tmp_path: Path) -> dict[str, Both]:
    """Both maps of the house, one that differs a little, the smallest that may be played on, and the largest."""
    small = drawn_map(tmp_path / "small", lands=2, kinds=2, cards=30, sites=9)
    large = drawn_map(tmp_path / "large", lands=26, kinds=6, cards=120, sites=64)
    found = {name: playable(f"kk-board:{name}") for name in ("h1", "h2", str(own_map), str(small), str(large))}
    plain = [Board.read(HOUSE), Board.read(HOUSE, ".h2"), *(Board.read(folder) for folder in (own_map, small, large))]
    maps = {name: game.map for name, game in found.items() if isinstance(game, BoardGame)}
    return {name: Both(board, plain[number]) for number, (name, board) in enumerate(maps.items())}


def at_the_same_time(work: Callable[[Both], T], boards: Mapping[str, Both]) -> list[T]:
    """One thread a board; all begin together."""
    ready = threading.Barrier(len(boards), timeout=60)

    def begin(on: Both) -> T:
        ready.wait()
        return work(on)

    with ThreadPoolExecutor(len(boards)) as pool:
        return list(pool.map(begin, boards.values()))


def test_several_maps_are_played_at_the_same_time_like_the_reference_on_each(boards: dict[str, Both]) -> None:
    """In one process and by the same compiled code; the legal steps are compared before every step."""

    def play(on: Both) -> tuple[int, int, int]:
        for seed in range(12):
            for state, game, _ in played(3 + seed % 3, seed, on):
                check_table(fields(state), game, on)
            check_sums(fields(state), on)
            check_scores(state, game)
        s = State.of(state)
        return len(on.map.fields), int(s.lands), int(s.kinds)

    assert at_the_same_time(play, boards) == [(56, 9, 5), (54, 9, 5), (57, 9, 5), (9, 2, 2), (64, 26, 6)]


def test_advice_on_several_maps_at_once_is_the_advice_on_each_alone(boards: dict[str, Both]) -> None:
    def advise(on: Both) -> list[str]:
        game = BoardGame(on.map.data)
        state, told = game.deal(3, 5, {}), list[str]()
        for _ in range(3):
            turns = Advisor(game.kernel, state, 3, Limit(simulations=600, threads=1, seed=9)).advise().turns
            told += [f"{game.write_turn(state, turn.steps)} {turn.win:.6f} {turn.points:.6f}" for turn in turns]
            told.append(game.why(state, turns[0].steps, ["Anna", "Ben", "Clara"], "en"))
            for step in turns[0].steps:
                game.kernel.apply(state, step)
        return told

    alone = [advise(on) for on in boards.values()]
    assert at_the_same_time(advise, boards) == alone
    assert len({tuple(told) for told in alone}) == len(boards)


def test_roll_outs_on_several_maps_at_once_end_as_they_do_alone(boards: dict[str, Both]) -> None:
    """Compiled code runs without Python's lock here, so that nothing orders the threads."""

    def roll(on: Both) -> list[tuple[int, list[tuple[float, float]]]]:
        chance, ends = seeded(4), []
        for seed in range(300):
            state, _ = both_dealt(3 + seed % 3, seed % 20, on)
            ends.append((int(BoardGame.kernel.rollout(state, chance)), standing(state)))
        return ends

    alone = [roll(on) for on in boards.values()]
    assert at_the_same_time(roll, boards) == alone


def test_logs_on_several_maps_are_kept_in_one_process(own_map: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_map.parent)
    players = ("--player", "Anna,Ben,Clara", "--seed", "1")
    sites = {}
    for name in ("kk-board", "kk-board:h2", "kk-board:my map"):
        log = f"{len(sites)}.tbk"
        begun = CliRunner().invoke(house, ["new", name, *players, "--out", log])
        assert begun.exit_code == 0 and Path(log).read_text(encoding="utf-8").startswith(f"game: {name}\n")
        sites[log] = {"kk-board": 56, "kk-board:h2": 54, "kk-board:my map": 57}[name]
    for _ in range(2):
        for log, number in sites.items():
            shown = json.loads(CliRunner().invoke(house, ["show", log, "--json"]).stdout)
            assert shown["game"] == "kk-board" and sum(len(land["fields"]) for land in shown["lands"]) == number


def test_solo_play_does_not_go_on_with_a_log_of_another_map(own_map: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(own_map.parent)
    begun = CliRunner().invoke(
        house, ["new", "kk-board", "--player", "Anna,Ben,Clara", "--seed", "1", "--out", "g.tbk"]
    )
    assert begun.exit_code == 0
    refused = CliRunner().invoke(house, ["play", "kk-board:h2", "--log", "g.tbk"])
    assert refused.exit_code == 2 and "g.tbk is a log of kk-board." in refused.stderr


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
        refused = warmed.run(["show", str(log)])
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
        map_check.check(GameData(own_map))
