"""Definitions are read as their authors mean them, and a fault is found where it stands."""

from __future__ import annotations

import csv
import io
import os
import tomllib
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.game import load
from shelf import paths
from shelf.csv_files import LINE, read_csv
from shelf.errors import DefinitionError, PrintingError, nearest, quoted
from shelf.safe_files import file_in, inside
from shelf.toml_lines import line_of
from tests.conftest import Workshop

# ---- lines of keys ------------------------------------------------------------------------------------------------

KEYS = st.sampled_from(["id", "name", "part", "a-b", "size", '"odd key"'])
VALUES = st.sampled_from(
    [
        "1",
        '"text # no comment"',
        "[1, 2]",
        "{ x = 1, y = [2] }",
        "[\n  1, # one\n  2,\n]",
        '"""\n[part]\nid = 3\n"""',
        "'''\nname = 'x'\n'''",
    ]
)
BLANKS = st.sampled_from(["", "\n", "# id = 1\n", "\n# [part]\n\n"])


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, dict[tuple[str | int, ...], int]]:
    """A TOML text and the line on which each of its keys is set."""
    text, lines = "", {}
    tables = draw(st.lists(st.sampled_from(["[one]", "[one.two]", "[[part]]", "[part.inner]", "[[part.many]]"])))
    counts: dict[tuple[str | int, ...], int] = {}
    seen: set[tuple[str | int, ...]] = set()
    for header in ["", *tables]:
        here: tuple[str | int, ...] = ()
        for name in filter(None, header.strip("[]").split(".")):
            here = (*here, name)
            if header.startswith("[[") and name == header.strip("[]").split(".")[-1]:
                counts[here] = counts.get(here, -1) + 1
            if here in counts:
                here = (*here, counts[here])
        if here in seen or (header.startswith(("[part.", "[[part.")) and ("part",) not in counts):
            continue
        seen.add(here)
        text += draw(BLANKS)
        if header:
            lines[here] = text.count("\n") + 1
            text += f"{header}  # here\n"
        for key in draw(st.lists(KEYS.filter(lambda key, top=not header: not (top and key == "part")), unique=True)):
            text += draw(BLANKS)
            lines[(*here, key.strip('"'))] = text.count("\n") + 1
            text += f"{key} = {draw(VALUES)}\n"
    return text, lines


@given(documents())
def test_the_line_of_every_key_is_found(document: tuple[str, dict[tuple[str | int, ...], int]]) -> None:
    text, lines = document
    tomllib.loads(text)
    assert {path: line_of(text, path) for path in lines} == lines


@given(documents(), st.sampled_from(["missing", 7]))
def test_a_missing_key_is_looked_for_in_its_table(
    document: tuple[str, dict[tuple[str | int, ...], int]], step: str | int
) -> None:
    text, lines = document
    for path, line in lines.items():
        assert line_of(text, (*path, step)) == line


def test_keys_in_lists_and_inline_tables_are_on_the_line_where_those_begin() -> None:
    text = 'title = { de = "x", en = "y" }\n\n[[part]]\nsize = [\n  63,\n  -1,\n]\na.b.c = 3\n'
    assert line_of(text, ("title", "en")) == 1
    assert line_of(text, ("part", 0, "size", 1)) == 4
    assert line_of(text, ("part", 0, "a", "b", "c")) == 8
    assert line_of(text, ("nothing",)) is None


# ---- tables -------------------------------------------------------------------------------------------------------

CELLS = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff") | st.sampled_from("\n,;\t\"'"),
    max_size=12,
)


@given(
    rows=st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=6),
    delimiter=st.sampled_from(",;\t"),
    ending=st.sampled_from(["\n", "\r\n"]),
    mark=st.sampled_from(["", "\ufeff"]),
)
def test_a_table_is_read_as_a_spreadsheet_saves_it(
    rows: list[list[str]], delimiter: str, ending: str, mark: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=delimiter, lineterminator=ending)
    writer.writerows([["id", "name", "text"], *rows])
    file = tmp_path_factory.getbasetemp() / "table.csv"
    file.write_bytes((mark + buffer.getvalue()).encode())
    table = read_csv(file)
    kept = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    assert [[row["id"], row["name"], row["text"]] for row in table.rows] == kept


