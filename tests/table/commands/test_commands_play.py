"""The commands at the table as one types them: new, log, show, legal, score."""

from __future__ import annotations

import errno
import json
import os
import random
import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result

from pnp.chart.chart import build_chart
from pnp.definition.game import load
from pnp.imposition.papers import papers
from table.answers.points import result_of
from table.cli import house
from tests.playing import GAME, OPENING, ROW_1, ROW_2, ROW_3, ROW_4, random_log, random_turns

PLAYERS = ("--player", "Anna", "--player", "Ben", "--player", "Clara")
NEW = ("new", "kk-card", *PLAYERS, "--date", "2024-05-01", "--out", "game.tbk")


@pytest.fixture(autouse=True)
def at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, typed: str | None = None) -> Result:
    result = CliRunner().invoke(house, list(words), input=typed, prog_name="timbuktu")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def done(*words: str, typed: str | None = None) -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(*words: str) -> Any:
    return json.loads(done(*words, "--json"))


def game(text: str = OPENING) -> Path:
    file = Path("game.tbk")
    file.write_text(text, encoding="utf-8")
    return file


# ---- new ------------------------------------------------------------------------------------------------------------


def test_a_seed_deals_the_same_table_every_time() -> None:
    shown = done(*NEW, "--seed", "7")
    first = Path("game.tbk").read_text(encoding="utf-8")
    assert first.startswith("game: kk-card\nplayers: Anna, Ben, Clara\ndate: 2024-05-01\nseed: 7\n\nsetup\nrow 1: ")
    for code in first.split("row 1: ")[1].split("\nrow")[0].split():
        assert code in shown
    Path("game.tbk").unlink()
    done(*NEW, "--seed", "7")
    assert Path("game.tbk").read_text(encoding="utf-8") == first
    Path("game.tbk").unlink()
    done(*NEW, "--seed", "8")
    assert Path("game.tbk").read_text(encoding="utf-8") != first


def test_what_lies_face_down_may_be_shuffled_by_hand() -> None:
    assert "--face-down" in done(*NEW, "--seed", "7")
    assert "laws: ? ?" not in Path("game.tbk").read_text(encoding="utf-8")
    Path("game.tbk").unlink()
    assert "--face-down" not in done(*NEW, "--seed", "7", "--face-down")
    assert "laws: ? ? ? ? ? ? ? ?\n" in Path("game.tbk").read_text(encoding="utf-8")


def test_the_rows_are_typed_in() -> None:
    typed = f"{ROW_1.lower()}\n{ROW_2[:15]}\n{ROW_2[16:]}\n{ROW_3.replace(' ', '')} {ROW_4[:-4]}\n"
    done(*NEW[:-4], "--date", "", "--out", "game.tbk", typed=typed)
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


def test_a_slip_is_asked_for_again_and_nothing_else() -> None:
    typed = "\n".join([ROW_1, ROW_2.replace("FR1", "FX1"), ROW_2, ROW_3.replace("BA4", "EN4"), ROW_3, ROW_4, ""])
    result = run(*NEW[:-4], "--date", "", "--out", "game.tbk", typed=typed)
    assert result.exit_code == 0
    assert "no card 'FX1'" in result.stderr
    assert "EN4 is there twice: row 1, card 1 and row 3, card 1" in result.stderr
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


def test_the_setup_part_of_a_log_can_be_piped_in() -> None:
    done(*NEW[:-4], "--date", "", "--out", "game.tbk", typed=OPENING.split("\n\n")[1])
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


