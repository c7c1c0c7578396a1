"""The pages in a real browser, on a phone's screen; one Chromium and one server for all of it."""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from solver.kernel.playable import NotationError
from solver.players.bots import seated, take_turn
from table.log import referee
from table.log.referee import Match
from tests.table.web.conftest import PLAYERS, Web

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
TAPPED = 2
"""Turns at the begin and at the end of a game that are tapped; the others are played quickly in the log."""
WAIT = 60_000

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="There is no Chromium here: the tests that drive a browser are skipped."
)


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


def opened(context: BrowserContext, web: Web, view: str = "host", name: str = "evening") -> Page:
    page = context.new_page()
    page.goto(web.house.address + web.path(view, name))
    page.locator("#scene svg").first.wait_for()
    return page


def tap_thing(page: Page, step: str) -> None:
    """Taps what stands for a step: the place of the scene that its ring encloses, or the button of that name."""
    page.locator("#scene:not([aria-busy=true])").wait_for()
    thing = page.locator(f'#scene [data-step~="{step}"]').first
    if thing.count():
        place = thing.locator(".ring").first
        place.scroll_into_view_if_needed()
        box = place.bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if " " in (thing.get_attribute("data-step") or ""):
            page.locator(f'#choices [data-step="{step}"]').tap()
        return
    loose = page.locator(f'#turn [data-step="{step}"]').first
    if not loose.is_visible():
        page.locator("#steps summary").tap()
    loose.tap()


def _may_end(match: Match, begun: str) -> bool:
    try:
        return match.game.read_turn(match.state, begun).complete
    except NotationError:
        return False


def tap_turn(page: Page, file: Path, dice: random.Random) -> None:
    """Builds a turn by tapping, and enters it."""
    match = referee.load(file)
    begun = ""
    while not _may_end(match, begun):
        after = referee.begun_turn(match, begun).after
        step = dice.choice(match.game.next_words(after))
        tap_thing(page, step)
        begun = f"{begun} {step}".strip()
        written = referee.begun_turn(match, begun).text
        expect(page.locator("#typed")).to_have_value(written, timeout=WAIT)
    page.locator("[data-do=done]").tap()
    number = match.turns + 1
    until = time.monotonic() + 60
    while referee.load(file).turns < number:
        assert time.monotonic() < until
        page.wait_for_timeout(20)


def rush(file: Path, left: int) -> None:
    """Plays greedy turns into the log until only so many are left."""
    match, bot, turns = referee.load(file), seated("greedy"), []
    while match.to_move is not None:
        steps = take_turn(bot, match.game.kernel, match.state, len(match.players), match.turns)
        text = match.game.write_turn(match.state, steps)
        match.play(text)
        turns.append(text)
    referee.append(file, turns[:-left])


@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_is_played_by_tapping_and_its_log_replays(served: Web, phone: BrowserContext, game: str) -> None:
    name, dice = f"tapped-{game}", random.Random(5)
    file = served.deal(game, name)
    page = opened(phone, served, name=name)
    for _ in range(TAPPED):
        tap_turn(page, file, dice)
    rush(file, TAPPED)
    played = referee.load(file).turns
    page.locator('[data-panel="turns"]').tap()
    page.locator(f'#panel [data-at="{played}"]').wait_for()
    page.locator('[data-panel="turns"]').tap()
    expect(page.locator("#panel")).to_be_empty()
    while referee.load(file).to_move is not None:
        page.locator("#turn .headline", has_text=referee.load(file).to_move or "").wait_for()
        tap_turn(page, file, dice)
    expect(page.locator("#turn")).to_contain_text("The game is over", timeout=WAIT)
    assert referee.load(file).to_move is None


def test_several_devices_each_with_its_own_hand(served: Web, browser: Browser, phone: BrowserContext) -> None:
    file = served.deal("cartino", "hands")
    anna, ben, middle = (opened(phone, served, view, "hands") for view in ("1", "2", "public"))
    expect(anna.locator("#turn")).to_contain_text("Anna, your turn")
    expect(ben.locator("#turn")).to_contain_text("Anna is to move")
    assert ben.locator("[data-step]").count() == middle.locator("[data-step]").count() == 0
    tap_turn(anna, file, random.Random(1))
    expect(ben.locator("#turn")).to_contain_text("Ben, your turn")
    expect(middle.locator("#turn")).to_contain_text("Ben is to move")
    expect(anna.locator("#turn")).to_contain_text("Ben is to move")
    tap_turn(ben, file, random.Random(1))
    expect(anna.locator("#turn")).to_contain_text("Anna, your turn")


