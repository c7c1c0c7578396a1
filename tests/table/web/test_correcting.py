"""A wrong turn in the middle is corrected on the page; what no longer fits is shown."""

from __future__ import annotations

from table.log import referee
from tests.table.web.conftest import Web

TURNS = ("SA7", "EN1", "UN3")


def corrected(web: Web, number: int, turn: str, otherwise: str = "", view: str = "host") -> dict[str, object]:
    version = web.look()["version"]
    content = {"number": number, "turn": turn, "otherwise": otherwise, "version": version}
    answer = web.send(f"{web.path(view)}/correct", content)
    return {"status": answer.status_code, **answer.json()}


def test_the_table_before_a_turn_offers_what_could_have_been_played(web: Web) -> None:
    web.deal()
    for turn in TURNS:
        web.play(turn)
    before = web.look(at="0", correct="yes")["fragments"]
    assert "Turn 1, Anna: what was played really?" in before["turn"]
    assert "FK4" in web.steps(at="0", correct="yes")
    assert not web.steps("2", at="0", correct="yes")


def test_a_turn_is_corrected_and_the_rest_replayed(web: Web) -> None:
    file = web.deal()
    for turn in TURNS:
        web.play(turn)
    assert corrected(web, 3, "BA4")["status"] == 200
    assert [move.text for move in referee.load(file).moves] == ["SA7", "EN1", "BA4"]


def test_the_first_turn_that_no_longer_fits_is_shown_and_the_table_decides(web: Web) -> None:
    file = web.deal()
    for turn in TURNS:
        web.play(turn)
    before = file.read_text()
    refused = corrected(web, 1, "FK4")
    assert "turn 2 Ben" in str(refused["misfit"])
    assert file.read_text() == before
    corrected(web, 1, "FK4", "keep")
    look = web.look()
    assert "A turn in the log does not fit: turn 2 Ben" in look["fragments"]["turn"]
    assert web.play("SA7", version=look["version"]).status_code == 409
    assert corrected(web, 2, "KA1")["status"] == 200
    assert [move.text for move in referee.load(file).moves] == ["FK4", "KA1", "UN3"]


def test_the_log_can_be_cut_there(web: Web) -> None:
    file = web.deal()
    for turn in TURNS:
        web.play(turn)
    assert corrected(web, 1, "FK4", "cut")["status"] == 200
    assert referee.load(file).turns == 1


def test_only_the_host_corrects(web: Web) -> None:
    file = web.deal()
    web.play("SA7")
    before = file.read_text()
    assert corrected(web, 1, "FK4", view="1")["status"] == 409
    assert corrected(web, 9, "FK4")["status"] == 409
    assert corrected(web, 1, "FK4", "burn")["status"] == 400
    assert file.read_text() == before
