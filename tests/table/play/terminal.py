"""A terminal in the test: what Textual writes is drawn by pyte, so that tests see what a person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pyte
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Paste
from textual.pilot import Pilot

from table.play.full_screen.app import FullScreen
from table.play.sitting import Sitting

LIMIT = 120.0
"""Seconds after which something hangs."""
FRAME = 0.03
"""Seconds in which Textual has drawn what it has to draw; it does so on a clock of its own."""


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
        await self.pilot.pause()
        await self.presses("enter")

    async def presses(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.settled()

    async def settled(self) -> None:
        """Waits until nobody thinks and everything is drawn."""
        await self.pilot.pause()
        while self.app.thinking.busy:
            await asyncio.sleep(0.02)
        before, same = "", 0
        while same < 3:
            await self.pilot.pause(FRAME)
            before, same = self.sees(), same + 1 if before == self.sees() else 0

    def lines(self) -> list[str]:
        """The screen, line by line."""
        return [line.rstrip() for line in self.terminal.screen.display]

    def sees(self) -> str:
        return "\n".join(self.lines())


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
