"""The press: sets are printed in a process of their own, one after another, and its progress is told."""

from __future__ import annotations

import asyncio
import multiprocessing
import secrets
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import click

from pnp.print_options import Order
from shelf.errors import PrintingError, message_of
from shelf.messages import Message

MOST_KEPT = 4
"""Printed sets that are kept for whoever ordered them."""
MOST_ORDERS = 8
"""Sets that may be waiting."""


@dataclass
class Job:
    """An order and how far it is."""

    game: str
    order: Order
    name: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    done: int = 0
    whole: int = 0
    file: str = ""
    content: bytes = b""
    fault: str = ""

    @property
    def over(self) -> bool:
        """Whether it is printed, or will not be."""
        return bool(self.content or self.fault)


def press(pipe: Connection, game: str, order: Order) -> None:
    """Prints a set and sends progress, then the file or what is wrong."""
    from pnp import jobs

    def progress(_label: str, done: int, whole: int) -> None:
        pipe.send(("progress", (done, whole)))

    try:
        printed, content = jobs.print_set(game, order, progress)
        pipe.send(("printed", (printed.file.name, content)))
    except PrintingError as fault:
        pipe.send(("fault", message_of(fault)))
    except click.ClickException as fault:
        pipe.send(("fault", fault.message))


class Press:
    """The orders of all pages."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._context = multiprocessing.get_context("spawn")

    def full(self) -> bool:
        """Whether so many wait already that no more orders are taken."""
        return sum(not job.over for job in self.jobs.values()) >= MOST_ORDERS

    def take(self, job: Job) -> None:
        """Takes an order; of those that are done the oldest are forgotten."""
        done = [name for name, old in self.jobs.items() if old.over]
        for name in done[: max(0, len(done) - MOST_KEPT + 1)]:
            del self.jobs[name]
        self.jobs[job.name] = job
        task = asyncio.create_task(self._print(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _print(self, job: Job) -> None:
        async with self._turn:
            here, there = self._context.Pipe()
            process = self._context.Process(target=press, args=(there, job.game, job.order))
            await asyncio.to_thread(process.start)
            there.close()
            try:
                while not job.over:
                    while not await asyncio.to_thread(here.poll, 0.2):
                        pass
                    self._hear(job, *here.recv())
            except (EOFError, OSError):
                job.fault = Message("serve.press_broke")
            finally:
                process.kill()
                here.close()

    @staticmethod
    def _hear(job: Job, event: str, content: Any) -> None:
        if event == "progress":
            job.done, job.whole = content
        elif event == "printed":
            job.file, job.content = content
        else:
            job.fault = content

    async def close(self) -> None:
        """Ends what is being printed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