def test_an_unfinished_setup_is_given_back_and_writes_nothing() -> None:
    result = run(*NEW, typed=f"{ROW_1}\nFR1\n")
    assert result.exit_code == 2
    assert f"row 1: {ROW_1}" in result.stderr
    assert "row 2 from card 2 is missing" in result.stderr
    assert not Path("game.tbk").exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("new", "kk-kard", *PLAYERS, "--seed", "1"), "Did you mean 'kk-card'?"),
        (("new", "kk-card", "--player", "Anna", "--seed", "1"), "3 to 5 players, not 1"),
        (("new", "kk-card", *PLAYERS, "--player", "anna", "--seed", "1"), "two players are called"),
        (("new", "kk-card", *PLAYERS, "--player", "A:b", "--seed", "1"), "no name for a log"),
        (("new", "kk-card", *PLAYERS, "--me", "Dora", "--seed", "1"), "nobody here is called 'Dora'"),
        (("new", "kk-card", *PLAYERS, "--option", "start_onli", "--seed", "1"), "Did you mean 'start_only'?"),
        (("new", "kk-card", "--seed", "1"), "--player"),
    ],
)
def test_wrong_use_of_new_is_told(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not list(Path.cwd().glob("*.tbk"))


def test_an_old_log_is_never_written_over() -> None:
    game()
    result = run(*NEW, "--seed", "1")
    assert result.exit_code == 2
    assert "exists already" in result.stderr
    assert Path("game.tbk").read_text(encoding="utf-8") == OPENING


@pytest.mark.parametrize(
    "words",
    [
        ("--date", "May\x01"),
        ("--date", "\uffff"),
        ("--date", "\udcff"),
        ("--player", "Do\uffffra"),
        ("--player", "Do\udcffra"),
        ("--player", "Do\x07ra"),
        ("--player", ". x"),
    ],
)
def test_a_log_that_could_not_be_read_is_not_begun_and_a_second_try_works(words: tuple[str, ...]) -> None:
    result = run("new", "kk-card", *PLAYERS, "--seed", "7", "--out", "game.tbk", *words)
    if result.exit_code:
        assert result.exit_code == 2 and result.stdout == "" and not list(Path().iterdir())
    else:
        done("log", "game.tbk", *(json.loads(done("legal", "game.tbk", "--json"))["steps"][:1]))
    Path("game.tbk").unlink(missing_ok=True)
    done(*NEW, "--seed", "7")


def test_a_full_disk_leaves_no_empty_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        result = run(*NEW, "--seed", "7")
        assert result.exit_code == 2 and "No space left on device" in result.stderr
        assert not list(Path().iterdir())
    done(*NEW, "--seed", "7")


def test_a_link_that_leads_nowhere_is_no_place_for_a_log(tmp_path: Path) -> None:
    Path("game.tbk").symlink_to(tmp_path / "elsewhere")
    result = run(*NEW, "--seed", "7")
    assert result.exit_code == 2 and "exists already" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["game.tbk"]


def test_logs_without_a_name_are_named_by_date_and_numbered() -> None:
    for _ in range(2):
        done("new", "kk-card", "--player", "Anna,Ben,Clara", "--date", "2024-05-01", "--seed", "1")
    assert {file.name for file in Path.cwd().iterdir()} == {"kk-card-2024-05-01.tbk", "kk-card-2024-05-01-2.tbk"}


def test_switches_and_the_owner_go_into_the_header() -> None:
    facts = json.loads(done(*NEW, "--seed", "1", "--me", "b", "--option", "start_only", "--json"))
    assert facts["me"] == "Ben"
    assert facts["start_only"] == "yes"
    assert facts["setup"][-1] == "laws: ? ? ? ? ? ? ? ?", "Ben has not seen them"
    assert document("show", "game.tbk")["options"] == {"start_only": "yes"}


def test_the_layout_is_printed_on_a_page() -> None:
    done(*NEW, "--seed", "7", "--layout-page", "table.pdf")
    page = pdfium.PdfDocument("table.pdf")[0]
    text = page.get_textpage().get_text_range()
    assert page.get_width() > page.get_height()
    for code in Path("game.tbk").read_text(encoding="utf-8").split("row 1: ")[1].split("\nrow")[0].split():
        assert code in text


# ---- log ------------------------------------------------------------------------------------------------------------


def test_turns_are_added_and_undone() -> None:
    file = game()
    told = done("log", "game.tbk", "fk4 +ba5", "Ben: ka2", "c: sa2 ; hm")
    assert "1 Anna: FK4 +BA5\n2 Ben: KA2\n3 Clara: SA2\n" in told
    assert "Turn 4: Anna to move." in told
    assert file.read_text(encoding="utf-8") == f"{OPENING}1 Anna: FK4 +BA5\n2 Ben: KA2\n3 Clara: SA2  ; hm\n"
    assert "undone: 3 Clara: SA2" in done("log", "game.tbk", "--undo")
    assert file.read_text(encoding="utf-8") == f"{OPENING}1 Anna: FK4 +BA5\n2 Ben: KA2\n"


def test_a_program_is_told_what_happened() -> None:
    game()
    assert document("log", "game.tbk", "FK4", "KA2") == {
        "turns": ["Anna: FK4", "Ben: KA2"],
        "undone": None,
        "played": 2,
        "to_move": "Clara",
    }
    assert document("log", "game.tbk", "--undo")["undone"] == "2 Ben: KA2"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["FR1"], 1, "does not lie at an end of row 2: there lie FK4 and SA7. Legal there: EN4 KA2"),
        (["FK4", "Clara: KA2"], 1, "it is Ben's turn, not Clara's."),
        (["--"], 1, "cannot be skipped"),
        (["-SA7"], 1, "nothing is to be paid"),
        (["--", "FR1"], 1, "does not lie at an end"),
        (["--undo"], 1, "no turn to undo"),
        (["--undo", "FK4"], 2, "--undo goes alone"),
        (["--undont"], 2, "No such option"),
        (["--json"], 2, "--json goes with turns"),
    ],
)
def test_what_cannot_be_logged_changes_nothing(words: list[str], code: int, message: str) -> None:
    file = game()
    result = run("log", "game.tbk", *words)
    assert result.exit_code == code
    assert message in result.stderr
    assert result.stdout == ""
    assert file.read_text(encoding="utf-8") == OPENING


