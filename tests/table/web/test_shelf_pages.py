"""The shelf, a new game, and deleting one."""

from __future__ import annotations

import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from table.log import gamelog, referee
from table.play.seats import remembered
from tests.playing import ROWS, random_log
from tests.table.web.conftest import PLAYERS, Web

LOGS = Path(__file__).parents[3] / "docs" / "logs"


def chairs(*kinds: str) -> list[dict[str, str]]:
    return [{"name": name, "kind": kind} for name, kind in zip(("Anna", "Ben", "Clara"), kinds, strict=False)]


def test_the_shelf_lists_games_and_logs(web: Web) -> None:
    web.deal()
    (web.house.folder.path / "broken.tbk").write_text("game: nothing\n")
    page = web.client.get("/").text
    for text in ("evening", "Anna, Ben, Clara", "broken", "the file ends before the line `setup`", "/new/cartino"):
        assert text in page
    assert str(web.house.folder.path) not in page
    assert "Anna to move" in web.client.get("/logs/evening/standing").text


def test_a_log_on_the_shelf_says_which_game_it_is_and_who_is_ahead_only_when_somebody_is(web: Web) -> None:
    web.deal("kk-board", "sunday", date="2026-11-15")
    german = web.client.get("/", headers={"accept-language": "de"}).text
    assert '<span class="what">Kardinal &amp; König</span>' in german and "<time>2026-11-15</time>" in german
    standing = web.client.get("/logs/sunday/standing").text
    assert standing.strip() == "Anna to move"
    file = web.deal("kk-card", "friday")
    referee.append(file, ["SA7"])
    assert "1 turn<" in web.client.get("/").text
    assert web.client.get("/logs/friday/standing").text.strip().endswith("ahead")


def test_a_game_that_is_over_says_who_has_won_even_if_nobody_has(web: Web) -> None:
    shutil.copy(LOGS / "kardinal.tbk", web.house.folder.path / "draw.tbk")
    (web.house.folder.path / "won.tbk").write_text(random_log(3, 5)[0])
    assert web.client.get("/logs/draw/standing").text.strip() == "over: Nobody wins: a tie."
    assert " wins." in web.client.get("/logs/won/standing").text


@pytest.mark.parametrize("game", PLAYERS)
def test_a_new_game_is_dealt_and_its_log_remembers_who_sits_where(web: Web, game: str) -> None:
    assert web.client.get(f"/new/{game}").status_code == 200
    kinds = ["human", "ai:hard", "ai:easy"][: PLAYERS[game]]
    answer = web.send(f"/new/{game}", {"chairs": chairs(*kinds), "dealt": True})
    assert answer.status_code == 200, answer.text
    assert web.client.get(answer.json()["path"]).status_code == 200
    (name,) = web.house.folder.names()
    match = referee.load(web.house.folder.file(name))
    assert match.me == 0 and match.game.id == game
    assert [chair.kind for chair in remembered(web.house.folder.file(name), match.players)] == kinds


def test_a_real_table_is_entered_by_tapping_its_cards(web: Web) -> None:
    lines: list[str] = []
    for code in " ".join(ROWS).split():
        answer = web.send("/new/kk-card/setup", {"players": 3, "lines": lines, "pending": code}).json()
        assert code not in answer["words"] or answer["fault"]
        lines = answer["lines"]
    while answer["prompt"] is not None:
        answer = web.send("/new/kk-card/setup", {"players": 3, "lines": lines, "pending": "?"}).json()
        lines = answer["lines"]
    begun = web.send(
        "/new/kk-card", {"chairs": chairs("human", "human", "human"), "dealt": False, "lines": lines, "me": "Ben"}
    )
    assert begun.status_code == 200, begun.text
    (name,) = web.house.folder.names()
    log = gamelog.read(web.house.folder.file(name))
    assert [line for _, line in log.setup][:4] == [f"row {number}: {row}" for number, row in enumerate(ROWS, start=1)]
    assert log.header["me"] == "Ben"


@pytest.mark.parametrize("game", ["kk-card", "kk-board", "cartino"])
def test_what_is_tapped_in_a_setup_has_its_printed_face(web: Web, game: str) -> None:
    answer = web.send(f"/new/{game}/setup", {"players": PLAYERS[game], "lines": [], "pending": ""}).json()
    codes = [word for word in answer["words"] if word not in "?*"]
    assert codes and set(codes) <= set(answer["faces"])
    picture = web.client.get(answer["faces"][codes[0]])
    assert picture.status_code == 200 and picture.headers["content-type"] == "image/svg+xml"
    ElementTree.fromstring(picture.text)
    assert web.client.get(f"/games/{game}/faces/nothing.svg").status_code == 404


def test_a_hand_waits_until_all_its_cards_are_there(web: Web) -> None:
    first = web.send("/new/kk-board/setup", {"players": 3, "lines": [], "pending": "ES"}).json()
    assert first["pending"] == "ES" and first["lines"] == []
    second = web.send("/new/kk-board/setup", {"players": 3, "lines": [], "pending": "ES FR"}).json()
    assert second["lines"] == ["ES FR"] and second["written"] == ["open: ES FR"]


def test_whoever_logs_a_real_table_is_asked_for_the_own_hand_alone(web: Web) -> None:
    def prompts(seat: int) -> list[str]:
        lines, told = list[str](), list[str]()
        while True:
            asked = {"players": 2, "seat": seat, "lines": lines, "pending": ""}
            answer = web.send("/new/cartino/setup", asked).json()
            if answer["prompt"] is None:
                return told
            told.append(answer["prompt"])
            line = ""
            for word in answer["words"]:
                line = f"{line} {word}".strip()
                after = web.send("/new/cartino/setup", asked | {"pending": line}).json()
                if after["lines"] != lines:
                    break
            lines = after["lines"]

    assert len(prompts(1)) < len(prompts(-1))


def test_the_setup_is_asked_for_in_the_language_of_the_device(web: Web) -> None:
    asked = {"players": 3, "lines": [], "pending": ""}
    english, german = (
        web.send("/new/kk-board/setup", asked, **{"accept-language": language}).json() for language in ("en", "de")
    )
    assert english["help"] != german["help"]


@pytest.mark.parametrize(
    "content",
    [
        {"chairs": chairs("human", "human")},
        {"chairs": [{"name": "A:B", "kind": "human"}] * 3},
        {"chairs": [{"name": "Anna", "kind": "human"}] * 3},
        {"chairs": chairs("human", "human", "ai:genius")},
        {"chairs": chairs("human", "human", "ai:easy"), "dealt": False},
        {"chairs": chairs("human", "human", "human"), "dealt": False},
        {"chairs": chairs("human", "human", "human"), "me": "Zoe"},
        {"chairs": "everybody"},
        {"chairs": [7]},
        {"chairs": chairs("human", "human", "human"), "dealt": False, "lines": ["nonsense"]},
    ],
)
def test_a_game_that_cannot_begin_is_refused_in_a_sentence(web: Web, content: dict[str, object]) -> None:
    answer = web.send("/new/kk-card", content)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"].endswith((".", "?"))
    assert web.house.folder.names() == []


def test_deleting_needs_the_name_once_more(web: Web) -> None:
    file = web.deal()
    assert web.send("/logs/evening/delete", {}).status_code == 400
    assert file.exists()
    assert web.send("/logs/evening/delete", {"name": "evening"}).status_code == 200
    assert not file.exists()