def test_a_turn_in_the_middle_is_corrected(served: Web, phone: BrowserContext) -> None:
    file = served.deal(name="corrected")
    referee.append(file, ["SA7", "EN1", "UN3"])
    page = opened(phone, served, name="corrected")
    page.locator('[data-panel="turns"]').tap()
    page.locator('#panel [data-at="3"]').tap()
    page.locator('[data-correct="3"]').tap()
    expect(page.locator("#turn")).to_contain_text("what was played really?")
    tap_thing(page, "BA4")
    expect(page.locator("#typed")).to_have_value("BA4")
    page.locator("[data-do=done]").tap()
    expect(page.locator("#turn")).to_contain_text("Anna, your turn")
    assert [move.text for move in referee.load(file).moves] == ["SA7", "EN1", "BA4"]


def test_what_is_not_legal_is_told_where_it_was_typed(served: Web, phone: BrowserContext) -> None:
    served.deal(name="typed")
    page = opened(phone, served, name="typed")
    page.locator("#typed").fill("FR1")
    page.locator("#typed").press("Enter")
    expect(page.locator("#fault")).to_contain_text("Legal there")
    page.locator("#typed").fill("SA7")
    page.locator("#typed").press("Enter")
    expect(page.locator("[data-do=done]")).to_be_enabled()


def test_a_game_is_begun_and_played_with_the_keyboard_alone(served: Web, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1440, "height": 900}, locale="en")
    page.set_default_timeout(WAIT)
    page.goto(f"{served.house.address}/new/kardinal")
    page.keyboard.press("Tab")

    def go_to(css: str) -> None:
        for _ in range(80):
            if page.evaluate("(css) => document.activeElement?.matches(css)", css):
                return
            page.keyboard.press("Tab")
        raise AssertionError(css)

    go_to("form > .row button")
    page.keyboard.press("Enter")
    page.locator("#scene [data-step]").first.wait_for()
    before = set(served.house.folder.names())
    (name,) = [name for name in before if name.startswith("kardinal-")]
    file = served.house.folder.file(name)
    until = time.monotonic() + 60
    while not referee.load(file).turns:
        assert time.monotonic() < until
        if page.locator("[data-do=done]:not(:disabled)").count():
            go_to("[data-do=done]")
        else:
            offered = page.locator("#choices [data-step]").count()
            go_to("#choices [data-step], #turn .choices [data-step]" if offered else "[data-step]")
        page.keyboard.press("Enter")
        page.wait_for_timeout(300)
    page.close()


def test_the_pages_have_no_serious_fault_for_screen_readers(served: Web, phone: BrowserContext) -> None:
    from axe_playwright_python.sync_playwright import Axe

    served.deal(name="read")
    referee.append(served.house.folder.file("read"), ["SA7"])
    page = opened(phone, served, name="read")
    found = {}
    for panel in ("turns", "points", "advice", "devices"):
        page.locator(f'[data-panel="{panel}"]').tap()
        page.locator("#panel h2").wait_for()
        found[panel] = _serious(Axe().run(page).response)
    for path in ("/", "/new/kk-card", "/print/kk-card"):
        page.goto(served.house.address + path)
        found[path] = _serious(Axe().run(page).response)
    assert not any(found.values()), found


def _serious(response: dict[str, Any]) -> list[str]:
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def test_the_page_finds_a_server_again_that_was_killed(tmp_path: Path, phone: BrowserContext) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    from tests.playing import random_log

    (tmp_path / "evening.tbk").write_text(random_log(3, 5, turns=2)[0])
    environment = os.environ | {"TIMBUKTU_HOME": str(tmp_path / "home")}
    program = "from table.cli import main; main()"
    run = [sys.executable, "-c", program, "serve", str(tmp_path), "--no-open", "--port", str(port)]

    def start() -> subprocess.Popen[bytes]:
        server = subprocess.Popen(run, env=environment, stdout=subprocess.PIPE)
        assert server.stdout
        server.stdout.readline()
        return server

    first = start()
    try:
        page = phone.new_page()
        page.goto(f"http://127.0.0.1:{port}/")
        page.locator(".log a").tap()
        page.locator("#scene svg").first.wait_for()
        first.send_signal(signal.SIGKILL)
        first.wait()
        expect(page.locator("#lost")).to_contain_text("does not answer", timeout=WAIT)
        referee.undo(tmp_path / "evening.tbk")
        second = start()
        try:
            expect(page.locator("#lost")).to_be_hidden(timeout=WAIT)
            page.locator('[data-panel="turns"]').tap()
            expect(page.locator("#panel [data-at]")).to_have_count(2, timeout=WAIT)
        finally:
            second.send_signal(signal.SIGINT)
            assert second.wait(30) == 0
    finally:
        first.kill()