def test_a_skipped_turn_can_be_an_argument() -> None:
    """A random game in which somebody could take nothing is logged whole, each turn one argument."""
    for seed in range(40):
        state = GAME.deal(3, seed, {})
        turns = [GAME.write_turn(before, steps) for before, steps, _ in random_turns(state, random.Random(seed))]
        if "--" in turns:
            break
    done(*NEW, "--seed", str(seed))
    done("log", "game.tbk", *turns)
    assert document("score", "game.tbk")["over"] is True
    assert ": --\n" in Path("game.tbk").read_text(encoding="utf-8")


def test_a_finished_game_takes_no_turn() -> None:
    game(random_log(3, 11)[0])
    for words in (("log", "game.tbk", "FR1"), ("legal", "game.tbk"), ("legal", "game.tbk", "--json")):
        result = run(*words)
        assert result.exit_code == 1
        assert "the game is over" in result.stderr
        assert result.stdout == ""


def test_turns_come_from_a_pipe() -> None:
    file = game()
    lines = ["fk4", "?", "", "; a comment", "? ka2", "ka2", "undo", "sa2 ; better", "score", "show", "quit", "un3"]
    told = done("log", "game.tbk", typed="\n".join(lines))
    assert "EN4 KA2 KA1 SA7" in told
    assert "undone: 2 Ben: KA2" in told
    assert file.read_text(encoding="utf-8") == f"{OPENING}1 Anna: FK4\n2 Ben: SA2  ; better\n"


def test_a_pipe_ends_at_the_first_illegal_turn() -> None:
    file = game()
    result = run("log", "game.tbk", typed="fk4\nfr1\nka2\n")
    assert result.exit_code == 1
    assert "FR1 does not lie at an end" in result.stderr
    assert file.read_text(encoding="utf-8") == f"{OPENING}1 Anna: FK4\n"


def test_a_tile_shown_at_the_end_counts() -> None:
    game(f"{OPENING}1 Anna: KA2\n2 Ben: SA1\n")
    assert "Ben holds 1 unseen law tile" in done("score", "game.tbk")
    done("log", "game.tbk", "reveal Ben: m")
    assert document("score", "game.tbk")["players"][1]["parts"]["law"] == -2
    assert Path("game.tbk").read_text(encoding="utf-8").endswith("reveal Ben: M\n")


def test_the_interactive_table_completes_what_one_types(tmp_path: Path) -> None:
    from solver.search.advice import Limit
    from table.play.sitting import Sitting
    from table.screens.words import Words

    turns = ("KA2 +SA5", "SA2 +BA4", "EN4", "FK4 +SA4", "UN4", "UN3", "IT2 +SA6", "FK1", "FK3")
    names = ("Anna", "Ben", "Clara")
    lines = [f"{number + 1} {names[number % 3]}: {turn}\n" for number, turn in enumerate(turns)]
    game(OPENING + "".join(lines))
    seat = Sitting(tmp_path / "game.tbk", Words("en"), Limit())
    assert seat.complete("", "K") == ["KA1"]
    assert seat.complete("", "s") == ["SA1", "SA7", "score", "show"]
    assert seat.complete("", "BA4-") == ["BA4-SA6", "BA4-SA4", "BA4-SA5"]
    assert seat.complete("Anna: SA7 ", "sa5>FK") == ["sa5>FK6", "sa5>FK7", "sa5>FK5", "sa5>FK2"]
    assert seat.complete("SA7 ", "SA5") == ["SA5>"]
    assert seat.complete("", "XX") == []


