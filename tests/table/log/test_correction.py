"""A turn in the middle of a log is corrected, put in or taken out; what still fits stays, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from shelf.errors import PrintingError
from solver.search.advice import Limit
from table.cli import house
from table.log import correction, gamelog, referee
from table.log.correction import Change, Correction, How, Otherwise
from table.log.referee import IllegalMoveError
from table.log.refusal import RefusalError
from table.play.sitting import Sitting
from table.screens.words import Words
from tests.playing import OPENING, random_log, replayed

TURNS = """\
1 Anna: FK4  ; well begun
2 Ben: KA2

; Clara thinks long
3 c: sa2 ; hm
4 Anna: EN4
5 Ben: SA7
6. Clara: IT2
; the end of the evening
"""


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "game.tbk"
    file.write_text(OPENING + TURNS, encoding="utf-8")
    return file


def change(text: str, at: int, how: How, *turns: str, otherwise: Otherwise = "refuse") -> Correction:
    return correction.corrected(gamelog.parse(OPENING + text, Path("x.tbk")), Change(at, how, turns), otherwise)


def corrected(text: str, at: int, how: How, *turns: str, otherwise: Otherwise = "refuse") -> str:
    done = change(text, at, how, *turns, otherwise=otherwise)
    assert done.written and done.text.startswith(OPENING)
    return done.text.removeprefix(OPENING)


# ---- what still fits ------------------------------------------------------------------------------------------------


def test_a_corrected_turn_keeps_its_remark_and_every_other_letter() -> None:
    assert corrected(TURNS, 1, "replace", "ba4") == TURNS.replace("FK4", "BA4")
    assert corrected(TURNS, 3, "replace", "UN3 ; better") == TURNS.replace("3 c: sa2 ; hm", "3 Clara: UN3  ; better")
    done = change(TURNS, 2, "replace", "UN3")
    assert (done.was, done.kept, done.shift, done.misfit) == ("2 Ben: KA2", 4, 0, None)
    assert [done.match.line(move) for move in done.moves] == ["2 Ben: UN3"]


def test_a_turn_that_was_forgotten_moves_the_others_on_by_one_seat() -> None:
    text = corrected(TURNS, 2, "insert", "UN3")
    assert (
        text
        == """\
1 Anna: FK4  ; well begun
2 Ben: UN3
3 Clara: KA2

