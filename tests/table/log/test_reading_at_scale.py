"""A file that is made to be slow is read or refused as quickly as any other of its size.

Every text here has a megabyte or more. What took a time that grows with the square of the size took minutes or hours;
the limit of time only tells that apart, and is far from what any machine needs.
"""

from __future__ import annotations

import time
from contextlib import chdir
from pathlib import Path

import pytest

from shelf.toml_lines import line_of
from tests import warmed
from tests.conftest import Workshop

LIMIT = 60
"""Seconds for each."""
MEGA = 1_000_000
HEAD = "game: {}\nplayers: Anna, Ben\n\nsetup\n"
CARTINO = HEAD.format("cartino") + "rack 1: K7 K8 K9 K10 KB\n\n"
KARDINAL = HEAD.format("kardinal") + "\n"
BOARD = HEAD.format("kk-board") + "open: FA LI\n\n"
CARD = HEAD.format("kk-card")


def told(cwd: Path, *arguments: str) -> str:
    """What the program says about a file, in a process of its own."""
    begin = time.monotonic()
    with chdir(cwd):
        done = warmed.run(arguments)
    assert time.monotonic() - begin < LIMIT
    assert "something broke" not in done.stderr and "Traceback" not in done.stderr, done.stderr[-2000:]
    assert done.returncode in (1, 2), done.stderr[-2000:]
    assert len(done.stderr) < 3000
    return done.stderr


