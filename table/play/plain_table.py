"""The table line by line, what is typed and what is answered below each other: for every terminal, and for pipes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
        """Asks until somebody leaves, the input ends, or solo play is over; Ctrl-C twice leaves, too."""
        if self.typing or self.sitting.ends:
            screen.print_parts(self.sitting.greeting())
        shown = -1
        while self._bots_play():
            if self.sitting.ends and self.sitting.match.to_move is None:
                screen.show(self.sitting.as_seen(), self.words)
                break
            if shown != len(self.sitting.match.moves):
                self._show()
            shown = len(self.sitting.match.moves)
            line = self._ask()
            if line is None or not self._do(line):
                break
        screen.print_parts(self.sitting.farewell())

    def _ask(self) -> str | None:
        """A line; the first Ctrl-C only drops what was typed."""
        try:
            return prompting.ask(self.sitting.prompt, self.sitting.complete, self.sitting.refused)
        except KeyboardInterrupt:
            click.echo(f"\n{self.words.said('screen.once_more')}")
            self.sitting.refused = ""
        try:
            return prompting.ask(self.sitting.prompt, self.sitting.complete)
        except KeyboardInterrupt:
            click.echo()
            return None

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

    def _bots_play(self) -> bool:
        """Lets bots play until a person is to move; Ctrl-C meanwhile leaves."""
        sitting = self.sitting
        try:
            while isinstance(sitting, SoloSitting) and (thinks := sitting.bot_thinks):
                with self._status(thinks):
                    reply = sitting.let_bot_play()
                screen.print_parts(reply.parts)
        except KeyboardInterrupt:
            click.echo()
            return False
        return True

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
