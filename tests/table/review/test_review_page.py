"""The page of a review in a browser without a network: arrows, the filter, and a phone."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from shelf import paths
from table.reports.curves import INKS
from table.reports.review_page import page
from table.screens.words import Words
from tests.table.review.games import looked_back, played

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")


def look(sheet: Page, file: Path) -> list[str]:
    """Opens a page; whatever it complains about is noted."""
    complaints: list[str] = []
    sheet.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    sheet.on("pageerror", lambda fault: complaints.append(str(fault)))
    sheet.on(
        "request", lambda asked: complaints.append(asked.url) if not asked.url.startswith(("file:", "data:")) else 0
    )
    sheet.goto(file.as_uri())
    expect(sheet.locator("#scene svg")).to_be_visible()
    return complaints


def test_players_have_the_colours_of_their_stones_on_paper_and_on_the_screen() -> None:
    style = (paths.ASSETS / "review" / "page.css").read_text(encoding="utf-8").partition("@media")[0]
    assert [style.partition(f"--seat{seat}: ")[2][:7] for seat in range(5)] == list(INKS)


def test_arrows_lead_through_the_game(tmp_path: Path) -> None:
    expect.set_options(timeout=60_000)
    review = looked_back(played("kk-card", 3, turns=4))
    named = {2: 0.06, 4: 0.2}
    turns = [replace(turn, loss=named.get(turn.number, 0.0), loss_se=0.01) for turn in review.turns]
    review = replace(review, turns=turns)
    file = tmp_path / "review.html"
    file.write_text(page(review, Words("en")), encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for width in (390, 1280):
            sheet = browser.new_page(viewport={"width": width, "height": 800})
            complaints = look(sheet, file)
            where, opening = sheet.locator("#where"), sheet.locator("#scene").inner_html()
            expect(where).to_have_text("The opening")
            sheet.keyboard.press("ArrowRight")
            sheet.keyboard.press("ArrowRight")
            expect(where).to_have_text("After turn 2")
            assert sheet.locator("#scene").inner_html() != opening
            expect(sheet.locator("li[aria-current]")).to_have_attribute("data-number", "2")
            sheet.keyboard.press("ArrowLeft")
            expect(where).to_have_text("After turn 1")
            sheet.locator("#filter").check()
            expect(sheet.locator("#list li:visible")).to_have_count(len(named))
            sheet.keyboard.press("ArrowRight")
            expect(where).to_have_text("After turn 2")
            sheet.keyboard.press("ArrowRight")
            expect(where).to_have_text("After turn 4")
            assert sheet.evaluate("document.documentElement.scrollWidth") <= width
            assert complaints == []
        browser.close()
