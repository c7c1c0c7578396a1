"""A table's page: what it shows, what may be tapped, and that the log is the only truth."""

from __future__ import annotations

import random
import re
from concurrent.futures import ThreadPoolExecutor

import pytest

from table.log import referee
from tests.table.web.conftest import PLAYERS, Web


def test_a_turn_is_built_step_by_step_and_entered(web: Web) -> None:
    file = web.deal()
    assert "SA7" in web.steps()
    begun = web.look(begun="SA7")
    assert begun["done"] and begun["begun"] == "SA7"
    assert "+BA2" in web.steps(begun="SA7")
    entered = web.play("SA7 +BA2")
    assert entered.status_code == 200
    assert "Ben, your turn" in entered.json()["fragments"]["turn"]
    assert file.read_text().endswith("1 Anna: SA7 +BA2\n")


def test_a_step_that_is_not_legal_is_refused_in_the_words_of_the_referee(web: Web) -> None:
    web.deal()
    answer = web.client.get(f"{web.path()}/look", params={"begun": "FR1"})
    assert answer.status_code == 409
    assert "Legal there: EN4" in answer.json()["error"]


@pytest.mark.parametrize("game", PLAYERS)
def test_a_game_played_by_tapping_is_a_log_that_replays(web: Web, game: str) -> None:
    file, dice = web.deal(game), random.Random(3)
    for _ in range(8):
        begun = ""
        while not (look := web.look(begun=begun))["done"]:
            begun = f"{begun} {dice.choice(web.steps(begun=begun))}".strip()
        assert web.play(begun, version=look["version"]).status_code == 200
    assert referee.load(file).turns == 8


@pytest.mark.parametrize("game", PLAYERS)
def test_players_are_shown_with_the_sign_of_their_seat(web: Web, game: str) -> None:
    web.deal(game)
    look = web.look()
    signs = re.findall(r'class="sign">(<svg.*?</svg>)</span>', look["fragments"]["players"], re.DOTALL)
    faces = [re.findall(r'<use href="#([^"]+)"', sign) for sign in signs]
    assert len(faces) == PLAYERS[game] and all(faces)
    assert len({tuple(face) for face in faces}) == PLAYERS[game]
    assert {face for found in faces for face in found} <= set(look["drawings"])


def test_of_two_who_tap_at_once_one_is_told(web: Web) -> None:
    web.deal()
    version = web.look()["version"]
    assert web.play("SA7", version=version).status_code == 200
    late = web.play("FK4", version=version)
    assert late.status_code == 409
    assert "changed the table meanwhile" in late.json()["error"]
    assert referee.load(web.house.folder.file("evening")).turns == 1


def test_of_many_who_tap_in_the_same_moment_one_turn_goes_in(served: Web) -> None:
    file = served.deal(name="crowd")
    version = served.look(name="crowd")["version"]
    turns = ["SA7", "FK4", "EN4", "KA2"]
    with ThreadPoolExecutor(len(turns)) as fingers:
        answers = list(fingers.map(lambda turn: served.play(turn, name="crowd", version=version).status_code, turns))
    assert sorted(answers) == [200, 409, 409, 409]
    assert [move.text for move in referee.load(file).moves] == [turns[answers.index(200)]]


def test_what_somebody_does_to_the_file_shows_up_and_breaks_nothing(web: Web) -> None:
    file = web.deal()
    web.play("SA7")
    whole, version = file.read_text(), web.look()["version"]
    file.write_text(whole.replace("1 Anna: SA7", "1 Anna: FK4"))
    assert "Anna takes FK4" in web.look()["fragments"]["turn"]
    file.write_text(whole.replace("1 Anna: SA7", "1 Anna: FR1"))
    assert "A turn in the log does not fit: turn 1 Anna" in web.look()["fragments"]["turn"]
    for spoilt, status in (("nonsense", 404), (whole.replace("SA7", "NONSENSE", 1), 400)):
        file.write_text(spoilt)
        host, seat = (web.client.get(f"{web.path_of('Anna, Ben, Clara', view)}/look") for view in ("host", "2"))
        assert host.status_code == seat.status_code == status
        assert ("NONSENSE" in host.text) == (status == 400) and "nonsense" not in seat.text.lower()
    file.write_text(whole)
    assert web.look()["version"] == version


def test_what_the_command_line_writes_shows_up(web: Web) -> None:
    file = web.deal()
    before = web.look()["version"]
    referee.append(file, ["SA7"])
    after = web.look()
    assert after["version"] != before
    assert "Anna takes SA7" in after["fragments"]["turn"]


def test_a_turn_is_taken_back(web: Web) -> None:
    file = web.deal()
    before = file.read_text()
    web.play("SA7")
    answer = web.send(f"{web.path()}/undo", {"version": web.look()["version"]})
    assert answer.status_code == 200
    assert file.read_text().rstrip() == before.rstrip()


def test_an_earlier_turn_is_looked_at_again(web: Web) -> None:
    web.deal()
    for turn in ("SA7", "FK4"):
        web.play(turn)
    earlier = web.look(at="1")["fragments"]
    assert "After turn 1" in earlier["turn"] and "Anna takes SA7" in earlier["turn"]
    assert "data-step" not in earlier["turn"]
    assert web.client.get(f"{web.path()}/look", params={"at": "3"}).status_code == 400


def test_the_page_speaks_the_language_of_the_device(web: Web) -> None:
    web.deal()
    german = web.client.get(web.path(), headers={"accept-language": "de-AT,de;q=0.9"})
    assert "Anna, du bist am Zug" in german.text and '<html lang="de">' in german.text
    web.client.get("/language/de")
    assert "Anna, du bist am Zug" in web.client.get(web.path()).text


def test_a_table_whose_rules_are_still_being_compiled_says_so_and_comes_again(web: Web) -> None:
    web.deal()
    with web.house.folder._reading["evening"]:
        page = web.client.get(web.path())
    assert "being prepared" in page.text and 'http-equiv="refresh"' in page.text
    assert "Anna, your turn" in web.client.get(web.path()).text
