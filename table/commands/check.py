"""`timbuktu check`: is a definition fit to print?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from table.options.printing import paper_option
from table.screens.progress_bar import progress_bar

if TYPE_CHECKING:
    from shelf.language import Language


@click.command("check")
@click.argument("folder", metavar="GAME|FOLDER")
@paper_option
@click.option(
    "--lang",
    "language",
    type=click.Choice(("de", "en")),
    help="Check this language. Default: every language in which the game has words.",
)
def command(folder: str, paper: str, language: Language | None) -> None:
    """Check a game: tables, templates, every face, and how it lies on the paper. Nothing is written."""
    from pnp import jobs

    with progress_bar(folder) as progress:
        lines = jobs.check(folder, paper, language, progress)
    for line in lines:
        click.echo(line)
