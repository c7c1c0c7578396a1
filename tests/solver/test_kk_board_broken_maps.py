"""Maps that are broken or meant to do harm: each is refused with its place before anything is built from it."""

from __future__ import annotations

import csv
import os
import re
import shutil
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from shelf import paths
from shelf.errors import PrintingError
from solver.games import playable
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.state import State
from table.cli import house

HOUSE = paths.GAMES / "kk-board"
PLAYED = ("alliances", "cards", "fields", "lands", "maps", "pieces", "roads", "shields")
"""The tables that the rules look at."""

Grid = list[list[str]]
Break = Callable[[Path], None]


def read(file: Path) -> Grid:
    with file.open(encoding="utf-8", newline="") as source:
        return list(csv.reader(source))


def write(file: Path, grid: Grid) -> None:
    with file.open("w", encoding="utf-8", newline="") as sink:
        csv.writer(sink).writerows(grid)


def trusting(folder: Path) -> None:
    """Lets game.toml say nothing about columns and numbers any more, as a stranger's may."""
    text = (folder / "game.toml").read_text(encoding="utf-8")
    text = re.sub(r"\[table\.\w+\.columns\]\n(?:\w+ = .*\n)*", "", text)
    text = re.sub(r"^(rows|count) = .*\n", "", text, flags=re.MULTILINE)
    (folder / "game.toml").write_text(text, encoding="utf-8")


def cell(table: str, row: int, column: str, value: str) -> Break:
    def change(folder: Path) -> None:
        grid = read(folder / f"{table}.csv")
        grid[row][grid[0].index(column)] = value
        write(folder / f"{table}.csv", grid)

    return change


def column(table: str, name: str, value: str) -> Break:
    def change(folder: Path) -> None:
        grid = read(folder / f"{table}.csv")
        for row in grid[1:]:
            row[grid[0].index(name)] = value
        write(folder / f"{table}.csv", grid)

    return change


def without_column(table: str, name: str) -> Break:
    def change(folder: Path) -> None:
        grid = read(folder / f"{table}.csv")
        at = grid[0].index(name)
        write(folder / f"{table}.csv", [row[:at] + row[at + 1 :] for row in grid])

    return change


def rows(table: str, keep: int, *more: str) -> Break:
    """Keeps the first rows of a table and adds some; a negative number takes rows off its end."""

    def change(folder: Path) -> None:
        grid = read(folder / f"{table}.csv")
        grid = grid[: keep + 1] if keep >= 0 else grid[:keep]
        write(folder / f"{table}.csv", grid + [line.split(",") for line in more])

    return change


def text(file: str, old: str, new: str) -> Break:
    def change(folder: Path) -> None:
        whole = (folder / file).read_text(encoding="utf-8")
        assert old in whole
        (folder / file).write_text(whole.replace(old, new, 1), encoding="utf-8")

    return change


def all_roads(*sites: str) -> tuple[str, ...]:
    return tuple(f"{a},{b}" for a, b in combinations(sites, 2))


def linked_table(folder: Path) -> None:
    (folder / "roads.csv").rename(folder.parent / "roads.csv")
    (folder / "roads.csv").symlink_to(folder.parent / "roads.csv")


def fifo_table(folder: Path) -> None:
    (folder / "roads.csv").unlink()
    os.mkfifo(folder / "roads.csv")


