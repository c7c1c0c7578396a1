"""The pages in a real browser, on a phone's screen."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from table.log import referee
from tests.table.web.conftest import WAIT, Web
from tests.table.web.phones import SCHEMES, extent, needs_chromium, opened, serious, tap_thing, tap_turn, touch

pytestmark = [needs_chromium, pytest.mark.long]


def brightness(colour: str) -> float:
    """Of a colour as a browser tells it, from 0 to 255."""
    return sum(map(float, re.findall(r"[\d.]+", colour)[:3])) / 3


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


def test_a_finger_that_covers_several_towns_enlarges_the_place_first(served: Web, phone: BrowserContext) -> None:
    served.deal("kk-board", "small")
    page = opened(phone, served, name="small")
    town = page.locator("#scene [data-step] .ring").first
    small = extent(town)
    touch(page, town)
    expect(page.locator("#fit")).to_be_visible()
    expect(page.locator("#typed")).to_have_value("")
    assert small["width"] < 27 and extent(town)["width"] >= 44
    page.locator("#fit").tap()
    expect(page.locator("#fit")).to_be_hidden()
    touch(page, town)
    touch(page, town)
    expect(page.locator("#turn [data-do=back]:not(:disabled), #choices [data-step]").first).to_be_visible()


def test_a_thing_glides_to_where_it_went_and_stops_for_who_asks_for_less(served: Web, phone: BrowserContext) -> None:
    served.deal("cartino", "gliding")
    page = opened(phone, served, name="gliding")
    page.evaluate(
        "() => { const glide = Element.prototype.animate; window.glided = 0;"
        " Element.prototype.animate = function (...how) { window.glided += 1; return glide.apply(this, how); }; }"
    )
    for motion, glides in (("no-preference", True), ("reduce", False)):
        page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
        page.evaluate("window.glided = 0")
        page.evaluate("document.querySelector('#steps [data-step]').click()")
        expect(page.locator("[data-do=back]")).to_be_visible(timeout=WAIT)
        assert (page.evaluate("window.glided") > 0) == glides
        page.locator("[data-do=back]").tap()
        expect(page.locator("[data-do=back]")).to_be_hidden(timeout=WAIT)


def test_at_night_the_table_is_cloth_and_can_be_read(served: Web, phone: BrowserContext) -> None:
    served.deal("kk-board", "night")
    page = opened(phone, served, name="night")
    grounds = []
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.locator("#scene .cloth").evaluate("(one) => getComputedStyle(one).fill"))
        inks = page.locator("#scene text").evaluate_all("(all) => all.map((one) => getComputedStyle(one).fill)")
        ground = brightness(grounds[-1])
        assert sum(abs(brightness(ink) - ground) > 80 for ink in inks) >= len(inks) - 2  # two on a bar of their own
    assert brightness(grounds[0]) > 200 and brightness(grounds[1]) < 60


def test_a_sheet_has_three_heights_and_falls_for_who_builds_a_turn(served: Web, phone: BrowserContext) -> None:
    referee.append(served.deal(name="sheet"), ["SA7"])
    page = opened(phone, served, name="sheet")

    def height(panel: str) -> float:
        page.locator(f'[data-panel="{panel}"]').tap()
        page.locator("#panel h2").wait_for(state="attached")
        return page.locator("#sheet").evaluate("(sheet) => parseFloat(getComputedStyle(sheet).maxHeight)")

    low = page.locator("#sheet").evaluate("(sheet) => parseFloat(getComputedStyle(sheet).maxHeight)")
    half, full = height("points"), height("turns")
    assert low < half < full
    page.locator('#panel [data-at="1"]').tap()
    page.locator('[data-correct="1"]').tap()
    expect(page.locator("body")).to_have_attribute("data-sheet", "low")
    expect(page.locator("[data-do=remove]")).to_be_visible()


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


@pytest.mark.parametrize("wide", [390, 768, 1024])
def test_whoever_sits_there_is_named_whole(served: Web, browser: Browser, wide: int) -> None:
    """Beside points and level, which may take less room."""
    name = f"named-{wide}"
    shutil.copy(Path(__file__).parents[3] / "docs" / "logs" / "kk-board.tbk", served.house.folder.path / f"{name}.tbk")
    page = browser.new_page(viewport={"width": wide, "height": 1024}, locale="de")
    page.goto(served.house.address + served.path(name=name))
    cut = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"
    expect(page.locator(".chip .name")).to_have_count(4, timeout=WAIT)
    assert page.locator(".chip .name").evaluate_all(cut) == []
    page.close()


def test_the_pages_have_no_serious_fault_for_screen_readers(served: Web, phone: BrowserContext) -> None:
    from axe_playwright_python.sync_playwright import Axe

    served.deal(name="read")
    referee.append(served.house.folder.file("read"), ["SA7"])
    page = opened(phone, served, name="read")
    found = {}
    for panel, scheme in zip(("turns", "points", "advice", "devices"), SCHEMES * 2, strict=True):
        page.emulate_media(color_scheme=scheme)
        page.locator(f'[data-panel="{panel}"]').tap()
        page.locator("#panel h2").wait_for()
        found[panel] = serious(Axe().run(page).response)
    for path in ("/", "/new/kk-card", "/print/kk-card", "/nothing"):
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.goto(served.house.address + path)
            found[f"{path} {scheme}"] = serious(Axe().run(page).response)
    assert not any(found.values()), found


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
        page.wait_for_load_state("load")
        file = tmp_path / "evening.tbk"
        match = referee.load(file)
        step = match.game.next_words(match.state)[0]
        tap_thing(page, step)
        expect(page.locator("[data-do=done]")).to_be_enabled()
        first.send_signal(signal.SIGKILL)
        first.wait()
        page.locator("[data-do=done]").tap()
        expect(page.locator("#lost")).to_contain_text("does not answer", timeout=WAIT)
        second = start()
        try:
            expect(page.locator("#lost")).to_be_hidden(timeout=WAIT)
            assert page.locator("#typed").input_value().startswith(step), "what was tapped is still there"
            page.locator("[data-do=done]").tap()
            until = time.monotonic() + 60
            while referee.load(file).turns == 2:
                assert time.monotonic() < until
                page.wait_for_timeout(50)
            assert referee.load(file).turns == 3
            referee.undo(file)
            referee.undo(file)
            page.locator('[data-panel="turns"]').tap()
            expect(page.locator("#panel [data-at]")).to_have_count(2, timeout=WAIT)
        finally:
            second.send_signal(signal.SIGINT)
            assert second.wait(30) == 0
    finally:
        first.kill()
