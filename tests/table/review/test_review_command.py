"""`timbuktu review`: on the screen, as a page and on paper; stopped and gone on with; bad input."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from click.testing import CliRunner, Result

from solver.kernel.contract import legal_steps
from table.answers.reviewer import Reviewer
from table.cli import house
from table.reports.review_pdf import printed
from table.screens.words import Words
from tests.table.review.games import looked_back, match_of, played

PENCIL = Path(__file__).parents[2] / "fuzz" / "corpus" / "logs"
QUICK = ("--simulations", "100", "--threads", "1")


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where drawings are kept, for all tests here together."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMBUKTU_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture
def unseen(tmp_path: Path) -> Path:
    """A game of cards as far as its twelfth turn."""
    file = tmp_path / "evening.tbk"
    file.write_text(played("kk-card", 3, turns=12), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], bytes]:
    """The document of its first review, and what was remembered."""
    file = tmp_path_factory.mktemp("reviewed") / "evening.tbk"
    file.write_text(played("kk-card", 3, turns=12), encoding="utf-8")
    result = run("review", file, *QUICK, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout), file.with_name("evening.tbk.review").read_bytes()


@pytest.fixture
def log(unseen: Path, document: tuple[dict[str, Any], bytes]) -> Path:
    """The same game after it was looked at."""
    unseen.with_name("evening.tbk.review").write_bytes(document[1])
    return unseen


def run(*arguments: object, language: str = "en", width: int = 100) -> Result:
    environment = {"LC_ALL": f"{language}_XX.UTF-8", "COLUMNS": str(width)}
    return CliRunner().invoke(house, [str(each) for each in arguments], prog_name="timbuktu", env=environment)


def test_the_document(document: tuple[dict[str, Any], bytes]) -> None:
    """What scripts rely on."""
    found, _ = document
    assert len(found["turns"]) == 12 and found["whole"]
    assert [turn["name"] for turn in found["turns"][:3]] == ["Anna", "Ben", "Clara"]
    assert all(len(turn["win_before"]) == len(turn["luck"]) == 3 for turn in found["turns"])
    assert found["verdicts"] == {"slip": 0.02, "mistake": 0.05, "turning": 0.12, "doubt": 2.0}
    assert [player["name"] for player in found["players"]] == ["Anna", "Ben", "Clara"]


@pytest.mark.parametrize(("language", "said"), [("en", "Luck apart from skill"), ("de", "Glück und Können getrennt")])
def test_the_screen_in_both_languages(log: Path, language: str, said: str) -> None:
    """The words that losses are called by stand there with their numbers."""
    result = run("review", log, *QUICK, language=language)
    assert result.exit_code == 0 and said in result.output
    assert re.search(r"2 % .*5 %.*12 %", result.output)
    assert "▁" in result.output or "█" in result.output
    assert result.output.count("\n") > 25


def test_there_is_always_an_answer_however_short_the_time(log: Path) -> None:
    document = json.loads(run("review", log, "--time", "0.1", "--json").stdout)
    assert len(document["turns"]) == 12 and all(sum(turn["win_before"]) > 0.9 for turn in document["turns"])


def test_the_page_needs_nothing_else(log: Path, tmp_path: Path) -> None:
    page, again = tmp_path / "review.html", tmp_path / "again.html"
    assert run("review", log, *QUICK, "--out", page).exit_code == 0
    assert run("review", log, *QUICK, "--out", again).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert len(text.encode()) < 1_000_000
    assert page.read_bytes() == again.read_bytes()
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//)|url\((?!data:)""", text)
    assert text.count("<li data-number=") == 12


def test_names_do_no_harm_on_the_page(unseen: Path, tmp_path: Path) -> None:
    text = unseen.read_text(encoding="utf-8").replace("Clara", "<b>Clara&co")
    unseen.write_text(text, encoding="utf-8")
    files = [argument for name in ("review.html", "review.pdf") for argument in ("--out", tmp_path / name)]
    assert run("review", unseen, *QUICK, *files).exit_code == 0
    assert "<b>Clara" not in (tmp_path / "review.html").read_text(encoding="utf-8")


