"""`timbuktu review`: a game looked at afterwards."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_logs
from table.options.language import words_option
from table.options.looking import looked_at
from table.options.maps import map_option
from table.options.printing import paper_option
from table.options.reviewing import effort_options
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.answers.review import Effort, Review
    from table.screens.words import Words

KINDS = (".html", ".pdf")


@click.command("review")
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@effort_options
@click.option("--open", "open_cards", is_flag=True, help="Judge with all cards open, which nobody could at the table.")
@click.option(
    "--out",
    "files",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write it as a page (.html) or for the box (.pdf); may be given twice.",
)
@paper_option
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    log: Path,
    effort: Effort,
    open_cards: bool,
    files: tuple[Path, ...],
    paper: str,
    words: Words,
    as_json: bool,
) -> None:
    """Look back at a game: what every turn cost, luck apart from skill, the moments that decided it.

    Every turn is judged by what its player had seen. What is found is remembered beside the log, in LOG.review: Ctrl-C
    shows what there is, and the next call goes on from there. A longer --time looks again, and closer.
    """
    begun = time.perf_counter()
    from table.log.refusal import RefusalError
    from table.reports.looking_back import reviewed
    from table.screens import review_screen

    for file in files:
        if file.suffix.lower() not in KINDS:
            raise click.BadParameter(Message("review.kind", file=file.name), param_hint="--out")
    look = looked_at(log, None, catalogue)
    if not look.match.turns:
        if look.wrong:
            raise look.wrong
        raise RefusalError(Message("review.nothing"))
    match = look.match
    if open_cards and match.me is not None and match.to_move is not None:
        raise RefusalError(Message("review.still_closed", owner=match.players[match.me]))
    review = reviewed(log, look.match, effort, open_cards, words, begun)
    for file in files:
        _write(review, file, paper, words)
    if as_json:
        click.echo(json_document(review.document() | look.document()))
    elif files:
        for file in files:
            click.echo(words.said("review.written", file=file))
    else:
        review_screen.show(review, words)
    look.finish(words)


def _write(review: Review, file: Path, paper: str, words: Words) -> None:
    from shelf.atomic_write import write_whole

    if file.suffix.lower() == ".html":
        from table.reports.review_page import page

        write_whole(file, page(review, words).encode())
    else:
        from table.reports.review_pdf import printed

        write_whole(file, printed(review, words, paper))