# ---- show, legal ----------------------------------------------------------------------------------------------------


def test_show_draws_the_table() -> None:
    game(f"{OPENING}1 Anna: KA2 +SA5\n2 Ben: SA2 +BA4\n")
    shown = done("show", "game.tbk")
    for word in ("FR1", "Anna (A)", "Ben (B)", "Clara (C)", "Turn 3: Clara to move.", "2 + 1", "points now"):
        assert word in shown
    assert "KA2" not in shown.split("Anna (A)")[0]
    assert max(len(line) for line in shown.splitlines()) <= 82


def test_show_at_an_earlier_turn() -> None:
    text, _states = random_log(4, 5)
    game(text)
    assert document("show", "game.tbk", "--at", "0")["turn"] == 0
    assert document("show", "game.tbk", "--at", "9")["turn"] == 9
    assert document("show", "game.tbk")["over"] is True
    result = run("show", "game.tbk", "--at", "999")
    assert result.exit_code == 2
    assert "the log has" in result.stderr


def test_show_json_has_the_whole_position() -> None:
    game(f"{OPENING}1 Anna: KA2 +SA5\n2 Ben: SA1 +BA4\n".replace("\n\nsetup", "\nme: Ben\n\nsetup"))
    shown = document("show", "game.tbk")
    assert (shown["game"], shown["me"], shown["turn"], shown["to_move"]) == ("kk-card", "Ben", 2, "Clara")
    cards = {card["card"]: (row["row"], card) for row in shown["rows"] for card in row["cards"]}
    assert len(cards) == 54
    assert cards["SA5"] == (3, {"card": "SA5", "column": 10, "end": False, "stone": "Anna", "tile": None})
    assert cards["FR2"][1]["tile"] == "?"
    assert shown["players"][1]["cards"] == ["SA1"]
    assert shown["players"][1]["laws"] == ["?"]


def test_a_terminal_without_signs_gets_plain_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    game()
    result = CliRunner(charset="ascii").invoke(house, ["show", "game.tbk"], prog_name="timbuktu")
    assert result.exit_code == 0
    assert result.stdout.isascii()


def test_legal_lists_steps_of_a_begun_turn() -> None:
    game()
    assert document("legal", "game.tbk") == {
        "to_move": "Anna",
        "steps": ["EN4", "KA2", "FK4", "SA7", "BA4", "UN3", "IT2", "SA2"],
    }
    assert document("legal", "game.tbk", "SA7")["steps"] == ["SA2", "stop"]
    assert "+FR1" in document("legal", "game.tbk", "sa7", "stop")["steps"]
    assert document("legal", "game.tbk", "SA7", "+FR1")["to_move"] == "Ben"
    assert done("legal", "game.tbk") == "Anna: EN4 KA2 FK4 SA7 BA4 UN3 IT2 SA2\n"
    result = run("legal", "game.tbk", "FR1")
    assert result.exit_code == 1
    assert "Legal there: EN4" in result.stderr


@pytest.mark.parametrize("command", ["log", "show", "legal", "score"])
def test_a_bad_log_is_told_with_its_line(command: str) -> None:
    game(f"{OPENING}1 Anna: FR1\n")
    words = [command, "game.tbk", *(["FK4"] if command == "log" else [])]
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr.startswith("timbuktu: game.tbk, line 11: turn 1 Anna: FR1 does not lie at an end")
    assert "Legal there: EN4" in result.stderr
    assert run(command, "none.tbk").exit_code == 2
    assert run(command, ".").exit_code == 2


# ---- score ----------------------------------------------------------------------------------------------------------


def check_contract(score: dict[str, Any]) -> None:
    assert set(score) == {"game", "over", "players", "winners"}
    for player in score["players"]:
        assert set(player) == {"name", "total", "parts", "tiebreak"}
        assert list(player["parts"]) == ["land", "symbols", "chains", "law"]
        assert player["total"] == sum(player["parts"].values())


