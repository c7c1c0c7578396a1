"""A folder of logs and its server, asked without a network."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from httpx import Client, Response
from playwright.sync_api import Browser, BrowserContext, sync_playwright
from starlette.testclient import TestClient

from shelf.catalogue import USUAL
from table.log import gamelog, referee
from table.web.app import web_app
from table.web.events import Hub
from table.web.folder import LogFolder
from table.web.house import WebHouse
from table.web.keys import Keyring
from table.web.pages import Pages
from table.web.server import Server, opened_door
from table.web.views import View

NAME = "127.0.0.1:7007"
ORIGIN = f"http://{NAME}"
PLAYERS = {"kk-card": 3, "kardinal": 2, "kk-board": 3, "cartino": 2}
NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
WAIT = 60_000


@dataclass
class Web:
    """The server, and how a page would ask it."""

    house: WebHouse
    client: Client

    def deal(self, game: str = "kk-card", name: str = "evening", players: int = 0, **header: str) -> Path:
        """A log that the program dealt."""
        rules, count = referee.rules(game), players or PLAYERS[game]
        facts = {"game": game, "players": ", ".join(NAMES[:count]), **header}
        file = self.house.folder.path / f"{name}.tbk"
        gamelog.create(file, gamelog.written(facts, rules.write_setup(rules.deal(count, 7, {}))))
        return file

    def path(self, view: str = "host", name: str = "evening") -> str:
        """Where a view of a table lies."""
        players = tuple(gamelog.split_names(self.house.folder.header(name).header["players"]))
        return self.house.path(name, players, View(view))

    def path_of(self, players: str, view: str, name: str = "evening") -> str:
        """Where a view of a table lies, whatever has become of its log."""
        return self.house.path(name, tuple(gamelog.split_names(players)), View(view))

    def look(self, view: str = "host", name: str = "evening", **asked: str) -> dict[str, Any]:
        """What the page of a view shows."""
        answer = self.client.get(f"{self.path(view, name)}/look", params=asked)
        assert answer.status_code == 200, answer.text
        content: dict[str, Any] = answer.json()
        return content

    def steps(self, view: str = "host", name: str = "evening", **asked: str) -> list[str]:
        """The steps that a page offers."""
        return re.findall(r'<button[^>]* data-step="([^"]*)"', self.look(view, name, **asked)["fragments"]["turn"])

    def send(self, path: str, content: object, **headers: str) -> Response:
        """A request that changes something, as a page of the server sends it."""
        return self.client.post(path, json=content, headers={"origin": self.house.address} | headers)

    @contextmanager
    def listening(self, view: str = "host", name: str = "evening") -> Iterator[Iterator[tuple[str, Any]]]:
        """The events that a page of a view hears."""
        with self.client.stream("GET", f"{self.path(view, name)}/events") as stream:
            yield _events(stream.iter_lines())

    def play(self, turn: str, view: str = "host", name: str = "evening", version: str = "") -> Response:
        """Enters a turn."""
        version = version or self.look(name=name)["version"]
        return self.send(f"{self.path(view, name)}/turn", {"turn": turn, "version": version})


def _events(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    event = ""
    for line in lines:
        if line.startswith("event: "):
            event = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield event, json.loads(line.removeprefix("data: "))


def made(folder: Path, address: str = ORIGIN) -> WebHouse:
    """A house as `timbuktu serve` makes it, with opponents that do not wait."""
    logs = LogFolder(folder, USUAL, b"salt")
    secret = Keyring(b"a secret of this test, and long enough")
    return WebHouse(logs, secret, Hub(logs), Pages("en"), address, pace=0.0)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A server on the loopback with an empty folder."""
    house = made(tmp_path)
    with TestClient(web_app(house, [NAME], True), ORIGIN, raise_server_exceptions=False) as client:
        yield Web(house, client)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """A real server on a port of this machine, one for all tests of a module that need events or a browser.

    Not longer: where a thread runs, nothing is printed in a fork, which other tests would wait for.
    """
    door = opened_door(0, False)
    name = f"127.0.0.1:{door.getsockname()[1]}"
    house = made(tmp_path_factory.mktemp("logs"), f"http://{name}")
    there = Event()
    server = Server(web_app(house, [name], True), there.set, house.hub.close)
    thread = Thread(target=server.run, kwargs={"sockets": [door]})
    thread.start()
    assert there.wait(60)
    with Client(base_url=house.address, timeout=120) as client:
        yield Web(house, client)
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for all tests of this module."""
    with sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield opened
        opened.close()


@pytest.fixture
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of its own for a test; whatever breaks in its pages breaks the test."""
    context = browser.new_context(**PHONE, locale="en")
    context.set_default_timeout(WAIT)
    faults: list[str] = []
    context.on("weberror", lambda fault: faults.append(str(fault.error)))
    yield context
    context.close()
    assert not faults
