"""Practising on the pages: the questions that a finished review remembers, asked, judged, and coming back."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from starlette.testclient import TestClient

from table.answers.review import Effort, TurnReview
from table.answers.review_memory import Memory, beside
from table.answers.reviewer import Reviewer
from table.log import referee
from table.practice import answers
from table.practice.answers import TRIES
from table.practice.questions import Question, remembered
from table.practice.schedule import DAYS, Schedule
from table.web.app import web_app
from table.web.guard import COOKIE, HOUSE
from tests.table.web.conftest import NAME, ORIGIN, WAIT, Web, made
from tests.table.web.phones import SCHEMES, needs_chromium, serious, tap_thing

LOGS = Path(__file__).parents[3] / "docs" / "logs"


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A log whose review is finished; in its ending, which is searched out, there are mistakes."""
    file = tmp_path_factory.mktemp("reviewed") / "ending.tbk"
    shutil.copy(LOGS / "kardinal.tbk", file)
    match = referee.load(file)
    memory = Memory(beside(file), match, Effort(60.0, 100), False)
    early, late = (Reviewer(match, Effort(60.0, simulations)) for simulations in (100, 8000))
    for move in match.moves:
        memory.keep((late if (move.number or 0) >= 19 else early).turn(move, 1.0))
    memory.write()
    return file


@pytest.fixture(autouse=True)
def _nothing_practised_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path / "home"))


def lay(web: Web, reviewed: Path) -> list[Question]:
    """Puts the log and its review into the folder of a server; its questions, first to be asked first."""
    for file in (reviewed, beside(reviewed)):
        shutil.copy(file, web.house.folder.path / file.name)
    log = web.house.folder.open("ending")
    return Schedule(date.today()).due(remembered(log.file, log.match))


def path(question: Question) -> str:
    return f"/practise/ending/{question.turn.number}"


def answered(web: Web, question: Question, turn: str) -> Any:
    return web.send(f"{path(question)}/turn", {"turn": turn, "version": question.key})


def helped(web: Web, question: Question) -> str:
    assert web.send(f"{path(question)}/hint", {"version": question.key}).status_code == 200
    shown: str = web.client.get(f"{path(question)}/look").json()["fragments"]["turn"]
    return shown


def test_the_shelf_offers_it_only_where_a_finished_review_remembers_mistakes(web: Web, reviewed: Path) -> None:
    web.deal()
    assert web.client.get("/practise/offer").text == ""
    told = web.client.get("/practise").text
    assert "No finished review" in told and "<code>timbuktu review LOG</code>" in told and "`" not in told
    questions = lay(web, reviewed)
    assert f"Practise: {len(questions)} due" in web.client.get("/practise/offer").text
    assert web.client.get("/practise", follow_redirects=False).headers["location"] == path(questions[0])
    memory = beside(web.house.folder.file("ending"))
    memory.write_text("spoilt")
    assert web.client.get("/practise/offer").text == ""
    assert web.client.get(path(questions[0])).status_code == 404


def test_a_finished_game_that_was_looked_back_at_shows_the_chances_to_its_host_alone(web: Web, reviewed: Path) -> None:
    lay(web, reviewed)
    page = web.client.get(web.path(name="ending")).text
    lines = re.findall(r'<path class="line seat\d" d="M([^"]*)"', page)
    assert len(lines) == 2 and all(line.count("L") == 24 for line in lines)
    assert len(re.findall(r'<rect class="turn"[^>]* data-at="\d+"', page)) == 24
    assert "chances" not in web.client.get(web.path("public", "ending")).text
    web.deal()
    assert "chances" not in web.client.get(web.path()).text


def of_several_steps(questions: list[Question]) -> Question:
    """One whose answer is not to be read from a single button."""
    return next(question for question in questions if " " in question.turn.best)


def test_a_question_shows_what_is_to_do_in_both_languages(web: Web, reviewed: Path) -> None:
    question = of_several_steps(lay(web, reviewed))
    page = web.client.get(path(question)).text
    assert f"{question.name}, find something better" in page and question.review.played(question.turn) in page
    assert "<svg" in page and "data-step" in page and 'data-events=""' in page
    assert question.turn.best not in page
    german = web.client.get(path(question), headers={"accept-language": "de"}).text
    assert f"{question.name}, finde etwas Besseres" in german


def test_two_helpings_and_then_it_is_told_and_comes_back_tomorrow(web: Web, reviewed: Path) -> None:
    question = of_several_steps(lay(web, reviewed))
    assert "Another hint" in helped(web, question)
    assert question.turn.best not in helped(web, question)
    told = helped(web, question)
    tomorrow = date.today() + timedelta(days=1)
    assert f"Best is {question.turn.best}" in told and "Missed. It comes back tomorrow." in told
    assert Schedule(date.today()).places[question.key].due == tomorrow
    assert question not in Schedule(date.today()).due([question]) and Schedule(tomorrow).due([question])
    assert answered(web, question, question.turn.best).status_code == 409
    assert Schedule(date.today()).places[question.key].found == 0


