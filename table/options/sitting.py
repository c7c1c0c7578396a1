"""Options of the commands at which one sits down: `log` and `play`."""

from __future__ import annotations

import click

seconds_option = click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0.05, max=86_400),
    default=1.5,
    show_default=True,
    help="Seconds for a hint, for advice and for `hard`.",
)
plain_option = click.option("--plain", is_flag=True, help="Line by line, even where the whole screen could be used.")
