"""Kardinal at the command line: begun, played, shown, scored and advised like any other game."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from click.testing import CliRunner, Result

from table.cli import house

PLAYERS = {2: "Anna,Ben", 3: "Anna,Ben,Clara", 4: "Anna,Ben,Clara,Dora"}
FIRST = {2: "RH-1,0 +Y @0,1", 3: "BH-1,0 +Y @0,1", 4: "H-1,0 +Y @0,1"}
SECOND = {2: "YT1,1", 3: "YT1,1", 4: "T1,1"}


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(house, [str(argument) for argument in arguments], prog_name="timbuktu")


def document(*arguments: str | Path) -> dict[str, object]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.fixture(params=[2, 3, 4])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    players = request.param
    file = tmp_path / "game.tbk"
    assert run("new", "kardinal", "--player", PLAYERS[players], "--out", file).exit_code == 0
    assert run("log", file, FIRST[players], SECOND[players]).exit_code == 0
    return file


def test_whoever_begins_is_told_who_has_which_colours(tmp_path: Path) -> None:
    told = run("new", "kardinal", "--player", "Anna,Ben", "--out", tmp_path / "game.tbk").output
    assert "Anna (" in told and "Ben (" in told


def test_a_game_is_begun_shown_scored_and_taken_back(log: Path) -> None:
    shown = document("show", log)
    assert shown["cardinal"] == "0,1"
    assert [one["squares"] for one in shown["buildings"]] == [["-1,0"], ["1,1"]]  # type: ignore[attr-defined]
    legal = document("legal", log)["steps"]
    assert legal == shown["steps"]
    score = document("score", log)
    for player in score["players"]:  # type: ignore[attr-defined]
        assert list(player["parts"]) == ["stones", "supply", "doubled"]
        assert sum(player["parts"].values()) == player["total"]
    assert {"DT-", "-DN", "††"} <= set(run("show", log).output.split())
    assert run("log", log, "--undo").exit_code == 0
    assert [one["squares"] for one in document("show", log)["buildings"]] == [["-1,0"]]  # type: ignore[attr-defined]


def test_where_a_building_fits_is_shown_for_the_one_that_is_asked_for(log: Path) -> None:
    steps = document("legal", log)["steps"]
    start = str(steps[0])[: str(steps[0]).index("H") + 1]  # type: ignore[index]
    houses = document("show", log, "--steps", start)["steps"]
    assert houses == [step for step in steps if step.startswith(start)]  # type: ignore[attr-defined]


def test_advice_names_turns_that_can_be_played(log: Path) -> None:
    advice = document("advise", log, "--time", "0.3", "--seed", "1", "--top", "3")
    for turn in advice["turns"]:  # type: ignore[attr-defined]
        assert turn["why"]
        assert 0 <= turn["win"] <= 1
    best = advice["turns"][0]["turn"]  # type: ignore[index]
    assert run("log", log, best).exit_code == 0


def test_bots_play_to_the_end_and_the_chart_is_filled_in(tmp_path: Path) -> None:
    log, chart = tmp_path / "bots.tbk", tmp_path / "chart.pdf"
    result = run("play", "kardinal", "--player", "A=ai:greedy", "--player", "B=ai:random", "--seed", "1", "--log", log)
    assert result.exit_code == 0, result.output
    assert "The game is over" in result.output
    assert document("score", log)["over"] is True
    assert run("advise", log).exit_code == 1
    assert run("chart", "kardinal", "--from", log, "--out", chart).exit_code == 0
    assert chart.read_bytes().startswith(b"%PDF")


def test_the_end_of_a_game_is_scored_from_what_everybody_holds(tmp_path: Path) -> None:
    file = tmp_path / "final.txt"
    file.write_text("game: kardinal\nAnna: Y4 G3 B1 +R5 dom 2\nBen: R3 G2 +Y4\n", encoding="utf-8")
    score = document("score", file)
    assert [player["total"] for player in score["players"]] == [18, 13]  # type: ignore[attr-defined]
    assert score["winners"] == ["Anna"]


def test_the_layout_page_shows_the_opening_of_any_game(tmp_path: Path) -> None:
    log, page = tmp_path / "game.tbk", tmp_path / "page.pdf"
    result = run("new", "kardinal", "--player", "Anna,Ben", "--layout-page", page, "--out", log)
    assert result.exit_code == 0
    assert "Anna" in pdfium.PdfDocument(page)[0].get_textpage().get_text_range()
