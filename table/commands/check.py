"""`timbuktu check`: is a definition fit to print?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from table.printing_options import paper_option, progress_bar

if TYPE_CHECKING:
    from pnp.definition.game import Game
    from pnp.sheets.composition import Composition
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
    from pnp.definition.game import load
    from pnp.faces.colours import confusable
    from pnp.pdf.printing import printed_sheets
    from pnp.print_options import Order
    from pnp.sheets.composition import Composition

    game = load(folder)
    languages = [language] if language else _languages(game)
    jobs: list[Composition] = []
    for flat in (False, True) if game.has_flat_set else (False,):
        for each in languages:
            job = Composition(game, Order(paper=paper, language=each, flat=flat))
            with progress_bar(f"{game.id} {each}") as progress:
                printed_sheets(job, progress)
        jobs.append(job)
    for part in game.spec.part:
        click.echo(f"{part.id}: {len(game.copies(part))} copies of {part.size[0]:g} x {part.size[1]:g} mm")
    for board in game.spec.board:
        click.echo(f"{board.id}: a board of {board.size[0]:g} x {board.size[1]:g} mm")
    for warning in confusable(game.palette, game.spec.tell_apart):
        click.echo(f"colours: {warning}")
    for job in jobs:
        click.echo(_verdict(job, languages))


def _verdict(job: Composition, languages: list[Language]) -> str:
    claim = "proved minimal" if all(imposed.result.proved for imposed in job.impositions) else "fewest found"
    sheets = f"{len(job.sheets)} {'sheet' if len(job.sheets) == 1 else 'sheets'}"
    kind = ", flat" if job.order.flat else ""
    return f"{job.game.id} is fit to print ({', '.join(languages)}{kind}): {sheets} on {job.paper.name}, {claim}."


def _languages(game: Game) -> list[Language]:
    """Those in which the game has words; both where it has none at all."""
    return [language for language, words in game.words.items() if words] or list(game.words)
