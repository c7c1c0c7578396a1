"""`timbuktu games`: what is on the shelf."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from table.options.completing import complete_games
from table.options.language import words_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from pnp.definition.game import Game
    from shelf.catalogue import Catalogue
    from table.screens.words import Words

_PIPE = 400
"""Columns for whatever reads the table through a pipe: one line a game."""


@click.command("games")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_games)
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, name: str | None, words: Words, as_json: bool) -> None:
    """List the games and for how many players they are; of one GAME tell all: by whom, what it can do, its parts."""
    from solver.games import playable_ids

    games = _games(catalogue, [name] if name else catalogue.ids(), words, alone=name is not None)
    playing = playable_ids(catalogue)
    if as_json:
        click.echo(json_document([_document(game, playing) for game in games]))
    elif name:
        _print_facts(_document(games[0], playing), words)
    else:
        _print_list([_document(game, playing) for game in games], words)


def _games(catalogue: Catalogue, names: list[str], words: Words, alone: bool) -> list[Game]:
    """The definitions; of several a broken one is told, and the others are listed all the same."""
    from pnp.definition.game import load
    from shelf.errors import PrintingError, message_of

    games, faults = [], [] if alone else catalogue.faults()
    for name in names:
        try:
            games.append(load(catalogue.named(name)))
        except PrintingError as fault:
            if alone:
                raise
            faults.append(message_of(fault))
    for message in faults:
        click.echo(f"timbuktu: {words.told(message)}", err=True)
    return games


def _print_list(games: list[dict[str, Any]], words: Words) -> None:
    from rich.table import Table

    from table.screens.console import Console

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("id", "title", "players", "minutes"):
        table.add_column(words.said(f"games.{column}"))
    for facts in games:
        table.add_row(facts["id"], facts["title"], _span(facts["players"]), _number(facts["minutes"]))
    Console(width=None if sys.stdout.isatty() else _PIPE).print(table)
    click.echo(words.said("games.more"))


def _print_facts(facts: dict[str, Any], words: Words) -> None:
    from rich.table import Table

    from table.screens.console import Console

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold")
    table.add_column()
    shown = {
        **{key: facts[key] for key in ("id", "title", "designer")},
        "year": _number(facts["year"]),
        "players": _span(facts["players"]),
        "minutes": _number(facts["minutes"]),
        "can": ", ".join(words.said(f"games.{ability}") for ability in facts["can"]),
        "parts": ", ".join(facts["parts"]),
    }
    for key, value in shown.items():
        table.add_row(words.said(f"games.{key}"), value)
    Console(width=None if sys.stdout.isatty() else _PIPE).print(table)


def _span(players: list[int]) -> str:
    return f"{players[0]}–{players[1]}"


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


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