; Clara thinks long
4 Anna: sa2 ; hm
5 Ben: EN4
6 Clara: SA7
7. Anna: IT2
; the end of the evening
"""
    )
    assert corrected(text, 2, "remove") == TURNS.replace("3 c: sa2", "3 Clara: sa2")


def test_more_than_one_turn_can_be_put_in_and_also_at_the_end() -> None:
    done = change(TURNS, 7, "insert", "UN3", "FK1")
    assert done.text == f"{OPENING}{TURNS}7 Anna: UN3\n8 Ben: FK1\n"
    assert done.kept == 0 and replayed(done.text).turns == 8


def test_what_was_shown_without_a_turn_can_be_put_in() -> None:
    text = "1 Anna: KA2\n2 Ben: SA1=?\n3 Clara: FK4\n"
    assert corrected(text, 3, "insert", "reveal Ben: M") == text.replace("3 Clara", "reveal Ben: M\n3 Clara")


def test_line_ends_of_the_other_system_stay_as_they_are() -> None:
    text = corrected(TURNS.replace("\n", "\r\n"), 2, "insert", "UN3")
    assert text == corrected(TURNS, 2, "insert", "UN3").replace("\n", "\r\n")


def test_a_last_line_without_an_end_gets_one() -> None:
    assert corrected("1 Anna: FK4", 1, "replace", "BA4") == "1 Anna: BA4\n"
    assert corrected("1 Anna: FK4\n2 Ben: KA2", 2, "insert", "BA4").startswith("1 Anna: FK4\n2 Ben: BA4\n3 Clara: KA2")


# ---- what does not fit any more -------------------------------------------------------------------------------------


def test_the_first_turn_that_does_not_fit_any_more_is_told_and_nothing_is_changed(log: Path) -> None:
    before = log.read_bytes()
    done = correction.correct(log, Change(1, "replace", ["SA2"]))
    assert not done.written and done.text == OPENING + TURNS and log.read_bytes() == before
    assert done.misfit and str(done.misfit.entry) == "3 c: sa2" and "SA2" in done.misfit.reason
    assert done.kept == 1


def test_kept_all_the_same_the_turn_that_does_not_fit_is_corrected_next(log: Path) -> None:
    """Two turns were written down the wrong way round: whichever is corrected first, the other does not fit then."""
    done = correction.correct(log, Change(1, "replace", ["SA2"]), "keep")
    assert done.written and done.misfit and done.match.turns == 2
    with pytest.raises(PrintingError, match="turn 3 c: "):
        referee.load(log)
    done = correction.correct(log, Change(3, "replace", ["FK4"]))
    assert done.misfit is None and done.kept == 3
    assert log.read_text(encoding="utf-8") == OPENING + TURNS.replace("FK4", "SA2").replace("3 c: sa2", "3 Clara: FK4")


def test_cut_there_the_rest_stays_as_comments() -> None:
    text = corrected(TURNS, 1, "replace", "SA2", otherwise="cut")
    assert text == (
        "1 Anna: SA2  ; well begun\n2 Ben: KA2\n\n; Clara thinks long\n; 3 c: sa2 ; hm\n; 4 Anna: EN4\n"
        "; 5 Ben: SA7\n; 6. Clara: IT2\n; the end of the evening\n"
    )
    assert replayed(OPENING + text).turns == 2


def test_turns_behind_one_that_does_not_fit_move_on_too() -> None:
    """So that with the one corrected all of them fit."""
    text = corrected(TURNS, 2, "insert", "IT2", otherwise="keep")
    assert text.endswith("5 Ben: EN4\n6 Clara: SA7\n7. Anna: IT2\n; the end of the evening\n")
    text = corrected(TURNS, 2, "insert", "SA2", otherwise="keep")
    assert text.endswith("4 Anna: sa2 ; hm\n5 Ben: EN4\n6 Clara: SA7\n7. Anna: IT2\n; the end of the evening\n")
    assert replayed(OPENING + corrected(text, 4, "replace", "UN3")).turns == 7


# ---- logs that are wrong already ------------------------------------------------------------------------------------


def test_a_missing_line_is_put_in_and_the_numbers_behind_it_stay() -> None:
    text = "1 Anna: FK4\n2 Ben: KA2\n4 Anna: EN4\n"
    assert corrected(text, 3, "insert", "SA2") == text.replace("4 Anna", "3 Clara: SA2\n4 Anna")
    with pytest.raises(RefusalError, match="this should be turn 3, not 4"):
        change(text, 3, "replace", "SA2")


def test_a_line_that_is_there_twice_is_taken_out() -> None:
    text = "1 Anna: FK4\n2 Ben: KA2\n2 Ben: KA2\n3 Clara: SA2\n"
    assert corrected(text, 2, "remove") == text.replace("2 Ben: KA2\n2", "2")


def test_a_line_that_is_no_turn_is_corrected_where_the_turn_should_be() -> None:
    text = "1 Anna: FK4\n2 Ben KA2 ; slip\n3 Clara: SA2\n"
    assert corrected(text, 2, "replace", "KA2") == text.replace("2 Ben KA2", "2 Ben: KA2")
    assert corrected(text, 2, "remove") == "1 Anna: FK4\n3 Clara: SA2\n"


def test_a_log_that_was_wrong_before_may_stay_so_behind_the_correction() -> None:
    text = TURNS.replace("SA7", "SA8")
    done = change(text, 2, "replace", "UN3")
    assert done.written and done.kept == 2 and done.misfit and done.misfit.entry.number == 5
    with pytest.raises(RefusalError, match=r"before turn 6 another line has to be corrected: turn 5 Ben"):
        change(text, 6, "replace", "UN3")


# ---- what cannot be done --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "how"), [(7, "replace"), (8, "insert"), (0, "insert"), (7, "remove")])
def test_a_turn_that_is_not_there_cannot_be_corrected(at: int, how: How) -> None:
    with pytest.raises(RefusalError, match=f"no turn {at}; its last turn is 6"):
        change(TURNS, at, how, *(["UN3"] if how != "remove" else []))


@pytest.mark.parametrize("turn", ["FR1", "Anna: UN3", "7 Ben: UN3", ""])
def test_a_turn_that_is_not_legal_there_changes_nothing(log: Path, turn: str) -> None:
    before = log.read_bytes()
    with pytest.raises(IllegalMoveError):
        correction.correct(log, Change(2, "replace", [turn]), "keep")
    assert log.read_bytes() == before and [file.name for file in log.parent.iterdir()] == [log.name]


def test_a_remark_that_could_not_be_read_again_is_not_written(log: Path) -> None:
    before = log.read_bytes()
    with pytest.raises(RefusalError, match="Nothing was written"):
        correction.correct(log, Change(2, "replace", ["UN3 ; \x00"]))
    assert log.read_bytes() == before


def test_who_looked_at_another_table_does_not_correct_this_one(log: Path) -> None:
    with pytest.raises(RefusalError, match="changed by somebody else"):
        correction.correct(log, Change(2, "replace", ["UN3"]), played=5)
    assert correction.correct(log, Change(2, "replace", ["UN3"]), played=6).written


def test_a_write_protected_log_is_not_changed(log: Path) -> None:
    before = log.read_bytes()
    log.chmod(0o444)
    with pytest.raises(PrintingError, match="write-protected"):
        correction.correct(log, Change(2, "replace", ["UN3"]))
    assert log.read_bytes() == before


@pytest.mark.parametrize("seed", range(4))
def test_a_turn_corrected_to_itself_is_the_same_log(seed: int) -> None:
    text, states = random_log(3, seed)
    log = gamelog.parse(text, Path("x.tbk"))
    for number in (1, len(states) // 2, len(states) - 1):
        steps = next(entry.steps for entry in log.entries if entry.number == number)
        done = correction.corrected(log, Change(number, "replace", [steps]))
        assert done.text == text and done.match.state.tobytes() == states[-1].tobytes()


# ---- at the command line --------------------------------------------------------------------------------------------


def run(*words: str) -> Result:
    result = CliRunner().invoke(house, list(words), prog_name="timbuktu")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def test_the_command_tells_what_stands_there_now_and_how_far_the_rest_fits(log: Path) -> None:
    done = run("log", "game.tbk", "--at", "2", "UN3")
    assert done.exit_code == 0, done.output
    assert done.stdout == "2 Ben: UN3, instead of: 2 Ben: KA2\nLater turns that still fit: 4.\nTurn 7: Anna to move.\n"
    done = run("log", "game.tbk", "--at", "2", "--insert", "KA2", "--lang", "de")
    assert "2 Ben: KA2, eingefügt" in done.stdout and "neu gezählt" in done.stdout
    done = run("log", "game.tbk", "--at", "2", "--remove")
    assert done.stdout.startswith("taken out: 2 Ben: KA2\n")
    assert log.read_text(encoding="utf-8") == OPENING + TURNS.replace("KA2", "UN3").replace("3 c:", "3 Clara:")


def test_the_command_shows_the_turn_that_does_not_fit_any_more(log: Path) -> None:
    before = log.read_bytes()
    done = run("log", "game.tbk", "--at", "1", "SA2")
    assert done.exit_code == 1 and done.stdout == "" and log.read_bytes() == before
    assert done.stderr.startswith("timbuktu: turn 3 c: ") and "--keep" in done.stderr and "--cut" in done.stderr
    document = json.loads(run("log", "game.tbk", "--at", "1", "SA2", "--cut", "--json").stdout)
    assert document["written"] and document["cut"] == 4 and document["misfit"]["turn"] == "3 c: sa2"
    assert document["was"] == "1 Anna: FK4" and document["to_move"] == "Clara"


@pytest.mark.parametrize(
    "words",
    [("--insert", "UN3"), ("--keep", "UN3"), ("--at", "2"), ("--at", "2", "--remove", "UN3"),
     ("--at", "2", "UN3", "KA2"), ("--at", "2", "--undo"), ("--at", "0", "UN3")],
)  # fmt: skip
def test_wrong_use_is_told(log: Path, words: tuple[str, ...]) -> None:
    before = log.read_bytes()
    assert run("log", "game.tbk", *words).exit_code == 2
    assert log.read_bytes() == before


# ---- looking at a log with a wrong line ----------------------------------------------------------------------------


WRONG = pytest.mark.parametrize("line", ["4 Anna: EN5", "4 Anna EN4", "5 Anna: EN4"])


@WRONG
@pytest.mark.parametrize("command", ["show", "score"])
def test_one_wrong_line_does_not_hide_what_came_before_it(log: Path, command: str, line: str) -> None:
    before = run(command, "game.tbk", "--at", "3")
    log.write_text(OPENING + TURNS.replace("4 Anna: EN4", line), encoding="utf-8")
    asked = run(command, "game.tbk", "--at", "3")
    assert (asked.exit_code, asked.stdout) == (0, before.stdout)
    assert "game.tbk, line 16: " in asked.stderr and "what came before" in asked.stderr
    whole = run(command, "game.tbk")
    assert (whole.exit_code, whole.stdout) == (2, before.stdout) and "game.tbk, line 16: " in whole.stderr
    assert run(command, "game.tbk", "--at", "5").exit_code == 2
    document = json.loads(run(command, "game.tbk", "--json").stdout)
    assert document["wrong"]["line"] == 16


def test_an_undone_turn_is_told_as_the_logs_owner_has_seen_it(log: Path) -> None:
    known = OPENING.replace("? ? ? ? ? ? ? ?", "C T R T R M M C").replace("\n\nsetup", "\nme: Anna\n\nsetup")
    log.write_text(f"{known}1 Anna: KA2\n2 Ben: SA1\n", encoding="utf-8")
    assert run("log", "game.tbk", "--undo").stdout.startswith("undone: 2 Ben: SA1=?\n")


@WRONG
def test_one_wrong_line_does_not_hide_advice_on_what_came_before_it(log: Path, line: str) -> None:
    log.write_text(OPENING + TURNS.replace("4 Anna: EN4", line), encoding="utf-8")
    advised = run("advise", "game.tbk", "--simulations", "60")
    assert advised.exit_code == 2 and "Turn 4: Anna to move." in advised.stdout and "wins" in advised.stdout
    assert "game.tbk, line 16: " in advised.stderr and "timbuktu log game.tbk --at 4" in advised.stderr
    document = json.loads(run("advise", "game.tbk", "--simulations", "60", "--json").stdout)
    assert document["to_move"] == "Anna" and document["wrong"]["line"] == 16


@WRONG
def test_a_wrong_line_is_mended_at_the_table(log: Path, line: str) -> None:
    whole = OPENING + TURNS
    wrong = whole.replace("4 Anna: EN4\n", "") if line.startswith("5") else whole.replace("4 Anna: EN4", line)
    log.write_text(wrong, encoding="utf-8")
    sitting = Sitting(log, Words("en"), Limit(simulations=60))
    told = "\n".join(map(str, sitting.greeting(brief=True)))
    assert "game.tbk, line 16: " in told and "Type the turn that belongs there" in told
    assert sitting.match.turns == 3 and sitting.match.to_move == "Anna"
    with pytest.raises(RefusalError, match="line 16"):
        sitting.answer(sitting.asked("undo"), think)
    with pytest.raises(RefusalError):
        sitting.answer(sitting.asked("EN5"), think)
    assert log.read_text(encoding="utf-8") == wrong
    reply = sitting.answer(sitting.asked("EN4"), think)
    assert "4 Anna: EN4" in str(reply.parts[0]) and sitting.wrong is None
    assert log.read_text(encoding="utf-8") == whole


def test_a_wrong_last_line_is_undone_at_the_table(log: Path) -> None:
    log.write_text(f"{OPENING}1 Anna: FK4\n2 Ben: EN5\n", encoding="utf-8")
    sitting = Sitting(log, Words("en"), Limit(simulations=60))
    sitting.answer(sitting.asked("undo"), think)
    assert sitting.wrong is None and log.read_text(encoding="utf-8") == f"{OPENING}1 Anna: FK4\n"


def test_a_pipe_mends_nothing(log: Path) -> None:
    log.write_text(f"{OPENING}1 Anna: FK4\n2 Ben: EN5\n", encoding="utf-8")
    before = log.read_text(encoding="utf-8")
    piped = CliRunner().invoke(house, ["log", "game.tbk"], input="KA2\n")
    assert piped.exit_code == 2 and "line 12" in piped.stderr and log.read_text(encoding="utf-8") == before


@contextmanager
def think(_asked: object) -> Iterator[None]:
    yield None


def test_a_wrong_line_is_told_in_the_persons_language(log: Path) -> None:
    log.write_text(f"{OPENING}1 Anna: FK4\n2 Ben: EN5\n", encoding="utf-8")
    for command in ("show", "advise", "log"):
        told = run(command, "game.tbk", *(["KA2"] if command == "log" else []), "--lang", "de").stderr
        assert "Zug 2" in told and "Erlaubt ist dort" in told and "Legal" not in told
