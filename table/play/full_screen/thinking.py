"""Thinking beside the screen: a search in a thread of its own, which can be stopped and keeps what it has."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from table.screens import advice_table

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.search.advice import Advice, Watch
    from table.answers.advice import Consultation
    from table.screens.words import Words


class Thinking:
    """One thought at a time. Its thread ends with the program, however long it was to think."""

    def __init__(self, words: Words, stop: threading.Event, show: Callable[[RenderableType], None]) -> None:
        """`stop` is heard by whoever thinks; `show` gets interim advice, in the thread."""
        self._words, self._stop, self._show = words, stop, show
        self._thread: threading.Thread | None = None

    @property
    def busy(self) -> bool:
        """Whether somebody thinks."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self, thought: Callable[[], None]) -> None:
        """Starts a thread."""
        self._stop.clear()
        self._thread = threading.Thread(target=thought, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Asks for what there is by now; a bot plays it."""
        self._stop.set()

    @contextmanager
    def watched(self, asked: Consultation | None) -> Iterator[Watch]:
        """Shows how advice gets better."""
        in_short = replace(asked, reasons=0) if asked else None

        def watch(advice: Advice) -> None:
            if in_short:
                self._show(advice_table.drawn(in_short.lines(advice), self._words))

        yield watch
