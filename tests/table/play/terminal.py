"""A terminal in the test: what Textual writes is drawn by pyte, so that tests see what a person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from unittest.mock import patch

import pyte
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Paste
from textual.pilot import Pilot

from table.play.full_screen.app import FullScreen
from table.play.sitting import Sitting

LIMIT = 120.0
"""Seconds after which something hangs."""
ROUNDS = 2
"""Rounds in which everybody on the screen has done what there was to do, and nothing new was drawn."""
TICK = 0.005
"""Seconds between two looks at whether somebody still thinks."""


class Terminal(HeadlessDriver):
    """A driver whose output is a screen of letters."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.screen = pyte.Screen(*(self._size or (80, 24)))
        self.stream = pyte.Stream(self.screen)
        self.written = ""

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        self.written += data
        self.stream.feed(data)


class Seat:
    """Somebody who types and looks."""

    def __init__(self, app: FullScreen, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def terminal(self) -> Terminal:
        driver = self.app._driver
        assert isinstance(driver, Terminal)
        return driver

    async def types(self, text: str) -> None:
        """Types letters without the Enter key."""
        await self.presses(*("space" if letter == " " else letter for letter in text))

    async def enters(self, line: str) -> None:
        """Pastes a line in, which is quicker than typing it, and waits for the answer."""
        self.app.post_message(Paste(line))
        await self.settled()
        await self.presses("enter")

    async def presses(self, *keys: str) -> None:
        """Presses keys, each when all is drawn."""
        for key in keys:
            await self.hits(key)
            await self.settled()

    async def hits(self, *keys: str) -> None:
        """Presses keys, whoever thinks meanwhile; Textual itself would wait until the program uses no time."""
        with patch("textual.app.wait_for_idle", _no_wait):
            await self.pilot.press(*keys)

    async def settled(self) -> None:
        """Waits until nobody thinks and everything is drawn; Textual would draw on a clock, here it draws at once."""
        quiet = 0
        while quiet < ROUNDS and self.app.is_running:
            thinking, written = self.app.thinking.busy, len(self.terminal.written)
            await asyncio.sleep(TICK if thinking else 0)
            if not await self.pilot._wait_for_screen():
                return
            self.app.screen._on_timer_update()
            quiet = 0 if thinking or len(self.terminal.written) > written else quiet + 1

    def lines(self) -> list[str]:
        """The screen, line by line."""
        return [line.rstrip() for line in self.terminal.screen.display]

    def sees(self) -> str:
        return "\n".join(self.lines())


async def _no_wait(_shortest: float = 0.0) -> None:
    await asyncio.sleep(0)


def at_the_table(
    sitting: Sitting, evening: Callable[[Seat], Coroutine[Any, Any, None]], size: tuple[int, int] = (80, 24)
) -> FullScreen:
    """Spends an evening at a sitting; gives the screen that is left."""
    app = FullScreen(sitting)
    app.driver_class = Terminal

    async def spend() -> None:
        async with app.run_test(headless=False, size=size) as pilot:
            seat = Seat(app, pilot)
            await seat.settled()
            await evening(seat)

    asyncio.run(asyncio.wait_for(spend(), LIMIT))
    if app.fault:
        raise app.fault
    return app
