"""`timbuktu chart`: scoring sheets, blank, named or filled in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.log.spoken import spoken
from table.options.completing import complete_printed
from table.options.language import language_option
from table.options.maps import map_option
from table.options.printing import paper_option

if TYPE_CHECKING:
    from pnp.jobs import Played
    from shelf.catalogue import Catalogue
    from shelf.language import Language


@click.command("chart")
@click.argument("game", metavar="GAME", shell_complete=complete_printed)
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player's name; once for each player.")
@click.option(
    "--from",
    "log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="LOG",
    help="Fill the chart in from a game log, or from a FINAL file.",
)
@click.option("--games", type=click.IntRange(1, 6), help="Charts on one page.  [default: as many as suit the game]")
@click.option(
    "--extra",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.toml",
    help="Rows and columns of your own (docs/chart.md).",
)
@map_option
@paper_option
@language_option
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    players: tuple[str, ...],
    log: Path | None,
    games: int | None,
    extra: Path | None,
    paper: str,
    language: Language,
    out: Path | None,
) -> None:
    """Write a scoring chart as a PDF: to print, or to fill in on a screen, where it adds up by itself."""
    from pnp import jobs
    from pnp.print_options import Order
    from shelf.atomic_write import write_whole

    names, played = (players, None) if log is None else _played(log, catalogue)
    order = Order(paper, language, backs="none", told_in=spoken())
    charted, content = jobs.chart(catalogue.named(game), order, names, games, extra, played)
    file = out or Path(f"{charted.game}-chart-{paper}-{language}.pdf")
    write_whole(file, content)
    for note in charted.notes:
        click.echo(note, err=True)
    click.echo(str(file))


def _played(log: Path, catalogue: Catalogue) -> tuple[tuple[str, ...], Played]:
    """The names and boxes of a game that was logged; a map's folder has the chart of the games played on it."""
    from pnp.jobs import Played
    from table.answers.points import result_of

    result = result_of(log, catalogue)
    winners = tuple(result.winners()) if result.over else ()
    played = Played(log, result.game.id, result.game.data.folder, result.chart_values(), winners)
    return tuple(result.players), played
