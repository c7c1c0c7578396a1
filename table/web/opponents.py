"""Opponents of the program at tables that somebody looks at: they move by themselves, at a pace one can follow."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from shelf.errors import PrintingError
from table.log import referee
from table.web.folder import NoSuchLogError, OpenLog
from table.web.thinking import THREADS
from table.web.worker import MoveWanted

if TYPE_CHECKING:
    from table.web.house import WebHouse

LOOK = 0.1
"""Seconds between two looks at who is to move."""
SECONDS = 1.5
"""For `hard` to think, as in `timbuktu play`."""


class Opponents:
    """Moves for every seat that the log gives to an opponent."""

    def __init__(self, house: WebHouse, pace: float) -> None:
        self.house, self.pace = house, pace
        self._moving: dict[str, asyncio.Task[None]] = {}

    async def play(self) -> None:
        """Looks again and again whether one of them is to move."""
        try:
            while True:
                self._moving = {name: task for name, task in self._moving.items() if not task.done()}
                for name in self.house.hub.looked_at():
                    if name not in self._moving:
                        self._moving[name] = asyncio.create_task(self._turn(name))
                await asyncio.sleep(LOOK)
        finally:
            for task in self._moving.values():
                task.cancel()

    async def _turn(self, name: str) -> None:
        """One turn, if it is an opponent's; a log that is changed meanwhile gets none."""
        with suppress(PrintingError, click.ClickException, NoSuchLogError):
            log = await asyncio.to_thread(self.house.folder.open, name)
            if log.misfit or log.to_move < 0 or log.to_move in log.people:
                return
            if self.house.study.thinks_about(name):
                self.house.study.stop(name)
                return
            question = self._question(log)
            turn, _ = await asyncio.gather(
                self.house.study.ask(name, question, lambda _event, _content: None), asyncio.sleep(self.pace)
            )
            await asyncio.to_thread(referee.append, log.file, [turn], len(log.match.moves), self.house.folder.catalogue)
            self.house.hub.look(name)

    def _question(self, log: OpenLog) -> MoveWanted:
        level = log.chairs[log.to_move].level
        assert level is not None
        return MoveWanted(*self.house.folder.facts(log), level, SECONDS, THREADS, seed=len(log.match.moves))
