"""Solo play and tournaments as one types them."""

from __future__ import annotations

import json
import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from solver.games import playable, playable_ids
from solver.search.advice import Limit
from table.cli import house
from table.log import gamelog, referee
from table.log.referee import Match
from table.log.refusal import RefusalError
from table.play.hints import Hint
from table.play.seats import Chair
from table.play.solo_sitting import SoloSitting
from table.screens.words import Words

SOLO = ("play", "kk-card", "--player", "Anna", "--player", "Ben=ai:greedy", "--player", "Clara=ai:random")
NEW = (*SOLO, "--seed", "3", "--log", "game.tbk", "--time", "0.05")
AGAIN = ("play", "kk-card", "--log", "game.tbk", "--time", "0.05")
LOG = Path("game.tbk")
POSITIONS = Path(__file__).parents[2] / "positions"


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


def test_bots_alone_play_a_whole_game_that_can_be_replayed() -> None:
    bots = [word for name in "ABC" for word in ("--player", f"{name}=ai:greedy")]
    output = said("play", "kk-card", *bots, "--seed", "4", "--log", "game.tbk")
    match = referee.load(LOG)
    assert match.to_move is None
    for number in range(1, match.turns + 1):
        assert re.search(rf"^{number} [ABC]: (takes|plays|has)", output, re.MULTILINE)
    score = json.loads(said("score", "game.tbk", "--json"))
    assert score["over"]
    for player in score["players"]:
        assert re.search(rf"^{player['name']} .* {player['total']} +{player['tiebreak']}$", output, re.MULTILINE)
    assert output.rstrip().endswith("game.tbk")


def test_the_same_seed_is_the_same_game() -> None:
    bots = [word for name, level in zip("ABC", ("greedy", "random", "easy"), strict=True)
            for word in ("--player", f"{name}=ai:{level}")]  # fmt: skip
    games = [said("play", "kk-card", *bots, "--seed", "4", "--log", f"{name}.tbk") for name in ("one", "two")]
    assert games[0].replace("one.tbk", "") == games[1].replace("two.tbk", "")


def test_after_a_turn_of_ones_own_the_bots_play_and_it_is_ones_turn_again() -> None:
    output = said(*NEW, typed="IT3 IT5 +FR7\nquit\n")
    assert turns()[0] == "Anna: IT3 IT5 +FR7"
    assert [turn.split(":")[0] for turn in turns()] == ["Anna", "Ben", "Clara"]
    assert re.search(r"^2 Ben: takes .*\.$", output, re.MULTILINE)
    assert "Turn 4: Anna to move." in output
    assert "timbuktu play kk-card --log game.tbk" in output


def test_a_game_that_was_left_goes_on_from_its_log_with_the_same_opponents() -> None:
    said(*NEW, typed="IT3 IT5\nquit\n")
    output = said(*AGAIN, typed="score\nquit\n")
    assert "Anna, Ben (greedy), Clara (random)" in output
    assert "Turn 4: Anna to move." in output
    output = said(*AGAIN, "--player", "Clara=ai:easy", typed="quit\n")
    assert "Anna, Ben (greedy), Clara (easy)" in output


def test_the_end_of_the_input_is_a_way_to_leave() -> None:
    assert "The log is kept" in said(*NEW, typed="IT3")
    assert turns()[0] == "Anna: IT3"


def test_a_game_can_be_played_to_its_end_by_always_taking_the_first_that_is_legal() -> None:
    said(*NEW, typed="quit\n")
    while (match := referee.load(LOG)).to_move is not None:
        said(*AGAIN, typed=f"{match.game.next_words(match.state)[0]}\n\nquit\n")
    output = said(*AGAIN)
    assert "The game is over" in output and "tie-break" in output
    sitting = SoloSitting(LOG, [Chair("Anna"), Chair("Ben", "greedy"), Chair("Clara", "random")], Words("en"), Limit())
    with pytest.raises(RefusalError, match="the game is over"):
        sitting.answer(sitting.asked(""), nullcontext)