@pytest.mark.parametrize(
    "text",
    [
        "1" + " " * MEGA + "x",
        "1 " * (MEGA // 2),
        CARTINO + "1" + " " * MEGA + "x",
        CARTINO + "1 Anna" + " " * MEGA + "x: a1",
        CARTINO + "reveal" + " " * MEGA + "x",
        CARTINO + "1 Anna: *" + " " * MEGA + "x",
        CARTINO + "1 Anna: K7" + " " * MEGA + "@" + " " * MEGA + "x",
        CARTINO + "1 Anna: a1 / " + "K7 " * (MEGA // 3),
        CARTINO + "1 Anna: a1 / " + "? , " * (MEGA // 4) + "x",
        HEAD.format("cartino") + "rack" + " " * MEGA + "x",
        HEAD.format("cartino") + "rack " + "1" * MEGA + " " * MEGA + "x",
        HEAD.format("cartino") + "rack 1: " + "K7 " * (MEGA // 3),
        KARDINAL + "1 Anna: K" + " " * MEGA + "x",
        KARDINAL + "1 Anna: RT" + " " * MEGA + "+" + " " * MEGA + "1" + " " * MEGA + "x",
        KARDINAL + "1 Anna: RT1,1" + " " * MEGA + "/" + " " * MEGA + "x",
        HEAD.format("kardinal") + "colours: " + "R " * (MEGA // 2),
        BOARD + "1 Anna: /" + "FA " * (MEGA // 3),
        BOARD + "1 Anna: ?=" + " " * MEGA + "x",
        BOARD + "1 Anna: " + "F" + "1" * MEGA,
        HEAD.format("kk-board") + "shuffle: " + "1" * MEGA,
        CARD + "row 1: " + "FR" + "1" * MEGA,
        CARD + "row 1: FR" + " " * MEGA + "x",
        CARD + "row 1" + " " * MEGA + "." + " " * MEGA + "x",
        CARD + "laws: " + "M" * MEGA,
        "x" + " " * MEGA + "y: 1",
        "x-" * (MEGA // 2),
        "game: kk-card\nplayers: " + ",".join(f"n{n}" for n in range(150_000)) + "\n\nsetup\n",
        "".join(f"k{n}: 1\n" for n in range(100_000)),
    ],
    ids=lambda text: text[-400_000:][:24].strip() or text[:24],
)
def test_logs_are_refused_in_good_time(tmp_path: Path, text: str) -> None:
    (tmp_path / "slow.tbk").write_text(text, encoding="utf-8")
    assert "slow.tbk" in told(tmp_path, "show", "slow.tbk")


@pytest.mark.parametrize(
    "text",
    [
        "game: kk-card\n" + "".join(f"n{n}: FR1\n" for n in range(100_000)),
        "game: kk-card\nplayers: "
        + ",".join(f"n{n}" for n in range(100_000))
        + "\n".join(f"n{n}: FR1\n" for n in range(100_000)),
        "game: cartino\nplayers: Anna, Ben\n" + "Clara: *\n" * 100_000,
        "game: cartino\nAnna: " + "track 1 " * (MEGA // 8) + "\nBen: out\n",
        "game: cartino\nAnna: track " + "1" * MEGA + "\nBen: out\n",
        "game: kk-board\nAnna: zwischen" + "1" * MEGA + "x\nBen: F1\nClara: I1\n",
        "game: kardinal\nAnna: " + "1" * MEGA + "\nBen: R1\n",
    ],
    ids=["names", "named", "unknown", "points", "digits", "interim", "stones"],
)
def test_ends_are_refused_in_good_time(tmp_path: Path, text: str) -> None:
    (tmp_path / "slow.txt").write_text(text, encoding="utf-8")
    assert "slow.txt, line" in told(tmp_path, "score", "slow.txt")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("cards.csv", "id" + "," * 3 * MEGA + "\nBA1\n"),
        ("cards.csv", ",".join(f"c{n}" for n in range(400_000)) + "\n"),
        ("cards.csv", "id\nBA1" + "," * 3 * MEGA + "x\n"),
        ("game.toml", "bad = 1\n" + "".join(f'k{n} = """\n{"x" * 5 * 400}\n"""\n' for n in range(400))),
        ("game.toml", "bad = 1\nlong = [\n" + "1,\n" * (MEGA // 3) + "]\n"),
        ("game.toml", "a." * MEGA + "b = 1\n"),
        ("game.toml", "[" + "a." * MEGA + "b]\n" + "".join(f"k{n} = 1\n" for n in range(100_000))),
        ("game.toml", '"=".' * (MEGA // 2) + "b = 1\n"),
        ("game.toml", "a = " + "[" * MEGA),
        ("game.toml", "a = " + "{a=" * (MEGA // 3)),
        ("palette.toml", "x = {" + "a." * 2_000 + 'b = "#fff"}\n'),
    ],
    ids=["cells", "columns", "row", "texts", "list", "key", "header", "quoted", "brackets", "braces", "palette"],
)
def test_definitions_are_refused_in_good_time(workshop: Workshop, file: str, text: str) -> None:
    workshop.write(file, text)
    assert f"mygame/{file}" in told(workshop.root, "check", "mygame")


def test_more_colours_than_anybody_tells_apart_are_refused(workshop: Workshop) -> None:
    """Each is compared with each."""
    workshop.write("palette.toml", "[guild]\n" + "".join(f'c{n} = "#{n:06x}"\n' for n in range(50_000)))
    assert "tell_apart.0: nobody tells more than 60 colours apart." in workshop.printing()


def test_a_chart_of_endless_columns_is_refused(workshop: Workshop) -> None:
    columns = "".join(f'[[column]]\nid = "c{n}"\n' for n in range(50_000))
    workshop.write("extra.toml", columns + f'foot = "{"<" * MEGA}"\n')
    assert "extra.toml" in told(workshop.root, "chart", "kk-card", "--extra", "mygame/extra.toml", "--out", "out.pdf")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_line_of_a_key_is_found_behind_long_values(end: str) -> None:
    lines = [
        'a = """',
        *['x = [ "'] * 2_000,
        '"""',
        "b = [ # ]",
        '"]",',
        "]",
        "[[c]]",
        "d = 1",
        "[[c]]",
        "e = ''''x'''",
    ]
    text = end.join([*lines, "f = {g = '#'}", "h = 2"])
    places = (("a",), ("b", 0), ("c", 0, "d"), ("c", 1, "e"), ("c", 1, "f", "g"), ("c", 1, "h"))
    assert [line_of(text, place) for place in places] == [1, 2003, 2007, 2009, 2010, 2011]
