"""The board game at the table: `?` as a draw and as a question, own draws, interim scoring, what a player is told."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from table.cli import house
from table.log import gamelog

HEADER = "game: kk-board\nplayers: Anna, Ben, Clara\nme: Anna\n\nsetup\n"
BY_HAND = f"{HEADER}open: ES FR\nhand 1: FA BB LI\n"
LOG = Path("game.tbk")
SOLO = ("--player", "Anna", "--player", "Ben=ai:greedy", "--player", "Clara=ai:greedy")


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, typed: str = "") -> Result:
    result = CliRunner().invoke(house, list(words), input=typed, prog_name="timbuktu")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(*words: str, typed: str = "") -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def turns() -> list[str]:
    return [f"{entry.name}: {entry.steps}" for entry in gamelog.read(LOG).entries]


def begun(seed: int = 3) -> None:
    said("new", "kk-board", "--player", "Anna,Ben,Clara", "--me", "Anna", "--seed", str(seed), "--out", str(LOG))


def test_a_draw_from_the_stack_is_a_turn_and_a_question_is_one_in_log() -> None:
    LOG.write_text(BY_HAND, encoding="utf-8")
    told = said("log", str(LOG), typed="?\nlegal F5\nF5 ?\nquit\n")
    assert turns() == ["Anna: F5 ?"]
    questions = [line for line in told.splitlines() if line.startswith(("E1", "?", "ES", "F"))]
    assert "F5" in questions[0].split() and questions[1].split() == ["ES", "FR", "?"]


def test_an_unseen_card_behind_the_stroke_is_no_question() -> None:
    LOG.write_text(BY_HAND, encoding="utf-8")
    said("log", str(LOG), typed="F5 ES / ?\nBen: -LI ?\nquit\n")
    assert turns() == ["Anna: F5 ES / ?", "Ben: -LI ?"]
    assert "the turn is over" in run("log", str(LOG), typed="-LI ? ?\n").output


def test_questions_mean_the_same_in_play() -> None:
    told = said("play", "kk-board", *SOLO, "--seed", "3", "--log", str(LOG), typed="?\nlegal\nhelp\nquit\n")
    lists = [line for line in told.splitlines() if line.endswith(" -ES")]
    assert len(lists) == 2 and lists[0] == lists[1]
    assert told.count("Type a turn in the notation") == 2


def test_own_draws_are_told_and_the_drawer_is_no_third_person() -> None:
    told = said("play", "kk-board", *SOLO, "--seed", "3", "--log", str(LOG), typed="I1 ?\nquit\n")
    drawn = turns()[0].split("=")[1].split()[0]
    assert re.search(rf"^1 Anna: places a cloister on I1 .* {drawn} from the stack", told, re.MULTILINE)


def test_interim_scoring_is_told_with_its_table_when_a_bot_causes_it() -> None:
    bots = [word for name in "ABC" for word in ("--player", f"{name}=ai:random")]
    told = said("play", "kk-board", *bots, "--seed", "3", "--log", str(LOG))
    assert told.count("Interim scoring") == 1
    table = told[told.index("Interim scoring") :].split("\n\n")[0].splitlines()
    sums = [sum(int(line.split()[seat]) for line in table[1:-1]) for seat in (-3, -2, -1)]
    assert sums == [int(number) for number in table[-1].split()[1:]]


def test_legal_lists_what_anothers_hand_may_be_and_not_what_it_is() -> None:
    begun()
    said("log", str(LOG), "I1 ?")
    listed = json.loads(said("legal", str(LOG), "--json"))
    assert listed["to_move"] == "Ben"
    exchanges = [step for step in listed["steps"] if step.startswith("-")]
    assert exchanges == ["-FA", "-BB", "-LI", "-ES", "-FR"]


def test_a_refusal_does_not_tell_the_top_card_of_the_stack() -> None:
    begun()
    refusals = {run("log", str(LOG), f"I1 ={card}").output for card in ("FA", "BB", "LI", "ES", "FR")}
    wrong = [told for told in refusals if "hidden" in told]
    assert len(wrong) == 1 and "top card" not in wrong[0]


def test_the_layout_is_asked_for_in_the_persons_language() -> None:
    who = ("--player", "Anna,Ben,Clara", "--out", str(LOG))
    assert "offen fehlt" in run("--lang", "de", "new", "kk-board", *who).stderr
    assert "open is missing" in run("--lang", "en", "new", "kk-board", *who).stderr


def test_new_for_somebody_asks_for_no_other_hand() -> None:
    who = ("--player", "Anna,Ben,Clara", "--me", "Ben")
    said("new", "kk-board", *who, "--out", str(LOG), typed="ES FR\nFA BB LI\n")
    setup = [line for _, line in gamelog.read(LOG).setup]
    assert setup == ["open: ES FR", "hand 1: ? ? ?", "hand 2: FA BB LI", "hand 3: ? ? ?"]
