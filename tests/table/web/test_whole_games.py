"""Whole games played by tapping, in a file of their own: they take longest, and may be played beside other tests."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import BrowserContext, expect

from table.log import referee
from tests.table.web.conftest import PLAYERS, WAIT, Web
from tests.table.web.phones import needs_chromium, opened, tap_turn

pytestmark = needs_chromium


@pytest.mark.soak  # on a busy machine a finger still misses a place that is growing
@pytest.mark.parametrize("game", PLAYERS)
def test_a_whole_game_is_played_by_tapping_and_its_log_replays(served: Web, phone: BrowserContext, game: str) -> None:
    name, dice = f"tapped-{game}", random.Random(5)
    file = served.deal(game, name)
    page = opened(phone, served, name=name)
    page.emulate_media(reduced_motion="reduce")
    while (mover := referee.load(file).to_move) is not None:
        page.locator("#turn .headline", has_text=mover).wait_for()
        tap_turn(page, file, dice)
    expect(page.locator("#turn")).to_contain_text("The game is over", timeout=WAIT)
    assert referee.load(file).to_move is None
