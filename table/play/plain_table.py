"""The table line by line, what is typed and what is answered below each other: for every terminal, and for pipes."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING

import click

from table.play.solo_sitting import SoloSitting
from table.screens import advice_table, prompting, screen
from table.screens.console import Console

if TYPE_CHECKING:
    from solver.search.advice import Watch
    from table.answers.advice import Consultation
    from table.play.sitting import Sitting


class PlainTable:
    """A sitting at a prompt."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting, self.words = sitting, sitting.words
        self.typing = prompting.interactive()

    def sit_down(self) -> None:
        """Asks until somebody leaves, the input ends, or solo play is over; Ctrl-C twice leaves as an interrupt."""
        if self.sitting.wrong and not self.typing:
            raise self.sitting.wrong
        if self.typing or self.sitting.ends:
            screen.print_parts(self.sitting.greeting())
        try:
            self._go_round()
        except KeyboardInterrupt:
            click.echo()
            screen.print_parts(self.sitting.farewell())
            raise
        screen.print_parts(self.sitting.farewell())

    def _go_round(self) -> None:
        shown = -1
        while True:
            self._bots_play()
            if self.sitting.ends and self.sitting.match.to_move is None:
                screen.show(self.sitting.as_seen(), self.words)
                return
            if shown != len(self.sitting.match.moves):
                self._show()
            shown = len(self.sitting.match.moves)
            line = self._ask()
            if line is None or not self._do(line):
                return

    def _ask(self) -> str | None:
        sitting = self.sitting
        return prompting.ask_twice(sitting.prompt, sitting.complete, self.words, sitting.refused)

    def _do(self, line: str) -> bool:
        """Answers a line; False when somebody leaves. In a pipe a fault ends a log: more would hit wrong seats."""
        try:
            request = self.sitting.asked(line)
            if request.kind == "quit":
                return False
            screen.print_parts(self.sitting.answer(request, self._think).parts)
        except click.ClickException as fault:
            if not self.typing and not self.sitting.ends:
                raise
            fault.show()
        return True

    def _bots_play(self) -> None:
        """Lets bots play until a person is to move; Ctrl-C makes the one that thinks play at once, twice it leaves."""
        sitting = self.sitting
        with self._interrupts() as interrupted:
            while isinstance(sitting, SoloSitting) and (thinks := sitting.bot_thinks):
                sitting.stop.clear()
                with self._status(thinks):
                    reply = sitting.let_bot_play()
                screen.print_parts(reply.parts)
                if len(interrupted) > 1:
                    raise KeyboardInterrupt

    @contextmanager
    def _interrupts(self) -> Iterator[Sequence[int]]:
        """Within it Ctrl-C breaks nothing off: it is kept in mind, and whoever thinks is told to stop.

        Only the main thread hears it at all.
        """
        heard: list[int] = []

        def hear(number: int, _frame: FrameType | None) -> None:
            heard.append(number)
            self.sitting.stop.set()

        if current_thread() is not main_thread():
            yield heard
            return
        before = signal.signal(signal.SIGINT, hear)
        try:
            yield heard
        finally:
            signal.signal(signal.SIGINT, before)

    def _show(self) -> None:
        """The table, where a person looks at it, and who is to move."""
        if self.typing or self.sitting.shows_all:
            screen.show(self.sitting.as_seen(), self.words, players=self.sitting.shows_all)
        click.echo(screen.headline(self.sitting.match, self.words))
        if self.sitting.match.to_move is None:
            screen.print_parts(self.sitting.points())

    @contextmanager
    def _think(self, asked: Consultation | None) -> Iterator[Watch | None]:
        if asked:
            with advice_table.live(asked, self.words) as watch:
                yield watch
        else:
            with self._status(self.words.said("advice.thinking")):
                yield None

    @contextmanager
    def _status(self, sentence: str) -> Iterator[None]:
        from rich.text import Text

        with Console(stderr=True).status(Text(sentence)):
            yield
