"""`timbuktu score`: points by category."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_logs
from table.options.language import words_option
from table.options.looking import at_option, looked_at
from table.options.maps import map_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.screens.words import Words


@click.command("score")
@click.argument("log", metavar="LOG|FINAL", type=click.Path(path_type=Path), shell_complete=complete_logs)
@map_option
@words_option
@at_option
@click.option("--detail", is_flag=True, help="What each player got for what, and why.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, log: Path, at: int | None, words: Words, detail: bool, as_json: bool) -> None:
    """Count the points of a log, now or at the end, or of a FINAL file with what each player holds."""
    from table.answers.points import result_of_end, result_of_match
    from table.screens.points_table import print_detail, print_points

    look = None
    if (result := result_of_end(log, catalogue)) is None:
        look = looked_at(log, at, catalogue)
        result = result_of_match(look.match)
    elif at is not None:
        raise click.UsageError(Message("usage.at_final", log=log))
    if as_json:
        click.echo(json_document(result.document(detail) | (look.document() if look else {})))
    else:
        print_points(result, words)
        if detail:
            print_detail(result, words)
    if look:
        look.finish(words)
