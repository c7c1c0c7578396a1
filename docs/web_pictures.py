"""Takes the pictures of docs/table.md from the real pages: `make docs`, where there is a Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from pictures import beside, save
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from solver.players.bots import seated, take_turn
from table.log import referee
from table.play import seats
from table.play.seats import Chair
from table.screens.words import Words

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "user_agent": "Mozilla/5.0 (Linux; Android 14; Mobile)",
}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"}


def play(folder: Path, game: str, name: str, players: Sequence[str], turns: int) -> None:
    """A game that has been going for some turns."""
    rules, file = referee.rules(game), folder / f"{name}.tbk"
    chairs = [Chair(player, None) for player in players]
    seats.begin(rules, chairs, seats.dealt(rules, len(chairs), 7, {}), file, Words("en"), me=players[0])
    match, bot, played = referee.load(file), seated("greedy"), []
    for _ in range(turns):
        steps = take_turn(bot, match.game.kernel, match.state, len(players), match.turns)
        played.append(match.game.write_turn(match.state, steps))
        match.play(played[-1])
    referee.append(file, played)


def shot(page: Page) -> Image.Image:
    """The page as it stands."""
    page.wait_for_timeout(700)
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def opened(browser: Browser, address: str, settings: dict[str, Any]) -> Page:
    page = browser.new_context(**settings, locale="en").new_page()
    page.set_default_timeout(120_000)
    page.goto(address)
    return page


def shelf(browser: Browser, address: str) -> None:
    pages = []
    for path in ("/", "/new/kk-card", "/print/kk-card"):
        page = opened(browser, address + path, PHONE)
        page.wait_for_timeout(2000)
        pages.append(shot(page))
    save(beside(pages), "web-shelf.png")


def table(browser: Browser, address: str) -> None:
    page = opened(browser, address, PHONE)
    page.locator("#scene [data-step]").first.wait_for(state="attached")
    pictures = [shot(page)]
    page.locator("[data-panel=advice]").tap()
    page.locator("[data-do=advise]").tap()
    page.locator("[data-do=longer]").tap()
    page.locator("[data-do=stop]").wait_for()
    page.locator("[data-do=longer]").wait_for()
    page.locator("[data-consider]").first.tap()
    pictures.append(shot(page))
    page.locator("[data-panel=points]").tap()
    page.locator(".score").wait_for()
    pictures.append(shot(page))
    page.locator("[data-panel=devices]").tap()
    page.locator(".links").wait_for()
    pictures.append(shot(page))
    save(beside(pictures), "web-table.png", 192)


def desk(browser: Browser, address: str) -> None:
    page = opened(browser, address, DESK)
    page.locator("#scene [data-step]").first.wait_for(state="attached")
    page.locator(".turns").wait_for()
    save(shot(page), "web-desk.png", 192)


def main() -> None:
    """Serves games of its own and looks at them."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        play(folder, "kk-board", "Sunday", ("Anna", "Ben", "Clara"), 12)
        play(folder, "kardinal", "Rainy afternoon", ("Anna", "Ben"), 9)
        play(folder, "cartino", "Late", ("Anna", "Ben"), 8)
        play(folder, "kk-card", "Friday", ("Anna", "Ben", "Clara"), 6)
        program = [sys.executable, "-c", "from table.cli import main; main()", "serve", place, "--no-open"]
        server = subprocess.Popen(
            program, stdout=subprocess.PIPE, text=True, env=os.environ | {"TIMBUKTU_HOME": f"{place}/home"}
        )
        try:
            assert server.stdout
            found = re.search(r"http://\S+?(?=/?$)", server.stdout.readline().strip())
            assert found
            paths = re.findall(r'"(/t/[^"]+/host/[^"]+)"', httpx.get(f"{found[0]}/", timeout=120).text)
            by_name = {name: next(path for path in paths if name in path) for name in ("Friday", "Sunday")}
            with sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                table(browser, found[0] + by_name["Friday"])
                desk(browser, found[0] + by_name["Sunday"])
                shelf(browser, found[0])
                browser.close()
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    main()
