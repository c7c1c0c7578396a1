"""A crew on a Ray cluster: each game is a task; a node that dies takes nothing along, its games are played again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from shelf.errors import PrintingError
from shelf.messages import Message
from solver.players.crew import Crew, Waiting
from solver.players.programme import Game, Programme, play_game

HERE = "local"
"""The address that begins a cluster on this machine, which ends with the tournament."""
AHEAD = 2
"""Games that wait in the cluster for each of its processors, so that none has to wait for the next one."""


def on_cluster(address: str) -> Crew:
    """The crew at an address (`local`, `auto`, HOST:PORT)."""

    def played(programme: Programme, waiting: Waiting) -> Iterator[Game]:
        with _joined(address) as ray:
            task = ray.remote(num_cpus=1, max_retries=-1)(play_game)
            posted = programme.posted()
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running = [task.remote(posted, *game) for game in islice(waiting, room)]
            while running:
                ended, running = ray.wait(running)
                running += [task.remote(posted, *game) for game in islice(waiting, len(ended))]
                yield from ray.get(ended)

    return played


@contextmanager
def _joined(address: str) -> Iterator[Any]:
    """Ray, joined for as long as it is needed; what cannot be done is told in a sentence."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        import ray
    except ModuleNotFoundError:
        raise PrintingError(Message("tournament.no_ray")) from None
    quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
    try:
        ray.init(**quiet, include_dashboard=False) if address == HERE else ray.init(address, **quiet)
    except (ConnectionError, ValueError, RuntimeError) as fault:
        raise PrintingError(Message("tournament.no_cluster", address=address, fault=fault)) from fault
    try:
        yield ray
    finally:
        ray.shutdown()
