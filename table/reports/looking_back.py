"""Looking back at a log: what is remembered of it beside it, the rest now, with how far it is on standard error."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.answers.review_memory import Memory, beside
from table.answers.reviewer import Reviewer
from table.screens.progress_bar import progress_bar

if TYPE_CHECKING:
    from table.answers.review import Effort, Review
    from table.log.referee import Match
    from table.screens.words import Words


def reviewed(
    log: Path, match: Match, effort: Effort, open_cards: bool, words: Words, begun: float | None = None
) -> Review:
    """The review of a log, with what is remembered of it, and remembered for the next time.

    The time may have begun earlier, with the loading of what is needed for it.
    """
    begun = time.perf_counter() if begun is None else begun
    memory = Memory(beside(log), match, effort, open_cards)
    if memory.trouble:
        click.echo(words.told(memory.trouble), err=True)
    heard, known = memory.trouble, memory.known()
    if known and len(known) < match.turns:
        click.echo(words.said("review.remembered", turns=len(known), file=memory.file), err=True)
    label = words.said("review.looking")
    with progress_bar(label) as bar:
        reviewer = Reviewer(match, effort, open_cards, known, begun, memory.keep)
        review = reviewer.review(lambda done, whole: bar(label, done, whole))
    memory.write()
    if memory.trouble and not heard:
        click.echo(words.told(memory.trouble), err=True)
    return review