EVERY = 10_000
BROKEN: dict[str, tuple[Break, str]] = {
    "a road to a site that is not there": (cell("roads", 3, "b", "X9"), r"roads.csv, line 4: b: one that there is"),
    "a road from a site to itself": (rows("roads", EVERY, "E1,E1"), r"roads.csv, line 77: b: two different ends"),
    "a road twice": (rows("roads", EVERY, "E2,E1"), r"roads.csv, line 77: b: joined only once"),
    "no roads": (rows("roads", 0), r"roads.csv, line 1: at least 1 rows"),
    "a thicket at one site": (
        rows("roads", EVERY, "E1,F1", "E1,F2", "E1,F3", "E1,F4", "E1,F5", "E1,F6", "E1,F7"),
        r"roads.csv, line 82: a: at most 6 roads at a site",
    ),
    "every site joined with every other": (
        rows("roads", 0, *all_roads(*(f"{land}{n}" for land in "EFB" for n in range(1, 6)))),
        r"roads.csv, line 8: a: at most 6 roads at a site",
    ),
    "too many roads": (rows("roads", 0, *["E1,E2"] * 129), r"roads.csv, line 130: a: at most 128 roads"),
    "no column of roads": (without_column("roads", "b"), r"roads.csv, line 1: b: the game cannot be played without"),
    "a site twice": (rows("fields", EVERY, "E1,england,Ely,9,9,n"), r"fields.csv, line 58: id: in one row only"),
    "no sites": (rows("fields", 0), r"fields.csv, line 1: at least 1 rows"),
    "too many sites": (rows("fields", EVERY, *["E9,england,Ely,9,9,n"] * 9), r"line 66: id: at most 64 sites"),
    "a site in no land": (cell("fields", 2, "land", "utopia"), r"fields.csv, line 3: land: one that there is"),
    "a site with a Greek digit": (cell("fields", 2, "id", "E²"), r"fields.csv, line 3: id: the letter of its land"),
    "a site without a place": (cell("fields", 2, "x", "nan"), r"fields.csv, line 3: x: millimetres from 0"),
    "a site far off": (cell("fields", 2, "y", "1600"), r"fields.csv, line 3: y: millimetres from 0 to 1500"),
    "a town with a name that fills the memory": (cell("fields", 2, "name", "{x:>99}"), r"line 3: name: a name of at"),
    "a town with an endless name": (cell("fields", 2, "name", "Y" * 5000), r"line 3: name: a name of at most 40"),
    "a land that moves the cursor": (cell("lands", 1, "name_en", "\x9b2J"), r"lands.csv, line 2: name_en: a name"),
    "a land without a site": (
        rows("lands", EVERY, "utopia,O,Utopia,Utopia,FR,purple,arms/aragon.svg"),
        r"lands.csv, line 11: id: a land with a site|cards.csv, line 6: lands: the lands that name this card",
    ),
    "one land": (rows("lands", 1), r"lands.csv, line 1: at least 2 rows"),
    "two lands with one letter": (cell("lands", 2, "code", "E"), r"lands.csv, line 3: code: in one row only"),
    "a letter that is a pattern": (cell("lands", 1, "code", "^"), r"lands.csv, line 2: code: one capital letter"),
    "a letter that nobody can type": (cell("lands", 1, "code", "Ä"), r"lands.csv, line 2: code: one capital letter"),
    "a land with an unknown card": (cell("lands", 1, "card", "ZZ"), r"lands.csv, line 2: card: one that there is"),
    "a land with a path as its id": (cell("lands", 1, "id", "../x"), r"lands.csv, line 2: id: small letters"),
    "a card that is a slow pattern": (cell("cards", 1, "id", "(A+)+$"), r"cards.csv, line 2: id: two capital letters"),
    "a card that is no pattern": (cell("cards", 1, "id", "(["), r"cards.csv, line 2: id: two capital letters"),
    "two cards with one code": (cell("cards", 2, "id", "FA"), r"cards.csv, line 3: id: in one row only"),
    "a card with other lands": (cell("cards", 1, "lands", "franken"), r"cards.csv, line 2: lands: the lands that"),
    "one kind of cards": (rows("cards", 1), r"cards.csv, line 1: at least 2 rows"),
    "seven kinds of cards": (rows("cards", EVERY, "XA,,red,9", "XB,,red,9"), r"line 8: id: at most 6 kinds"),
    "no cards": (rows("cards", 0), r"cards.csv, line 1: at least 2 rows"),
    "cards without number": (cell("cards", 1, "count", "many"), r"cards.csv, line 2: count: .*whole number"),
    "a negative number of cards": (cell("cards", 1, "count", "-3"), r"cards.csv, line 2: count: .*whole number"),
    "a deck too small": (column("cards", "count", "5"), r"cards.csv, line 6: count: at least 30 cards in all"),
    "a deck too large": (cell("cards", 2, "count", "200"), r"cards.csv, line 3: count: at most 120 cards in all"),
    "a card without ink": (cell("cards", 1, "colour", "plaid"), r"cards.csv, line 2: colour: a colour that palette"),
    "a palette without cards": (text("palette.toml", "[card_type]", "[card_kind]"), r"cards.csv, line 2: colour"),
    "a colour that moves the cursor": (
        text("palette.toml", 'red = "#a8302a"', 'red = "\\u001b[2J"'),
        r"palette.toml, line \d+: card.\w+: a colour such as #1f4e9c was expected",
    ),
    "an alliance with nobody": (cell("alliances", 1, "land_a", "utopia"), r"alliances.csv, line 2: land_a: one that"),
    "an alliance with itself": (cell("alliances", 1, "land_b", "england"), r"line 2: land_b: two different ends"),
    "an alliance twice": (
        rows("alliances", EVERY, "a16,16,franken,england,sea,1,1,1,1,1,1,inferred"),
        r"alliances.csv, line 17: land_b: joined only once",
    ),
    "alliances out of order": (cell("alliances", 1, "number", "9"), r"alliances.csv, line 2: number: 1, for they"),
    "no alliances": (rows("alliances", 0), r"alliances.csv, line 1: at least 1 rows"),
    "a shield off the board": (cell("shields", 1, "x", "1e9"), r"shields.csv, line 2: x: millimetres from 0"),
    "a land without a shield": (rows("shields", -1), r"shields.csv, line 9: land: the court of \w+ has no place"),
    "a shield of no land": (cell("shields", 1, "land", "utopia"), r"shields.csv, line 2: land: one that there is"),
    "no maps": (rows("maps", 0), r"maps.csv, line 1: at least 1 rows|game.toml, line \d+: board"),
    "alliances without a place": (cell("alliances", 0, "x", "ex"), r"alliances.csv, line 1: x: .*without this column"),
    "a map of another table": (cell("maps", 1, "roads", "streets"), r"maps.csv, line 2: roads: a table of game.toml"),
    "too few cloisters": (cell("pieces", 1, "count", "3"), r"pieces.csv, line 2: count: at least 20 of each colour"),
    "pieces in too few colours": (cell("pieces", 1, "colour", "blue"), r"kind: cloisters in 5 colours are needed"),
    "players without end": (text("game.toml", "players = [3, 5]", "players = [1, 9]"), r"line 6: players: the rules"),
    "no table of lands": (text("game.toml", "[table.lands]", "[table.kingdoms]"), r"without a table 'lands'"),
    "a table that is a link": (linked_table, r"game.toml, line \d+: table.roads.file: 'roads.csv' leads out"),
    "a table that is a pipe": (fifo_table, r"game.toml, line \d+: table.roads.file: there is no file 'roads.csv'"),
    "a phrase that fills the memory": (
        text("play.en.toml", "points: {part}", "points: {part:>999999999}"),
        r"play.en.toml, line \d+: screen.points: a text was expected with nothing but plain names",
    ),
    "a phrase that looks behind its values": (
        text("play.en.toml", "exchanges {card}", "exchanges {card.__class__.__mro__}"),
        r"play.en.toml, line \d+: turn.exchange: a text was expected with nothing but plain names",
    ),
    "a phrase with a number for a name": (
        text("play.en.toml", "{n} cloisters", "{0} cloisters"),
        r"play.en.toml, line \d+: score.many.cloisters: a text was expected",
    ),
    "a phrase with an open brace": (
        text("play.de.toml", "{n}", "{n"),
        r"play.de.toml, line \d+: .*this is no phrase",
    ),
    "a phrase with an unknown gap": (
        text("play.en.toml", "exchanges {card}", "exchanges {hand}"),
        r"play.en.toml, line \d+: turn.exchange: there is nothing to say for {hand}",
    ),
    "a phrase that is not there": (
        text("play.en.toml", "exchange =", "swap ="),
        r"exchange: this phrase is missing",
    ),
    "a phrase that is a number": (text("play.de.toml", 'hand = "Hand"', "hand = 5"), r"hand: a text was expected"),
    "a phrase that moves the cursor": (
        text("play.en.toml", 'left = "left"', 'left = "\\u001b[2J"'),
        r"play.en.toml, line \d+: screen.left: a phrase has at most 400 letters, all of which can be seen",
    ),
    "no phrases": (lambda folder: (folder / "play.de.toml").unlink(), r"play.de.toml: this file is missing"),
    "phrases elsewhere": (
        lambda folder: (folder / "play.de.toml").rename(folder.parent / "r") and _link(folder / "play.de.toml"),
        r"play.de.toml: leads out of the game's folder",
    ),
}


