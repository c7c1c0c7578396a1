"""`--workers`, `--ray`: who plays many games."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from shelf.messages import Message

if TYPE_CHECKING:
    from solver.players.crew import Crew

workers_option = click.option(
    "--workers", type=click.IntRange(min=1), help="Games at the same time; one a core, if not given."
)
ray_option = click.option(
    "--ray", "address", metavar="ADDRESS", help="Play on a Ray cluster; `local` begins one on this machine."
)


def crew_of(address: str | None, workers: int | None) -> Crew:
    """The crew that the options name."""
    from solver.players.crew import processes
    from solver.players.ray_crew import on_cluster

    if address is None:
        return processes(workers or os.cpu_count() or 1)
    if workers is not None:
        raise click.UsageError(Message("usage.ray"))
    return on_cluster(address)