def test_the_sheets(log: Path, tmp_path: Path) -> None:
    file = tmp_path / "review.pdf"
    assert run("review", log, *QUICK, "--out", file, language="de").exit_code == 0
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) >= 2
        assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] == [595, 842]
        assert pdf.Root.Lang == "de"
    assert run("review", log, *QUICK, "--out", file, "--paper", "letter").exit_code == 0
    with pikepdf.open(file) as pdf:
        assert [round(float(side)) for side in pdf.pages[0].mediabox[2:]] == [612, 792]


def test_a_long_turn_stands_on_the_sheet_whole() -> None:
    """Nobody can tap on paper to see the rest of it."""
    long = "IT5 !C EN5 SA4=T !T KA4-SA6 SA3>FK1"
    review = looked_back(played("kk-card", 3, turns=2), simulations=60)
    turns = [replace(turn, best=long, loss=0.06, loss_se=0.01) for turn in review.turns]
    with pypdfium2.PdfDocument(printed(replace(review, turns=turns), Words("de"), "a4")) as pdf:
        text = " ".join(pdf[len(pdf) - 1].get_textpage().get_text_range().split())
    assert text.count(long) == 2 and "…" not in text
    assert all(review.played(turn) in text for turn in review.turns)


# ---- remembered ------------------------------------------------------------------------------------------------------


