"""How long turns are looked at afterwards: `--time`, or simulations and a seed where it has to be repeatable."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click


def effort_options(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command an `effort`."""

    @wraps(command)
    def with_effort(
        *arguments: Any, seconds: float, simulations: int | None, seed: int, threads: int, **others: Any
    ) -> None:
        from table.answers.review import Effort

        command(*arguments, effort=Effort(seconds, simulations, seed, threads), **others)

    for option in (
        click.option(
            "--threads", type=click.IntRange(min=1, max=64), default=2, show_default=True, help="Threads that search."
        ),
        click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the random numbers."),
        click.option(
            "--simulations",
            type=click.IntRange(min=50),
            metavar="N",
            help="Look at each turn for about so many simulations instead: with the same seed the answer is the same.",
        ),
        click.option(
            "--time",
            "seconds",
            type=click.FloatRange(min=0.1, max=604_800),
            default=60.0,
            show_default=True,
            help="Seconds for the whole game.",
        ),
    ):
        with_effort = option(with_effort)
    return with_effort