def test_the_best_turn_is_right_and_what_was_played_is_no_try(served: Web, reviewed: Path) -> None:
    question = lay(served, reviewed)[0]
    again = answered(served, question, question.review.played(question.turn))
    assert again.status_code == 409 and again.json()["error"] == "That is what was played."
    nonsense = answered(served, question, "nonsense")
    assert nonsense.status_code == 409 and nonsense.json()["error"].endswith((".", "?"))
    assert not Schedule(date.today()).places
    right = answered(served, question, question.turn.best)
    assert right.status_code == 200 and "Right: " in right.json()["fragments"]["turn"]
    later = date.today() + timedelta(days=DAYS[1])
    assert Schedule(date.today()).places[question.key].due == later
    assert answered(served, question, question.turn.best).status_code == 409
    assert served.client.get("/practise").headers.get("location") != path(question)


def test_three_tries_that_give_something_away_are_a_miss(
    served: Web, reviewed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is judged by a search in the process beside the server, which may be busy: what is proved ends it sooner."""
    monkeypatch.setattr(answers, "THINKING", 8.0)
    question = next(each for each in lay(served, reviewed) if each.turn.number == 20)
    for tries in range(TRIES):
        assert question.key not in Schedule(date.today()).places, tries
        answer = answered(served, question, "BH4,3")
        assert answer.status_code == 200, answer.text
        told = answer.json()["fragments"]["turn"]
        assert "gives away" in told
    assert f"Best is {question.turn.best}" in told and "Missed" in told
    assert Schedule(date.today()).places[question.key].found == 0


def test_practising_is_the_houses_and_no_seats(tmp_path: Path, reviewed: Path) -> None:
    house = made(tmp_path)
    with TestClient(web_app(house, [NAME], False), ORIGIN, raise_server_exceptions=False) as client:
        lan = Web(house, client)
        question = lay(lan, reviewed)[0]
        *_, seat = lan.path("1", "ending").split("/")
        for cookie in ("", f"{COOKIE}={seat}"):
            for address in ("/practise", "/practise/offer", path(question), f"{path(question)}/look"):
                assert client.get(address, headers={"cookie": cookie}).status_code == 403
            for deed in ("turn", "hint"):
                sent = lan.send(f"{path(question)}/{deed}", {"version": question.key}, cookie=cookie)
                assert sent.status_code == 403
        assert client.get(f"{lan.path('1', 'ending')}/practise").status_code == 404
        key = {"cookie": f"{COOKIE}={house.keys.key(HOUSE)}"}
        page = client.get(path(question), headers=key)
        assert page.status_code == 200 and "unsafe" not in page.headers["content-security-policy"]
        foreign = lan.send(f"{path(question)}/hint", {"version": question.key}, origin="http://evil.example", **key)
        assert foreign.status_code == 403
    assert not Schedule(date.today()).places


def test_a_tap_brings_to_light_nothing_that_was_unseen(web: Web) -> None:
    """The log knows what was drawn; whoever is asked is not told."""
    file = web.house.folder.path / "drawn.tbk"
    shutil.copy(LOGS / "kk-board.tbk", file)
    match, none = referee.load(file), [0.0] * 4
    blank = TurnReview(1, 0, "", none, 0.0, none, 0.0, 0.0, 0.0, 0.0, none, none, none, False, True, 9, 0.1)
    memory = Memory(beside(file), match, Effort(60.0), False)
    for move in match.moves:
        number = move.number or 0
        wrong = {"best": "+R +R ?", "loss": 0.3} if number == 21 else {}
        memory.keep(replace(blank, number=number, seat=move.seat, **wrong))
    memory.write()
    assert match.at(20).begin("+R +R ?").text == "+R +R =BB"
    shown = web.client.get("/practise/drawn/21/look", params={"begun": "+R +R ?"}).json()["fragments"]["turn"]
    assert 'value="+R +R ?"' in shown


@needs_chromium
def test_one_is_found_by_tapping_and_one_is_missed(served: Web, reviewed: Path, phone: BrowserContext) -> None:
    first, second, *_ = lay(served, reviewed)
    page = phone.new_page()
    page.goto(served.house.address)
    page.locator("#practise a").tap()
    page.wait_for_url(f"**{path(first)}")
    for step in first.turn.best.split():
        tap_thing(page, step)
        expect(page.locator("#typed")).to_have_value(re.compile(re.escape(step)), timeout=WAIT)
    page.locator("[data-do=done]").tap()
    expect(page.locator("#turn")).to_contain_text("Right: ", timeout=WAIT)
    expect(page.locator("#turn")).to_contain_text("Found. It comes back in 3 days.")
    page.locator("#turn a.primary").tap()
    page.wait_for_url(f"**{path(second)}")
    faults = _serious_faults(page)
    for helping in ("Another hint", "Tell me"):
        page.locator("[data-do=help]").tap()
        expect(page.locator("[data-do=help]")).to_have_text(helping, timeout=WAIT)
    page.locator("[data-do=help]").tap()
    expect(page.locator("#turn")).to_contain_text(f"Best is {second.turn.best}", timeout=WAIT)
    assert page.locator("#scene .ghost").count() and not page.locator("[data-step]").count()
    assert not faults + _serious_faults(page)
    places = Schedule(date.today()).places
    assert (places[first.key].found, places[second.key].found) == (1, 0)


def _serious_faults(page: Page) -> list[str]:
    from axe_playwright_python.sync_playwright import Axe

    found = list[str]()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found += serious(Axe().run(page).response)
    return found