def test_a_second_look_takes_what_is_known(
    log: Path, document: tuple[dict[str, Any], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = list[int]()
    original = Reviewer.turn

    def noted(self, move, *seconds):
        looked.append(move.number)
        return original(self, move, *seconds)

    monkeypatch.setattr(Reviewer, "turn", noted)
    again = json.loads(run("review", log, *QUICK, "--json").stdout)
    assert looked == [] and again["turns"] == document[0]["turns"]
    run("review", log, *QUICK, "--seed", "1", "--json")
    assert looked == list(range(1, 13))


def test_ctrl_c_keeps_what_is_there(
    unseen: Path, document: tuple[dict[str, Any], bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stopped in the middle it shows the finished turns; the same command goes on from there, with the same result."""
    original = Reviewer.turn

    def stop_at_seven(self, move, *seconds):
        if move.number == 7:
            raise KeyboardInterrupt
        return original(self, move, *seconds)

    with monkeypatch.context() as patch:
        patch.setattr(Reviewer, "turn", stop_at_seven)
        stopped = run("review", unseen, *QUICK, "--json")
    assert stopped.exit_code == 0
    assert len(json.loads(stopped.stdout)["turns"]) == 6 and not json.loads(stopped.stdout)["whole"]
    went_on = run("review", unseen, *QUICK, "--json")
    assert "6 turns were looked at before" in went_on.stderr
    assert json.loads(went_on.stdout)["turns"] == document[0]["turns"]


def test_a_corrected_turn_is_looked_at_anew(log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What came before it is known still; the corrected turn and all that follow are judged as the log has them now."""
    text = log.read_text(encoding="utf-8")
    match = match_of(text).at(9)
    move = next(
        turn
        for step in legal_steps(match.game.kernel, match.state)
        if (turn := match.game.write_turn(match.state, (step,))) != match_of(text).moves[9].text
    )
    assert run("log", log, "--at", "10", move, "--cut").exit_code == 0
    looked, original = list[int](), Reviewer.turn

    def noted(self, move, *seconds):
        looked.append(move.number)
        return original(self, move, *seconds)

    monkeypatch.setattr(Reviewer, "turn", noted)
    document = json.loads(run("review", log, *QUICK, "--json").stdout)
    assert looked == list(range(10, len(document["turns"]) + 1))
    assert document["turns"][9]["turn"] != match_of(text).moves[9].text
    log.with_name("evening.tbk.review").unlink()
    assert document["turns"] == json.loads(run("review", log, *QUICK, "--json").stdout)["turns"]


@pytest.mark.parametrize(
    "content", [b"my own notes\n", b'{"kind": "timbuktu review 1", "turns": [{}]}', b"\xff\xfe\x00"]
)
def test_what_is_not_ours_stays(unseen: Path, content: bytes) -> None:
    beside = unseen.with_name("evening.tbk.review")
    beside.write_bytes(content)
    result = run("review", unseen, *QUICK, "--json")
    assert result.exit_code == 0 and len(json.loads(result.stdout)["turns"]) == 12
    assert "nothing is remembered" in result.stderr
    assert beside.read_bytes() == content


def test_what_an_earlier_version_remembered_is_replaced(log: Path) -> None:
    beside = log.with_name("evening.tbk.review")
    old = json.loads(beside.read_text()) | {"kind": "timbuktu review 1"}
    beside.write_text(json.dumps(old))
    result = run("review", log, *QUICK, "--json")
    assert result.exit_code == 0 and result.stderr == ""
    assert json.loads(beside.read_text())["kind"] != old["kind"]


# ---- bad input -------------------------------------------------------------------------------------------------------


def test_nothing_to_look_back_at(tmp_path: Path) -> None:
    file = tmp_path / "new.tbk"
    file.write_text(played("kk-card", 3, turns=0), encoding="utf-8")
    result = run("review", file)
    assert result.exit_code == 1 and result.stderr.count("\n") == 1


def test_cards_are_not_laid_open_while_the_game_goes_on(log: Path) -> None:
    """Not to the owner of the log, who plays in it; a log that is nobody's may be looked at in any way."""
    assert run("review", log, *QUICK, "--open").exit_code == 0
    text = log.read_text(encoding="utf-8")
    log.write_text(text.replace("players:", "me: Anna\nplayers:"), encoding="utf-8")
    result = run("review", log, *QUICK, "--open")
    assert result.exit_code == 1 and "Anna" in result.stderr and result.stdout == ""


def test_a_kind_of_file_that_is_not_known(unseen: Path) -> None:
    result = run("review", unseen, "--out", "review.docx")
    assert result.exit_code == 2 and ".html or .pdf" in result.stderr
    assert not unseen.with_name("evening.tbk.review").exists()


def test_a_wrong_line_does_not_hide_what_came_before(log: Path) -> None:
    log.write_text(log.read_text(encoding="utf-8") + "13 Anna: XX9\n", encoding="utf-8")
    result = run("review", log, *QUICK, "--json")
    assert result.exit_code == 2
    assert len(json.loads(result.stdout)["turns"]) == 12 and "line" in result.stderr


def test_no_log_at_all(tmp_path: Path) -> None:
    result = run("review", tmp_path / "nowhere.tbk")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["kk-card-pencil", "kk-board-pencil", "cartino-pencil", "kardinal-pencil"])
def test_what_was_written_with_a_pencil_is_looked_at_as_far_as_it_goes(name: str, tmp_path: Path) -> None:
    """Unfinished games of real tables, in which nobody noted what others held or drew."""
    log = tmp_path / "pencil.tbk"
    log.write_bytes((PENCIL / f"{name}.tbk").read_bytes())
    pages = [tmp_path / "pencil.html", tmp_path / "pencil.pdf"]
    result = run("review", log, *QUICK, "--out", pages[0], "--out", pages[1], language="de")
    assert result.exit_code == 0, result.output
    assert all(page.stat().st_size > 10_000 for page in pages)


def test_another_map(tmp_path: Path) -> None:
    log = tmp_path / "h2.tbk"
    log.write_text(played("kk-board:h2", 3, turns=2), encoding="utf-8")
    result = run("review", log, *QUICK, "--json")
    assert result.exit_code == 0 and len(json.loads(result.stdout)["turns"]) == 2
