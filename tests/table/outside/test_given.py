"""Games in given folders: known in every command as the shipped ones are."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from shelf import paths
from shelf.catalogue import Catalogue
from solver.games import playable, playable_ids
from tests.conftest import Workshop
from tests.table.outside.night_market import begun, change, copied, run

pytestmark = pytest.mark.long


def test_every_command_knows_a_given_game(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    row = next(row for row in json.loads(run(workshop, "games", "--json").stdout) if row["id"] == "night-market")
    assert row["can"] == ["print", "play"] and row["players"] == [2, 4]
    assert (
        json.loads(run(workshop, "pdf", "night-market", "--out", "out", "--json").stdout)[0]["game"] == "night-market"
    )
    assert "night-market plays, for 2 to 4 players" in run(workshop, "check", "night-market").stdout
    assert run(workshop, "rules", "night-market").stdout == "night-market-rules-en.pdf\n"
    begun(workshop)
    run(workshop, "log", "a.tbk", "2", "3")
    assert json.loads(run(workshop, "show", "a.tbk", "--json").stdout)["round"] == 2
    left = ["4", "7", "8", "10", "17", "22"]
    assert json.loads(run(workshop, "legal", "a.tbk", "--json").stdout)["steps"] == left
    points = json.loads(run(workshop, "score", "a.tbk", "--json").stdout)["players"]
    assert [player["total"] for player in points] == [1, -2], "Ben's lantern is brighter, and there is a scorpion"
    advice = json.loads(run(workshop, "advise", "a.tbk", "--simulations", "200", "--json").stdout)
    assert {turn["turn"] for turn in advice["turns"]} <= set(left)
    assert run(workshop, "chart", "night-market", "--from", "a.tbk").stdout == "night-market-chart-a4-en.pdf\n"
    seats = ("--player", "Ada=ai:random", "--player", "Bo=ai:greedy")
    assert "Ada" in run(workshop, "play", "night-market", *seats, "--seed", "1", "--log", "b.tbk").stdout
    assert json.loads(run(workshop, "score", "b.tbk", "--json").stdout)["over"]
    assert json.loads(run(workshop, "review", "b.tbk", "--simulations", "50", "--json").stdout)["whole"]
    bots = ("--bot", "random", "--bot", "greedy", "--games", "2", "--workers", "1")
    assert json.loads(run(workshop, "tournament", "night-market", *bots, "--json").stdout)["games"] == 2


def test_workers_of_a_tournament_know_it_too(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    bots = ("--bot", "random", "--games", "2", "--workers", "2")
    assert json.loads(run(workshop, "tournament", "night-market", *bots, "--json").stdout)["games"] == 2


def test_folders_are_given_one_by_one_or_together_or_by_the_environment(
    workshop: Workshop, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listed(*options: str) -> set[str]:
        rows = json.loads(workshop.run(*options, "games", "--json").stdout)
        return {row["id"] for row in rows} - set(paths.game_ids())

    copied(workshop, "second", "other")
    assert listed() == set()
    assert listed("--games", "games") == {"night-market", "other"}
    assert listed("--games", "games/night", "--games", "mygame") == {"night-market", "market-day"}
    assert listed("--games", "games", "--games", "games/night") == {"night-market", "other"}
    monkeypatch.setenv("TIMBUKTU_GAMES", os.pathsep.join(["games", "mygame"]))
    assert listed() == {"night-market", "other", "market-day"}
    assert workshop.run("pdf", "market-day", "--out", "out").exit_code == 0


def test_all_games_are_printed(workshop: Workshop, night: Path) -> None:
    printed = json.loads(run(workshop, "pdf", "all", "--only", "booklet", "--out", "out", "--json").stdout)
    assert [item["game"] for item in printed] == sorted([*paths.game_ids(), "night-market"])


def test_the_option_goes_before_the_environment_and_an_id_before_a_folder(
    workshop: Workshop, night: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TIMBUKTU_GAMES", "mygame")
    assert "no game and no folder 'market-day'" in workshop.complaint("--games", "games", "rules", "market-day")
    shutil.copytree(workshop.game, workshop.root / "night-market")
    assert run(workshop, "check", "night-market").stdout.startswith("wares: 12 copies")
    assert run(workshop, "check", "./night-market").stdout.startswith("cards: 18 copies")


def test_a_folder_without_a_game_is_refused(workshop: Workshop) -> None:
    (workshop.root / "empty").mkdir()
    assert workshop.complaint("--games", "empty", "games") == (
        "empty is no game and has none in it: there is no game.toml."
    )
    assert workshop.run("--games", "nowhere", "games").exit_code == 2


def test_a_misspelt_id_is_answered_with_the_nearest_one(workshop: Workshop, night: Path) -> None:
    for command in (("pdf", "night-markt", "--out", "out"), ("new", "night-markt", "--player", "A")):
        assert "Did you mean 'night-market'?" in workshop.complaint("--games", "games", *command)


def test_a_broken_neighbour_is_told_and_does_no_harm(workshop: Workshop, night: Path) -> None:
    broken = copied(workshop, "broken")
    (broken / "game.toml").write_text("id =", encoding="utf-8")
    result = run(workshop, "games", "--json")
    assert "night-market" in {row["id"] for row in json.loads(result.stdout)}
    assert "broken/game.toml: not valid TOML" in result.stderr.replace(os.sep, "/")
    run(workshop, "pdf", "night-market", "--out", "printed")
    assert "broken" in workshop.complaint("--games", "games", "pdf", "other", "--out", "out")


@pytest.mark.parametrize("taken", ["kk-card", "night-market"])
def test_an_id_names_one_game(workshop: Workshop, night: Path, taken: str) -> None:
    copied(workshop, "second", taken)
    for command in (("games",), ("pdf", "kk-card", "--out", "out"), ("rules", "kk-card")):
        said = workshop.complaint("--games", "games", *command)
        assert f"has the id {taken}, which" in said and "too; give it one of its own." in said


def test_a_game_without_rules_is_printed_and_not_played(workshop: Workshop, night: Path) -> None:
    shutil.rmtree(night / "rules")
    assert "There is no game 'night-market' to play." in workshop.complaint(
        "--games", "games", "new", "night-market", "--player", "A"
    )
    assert run(workshop, "check", "night-market").stdout.endswith("proved minimal.\n")


def test_two_catalogues_in_one_process_have_each_their_own_game(workshop: Workshop, night: Path) -> None:
    second = copied(workshop, "second")
    change(second / "wares.csv", "SA2,salt,2", "SA2,salt,1")
    for folder in (night, second):
        workshop.run("trust", str(folder))
    games = [playable("night-market", catalogue=Catalogue((folder,))) for folder in (night, second, night)]
    rows = [game.picture(game.deal(2, 1, {}))["wares"] for game in games]
    assert [ware["points"] for row in rows for ware in row if ware["ware"] == "SA2"] == [2, 1, 2]
    assert "night-market" not in playable_ids() and "night-market" in playable_ids(Catalogue((night,)))


def test_a_table_that_changes_needs_no_new_trust_and_is_played(workshop: Workshop, night: Path) -> None:
    run(workshop, "trust", "games/night")
    begun(workshop)
    change(night / "wares.csv", "SK2,scorpion,-2", "SK2,scorpion,-9")
    assert json.loads(run(workshop, "show", "a.tbk", "--json").stdout)["wares"][0]["points"] == -9


def test_it_has_no_maps(workshop: Workshop, night: Path) -> None:
    players = ("--player", "A", "--player", "B", "--seed", "1")
    assert "night-market has no maps" in workshop.complaint("--games", "games", "new", "night-market:mygame", *players)
    assert "night-market has no maps" in workshop.complaint(
        "--games", "games", "new", "night-market", "--map", "mygame", *players
    )
