"""The guard, tried as somebody on the same Wi-Fi would."""

from __future__ import annotations

import re
import select
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from table.web import events, guard, server
from table.web.app import web_app
from table.web.events import Listener
from table.web.guard import COOKIE, HOUSE, MOST_BYTES
from table.web.server import names_at
from tests.table.web.conftest import NAME, ORIGIN, Web, made


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Web]:
    """A server that is open to the house."""
    house = made(tmp_path)
    with TestClient(web_app(house, [NAME], False), ORIGIN, raise_server_exceptions=False) as client:
        yield Web(house, client)


def knock(web: Web) -> socket.socket:
    """A connection on which nothing is said yet."""
    host, _, port = web.house.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), 60)


def gone_of(crowd: list[socket.socket], wanted: int) -> int:
    """How many are sent away within a minute, however busy the machine is."""
    gone, until = set[socket.socket](), time.monotonic() + 60
    while len(gone) < wanted and time.monotonic() < until:
        readable, _, _ = select.select([caller for caller in crowd if caller not in gone], [], [], 0.1)
        gone |= set(readable)
    return len(gone)


def test_a_foreign_name_bent_to_this_address_is_refused(web: Web) -> None:
    web.deal()
    for name in ("evil.example", "evil.example:7007", "127.0.0.1", "127.0.0.1:80", ""):
        answer = web.client.get(web.path(), headers={"host": name})
        assert answer.status_code == 421 and "Anna" not in answer.text


def test_whoever_is_refused_is_told_so_in_the_own_language(lan: Web) -> None:
    german = {"accept-language": "de", "accept": "text/html"}
    page = lan.client.get("/", headers=german)
    assert page.status_code == 403 and "Öffne die Adresse, die im Terminal steht" in page.text
    told = lan.client.get("/", headers={"host": "evil.example", "accept-language": "de"}).json()
    assert told == {"error": "Das ist nicht die Adresse des Tischs."}


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:7007", "http://127.0.0.1:8000"])
def test_a_foreign_page_changes_nothing(web: Web, origin: str) -> None:
    file = web.deal()
    before, version = file.read_bytes(), web.look()["version"]
    content = {"turn": "SA7", "version": version}
    assert web.send(f"{web.path()}/turn", content, origin=origin).status_code == 403
    assert web.client.post(f"{web.path()}/turn", json=content).status_code == 403
    assert web.send("/logs/evening/delete", {"name": "evening"}, origin=origin).status_code == 403
    assert file.read_bytes() == before


def test_a_form_of_a_foreign_page_has_no_effect_even_with_the_right_origin(web: Web) -> None:
    web.deal()
    answer = web.client.post(f"{web.path()}/turn", data={"turn": "SA7"}, headers={"origin": ORIGIN})
    assert answer.status_code == 415


def test_every_answer_carries_the_policy_and_no_page_needs_more(web: Web) -> None:
    web.deal()
    for path in ("/", web.path(), "/nothing", "/static/table.js", "/static/nothing.js", "/t/evening/host/wrong"):
        answer = web.client.get(path, headers={"accept": "text/html"})
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy and "unsafe" not in policy and "default-src 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        if "html" in answer.headers["content-type"]:
            assert not re.search(r"<script(?![^>]* src=\"/static/)|\son\w+=|\sstyle=|<style|javascript:", answer.text)
            assert not re.search(r"(?:src|href)=\"(?:https?:)?//", answer.text)


def test_names_are_text(web: Web) -> None:
    file = web.deal()
    file.write_text(file.read_text().replace("Anna", "<img src=x onerror=alert(1)>"))
    for text in (web.client.get("/").text, web.client.get(web.path()).text, str(web.look(panel="turns"))):
        assert "<img src=x" not in text and "&lt;img src=x" in text


@pytest.mark.parametrize(
    "name",
    ["../secret", "..%2fsecret", "%2e%2e%2fsecret", "/etc/passwd", "link", ".hidden", "a%00b", "evening.tbk", "x:y"],
)
def test_no_log_outside_the_folder_is_opened(tmp_path: Path, name: str) -> None:
    (tmp_path / "logs").mkdir()
    house = made(tmp_path / "logs")
    secret = tmp_path / "secret.tbk"
    with TestClient(web_app(house, [NAME], True), ORIGIN, raise_server_exceptions=False) as client:
        web = Web(house, client)
        secret.write_bytes(web.deal().read_bytes())
        (tmp_path / "logs" / "link.tbk").symlink_to(secret)
        (tmp_path / "logs" / ".hidden.tbk").write_bytes(secret.read_bytes())
        key = house.keys.key(name, "Anna, Ben, Clara", "host")
        for path in (f"/logs/{name}/standing", f"/t/{name}/host/{key}"):
            answer = client.get(path)
            assert answer.status_code == 404 and "Anna" not in answer.text
        assert client.post(f"/logs/{name}/delete", json={"name": name}, headers={"origin": ORIGIN}).status_code == 404
        assert ">link<" not in client.get("/").text
    assert secret.exists()


