"""`timbuktu games`: what is on the shelf."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from table.screens.terminal import json_document

if TYPE_CHECKING:
    from pnp.definition.game import Game
    from shelf.catalogue import Catalogue

_PIPE = 400
"""Columns for whatever reads the table through a pipe: one line a game."""


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, as_json: bool) -> None:
    """List the games, for how many players, and what each can do."""
    from pnp.definition.game import load
    from shelf.errors import PrintingError
    from solver.games import playable_ids

    games, faults = [], catalogue.faults()
    for name in catalogue.ids():
        try:
            games.append(load(catalogue.named(name)))
        except PrintingError as fault:
            faults.append(str(fault))
    for sentence in faults:
        click.echo(f"timbuktu: {sentence}", err=True)
    playing = playable_ids(catalogue)
    if as_json:
        click.echo(json_document([_document(game, playing) for game in games]))
        return
    from rich.table import Table

    from table.screens.console import Console

    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in ("id", "title", "by", "players", "minutes", "can", "parts (--only)"):
        table.add_column(title)
    for game in games:
        facts, (low, high) = _document(game, playing), game.spec.players
        minutes = "" if facts["minutes"] is None else str(facts["minutes"])
        can, parts = ", ".join(facts["can"]), ", ".join(facts["parts"])
        table.add_row(game.id, facts["title"], facts["designer"], f"{low}–{high}", minutes, can, parts)
    Console(width=None if sys.stdout.isatty() else _PIPE).print(table)


def _document(game: Game, playing: list[str]) -> dict[str, Any]:
    from pnp.chart.chart_spec import has_chart

    spec = game.spec
    parts = [part.id for part in spec.part] + [page.id for page in spec.page] + [board.id for board in spec.board]
    return {
        "id": game.id,
        "title": spec.title.de,
        "title_en": spec.title.en,
        "designer": spec.designer,
        "year": spec.year,
        "players": list(spec.players),
        "minutes": spec.minutes,
        "can": ["print", "play"] if game.id in playing else ["print"],
        "parts": [*parts, "chart"] if has_chart(game) else parts,
    }
