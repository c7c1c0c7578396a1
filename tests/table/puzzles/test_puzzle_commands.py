"""`timbuktu puzzles` and `timbuktu solve`: found again by its seed, printed, logged; answers judged in words."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from table.puzzles import collection
from tests.conftest import Workshop

MAIN = "import sys; sys.argv[0] = 'timbuktu'; from table.cli import main; main()"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two puzzles of the card game."""
    folder = tmp_path_factory.mktemp("made")
    result = Workshop(folder).run("puzzles", "kk-card", "--count", "2", "--seed", "3", "--out", f"{folder}/two.pdf")
    assert result.exit_code == 0, result.output
    return folder


def test_a_seed_finds_the_same_puzzles_again(made: Path, workshop: Workshop) -> None:
    again = workshop.run("puzzles", "kk-card", "--count", "2", "--seed", "3", "--out", "two.pdf", "--json")
    assert again.exit_code == 0, again.output
    for file in (made / "two").iterdir():
        assert (workshop.root / "two" / file.name).read_bytes() == file.read_bytes()
    assert (workshop.root / "two.pdf").read_bytes() == (made / "two.pdf").read_bytes()
    document = json.loads(again.stdout)
    assert [puzzle["log"] for puzzle in document["puzzles"]] == [str(Path("two") / f"0{n}.tbk") for n in (1, 2)]
    assert document["game"] == "kk-card" and document["file"] == "two.pdf" and document["games"] >= 2


def test_a_puzzle_is_a_log_to_lay_out_and_to_ask_about(made: Path, workshop: Workshop) -> None:
    log = str(made / "two" / "01.tbk")
    assert workshop.run("show", log).exit_code == 0
    asked = workshop.run("advise", log, "--simulations", "60", "--json")
    assert asked.exit_code == 0 and json.loads(asked.stdout)["turns"]
    entry = collection.read(made / "two").entries[0]
    assert workshop.run("log", log, entry.answer).exit_code == 0
    assert workshop.run("log", log, "--undo").exit_code == 0


def test_the_question_the_right_answer_and_a_wrong_one(made: Path, workshop: Workshop) -> None:
    log, entry = str(made / "two" / "01.tbk"), collection.read(made / "two").entries[0]
    asked = workshop.run("solve", log)
    assert asked.exit_code == 0 and "Which turn wins" in asked.stdout and entry.answer not in asked.stdout
    right = workshop.run("solve", log, entry.answer)
    assert right.exit_code == 0
    assert f"Right: {entry.answer} is the best turn." in right.stdout and "Proved" in right.stdout
    wrong = workshop.run("solve", log, entry.tempting)
    assert wrong.exit_code == 0
    assert f"{entry.tempting} does not win" in wrong.stdout and entry.answer not in wrong.stdout
    shown = workshop.run("solve", log, "--show")
    assert f"{entry.answer}: " in shown.stdout


def test_a_program_is_told_the_same(workshop: Workshop) -> None:
    entry = collection.booklet("cartino").entries[0]
    right = json.loads(workshop.run("solve", "cartino/1", entry.answer, "--json").stdout)
    assert (right["right"], right["proved"], right["behind"], right["points"]) == (True, True, 0, entry.worth)
    wrong = json.loads(workshop.run("solve", "cartino/1", entry.tempting, "--json").stdout)
    assert (wrong["right"], wrong["behind"]) == (False, entry.worth - entry.tempting_worth)
    assert "best" not in wrong
    shown = json.loads(workshop.run("solve", "cartino/1", "--show", "--json").stdout)
    assert shown["best"] == entry.answer and "right" not in shown


@pytest.mark.parametrize("game", ["kk-card", "kardinal", "kk-board", "cartino"])
def test_every_shipped_answer_is_called_right(game: str, workshop: Workshop) -> None:
    for number, entry in enumerate(collection.booklet(game).entries[:3], start=1):
        said = workshop.run("--lang", "de", "solve", f"{game}/{number}", entry.answer)
        assert said.exit_code == 0 and said.stdout.splitlines()[1].startswith("Richtig"), said.output


def test_a_turn_may_come_as_several_words(workshop: Workshop) -> None:
    entry = next(entry for entry in collection.booklet("kk-card").entries if " " in entry.answer)
    number = collection.booklet("kk-card").entries.index(entry) + 1
    assert "Right" in workshop.run("solve", f"kk-card/{number}", *entry.answer.split()).stdout


