"""`timbuktu practise`: positions in which somebody went wrong are asked, judged, and come back."""

from __future__ import annotations

import json
import shutil
from datetime import date, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.answers.review import Effort
from table.answers.review_memory import Memory, beside
from table.answers.reviewer import Reviewer
from table.cli import house
from table.practice.questions import questions, remembered
from table.practice.schedule import DAYS, Schedule
from tests.table.review.games import match_of, played

QUICK = ("--simulations", "100", "--threads", "1")


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An ending of Kardinal, whose mistakes are proved, and its review beside it."""
    file = tmp_path_factory.mktemp("reviewed") / "evening.tbk"
    text = (Path(__file__).parents[3] / "docs" / "logs" / "kardinal.tbk").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    match, effort = match_of(text), Effort(60.0, 100, 0, 1)
    memory = Memory(beside(file), match, effort, False)
    reviewer = Reviewer(match, Effort(60.0, 8000, 0, 2))
    late = [move for move in match.moves if (move.number or 0) >= 19]
    early = Reviewer(match, effort)
    for move in match.moves:
        memory.keep((reviewer if move in late else early).turn(move, 1.0))
    memory.write()
    return file


@pytest.fixture
def log(reviewed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, for one test alone."""
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    for file in (reviewed, beside(reviewed)):
        shutil.copy(file, tmp_path / file.name)
    return tmp_path / reviewed.name


def run(log: Path, typed: str, *more: str, language: str = "en") -> Result:
    environment = {"LC_ALL": f"{language}_XX.UTF-8", "COLUMNS": "100"}
    arguments = ["practise", str(log), *QUICK, *more]
    return CliRunner().invoke(house, arguments, prog_name="timbuktu", input=typed, env=environment)


def asked(log: Path) -> list:
    match = match_of(log.read_text(encoding="utf-8"))
    memory = Memory(beside(log), match, Effort(60.0, 100, 0, 1), False)
    review = Reviewer(match, Effort(60.0, 100, 0, 1), False, memory.known()).review()
    return questions(log, review, None)


def test_the_best_turn_is_found_and_comes_back_later(log: Path) -> None:
    first = asked(log)[0]
    result = run(log, f"{first.turn.best}\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Right" in result.output and "1 of 1 found" in result.output
    kept = json.loads((log.parent / "home" / "practice.json").read_text())
    assert kept[first.key] == {"found": 1, "due": str(date.today() + timedelta(days=DAYS[1]))}


def test_what_was_missed_comes_back_tomorrow(log: Path) -> None:
    """Three helpings tell the turn; the next day it is asked before anything new."""
    every = asked(log)
    result = run(log, "hint\nhint\nhint\n" * len(every))
    assert f"0 of {len(every)} found" in result.output and every[0].turn.best in result.output
    assert "Nothing is due today" in run(log, "").output
    assert "Positions to find" in run(log, "quit\n", "--all").output
    tomorrow = Schedule(date.today() + timedelta(days=1))
    assert tomorrow.due(every) == every


def test_the_played_turn_and_nonsense_are_no_tries(log: Path) -> None:
    first = asked(log)[0]
    lines = [first.review.played(first.turn), "nonsense", "?", "show", first.turn.best, "quit"]
    result = run(log, "\n".join(lines) + "\n")
    assert "That is what was played." in result.output and "Right" in result.output


def test_german(log: Path) -> None:
    result = run(log, "hinweis\nende\n", language="de")
    assert "Was ist besser?" in result.output and result.exit_code == 0


def test_only_the_owners_turns_are_asked(log: Path) -> None:
    names = {question.name for question in asked(log)}
    result = run(log, "quit\n", "--for", "Ben", "--all")
    assert ("Ben played" in result.output) is ("Ben" in names) and "Anna played" not in result.output
    assert run(log, "", "--for", "Zoe").exit_code == 2


def test_a_spoilt_memory_is_told_and_kept(log: Path) -> None:
    file = log.parent / "home" / "practice.json"
    file.parent.mkdir(exist_ok=True)
    file.write_text("[1, 2]", encoding="utf-8")
    result = run(log, "quit\n")
    assert result.exit_code == 2 and "practice.json" in result.stderr and file.read_text() == "[1, 2]"


def test_a_faultless_game_leaves_nothing_to_practise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))
    file = tmp_path / "begun.tbk"
    file.write_text(played("kardinal", 2, turns=1), encoding="utf-8")
    assert "nothing to practise" in run(file, "").output


def test_what_is_noted_elsewhere_meanwhile_is_kept(log: Path) -> None:
    """A terminal and a page may ask at the same time: both write one list."""
    first, second, *_ = asked(log)
    here, there = Schedule(date.today()), Schedule(date.today())
    here.note(first, True)
    there.note(second, False)
    assert {first.key, second.key} <= set(Schedule(date.today()).places)


def test_only_a_finished_review_is_remembered_and_by_whoever_moved(log: Path) -> None:
    match = match_of(log.read_text(encoding="utf-8"))
    assert [question.key for question in remembered(log, match)] == [question.key for question in asked(log)]
    content = json.loads(beside(log).read_text())
    content["turns"][0]["turn"]["seat"] = 7
    beside(log).write_text(json.dumps(content))
    assert remembered(log, match) == []
