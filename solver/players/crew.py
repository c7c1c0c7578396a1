"""Who does the work of tournaments and training: this process, several on this machine, or (`ray_crew`) a cluster.

A crew is given a job and the parts of it that are to be done, and returns them as they end, in any order.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread
from typing import Protocol, Self, TypeVar

Part = TypeVar("Part")
Done = TypeVar("Done", covariant=True)
Waiting = Iterator[tuple[int, ...]]
"""The numbers of the parts."""


class Job(Protocol[Done]):
    """Work in parts that have numbers, mostly games: a part comes out the same whoever does it."""

    def done(self, *part: int) -> Done:
        """Does one."""
        ...

    def posted(self) -> Self:
        """The same for another machine, which has nobody to ask or to tell."""
        ...


class Crew(Protocol):
    """Who does the parts of a job."""

    def __call__(self, job: Job[Part], waiting: Waiting, /) -> Iterator[Part]:
        """The parts as they end."""
        ...


def alone(job: Job[Part], waiting: Waiting) -> Iterator[Part]:
    """One part after another, in this process."""
    return (job.done(*part) for part in waiting)


def processes(workers: int) -> Crew:
    """A process for each worker, which begins the next part in order when it has ended one."""

    def worked(job: Job[Part], waiting: Waiting) -> Iterator[Part]:
        others = set(active_children())
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            running: set[Future[Part]] = set()
            try:
                while running or (running := _begin(pool, job, islice(waiting, workers))):
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    running |= _begin(pool, job, islice(waiting, len(ended)))
                    yield from (part.result() for part in ended)
            except BaseException:
                for worker in set(active_children()) - others:
                    worker.kill()
                raise

    return alone if workers == 1 else worked


def _begin(pool: ProcessPoolExecutor, job: Job[Part], parts: Waiting) -> set[Future[Part]]:
    with _deaf_to_interrupts():
        return {pool.submit(job.done, *part) for part in parts}


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that begin now leave Ctrl-C to the one that began them, which ends them.

    One that comes in the meantime is heard afterwards, where the system can hold it back; elsewhere it is lost.
    """
    if current_thread() is not main_thread():
        yield
    elif hasattr(signal, "pthread_sigmask"):
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    else:
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
