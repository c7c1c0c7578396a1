"""A phone in somebody's hand: pages that are opened, and what a finger does on them."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page

from solver.kernel.playable import NotationError
from table.log import referee
from table.log.referee import Match
from tests.table.web.conftest import CHROMIUM, WAIT, Web

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="There is no Chromium here: the tests that drive a browser are skipped."
)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
TYPED = "(turn) => document.getElementById('typed')?.value === turn"
"""Looked at every few milliseconds: `expect` would wait longer from one look to the next."""
FELT = """(before) => document.querySelector("#scene[data-large], #choices [data-step]")
  || document.getElementById("typed")?.value !== before"""
"""A browser makes a tap of a touch when it finds the time: then the place is large, a step made, or one asked for."""
LARGE = "() => document.querySelector('#scene[data-large]') !== null"
PLACE = """async (step) => {
  const thing = document.querySelector(`#scene [data-step~="${CSS.escape(step)}"]`);
  if (!thing) return null;
  const ring = thing.querySelector(".ring");
  ring.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  await Promise.all(ring.ownerSVGElement.getAnimations().map((motion) => motion.finished));
  const { x, y, width, height } = ring.getBoundingClientRect();
  const several = thing.getAttribute("data-step").includes(" ");
  return { x: x + width / 2, y: y + height / 2, several, typed: document.getElementById("typed").value };
}"""
"""Where the ring of a step lies when all motion is over, brought to where it can be seen; asked in one go, for each
question takes time, and whole games are played."""


def opened(context: BrowserContext, web: Web, view: str = "host", name: str = "evening") -> Page:
    page = context.new_page()
    page.goto(web.house.address + web.path(view, name))
    page.locator("#scene svg").first.wait_for()
    page.locator("#scene:not([aria-busy=true])").wait_for()  # a wide picture is drawn anew for an upright screen
    return page


def extent(place: Locator) -> FloatRect:
    """Where something lies when all motion is over."""
    place.evaluate("(ring) => Promise.all(ring.ownerSVGElement.getAnimations().map((motion) => motion.finished))")
    box = place.bounding_box()
    assert box
    return box


def touch(page: Page, place: Locator) -> None:
    """A finger in the middle of it, wherever it lies after what was tapped before has moved it."""
    box = extent(place)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_thing(page: Page, step: str) -> None:
    """Taps what stands for a step: the place of the scene that its ring encloses, or the button of that name."""
    page.locator("#scene:not([aria-busy=true])").wait_for()
    if place := page.evaluate(PLACE, step):
        page.touchscreen.tap(place["x"], place["y"])
        page.wait_for_function(FELT, arg=place["typed"], polling=30, timeout=WAIT)
        if page.evaluate(LARGE):
            place = page.evaluate(PLACE, step)
            page.touchscreen.tap(place["x"], place["y"])
        if place["several"]:
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
    match, before = referee.load(file), file.read_bytes()
    begun = ""
    while not _may_end(match, begun):
        after = referee.begun_turn(match, begun).after
        step = dice.choice(match.game.next_words(after))
        tap_thing(page, step)
        begun = f"{begun} {step}".strip()
        written = referee.begun_turn(match, begun).text
        page.wait_for_function(TYPED, arg=written, polling=30, timeout=WAIT)
    page.locator("[data-do=done]").tap()
    until = time.monotonic() + 60
    while file.read_bytes() == before:
        assert time.monotonic() < until
        page.wait_for_timeout(20)


def serious(response: dict[str, Any]) -> list[str]:
    """What axe found that keeps somebody out."""
    return [
        f"{fault['id']}: {fault['nodes'][0]['html'][:200]}"
        for fault in response["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
