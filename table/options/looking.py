"""`--at N`, and logs of which not every line fits: one wrong line does not hide what came before it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.log.gamelog import GameLogError
    from table.log.referee import Match
    from table.screens.words import Words

at_option = click.option("--at", type=click.IntRange(min=0), metavar="N", help="After turn N; 0 is the opening.")


@dataclass(frozen=True)
class Look:
    """A match as it was asked for, and the first line of its log that is wrong."""

    match: Match
    wrong: GameLogError | None
    asked: bool
    """Whether just this moment was asked for, so that what is wrong later does not matter."""
    last: int
    """The last turn before what is wrong."""

    def document(self) -> dict[str, Any]:
        """What a program is told in addition."""
        return {"wrong": {"line": self.wrong.line, "message": self.wrong.message}} if self.wrong else {}

    def finish(self, words: Words) -> None:
        """Tells what is wrong; a log that was asked for as a whole is bad input then."""
        if self.wrong is None:
            return
        mend = words.said("screen.before_wrong", file=self.wrong.file, at=self.last + 1)
        click.echo(f"timbuktu: {words.told(self.wrong)}\n{mend}", err=True)
        if not self.asked:
            click.get_current_context().exit(2)


def looked_at(file: Path, at: int | None, catalogue: Catalogue) -> Look:
    """The match of a log after a turn, or as far as the log goes."""
    from table.log import referee

    match, wrong = referee.load_as_far(file, catalogue)
    if at is None:
        return Look(match, wrong, asked=False, last=match.turns)
    if at <= match.turns:
        return Look(match.at(at), wrong, asked=True, last=match.turns)
    if wrong:
        raise wrong
    raise click.BadParameter(Message("usage.turns", turns=match.turns), param_hint="--at")
