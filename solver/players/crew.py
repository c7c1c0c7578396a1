"""Who plays the games of a tournament: this process, several on this machine, or (`ray_crew`) a cluster.

A crew is given the games that are to be played and returns them as they end, in any order.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from multiprocessing import active_children, get_context
from threading import current_thread, main_thread

from solver.players.programme import Game, Programme, play_game

Waiting = Iterator[tuple[int, int]]
Crew = Callable[[Programme, Waiting], Iterator[Game]]


def alone(programme: Programme, waiting: Waiting) -> Iterator[Game]:
    """One game after another, in this process."""
    return (play_game(programme, *game) for game in waiting)


def processes(workers: int) -> Crew:
    """A process for each worker, which begins the next game in order when it has ended one."""

    def played(programme: Programme, waiting: Waiting) -> Iterator[Game]:
        others = set(active_children())
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            running: set[Future[Game]] = set()
            try:
                while running or (running := _begin(pool, programme, islice(waiting, workers))):
                    ended, running = wait(running, return_when=FIRST_COMPLETED)
                    running |= _begin(pool, programme, islice(waiting, len(ended)))
                    yield from (game.result() for game in ended)
            except BaseException:
                for worker in set(active_children()) - others:
                    worker.kill()
                raise

    return alone if workers == 1 else played


def _begin(pool: ProcessPoolExecutor, programme: Programme, games: Waiting) -> set[Future[Game]]:
    with _deaf_to_interrupts():
        return {pool.submit(play_game, programme, *game) for game in games}


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
