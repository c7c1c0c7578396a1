"""`timbuktu show`: the table as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.language import words_option
from table.options.looking import at_option, looked_at
from table.options.maps import map_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.screens.words import Words


@click.command("show")
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path))
@at_option
@click.option("--steps", default="", metavar="TEXT", help="Only legal steps that begin so.")
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, log: Path, at: int | None, steps: str, words: Words, as_json: bool) -> None:
    """Show the table: what lies there, who holds what, and the points if the game ended now.

    Of a log with a wrong line what came before it is shown.
    """
    from table.screens import screen

    look = looked_at(log, at, catalogue)
    match = look.match
    if as_json:
        owner = None if match.me is None else match.players[match.me]
        picture = screen.picture_of(match, steps)
        document = {"game": match.game.id, "me": owner, "options": dict(match.options), **picture}
        click.echo(json_document(document | look.document()))
    else:
        screen.show(match, words, steps=steps)
        click.echo(screen.headline(match, words))
    look.finish(words)