def test_undo_takes_back_ones_own_last_turn_and_what_followed() -> None:
    said(*NEW, typed="IT3 IT5\nquit\n")
    before = LOG.read_text(encoding="utf-8")
    said(*AGAIN, typed="SA4\nundo\nquit\n")
    assert LOG.read_text(encoding="utf-8") == before
    output = said(*AGAIN, typed="undo\nlegal\nundo\nEN2\nquit\n")
    assert "SA4 EN2 KA1 IT1" in output
    assert "no turn of yours" in output
    assert turns()[0] == "Anna: EN2"


def test_a_hint_first_tells_only_where_to_look_and_then_the_turn() -> None:
    output = said(*NEW, typed="hint\nquit\n")
    hint = re.search(r"^Look at the (left|right) end of row ([1-4])\.$", output, re.MULTILINE)
    assert hint
    assert "you win" not in output
    output = said(*AGAIN, typed="hint\nhint\nquit\n")
    turn = re.search(r"^(.+): you win about [0-9]+ %, ", output, re.MULTILINE)
    assert turn and "Next best: " in output
    said(*AGAIN, typed=f"{turn[1]}\nquit\n")
    assert turns()[0].startswith("Anna: ")


def test_the_place_of_a_hint_is_where_its_turn_begins() -> None:
    output = said(*NEW, typed="hint\nhint\nquit\n")
    side, row = re.findall(r"the (left|right) end of row ([1-4])", output)[0]
    turn = re.findall(r"^(.+): you win", output, re.MULTILINE)[0]
    cards = dict(gamelog.read(LOG).setup).values()
    laid = next(text.split()[2:] for text in cards if text.startswith(f"row {row}"))
    assert turn.split()[0].split("=")[0] == laid[0 if side == "left" else -1]


def test_who_finds_a_law_tile_sees_it_before_the_turn_ends() -> None:
    said(*NEW, typed="SA4\nquit\n")
    match = referee.load(LOG)
    card = "FK2" if "FK2" in match.game.next_words(match.state) else None
    assert card
    output = said(*AGAIN, typed="FK2\n+FR1\nquit\n")
    assert 'Anna: takes FK2 with the law tile "Return" (Franconia). Go on' in output
    assert turns()[3] == "Anna: FK2=R +FR1"


def test_a_begun_turn_can_be_dropped_or_ended() -> None:
    said(*NEW, typed="SA4\nquit\n")
    said(*AGAIN, typed="FK2\nundo\nquit\n")
    assert len(turns()) == 3
    said(*AGAIN, typed="FK2\nquit\n")
    assert len(turns()) == 3
    said(*AGAIN, typed="FK2\n\nquit\n")
    assert turns()[3] == "Anna: FK2=R"


def test_nobody_is_asked_to_go_on_with_a_turn_that_can_only_end() -> None:
    LOG.write_bytes((POSITIONS / "only-the-end-is-left.tbk").read_bytes())
    output = said(*AGAIN, typed="DA3 !C EN5 BA5\nquit\n")
    assert turns()[18] == "Eva: DA3=C !C EN5 BA5" and "Go on" not in output


def test_the_tiles_that_others_find_stay_face_down() -> None:
    said(*NEW, typed="quit\n")
    told = ""
    while (match := referee.load(LOG)).to_move is not None:
        told += said(*AGAIN, typed=f"{match.game.next_words(match.state)[0]}\n\nquit\n")
    others = [turn for turn in turns() if "=" in turn and not turn.startswith("Anna")]
    assert others
    assert re.search(r"(Ben|Clara): takes .* with a law tile", told)
    assert not re.search(r"(Ben|Clara): takes .* with the law tile", told)


def test_an_illegal_turn_is_explained_and_costs_nothing() -> None:
    result = run(*NEW, typed="FR1\nIT3 IT5 KA1\nIT3 IT5\nquit\n")
    assert "FR1 does not lie at an end of row 2" in result.stderr
    assert turns()[0] == "Anna: IT3 IT5"


def test_the_table_shows_everybodys_holdings_and_points() -> None:
    output = said(*NEW, typed="IT3 IT5 +FR7\nshow\nquit\n")
    for label in ("FR France 8", "DA Denmark 4", "stones", "law tiles", "points now"):
        assert label in output


def test_without_players_one_sits_down_against_normal_bots() -> None:
    output = said("play", "kk-card", "--seed", "1", typed="quit\n")
    assert "You, Ben (normal), Clara (normal)" in output
    assert Path("kk-card-solo-1.tbk").exists()
    said("play", "kk-card", "--seed", "1", typed="quit\n")
    assert Path("kk-card-solo-2.tbk").exists()


