"""Whole games played by tapping, in a file of their own: they take longest, and may be played beside other tests."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import BrowserContext, expect

from table.log import referee
from tests.table.web.conftest import PLAYERS, WAIT, Web
from tests.table.web.phones import needs_chromium, opened, tap_turn

UNPAINTED = "(scene) => { scene.style.opacity = 0 }"
"""Everything lies where it lies, and is tapped where it is; only the colours, a third of the work, are left out."""
pytestmark = [needs_chromium, pytest.mark.long]


@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_is_played_by_tapping_and_its_log_replays(served: Web, phone: BrowserContext, game: str) -> None:
    name = f"tapped-{game}"
    dice = random.Random(2)  # among its turns on the map: two taps in quick succession where a piece lies
    file = served.deal(game, name)
    page = opened(phone, served, name=name)
    page.emulate_media(reduced_motion="reduce")
    page.locator("#scene").evaluate(UNPAINTED)
    while (mover := referee.load(file).to_move) is not None:
        page.locator("#turn .headline", has_text=mover).wait_for()
        tap_turn(page, file, dice)
    expect(page.locator("#turn")).to_contain_text("The game is over", timeout=WAIT)
    assert referee.load(file).to_move is None
