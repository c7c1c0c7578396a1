"""`timbuktu chart`: scoring sheets, blank, named or filled in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.maps import map_option
from table.printing_options import language_option, paper_option

if TYPE_CHECKING:
    from pnp.definition.game import Game
    from shelf.language import Language


@click.command("chart")
@click.argument("game", metavar="GAME")
@click.option("--player", "players", multiple=True, metavar="NAME", help="A player's name; once for each player.")
@click.option(
    "--from",
    "log",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="LOG",
    help="Fill the chart in from a game log, or from a FINAL file.",
)
@click.option("--games", type=click.IntRange(1, 6), default=1, show_default=True, help="Charts on one page.")
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
def command(
    game: str,
    players: tuple[str, ...],
    log: Path | None,
    games: int,
    extra: Path | None,
    map_folder: Path | None,
    paper: str,
    language: Language,
    out: Path | None,
) -> None:
    """Write a scoring chart as a PDF: to print, or to fill in on a screen, where it adds up by itself."""
    from pnp.chart.chart import build_chart
    from pnp.definition.game import load
    from pnp.imposition.papers import papers
    from pnp.pdf.printing import Run
    from pnp.print_options import Order
    from pnp.sheets.composition import chart_sheet
    from shelf.atomic_write import write_whole

    loaded = load(game)
    sheet = papers()[paper]
    names, values = (players, None) if log is None else _played(log, loaded, map_folder)
    face = build_chart(loaded, language, sheet, names, games, extra, values)
    file = out or Path(f"{loaded.id}-chart-{paper}-{language}.pdf")
    content, _ = Run(loaded, Order(paper, language, backs="none"), sheet).content([chart_sheet(face, sheet)])
    write_whole(file, content)
    click.echo(str(file))


def _played(log: Path, game: Game, map_folder: Path | None) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """The names and boxes of a game that was logged; a map's folder has the chart of the games played on it."""
    from shelf.errors import PrintingError
    from table.scoring import result_of

    result = result_of(log, map_folder)
    if result.game.id != game.id and result.game.data.folder != game.folder.resolve():
        raise PrintingError(f"{log} is a log of {result.game.id}, not of {game.id}.")
    return tuple(result.players), result.chart_values()