def test_in_the_house_nothing_opens_without_its_key(lan: Web) -> None:
    file = lan.deal()
    assert lan.client.get("/").status_code == 403
    assert lan.client.get("/logs/evening/standing").status_code == 403
    assert lan.send("/logs/evening/delete", {"name": "evening"}).status_code == 403
    assert lan.client.get("/", headers={"cookie": f"{COOKIE}=wrong"}).status_code == 403
    assert lan.client.get("/enter/wrong", follow_redirects=False).status_code == 404
    assert file.exists()
    entered = lan.client.get(f"/enter/{lan.house.keys.key(HOUSE)}", follow_redirects=False)
    assert "HttpOnly" in entered.headers["set-cookie"] and "SameSite=strict" in entered.headers["set-cookie"]
    assert "evening" in lan.client.get("/").text


def test_the_key_of_a_seat_opens_that_seat_and_nothing_else(lan: Web) -> None:
    lan.deal()
    lan.deal(name="other")
    *_, key = lan.path("2").split("/")
    assert lan.client.get(f"/t/evening/2/{key}").status_code == 200
    for path in (f"/t/evening/1/{key}", f"/t/evening/host/{key}", f"/t/evening/public/{key}", f"/t/other/2/{key}"):
        assert lan.client.get(path).status_code == 404
    for path in (f"/t/evening/2/{key[:-1]}", "/t/evening/2/ü", "/t/evening/4/x", "/t/evening/-1/x", "/t/evening/²/x"):
        assert lan.client.get(path).status_code == 404
    assert lan.client.get("/").status_code == 403


def test_what_is_sent_has_a_bound(web: Web) -> None:
    web.deal()
    headers = {"origin": ORIGIN, "content-type": "application/json"}
    path = f"{web.path()}/turn"
    assert web.client.post(path, content=b" " * (MOST_BYTES + 1), headers=headers).status_code == 413
    stream = (b" " * 1000 for _ in range(MOST_BYTES // 1000 + 2))
    assert web.client.post(path, content=stream, headers=headers).status_code == 413
    for strange in (b"[]", b"{", b"\xff", b'{"turn": 7}', b'{"turn": "\\u0000", "version": ""}', b"[" * 30_000):
        answer = web.client.post(path, content=strange, headers=headers)
        assert answer.status_code in (400, 409), strange
        assert answer.json()["error"]


def test_who_listens_is_counted(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    web.deal()
    monkeypatch.setattr(events, "MOST_AT_A_SEAT", 1)
    web.house.hub.listeners["evening"].add(Listener("1"))
    assert web.client.get(f"{web.path('1')}/events").status_code == 503
    assert not web.house.hub.full("evening", "2") and not web.house.hub.full("evening", "host")
    monkeypatch.setattr(events, "MOST_AT_A_TABLE", 1)
    assert web.client.get(f"{web.path()}/events").status_code == 503


def test_a_body_that_never_ends_is_not_waited_for(served: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody promises a body and sends a letter of it now and then."""
    served.deal(name="slow")
    monkeypatch.setattr(guard, "MOST_SECONDS", 1.0)
    host = served.house.address.removeprefix("http://")
    head = f"POST {served.path(name='slow')}/turn HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n"
    with knock(served) as caller:
        caller.sendall(f"{head}content-type: application/json\r\ncontent-length: 900\r\n\r\n{{".encode())
        assert b" 408 " in caller.recv(1000)


def test_who_stands_in_the_door_is_sent_away(served: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections on which nothing is asked, or only half a request, and more of them than anybody needs."""
    monkeypatch.setattr(server, "MOMENT", 0.2)
    monkeypatch.setattr(server, "MOST_IDLE", 5)
    with ExitStack() as door:
        crowd = [door.enter_context(knock(served)) for _ in range(30)]
        assert gone_of(crowd, 25) >= 25
        assert served.client.get("/favicon.ico").status_code == 200
    monkeypatch.setattr(server, "LOITERING", 0.5)
    with knock(served) as silent, knock(served) as half:
        half.sendall(b"GET / HTTP/1.1\r\nhost:")
        assert gone_of([silent, half], 2) == 2


@pytest.mark.parametrize("path", ["/static/{}", "/fonts/{}", "/games/{}/emblem.svg", "/games/kk-card/faces/{}.svg"])
@pytest.mark.parametrize("way", ["../../../pyproject.toml", "..%2f..%2f..%2fpyproject.toml", "%2fetc%2fpasswd", "%00"])
def test_no_file_but_those_for_pages_is_given_away(web: Web, path: str, way: str) -> None:
    answer = web.client.get(path.format(way))
    assert answer.status_code == 404 and "[project]" not in answer.text


def test_for_a_wrong_key_nothing_is_replayed_and_nothing_told(lan: Web) -> None:
    lan.deal()
    before = lan.client.get("/t/nothing/host/wrong").content
    assert lan.client.get("/t/evening/host/wrong").content == before
    with lan.house.folder._reading["evening"]:
        assert lan.client.get("/t/evening/host/wrong").content == before
    assert not lan.house.folder._open


def test_a_turn_that_is_asked_about_is_a_line(web: Web) -> None:
    web.deal()
    for begun in ("SA7 " * 2000, "SA7\nreveal Ben: M", "SA7\x1b[2J"):
        for asked in ("begun", "considered"):
            assert web.client.get(f"{web.path()}/look", params={asked: begun}).status_code == 400


def test_on_the_loopback_the_server_has_no_other_names() -> None:
    assert names_at(7007, False) == ["127.0.0.1:7007", "localhost:7007"]