def test_score_json_keeps_the_contract() -> None:
    game(random_log(5, 3)[0])
    score = document("score", "game.tbk")
    check_contract(score)
    assert score["over"] is True
    assert sum(player["tiebreak"] for player in score["players"]) == 56
    best = max((player["total"], player["tiebreak"], player["name"]) for player in score["players"])
    assert score["winners"] in ([best[2]], [])


def test_detail_says_where_points_come_from() -> None:
    game(random_log(3, 4)[0])
    score = document("score", "game.tbk", "--detail")
    for player in score["players"]:
        for part, points in player["parts"].items():
            assert points == sum(entry["points"] for entry in player["detail"] if entry["part"] == part)
        assert all(entry["why"] for entry in player["detail"])
        assert len([entry for entry in player["detail"] if entry["part"] == "land"]) == 9
    told = done("score", "game.tbk", "--detail")
    assert "France" in told and "first" in told


def test_the_examples_of_the_rules_score_as_printed() -> None:
    """Andreas 5, Beate 2, Claus 1 of Frankreich: 8, 5 and 2 points; 4 crosses beat 3 fans."""
    Path("end.txt").write_text("game: kk-card\nAndreas: FR12678\nBeate: FR35\nClaus: FR4\n", encoding="utf-8")
    score = document("score", "end.txt")
    check_contract(score)
    assert [player["parts"]["land"] for player in score["players"]] == [8, 5, 2]
    assert [player["parts"]["symbols"] for player in score["players"]] == [4, 0, 0]
    assert score["winners"] == ["Andreas"]
    assert score["over"] is True


def test_a_tie_in_points_and_cards_has_no_winner() -> None:
    Path("end.txt").write_text("game: kk-card\nA: DA4\nB: DA2\nC: =M\n", encoding="utf-8")
    assert document("score", "end.txt")["winners"] == ["B"]
    Path("end.txt").write_text("game: kk-card\nA: DA2\nB: DA3\nC: =M\n", encoding="utf-8")
    score = document("score", "end.txt")
    assert score["winners"] == []
    assert score["players"][2]["total"] == -2
    assert "Nobody wins" in done("score", "end.txt")


def test_a_result_fills_in_the_scoring_chart() -> None:
    game(random_log(4, 6)[0].replace("\n\nsetup", "\ndate: 2024-05-01\n\nsetup"))
    result = result_of(Path("game.tbk"))
    boxes = result.chart_values()
    face = build_chart(load("kk-card"), "en", papers()["a4"], result.players, values=boxes)
    filled = dict(re.findall(r'data-field="([^"]+)" data-sums="[^"]*" data-value="([^"]*)"', face.svg))
    assert filled["g1.date"] == "1 May 2024"
    assert filled["g1.p1.frankreich.land"] == boxes["g1.p1.frankreich.land"]
    totals = [int(filled[f"g1.p{seat}.total"]) for seat in range(1, 5)]
    assert totals == [player["total"] for player in document("score", "game.tbk")["players"]]


def test_strange_names_are_shown_as_they_are() -> None:
    game(OPENING.replace("Anna", "[/bold] Ä 𝔄").replace("Ben", "[red]"))
    assert "[/bold] Ä 𝔄" in done("show", "game.tbk")
    assert "[red]" in done("score", "game.tbk", "--detail")


def test_the_score_of_a_running_game_hides_what_the_owner_has_not_seen() -> None:
    known = OPENING.replace("? ? ? ? ? ? ? ?", "C M R T R M T C").replace("\n\nsetup", "\nme: Anna\n\nsetup")
    game(f"{known}1 Anna: KA2\n2 Ben: SA1\n")
    assert document("score", "game.tbk")["players"][1]["parts"]["law"] == 0
    game(f"{known.replace('me: Anna', 'me: Ben')}1 Anna: KA2\n2 Ben: SA1\n")
    assert document("score", "game.tbk")["players"][1]["parts"]["law"] == -2


@pytest.mark.parametrize("command", ["new", "log", "show", "legal", "score"])
def test_every_command_explains_itself(command: str) -> None:
    assert f"Usage: timbuktu {command}" in done(command, "--help")