def test_two_people_at_one_terminal_do_not_see_each_others_tiles() -> None:
    people = ("play", "kk-card", "--player", "Anna", "--player", "Ben", "--player", "Clara=ai:random")
    typed = "SA4\nKA1\nFK2\n\nshow\nquit\n"
    output = said(*people, "--seed", "3", "--log", "game.tbk", typed=typed)
    assert turns()[3] == "Anna: FK2=R"
    last = output.rindex("law tiles")
    assert "R" not in output[last : output.index("\n", last)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--player", "Ben=ai:hrad"), "hard"),
        (("--player", "Ben=robot"), "ai:"),
        (("--player", "A", "--player", "A", "--player", "B"), "two players are called"),
        ([word for name in "ABCDEF" for word in ("--player", name)], "3 to 5 players"),
    ],
)
def test_wrong_players_are_told_in_a_sentence(words: tuple[str, ...], message: str) -> None:
    result = run("play", "kk-card", *words, "--log", "game.tbk")
    assert result.exit_code == 2
    assert message in result.stderr and "Traceback" not in result.stderr
    assert not LOG.exists()


def test_a_log_with_seats_that_cannot_be_read_is_told_with_its_line() -> None:
    said(*NEW, typed="quit\n")
    LOG.write_text(LOG.read_text(encoding="utf-8").replace("ai:greedy", "ai:genius"), encoding="utf-8")
    result = run(*AGAIN)
    assert result.exit_code == 2
    assert "game.tbk, line 1" in result.stderr


def test_an_unknown_game_is_answered_with_the_nearest() -> None:
    result = run("play", "kk-crad")
    assert result.exit_code == 2 and "kk-card" in result.stderr


# ---- tournaments -----------------------------------------------------------------------------------------------------


def test_a_tournament_tells_a_program_what_it_tells_people() -> None:
    words = ("tournament", "kk-card", "--bot", "greedy", "--bot", "random", "--games", "4", "--workers", "1")
    result = run(*words, "--json")
    document = json.loads(result.stdout)
    assert document["games"] == 6
    assert [bot["bot"] for bot in document["bots"]] == ["greedy", "random"]
    for bot in document["bots"]:
        assert {"bot", "wins", "share", "ci95", "elo", "points"} <= bot.keys()
        assert bot["ci95"][0] <= bot["share"] <= bot["ci95"][1]
    output = said(*words)
    assert "6 games in 2 blocks" in output
    for bot in document["bots"]:
        assert re.search(rf"^{bot['bot']} +{bot['seats']} +{bot['wins']} ", output, re.MULTILINE)


def test_a_tournament_stops_when_it_is_decided_and_goes_on_from_its_file(tmp_path: Path) -> None:
    bots = ("--bot", "greedy", "--bot", "random")
    words = ("tournament", "kk-card", *bots, "--workers", "1", "--json", "--until-decided")
    kept = ("--resume", str(tmp_path / "games.jsonl"))
    first = json.loads(run(*words, *kept).stdout)
    assert first["decided"] and first["stronger"]
    assert first["games"] < 200
    low, high = first["bots"][0]["elo_ci95"]
    assert low < first["bots"][0]["elo"] < high
    again = json.loads(run(*words, *kept).stdout)
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert run(*words[:-2], *kept, "--seed", "9").exit_code == 2


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--bot", "gready"), "greedy"),
        (("--bot", "random", "--players", "6"), "3 to 5"),
        (("--bot", "random") * 4 + ("--players", "3"), "4 bots for 3 players"),
    ],
)
def test_wrong_tournaments_are_told_in_a_sentence(words: tuple[str, ...], message: str) -> None:
    result = run("tournament", "kk-card", *words)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("name", playable_ids())
def test_a_hint_after_a_short_look_does_not_call_a_turn_the_only_one(name: str) -> None:
    game = playable(name)
    match = Match(game, ("Ada", "Bo", "Cleo"), None, {}, game.deal(3, 4, {}))
    hint = Hint.on(match, Limit(simulations=6, threads=1), Words("en"))
    assert len(hint.lines) == 2 and "only" not in " ".join(hint.tell())
