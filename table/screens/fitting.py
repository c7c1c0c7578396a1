"""Tables in as many columns as there are: no word is broken and no heading cut where another form has room for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult  # noqa: TID251 - it is only asked for widths
from rich.measure import Measurement
from rich.text import Text

_ANY = 10_000
"""Columns that are enough for everything."""


@dataclass(frozen=True)
class Numbered:
    """A paragraph with a number before it: where it is broken its lines stand under its first word."""

    text: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Whole, where nothing is to be broken."""
        number, blank, words = self.text.partition(" ")
        indent = len(number) + 1
        if options.no_wrap or not blank or options.max_width <= 2 * indent:
            yield console.render_str(self.text)
            return
        lines = console.render_str(words).wrap(console, options.max_width - indent)
        for begin, line in zip(chain([f"{number} "], repeat(" " * indent)), lines, strict=False):
            yield Text.assemble(begin, line)


@dataclass(frozen=True)
class FirstThatFits:
    """The same thing in several forms, the best first; the last one is taken where none fits."""

    forms: Sequence[RenderableType]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The form for the room that there is."""
        anywhere = options.update(max_width=_ANY)
        fitting = (form for form in self.forms if Measurement.get(console, anywhere, form).maximum <= options.max_width)
        yield next(fitting, self.forms[-1])