def test_an_illegal_answer_is_refused_with_what_is_legal(workshop: Workshop) -> None:
    result = workshop.run("solve", "kk-card/1", "ZZ9")
    assert result.exit_code == 1 and result.stdout == "" and "ZZ9" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("solve", "kk-card/13"), "There is no puzzle 13: there are 1 to 12."),
        (("solve", "kk-crad/1"), "There is no booklet of puzzles for 'kk-crad'. Did you mean 'kk-card'?"),
        (("solve", "kk-card"), "'kk-card' names no puzzle: give its log, or a puzzle of a booklet such as kk-card/3."),
        (("solve", "nowhere/01.tbk"), "nowhere"),
    ],
)
def test_what_names_no_puzzle(arguments: tuple[str, ...], said: str, workshop: Workshop) -> None:
    assert said in workshop.complaint(*arguments)


def test_bad_wishes_write_nothing(workshop: Workshop) -> None:
    (workshop.root / "full").mkdir()
    (workshop.root / "full" / "mine.tbk").write_text("mine", encoding="utf-8")
    for wishes in (
        ("nogame",),
        ("kk-card", "--players", "2"),
        ("kk-card", "--level", "6"),
        ("kk-card", "--count", "0"),
        ("kk-card", "--out", "puzzles"),
        ("kk-card", "--out", "full.pdf"),
    ):
        result = workshop.run("puzzles", *wishes)
        assert result.exit_code == 2 and result.stderr and not result.stdout, wishes
    assert sorted(path.name for path in workshop.root.iterdir()) == ["full", "mygame"]
    assert (workshop.root / "full" / "mine.tbk").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('kind = "win"', 'kind = "wine"', "puzzle.0.kind"),
        ('log = "01.tbk"', 'log = "../01.tbk"', "puzzle.0.log"),
        ("level = ", "levle = ", "levle"),
        ("game = ", "game ", "puzzles.toml, line 1"),
        ('answer = "', 'answer = "ZZ9 ', "01.tbk: 'ZZ9 "),
        ("line = [", 'line = ["ZZ9", ', "01.tbk: 'ZZ9'"),
    ],
)
def test_a_broken_index_is_told_with_its_place(old: str, new: str, said: str, made: Path, workshop: Workshop) -> None:
    for file in (made / "two").iterdir():
        workshop.write(f"../two/{file.name}", file.read_bytes())
    index = workshop.root / "two" / collection.INDEX
    text = index.read_text(encoding="utf-8")
    assert old in text
    index.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert said in workshop.complaint("solve", "two/01.tbk", "--show")


def test_time_ends_the_search(workshop: Workshop) -> None:
    """Whether something was found by then or not."""
    result = workshop.run("puzzles", "cartino", "--count", "60", "--time", "0.1", "--out", "some.pdf", "--json")
    if result.exit_code:
        assert result.exit_code == 1 and "No puzzle was found" in result.stderr
    else:
        assert len(json.loads(result.stdout)["puzzles"]) < 60


def test_puzzles_of_one_level(workshop: Workshop) -> None:
    result = workshop.run("puzzles", "cartino", "--count", "2", "--level", "2", "--json")
    assert [puzzle["level"] for puzzle in json.loads(result.stdout)["puzzles"]] == [2, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="a terminal of Unix")
def test_ctrl_c_keeps_what_was_found(workshop: Workshop) -> None:
    import pexpect

    program = pexpect.spawn(
        sys.executable,
        ["-c", MAIN, "puzzles", "cartino", "--count", "60", "--level", "1", "--out", "kept.pdf"],
        cwd=str(workshop.root),
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3]), "TERM": "xterm", "COLUMNS": "120"},
        encoding="utf-8",
        timeout=120,
    )
    program.expect(r"[2-9] of 60 puzzles")
    program.kill(signal.SIGINT)
    program.expect("kept.pdf")
    program.expect(pexpect.EOF)
    program.close()
    assert program.exitstatus == 0
    assert (workshop.root / "kept.pdf").read_bytes().startswith(b"%PDF")
    assert len(collection.read(workshop.root / "kept").entries) >= 2


def test_a_booklet_beside_the_set(workshop: Workshop) -> None:
    result = workshop.run("pdf", "kk-card", "--only", "chart,puzzles", "--out", "out", "--json")
    assert result.exit_code == 0, result.output
    files = {Path(item["file"]).name: item["pages"] for item in json.loads(result.stdout)}
    assert files.keys() == {"kk-card-a4-en-chart.pdf", "kk-card-a4-en-puzzles.pdf"}
    assert all((workshop.root / "out" / name).exists() for name in files)


def test_a_game_without_a_booklet_says_so(workshop: Workshop) -> None:
    assert "no booklet of puzzles" in workshop.complaint("pdf", "mygame", "--only", "puzzles", "--out", "out")
