"""`timbuktu score`: points by category."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.maps import map_option
from table.screens.terminal import json_document
from table.screens.words import language, language_option, said

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.kernel.playable import Playable
    from table.scoring import Result


@click.command("score")
@click.argument("log", metavar="LOG|FINAL", type=click.Path(path_type=Path))
@map_option
@language_option
@click.option("--detail", is_flag=True, help="What each player got for what, and why.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, log: Path, detail: bool, as_json: bool) -> None:
    """Count the points of a log, now or at the end, or of a FINAL file with what each player holds."""
    from table.scoring import result_of

    result = result_of(log, catalogue)
    if as_json:
        click.echo(json_document(result.document(detail)))
        return
    print_points(result)
    if detail:
        _print_detail(result)


def print_points(result: Result) -> None:
    """A table of points, and who wins."""
    from rich.table import Table

    from table.screens.console import Console

    document = result.document()
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    for part in _columns(result.game):
        table.add_column(part, justify="right")
    for player in document["players"]:
        numbers = (*player["parts"].values(), player["total"], player["tiebreak"])
        table.add_row(player["name"], *(str(number) for number in numbers))
    Console().print(table)
    for doubt in result.doubts():
        click.echo(doubt)
    click.echo(_verdict(result.over, document["winners"]))


def _columns(game: Playable) -> list[str]:
    """The parts of the score as the table calls them."""
    names = game.part_names(language())
    return [*(names[part] for part in game.parts), said("score.total"), said("score.tiebreak")]


def _verdict(over: bool, winners: list[str]) -> str:
    names = said("score.and").join(winners)
    if not over:
        return said("score.would_win", names=names or said("score.nobody"))
    return said("score.win" if len(winners) > 1 else "score.wins", names=names) if winners else said("score.tie")


def _print_detail(result: Result) -> None:
    from rich.table import Table

    from table.screens.console import Console

    console, names = Console(), result.game.part_names(language())
    for name, entries in zip(result.players, result.game.score_detail(result.state, language()), strict=True):
        table = Table(box=None, show_header=False, pad_edge=False)
        for entry in entries:
            table.add_row(names[entry["part"]], entry["of"], str(entry["points"]), entry["why"])
        console.print()
        console.print(name, style="bold")
        console.print(table)
