"""A crew on a Ray cluster: each part is a task; a node that dies takes nothing along, its parts are done again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

from shelf.errors import PrintingError
from shelf.messages import Message
from solver.players.crew import Crew, Job, Part, Waiting

HERE = "local"
"""The address that begins a cluster on this machine, which ends with the work."""
AHEAD = 2
"""Parts that wait in the cluster for each of its processors, so that none has to wait for the next one."""


def on_cluster(address: str) -> Crew:
    """The crew at an address (`local`, `auto`, HOST:PORT)."""

    def worked(job: Job[Part], waiting: Waiting) -> Iterator[Part]:
        with _joined(address) as ray:
            task = ray.remote(num_cpus=1, max_retries=-1)(_done)
            posted = job.posted()
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
            running = [task.remote(posted, *part) for part in islice(waiting, room)]
            while running:
                ended, running = ray.wait(running)
                running += [task.remote(posted, *part) for part in islice(waiting, len(ended))]
                yield from ray.get(ended)

    return worked


def _done(job: Job[Part], *part: int) -> Part:
    return job.done(*part)


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
