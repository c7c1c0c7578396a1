"""`timbuktu practise`: one's own mistakes again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.completing import complete_logs, complete_players
from table.options.language import words_option
from table.options.maps import map_option
from table.options.reviewing import effort_options

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.answers.review import Effort
    from table.log.referee import Match
    from table.practice.questions import Question
    from table.screens.words import Words


@click.command("practise")
@click.argument(
    "logs", metavar="LOG...", nargs=-1, required=True, type=click.Path(path_type=Path), shell_complete=complete_logs
)
@click.option("--for", "name", metavar="NAME", shell_complete=complete_players, help="Only this player's turns.")
@click.option("--all", "every", is_flag=True, help="Ask also what is not due yet.")
@click.option("--count", type=click.IntRange(min=1), metavar="N", help="At most so many positions.")
@effort_options
@map_option
@words_option
@click.pass_obj
def command(
    catalogue: Catalogue,
    logs: tuple[Path, ...],
    name: str | None,
    every: bool,
    count: int | None,
    effort: Effort,
    words: Words,
) -> None:
    """Practise the positions of your own logs in which somebody went wrong: find something better.

    Each LOG is looked at as by `timbuktu review`, which remembers it. In a log with `me:` your own turns are asked,
    else everybody's. What you miss comes back tomorrow, what you find after longer and longer times.
    """
    from datetime import date

    from solver.search.advice import Limit
    from table.practice.answers import THINKING, said, when
    from table.practice.schedule import Schedule
    from table.practice.session import Session

    found = [question for log in logs for question in _questions(log, name, effort, words, catalogue)]
    if not found:
        click.echo(words.entry("review.practise")["none"])
        return
    schedule = Schedule(date.today())
    asked = found if every else schedule.due(found)
    if not asked:
        click.echo(said(words, "nothing_due", when=when(schedule.next(found), words)))
        return
    limit = Limit(THINKING, effort.simulations, effort.threads, effort.seed)
    Session(asked[:count], schedule, limit, words).hold()


def _questions(log: Path, name: str | None, effort: Effort, words: Words, catalogue: Catalogue) -> list[Question]:
    from table.log import referee
    from table.practice.questions import questions
    from table.reports.looking_back import reviewed

    match = referee.load(log, catalogue)
    seat = _seat(match, name)
    return questions(log, reviewed(log, match, effort, False, words), seat) if match.turns else []


def _seat(match: Match, name: str | None) -> int | None:
    """Whose turns are asked: a named player's, the log's owner's, or everybody's."""
    from table.log.gamelog import NobodyError, find_name

    if name is None:
        return match.me
    try:
        return find_name(match.players, name)
    except NobodyError as fault:
        raise click.BadParameter(fault.message, param_hint="--for") from None
