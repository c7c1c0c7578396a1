"""The line that is typed: with completion, with the lines that were typed before, and with one to be mended."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input
from textual.widgets.input import Selection

from table.screens.terminal import visible

if TYPE_CHECKING:
    from table.screens.prompting import Complete


class PromptLine(Input):
    """An input without a frame."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
    ]

    def __init__(self, complete: Complete) -> None:
        super().__init__(id="line", compact=True, select_on_focus=False)
        self._complete = complete
        self._typed: list[str] = []
        self._place = 0

    def offer(self, line: str) -> None:
        """Puts a line there to be mended; whoever types something else types over it."""
        self.value = line
        self.selection = Selection(0, len(line))

    def remember(self, line: str) -> None:
        """For the arrow keys."""
        if line.strip() and line not in self._typed[-1:]:
            self._typed.append(line)
        self._place = len(self._typed)

    def watch_value(self, value: str) -> None:
        """What was pasted in must not drive the terminal."""
        if value != visible(value):
            self.value = visible(value)

    def offered(self) -> list[str]:
        """What the word at the cursor may become, shown from the last blank on: a comma may be part of a place."""
        before, word = self._at_cursor()
        shown = before[before.rfind(" ") + 1 :]
        return [shown + found for found in self._complete(before, word)]

    def _at_cursor(self) -> tuple[str, str]:
        typed = self.value[: self.cursor_position]
        start = max(typed.rfind(" "), typed.rfind(",")) + 1
        return typed[:start], typed[start:]

    def action_complete(self) -> None:
        """The word as far as all that fit agree; a single one is complete."""
        before, word = self._at_cursor()
        found = self._complete(before, word)
        if not found:
            return
        grown = found[0][: _agreed(found)]
        end = " " if len(found) == 1 and not self.value[self.cursor_position :] else ""
        self.value = before + grown + end + self.value[self.cursor_position :]
        self.cursor_position = len(before + grown + end)

    def action_earlier(self) -> None:
        """The line before."""
        self._recall(self._place - 1)

    def action_later(self) -> None:
        """The line after it."""
        self._recall(self._place + 1)

    def _recall(self, place: int) -> None:
        if 0 <= place <= len(self._typed):
            self._place = place
            self.value = self._typed[place] if place < len(self._typed) else ""
            self.cursor_position = len(self.value)


def _agreed(words: Sequence[str]) -> int:
    """How many letters all words begin with, large or small."""
    letters = zip(*(word.casefold() for word in words), strict=False)
    return sum(1 for _ in takewhile(lambda column: len(set(column)) == 1, letters))
