"""`timbuktu show`: the table as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.language import words_option
from table.options.maps import map_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.screens.words import Words


@click.command("show")
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(min=0), metavar="N", help="After turn N; 0 is the opening.")
@click.option("--steps", default="", metavar="TEXT", help="Only legal steps that begin so.")
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, log: Path, at: int | None, steps: str, words: Words, as_json: bool) -> None:
    """Show the table: what lies there, who holds what, and the points if the game ended now."""
    from table.log import referee
    from table.screens import screen

    match = referee.load(log, catalogue)
    if at is not None:
        if at > match.turns:
            raise click.BadParameter(Message("usage.turns", turns=match.turns), param_hint="--at")
        match = match.at(at)
    if as_json:
        owner = None if match.me is None else match.players[match.me]
        picture = screen.picture_of(match, steps)
        document = {"game": match.game.id, "me": owner, "options": dict(match.options), **picture}
        click.echo(json_document(document))
        return
    screen.show(match, words, steps=steps)
    click.echo(screen.headline(match, words))
