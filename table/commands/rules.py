"""`timbuktu rules`: the booklet, page after page, to read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.options.completing import complete_printed
from table.options.language import language_option
from table.options.printing import paper_option

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from shelf.language import Language


@click.command("rules")
@click.argument("game", metavar="GAME", shell_complete=complete_printed)
@paper_option
@language_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.pass_obj
def command(catalogue: Catalogue, game: str, paper: str, language: Language, out: Path | None) -> None:
    """Write a game's rule booklet as a PDF to read on a screen (`pdf --only booklet` gives the sheet to fold)."""
    from pnp import jobs
    from shelf.atomic_write import write_whole

    game_id, content = jobs.rules(catalogue.named(game), paper, language)
    file = out or Path(f"{game_id}-rules-{language}.pdf")
    write_whole(file, content)
    click.echo(str(file))
