"""Tables in as many columns as there are: no word is broken and no heading cut where another form has room for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult  # noqa: TID251 - it is only asked for widths
from rich.measure import Measurement

_ANY = 10_000
"""Columns that are enough for everything."""


@dataclass(frozen=True)
class FirstThatFits:
    """The same thing in several forms, the best first; the last one is taken where none fits."""

    forms: Sequence[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The form for the room that there is."""
        anywhere = options.update(max_width=_ANY)
        fitting = (
            form for form in self.forms if Measurement.get(console, anywhere, form).maximum <= options.max_width
        )
        yield next(fitting, self.forms[-1])
