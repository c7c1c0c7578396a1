"""Numbers that a file may give: what is too large is refused with its line, and never counted wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.cli import house
from tests.conftest import Workshop

LONG = "1" * 5_000
FINALS = [
    ("cartino", "track 40000"),
    ("cartino", "track -40000"),
    ("cartino", f"track {LONG}"),
    ("cartino", "track 9000 track 9000"),
    ("cartino", "sets 5000"),
    ("cartino", "sets 26"),
    ("cartino", f"sets {LONG}"),
    ("cartino", "sets 10 sets 10"),
    ("kk-board", "interim 99999"),
    ("kk-board", "interim 9999 interim 9999 interim 9999 interim 9999"),
    ("kk-board", f"interim {LONG}"),
    ("kardinal", "R1000"),
    ("kardinal", f"R{LONG}"),
    ("kardinal", f"{LONG}R"),
    ("kardinal", f"dom {LONG}"),
    ("kardinal", "dom 256"),
    ("kk-card", f"FR{LONG}"),
    ("kk-card", "=M" * 300),
]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(house, arguments, prog_name="timbuktu")


def score_of(folder: Path, text: str) -> Result:
    file = folder / "end.txt"
    file.write_text(text, encoding="utf-8")
    return run("score", str(file), "--json")


@pytest.mark.parametrize(("game", "held"), FINALS, ids=[f"{game} {held[:20]}" for game, held in FINALS])
def test_an_end_with_too_large_a_number_is_refused_with_its_line(tmp_path: Path, game: str, held: str) -> None:
    result = score_of(tmp_path, f"game: {game}\nAnna:\nBen: {held}\n" + ("Clara:\n" if game == "kk-board" else ""))
    assert result.exit_code == 2 and result.stdout == ""
    assert "end.txt, line 3: " in result.stderr and len(result.stderr) < 400


@pytest.mark.parametrize(
    ("text", "part", "points"),
    [
        ("game: kk-board\nAnna: interim 9999\nBen:\nClara:\n", "interim", 9999),
        ("game: kk-board\nAnna: Zwischenwertung23\nBen:\nClara:\n", "interim", 23),
        ("game: kk-board\nAnna: interim 20 interim 0003\nBen:\nClara:\n", "interim", 23),
        ("game: cartino\nAnna: track 9999 sets 9\nBen: out\n", "contacts", 9909),
        ("game: cartino\nAnna: track -30\nBen: out\n", "contacts", -30),
        ("game: cartino\nAnna: sets 11 track 00120\nBen: out\n", "sets", 110),
        ("game: kardinal\nAnna: R0005\nBen: Y3\n", "stones", 5),
    ],
)
def test_numbers_within_bounds_are_counted_as_written(tmp_path: Path, text: str, part: str, points: int) -> None:
    result = score_of(tmp_path, text)
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["players"][0]["parts"][part] == points


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("kk-board", "shuffle: ²"),
        ("kk-board", "shuffle: ٣"),
        ("kk-board", f"shuffle: {LONG}"),
        ("kk-board", "shuffle: 99999999999999999999"),
        ("kk-board", f"hand {LONG}: FA FA FA"),
        ("kk-board", "hand 0010: FA FA FA"),
        ("cartino", f"rack {LONG}: ?"),
        ("cartino", "rack 0010: ?"),
        ("kk-card", f"row {LONG}: FR1"),
        ("kk-card", "row 0010: " + " ".join(["FR1"] * 10)),
        ("kk-card", f"row {'0' * 5000}1: FR1"),
    ],
    ids=lambda text: text[:20],
)
def test_a_setup_with_a_strange_number_is_refused_with_its_line(tmp_path: Path, game: str, line: str) -> None:
    file = tmp_path / "game.tbk"
    file.write_text(f"game: {game}\nplayers: Anna, Ben, Clara\nsetup\n{line}\n", encoding="utf-8")
    result = run("show", str(file))
    assert result.exit_code == 2 and "game.tbk, line 4: " in result.stderr and len(result.stderr) < 400


def test_the_same_hand_in_two_spellings_is_there_twice(tmp_path: Path) -> None:
    file = tmp_path / "game.tbk"
    setup = "open: FA LI\nhand 1: FA FA FA\nhand01: LI LI LI\n"
    file.write_text(f"game: kk-board\nplayers: Anna, Ben, Clara\nsetup\n{setup}", encoding="utf-8")
    assert "line 6: this line of the setup is there twice." in run("show", str(file)).stderr


# ---- definitions ----------------------------------------------------------------------------------------------------

CARD = "templates/card.svg.j2"
SIZES = ["nan", "inf", "-inf", "1e309", "-1", "0", "1e308"]


@pytest.mark.parametrize("size", [*SIZES, LONG, "0x" + "f" * 5_000, "1e-300"])
def test_a_part_of_a_nonsense_size_is_refused(workshop: Workshop, size: str) -> None:
    workshop.change("game.toml", "[63, 88]", f"[63, {size}]")
    assert workshop.printing().startswith("mygame/game.toml")


@pytest.mark.parametrize("key", ["players = [2, {}]", "count = {}"])
def test_a_number_without_end_is_refused_wherever_it_stands(workshop: Workshop, key: str) -> None:
    old = {"p": "players = [2, 4]", "c": "count = 18"}[key[0]]
    for number in (LONG, "0x" + "f" * 5_000, "9" * 30):
        workshop.change("game.toml", old, key.format(number))
        assert workshop.printing().startswith("mygame/game.toml")
        workshop.change("game.toml", key.format(number), old)


@pytest.mark.parametrize(
    "box",
    ["0,0,0,9", "0,0,-5,9", "0,0,1e-9,9", "0,0,9,-1", "0,0,1e308,9", "1e308,0,9,9", "0,0,'nan',9", "0,0,9,'inf'"]
    + [f"0,0,45,17,leading={leading}" for leading in ("0", "-5", "1e308")],
)
def test_a_block_of_a_nonsense_size_is_refused(workshop: Workshop, box: str) -> None:
    workshop.change(CARD, "{# One card.", f"{{{{ block('Ein Text', {box}) }}}}{{# One card.")
    assert workshop.printing().startswith(f"mygame/{CARD}")


@pytest.mark.parametrize(
    "markup",
    [
        '<foreignObject width="0" height="9"><p>a</p></foreignObject>',
        '<foreignObject width="9" height="9" font-size="0"><p>a</p></foreignObject>',
        '<foreignObject width="9" height="9" font-size="1e308" data-min-size="1"><p>a</p></foreignObject>',
        '<foreignObject width="9" height="9" data-min-size="-1e308"><p>a a a a a</p></foreignObject>',
        '<foreignObject width="9" height="9" data-leading="nan"><p>a</p></foreignObject>',
        '<foreignObject width="9" height="9"><ol start="²"><li>a</li></ol></foreignObject>',
        f'<foreignObject width="9" height="9"><ol start="{LONG}"><li>a</li></ol></foreignObject>',
    ],
)
def test_a_text_box_of_ones_own_of_a_nonsense_size_is_refused(workshop: Workshop, markup: str) -> None:
    workshop.change(CARD, "{# One card.", markup + "{# One card.")
    assert workshop.printing().startswith(f"mygame/{CARD}")


@pytest.mark.parametrize("value", ["nan", "inf", "1e308", "-1e308"])
def test_a_net_of_a_nonsense_size_is_refused(workshop: Workshop, value: str) -> None:
    face = f"[net.a.face.f]\npoints = [[0, 0], [{value}, 0], [5, 5]]\n"
    workshop.write("nets.toml", f'[net.a]\nroot = "f"\n{face}')
    assert workshop.printing().startswith("mygame/nets.toml")


@pytest.mark.parametrize("edge", ["²", LONG, "-1", "3"])
def test_an_edge_that_is_no_number_is_refused(workshop: Workshop, edge: str) -> None:
    face = "[net.a.face.f]\npoints = [[0, 0], [5, 0], [5, 5]]\n"
    workshop.write(
        "nets.toml", f'[net.a]\nroot = "f"\n{face}[[net.a.fold]]\nedge = "f.{edge}"\nto = "f.1"\nangle = 0\n'
    )
    assert "f has the edges 0 to 2." in workshop.printing()


@pytest.mark.parametrize("file", ["game.toml", "palette.toml", "words.de.toml", "chart.toml"])
@pytest.mark.parametrize(
    "text",
    [
        "a." * 31 + "a.b = 1",
        "a." * 500 + "b = 1",
        "x = {" + "a." * 500 + "b = 1}",
        "x = " + "[" * 500 + "]" * 500,
        "x = " + "{a=" * 80 + "1" + "}" * 80,
        "[" + ".".join("a" * 40) + "]\nb = 1\n" + "[" + ".".join("a" * 41) + "]\nb = 1",
    ],
    ids=["keys", "many", "inline", "lists", "tables", "headers"],
)
def test_tables_nested_too_deeply_are_refused(workshop: Workshop, file: str, text: str) -> None:
    path = workshop.game / file
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    workshop.write(file, f"{text}\n{old}")
    command = ("chart", "mygame", "--out", "out") if file == "chart.toml" else ("pdf", "mygame", "--out", "out")
    said = workshop.complaint(*command)
    assert said.startswith(f"mygame/{file}") and "nested too deeply" in said
