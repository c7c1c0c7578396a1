"""Tables and colours on the terminal: Rich, fit for strangers' texts."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

from rich.console import Console as RichConsole
from rich.console import ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from table.screens.terminal import Gate, visible


class Console(RichConsole):
    """Texts are made visible before they are coloured, and no markup is looked for in them.

    It writes past the gate, which would not let its colours through.
    """

    def __init__(self, stderr: bool = False, width: int | None = None) -> None:
        stream: Any = sys.stderr if stderr else sys.stdout
        file = stream.behind if isinstance(stream, Gate) else stream
        super().__init__(file=file, width=width, highlight=False, markup=False, emoji=False)

    def render_str(self, text: str, **options: Any) -> Text:
        """A plain text, made visible before its width is measured."""
        return super().render_str(visible(text), **options)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Every piece of text that is drawn, made visible; what Rich itself tells the terminal passes."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(visible(segment.text), segment.style)
