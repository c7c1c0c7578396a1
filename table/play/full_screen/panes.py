"""Panes: what is told on a part of the screen, made visible by the house's own console, as everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widgets import Static

from table.screens.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.events import Resize


def typeset(parts: Sequence[RenderableType], width: int) -> Text:
    """Parts as coloured lines of that width; whatever a terminal would obey is written out, and no markup is read."""
    console = Console(width=max(1, width))
    lines = console.render_lines(Group(*parts), pad=False)
    return Text("\n").join(Text.assemble(*((s.text, s.style or "") for s in line), end="") for line in lines)


class Line(Static):
    """One line of text that is cut where the screen ends."""

    def tell(self, text: Text | str) -> None:
        """Shows it."""
        line = typeset([text], 1_000)
        line.no_wrap, line.overflow = True, "ellipsis"
        self.update(line)


class Pane(VerticalScroll):
    """A part of the screen that wraps what it is told at words, and scrolls where it is too long.

    Its sheet is told how high it is. Left to itself it could keep the height of lines that were broken for a narrower
    pane, and its end, where one is led, was empty.
    """

    can_focus = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._sheet = Static()
        self._parts: Sequence[RenderableType] = ()
        self._at_end = False

    def compose(self):  # type: ignore[no-untyped-def]
        """The sheet that is scrolled."""
        yield self._sheet

    def tell(self, parts: Sequence[RenderableType], at_end: bool = False) -> None:
        """Shows parts below each other, from their begin or from their end."""
        self._parts, self._at_end = list(parts), at_end
        self._typeset()

    def on_resize(self, _event: Resize) -> None:
        """Lines are broken anew."""
        self._typeset()

    def _typeset(self) -> None:
        if width := self.scrollable_content_region.width:
            text = typeset(self._parts, width)
            self._sheet.styles.height = text.plain.count("\n") + 1
            self._sheet.update(text)
        self.call_after_refresh(self.scroll_end if self._at_end else self.scroll_home, animate=False)
