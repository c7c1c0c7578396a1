"""Thinking beside the server: one process that is asked about one table after another.

A table has one question at a time. Who waits is served in the order of asking, and a search that has had its share of
time while others wait ends with what it has found.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from shelf.messages import Message
from table.log.refusal import RefusalError
from table.web.worker import STOP, Question, work

SHARE = 2.0
"""Seconds that a search may have while others wait."""
PATIENCE = 4.0
"""Seconds after which a search that was told to stop and does not is ended with its process."""
THREADS = max(1, (os.cpu_count() or 1) - 1)

Heard = Callable[[str, Any], None]
"""Gets the events of a question: rows that grow."""


class WorkerDiedError(RefusalError):
    """The process that was thinking is gone; another one has taken its place."""

    def __init__(self) -> None:
        super().__init__(Message("serve.search_broke"))


class Desk:
    """The process that thinks, started when it is first needed."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None

    def ready(self) -> Connection:
        """The pipe to a living process."""
        if self._pipe is None or not self._process.is_alive():
            self.end()
            here, there = self._context.Pipe()
            self._process = self._context.Process(target=work, args=(there,), daemon=True)
            self._process.start()
            there.close()
            self._pipe = here
        return self._pipe

    def end(self) -> None:
        """Ends the process; the next question gets a new one."""
        if self._pipe is not None:
            self._process.kill()
            self._process.join()
            self._pipe.close()
        self._pipe = None


class Study:
    """Who asks, who waits, and who thinks."""

    def __init__(self) -> None:
        self.desk = Desk()
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._thinking: dict[str, asyncio.Event] = {}

    def thinks_about(self, table: str) -> bool:
        """Whether a question of that table waits or is being thought about."""
        return table in self._thinking

    def stop(self, table: str) -> None:
        """A search that runs keeps what it has found; one that waits is not begun."""
        if table in self._thinking:
            self._thinking[table].set()

    async def ask(self, table: str, question: Question, heard: Heard) -> Any:
        """The answer to a question; the table must not have another one."""
        if table in self._thinking:
            raise RuntimeError(table)
        self._thinking[table] = stop = asyncio.Event()
        self._waiting += 1
        try:
            async with self._turn:
                self._waiting -= 1
                try:
                    return await self._asked(question, heard, stop)
                finally:
                    self._waiting += 1
        finally:
            self._waiting -= 1
            del self._thinking[table]

    async def _asked(self, question: Question, heard: Heard, stop: asyncio.Event) -> Any:
        pipe = await asyncio.to_thread(self.desk.ready)
        begun = time.monotonic()
        told_to_stop = 0.0
        try:
            pipe.send(question)
            while True:
                now = time.monotonic()
                if told_to_stop and now - told_to_stop > PATIENCE:
                    raise EOFError
                if not told_to_stop and (stop.is_set() or (self._waiting and now - begun > SHARE)):
                    pipe.send(STOP)
                    told_to_stop = now
                if not await asyncio.to_thread(pipe.poll, 0.1):
                    continue
                event, content = pipe.recv()
                if event == "end":
                    return content
                if event == "refused":
                    raise RefusalError(content)
                heard(event, content)
        except (EOFError, OSError):
            await asyncio.to_thread(self.desk.end)
            raise WorkerDiedError from None
        except asyncio.CancelledError:
            self.desk.end()
            raise

    async def close(self) -> None:
        """Ends the process."""
        for stop in self._thinking.values():
            stop.set()
        with suppress(OSError):
            await asyncio.to_thread(self.desk.end)