def _link(file: Path) -> None:
    file.symlink_to(file.parent.parent / "r")


@pytest.fixture
def own_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(HOUSE, tmp_path / "mymap")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mymap"


def begun(folder: str) -> Result:
    players = ("--player", "Anna", "--player", "Ben", "--player", "Clara")
    return CliRunner().invoke(house, ["new", f"kk-board:{folder}", *players, "--seed", "1", "--out", "g.tbk"])


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("stranger", [False, True], ids=["ours", "trusting"])
def test_a_broken_map_is_refused_with_its_place(own_map: Path, name: str, stranger: bool) -> None:
    """Also where the folder's own definition checks nothing; with ours, another check may be the first to complain."""
    change, said = BROKEN[name]
    if stranger:
        trusting(own_map)
    change(own_map)
    result = begun("mymap")
    assert result.exit_code == 2, result.output
    assert re.search(said if stranger else r"timbuktu: mymap/[\w.]+(, line \d+)?: ", result.output), result.output
    assert len(result.output) < 700 and not Path("g.tbk").exists()


# ---- any change at all ----------------------------------------------------------------------------------------------

CELLS = st.one_of(
    st.sampled_from(["", "0", "-1", "99999999999", "1e309", "E1", "E", "EE", "england", "fields", "(", "{x!r}", "²"]),
    st.text(max_size=6),
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(table="maps", changes=[(20, 1, ""), (98, 0, "")], lines="keep")
@given(
    table=st.sampled_from(PLAYED),
    changes=st.lists(st.tuples(st.integers(0, 200), st.integers(0, 20), CELLS), min_size=1, max_size=3),
    lines=st.sampled_from(["keep", "double", "drop"]),
)
def test_a_changed_map_is_refused_or_can_be_laid_out(
    tmp_path_factory: pytest.TempPathFactory,
    table: str,
    changes: list[tuple[int, int, str]],
    lines: str,
) -> None:
    folder = tmp_path_factory.mktemp("maps") / "mymap"
    shutil.copytree(HOUSE, folder)
    trusting(folder)
    grid = read(folder / f"{table}.csv")
    for row, at, value in changes:
        grid[row % len(grid)][at % len(grid[0])] = value
    row = changes[0][0] % len(grid)
    grid = {"keep": grid, "double": [*grid, grid[row]], "drop": grid[:row] + grid[row + 1 :]}[lines]
    write(folder / f"{table}.csv", grid)
    try:
        game = playable(f"kk-board:{folder}", Path())
    except PrintingError as refused:
        assert "mymap" in str(refused)
        return
    _check_laid_out(BoardMap(game.data))


def _check_laid_out(board: BoardMap) -> None:
    """The arrays are what the compiled code takes for granted."""
    s = State.of(board.blank)
    near = [int(bits) for bits in board.neighbours[: len(board.fields)]]
    assert len(near) <= 64 and not any(board.neighbours[len(near) :])
    for field, bits in enumerate(near):
        assert not bits >> field & 1 and bits < 1 << len(near) and bits.bit_count() <= 6
        assert all(near[other] >> field & 1 for other in range(len(near)) if bits >> other & 1)
    count = [int(number) for number in s.count]
    assert 2 <= s.kinds <= 6 and min(count[: s.kinds]) >= 5 and 30 <= sum(count) <= 120
    assert (
        2 <= s.lands <= 26 and all(land < s.lands for land in s.land_of) and all(kind < s.kinds for kind in s.card_of)
    )
    for land in range(s.lands):
        allies = [int(ally) for ally in s.allies[land] if ally >= 0]
        assert len(set(allies)) == len(allies) and all(ally < s.lands and ally != land for ally in allies)
        assert s.allies[land, len(allies) :].max(initial=-1) == -1