def test_rows_know_the_line_on_which_they_begin(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text('id,text\n\nA,"two\nlines"\n,\nB,"three\n\nlines"\nC,one\n', encoding="utf-8")
    assert [(row["id"], row[LINE]) for row in read_csv(file).rows] == [("A", "3"), ("B", "6"), ("C", "9")]


def test_empty_columns_behind_the_last_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("id;text;;\nA;x;;\nB;y;\n", encoding="utf-8")
    assert [(row["id"], row["text"]) for row in read_csv(file).rows] == [("A", "x"), ("B", "y")]


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"", 1, "its first line must name the columns"),
        (b"\n\nid,name\n", 1, "its first line must name the columns"),
        (b"id,,name\n", 1, "column 2 has no name"),
        (b"id,name,id\n", 1, "this name stands twice"),
        (b"id,name\nA,x\nB\n", 3, "1 cells, but 2 columns"),
        (b"id,name\nA,x\nB,y,z\n", 3, "3 cells, but 2 columns"),
        (b'id,name\nA,x\nB,"y\nC,z\n', 3, "not a readable CSV table"),
        (b'id,name\nA,"x"y\n', 2, "not a readable CSV table"),
        (b"id,name\nA,x\0\n", 2, "has no place in a text file"),
        (b"id,name\nA,x\nB,K\xf6nig\n", 3, "this is not text in UTF-8"),
        ("id,name\nA,x\n".encode("utf-16"), 1, "this is not text in UTF-8"),
        (b"id,name\n" + b"A,x\n" * 20_001, 20_002, "more than 20,000 rows are not printed"),
    ],
)
def test_an_unreadable_table_is_told_with_its_line(tmp_path: Path, content: bytes, line: int, message: str) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(content)
    with pytest.raises(DefinitionError) as fault:
        read_csv(file)
    assert (fault.value.file, fault.value.line) == (file, line)
    assert message in fault.value.message


@pytest.mark.parametrize("content", ["id,name" + "," * 1_000_000 + "\n1,a\n", "id,name\n1,a" + "," * 1_000_000 + "\n"])
def test_a_million_empty_columns_are_left_out_at_once(tmp_path: Path, content: str) -> None:
    """Column by column, with a copy of the rest each time, it would take minutes."""
    file = tmp_path / "table.csv"
    file.write_text(content, encoding="utf-8")
    assert read_csv(file).header == ("id", "name")


def test_half_a_million_columns_are_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(",".join(map(str, range(500_000))), encoding="utf-8")
    assert len(read_csv(file).header) == 500_000


@pytest.mark.parametrize("row", ["1,a\n", "1,a long row that makes the file larger than any table has to be\n"])
def test_a_million_rows_are_refused_without_eating_memory(tmp_path: Path, row: str) -> None:
    file = tmp_path / "table.csv"
    file.write_text("id,name\n" + row * 1_000_000, encoding="utf-8")
    tracemalloc.start()
    with pytest.raises(DefinitionError, match=r"more than 20,000 rows|larger than 4 MB"):
        read_csv(file)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60_000_000


def test_a_folder_in_the_place_of_a_file_is_told(workshop: Workshop) -> None:
    (workshop.game / "cards.csv").unlink()
    (workshop.game / "cards.csv").mkdir()
    assert "there is no file 'cards.csv'" in workshop.printing()
    (workshop.game / "game.toml").unlink()
    (workshop.game / "game.toml").mkdir()
    assert workshop.printing() == "mygame/game.toml: this is not a file."


# ---- games --------------------------------------------------------------------------------------------------------


def test_the_games_of_the_house_and_the_example_are_right() -> None:
    for name in (*paths.game_ids(), paths.ASSETS / "starter"):
        game = load(name)
        for part in game.spec.part:
            assert len(game.copies(part)) == (part.count or len(game.copies(part)))


def test_copies_follow_the_column_count(workshop: Workshop) -> None:
    workshop.change("cards.csv", "Take another turn.,2", "Take another turn.,0")
    workshop.change("cards.csv", "Draw a card.,2", "Draw a card.,")
    workshop.change("game.toml", "count = 18", "count = 15")
    game = load(workshop.game)
    ids = [row["id"] for row in game.copies(game.spec.part[0])]
    assert (ids.count("SM2"), ids.count("BA2"), ids.count("BA1")) == (0, 1, 2)


def test_all_components_together_are_limited(workshop: Workshop) -> None:
    """Each part alone would pass; a hundred of them would be a million cards."""
    workshop.change("game.toml", "count = 18", "")
    workshop.change("cards.csv", "Draw a card.,2", "Draw a card.,15000")
    text = (workshop.game / "game.toml").read_text(encoding="utf-8")
    part = text[text.index("[[part]]") :]
    workshop.write("game.toml", text + part.replace('id = "cards"', 'id = "more"'))
    said = workshop.printing()
    assert "line 31: part.1.table: more than 20,000 components are not printed." in said


def test_two_parts_with_one_id_are_told(workshop: Workshop) -> None:
    text = (workshop.game / "game.toml").read_text(encoding="utf-8")
    workshop.write("game.toml", text + '[[page]]\nid = "cards"\nname = { de = "x", en = "x" }\nface = "back.svg.j2"\n')
    assert "line 29: page.0.id: 'cards' is the id of two parts; each needs its own." in workshop.printing()


def test_a_folder_without_a_definition_is_told(workshop: Workshop) -> None:
    (workshop.root / "empty").mkdir()
    assert workshop.complaint("check", "empty") == (
        "empty/game.toml: this file is missing; `timbuktu init` writes an example."
    )
    assert workshop.complaint("pdf", "kk-crad", "--out", "out") == (
        "There is no game and no folder 'kk-crad'. Did you mean 'kk-card'?"
    )


@pytest.mark.parametrize("name", ["../x", "/etc/passwd", "a/../../x", "out", "loop", "nul\0", "x" * 5000, "out/secret"])
def test_names_do_not_lead_out_of_a_folder(tmp_path: Path, name: str) -> None:
    game = tmp_path / "game"
    game.mkdir()
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    (game / "out").symlink_to(tmp_path)
    (game / "loop").symlink_to(game / "loop")
    assert file_in(game, name) is None
    if name[0] != "x":
        assert inside(game, name) is None or name == "loop"


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "symbols").mkdir()
    (tmp_path / "symbols" / "a.svg").write_text("<svg/>", encoding="utf-8")
    (tmp_path / "b.svg").symlink_to("symbols/a.svg")
    assert file_in(tmp_path, "b.svg") == (tmp_path / "symbols" / "a.svg").resolve()


# ---- how it is said -----------------------------------------------------------------------------------------------


def test_paths_are_as_short_as_one_would_type_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert str(DefinitionError(tmp_path / "a" / ".." / "b.toml", "wrong.", 3, "x.y")) == "b.toml, line 3: x.y: wrong."
    assert str(DefinitionError(Path("a/b.toml"), "wrong.")) == f"{Path('a/b.toml')}: wrong."
    assert str(DefinitionError(Path(os.sep) / "a.toml", "wrong.")) == f"{Path(os.sep) / 'a.toml'}: wrong."


def test_the_nearest_spelling_keeps_its_capitals() -> None:
    assert nearest("bakr", ["Baker", "Smith"]) == " Did you mean 'Baker'?"
    assert nearest("zzz", ["Smith", "Baker"]) == " Known: Baker, Smith."
    assert nearest("zzz", []) == ""
    assert nearest("zzz", map(str, range(50))).endswith("and others.")


def test_a_long_value_is_cut_short() -> None:
    assert len(quoted("x" * 1000)) == 60
    assert quoted("\x1b[2J") == "'\\x1b[2J'"
    assert len(nearest("y", ["x" * 1000])) < 100
    assert len(str(DefinitionError(Path("cards.csv"), "unknown.", 1, "x" * 1000))) < 100


@pytest.mark.parametrize("text", ["a = " + "[" * 5000 + "]" * 5000, "a = " + "9" * 5000])
def test_strange_toml_is_a_message_and_no_crash(workshop: Workshop, text: str) -> None:
    workshop.write("words.de.toml", text)
    assert "mygame/words.de.toml: not valid TOML: " in workshop.printing()


@given(content=st.binary(max_size=300))
def test_no_rubbish_in_a_table_or_definition_is_a_crash(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "rubbish"
    folder.mkdir(exist_ok=True)
    for name in ("game.toml", "table.csv"):
        (folder / name).write_bytes(content)
    with pytest.raises(PrintingError):
        load(folder)
    try:
        read_csv(folder / "table.csv")
    except DefinitionError as fault:
        assert fault.file.name == "table.csv"


def test_a_fault_in_a_huge_file_is_told_without_its_line(workshop: Workshop) -> None:
    """To find the line would take longer than anybody waits."""
    workshop.write("palette.toml", "a = 1\n" + "".join(f"colour{n} = '#123456'\n" for n in range(100_000)))
    assert "palette.toml: a: " in workshop.printing()
