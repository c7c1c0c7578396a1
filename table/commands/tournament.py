"""`timbuktu tournament`: bots against bots."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.options.language import words_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.players.tournament import Programme, Table
    from table.screens.words import Words


@click.command("tournament")
@click.argument("game", metavar="GAME")
@click.option("--bot", "names", multiple=True, required=True, metavar="BOT", help="Who plays; the last fills up seats.")
@click.option("--games", type=click.IntRange(min=1), default=60, help="At least so many games, in whole blocks.")
@click.option("--time", "seconds", type=click.FloatRange(min=0.01), default=1.0, help="Seconds a turn.")
@click.option("--simulations", type=click.IntRange(min=1), help="Instead of --time: repeatable.")
@click.option("--players", type=click.IntRange(min=2), help="How many play; the fewest that can, if not given.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The first deal.")
@click.option("--workers", type=click.IntRange(min=1), help="Games at the same time; one a core, if not given.")
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    names: tuple[str, ...],
    games: int,
    seconds: float,
    simulations: int | None,
    players: int | None,
    seed: int,
    workers: int | None,
    words: Words,
    as_json: bool,
) -> None:
    """Let bots play: every deal with every rotation of the seats, one block a deal.

    Bots: random, greedy, easy, normal, hard, and textbook, a frozen search to measure with. `easy` and `normal` think
    as long as they are used to, --time is for `hard` and `textbook`. Ctrl-C ends it with the blocks played so far.
    """
    from solver.players.tournament import Programme, run
    from table.log.referee import rules

    lineup = _lineup(rules(game, catalogue=catalogue).player_counts(), names, players)
    programme = Programme(game, lineup, -(-games // len(lineup)), seconds, simulations, seed, catalogue)
    table = run(programme, workers or os.cpu_count() or 1, lambda interim: _tell(interim, programme, words))
    if as_json:
        click.echo(json_document(_document(table)))
    elif table.blocks:
        _print(table, words)
    else:
        click.echo(words.said("tournament.nothing"))


def _lineup(counts: range, names: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    from shelf.errors import nearest, quoted
    from solver.players.bots import BOTS

    for name in names:
        if name not in BOTS:
            raise click.BadParameter(
                Message("usage.no_bot", name=quoted(name), hint=nearest(name, BOTS)), param_hint="--bot"
            )
    seats = players or max(len(names), counts[0])
    if seats not in counts or len(names) > seats:
        raise click.UsageError(Message("usage.bots", names=len(names), seats=seats, fewest=counts[0], most=counts[-1]))
    return names + names[-1:] * (seats - len(names))


def _tell(table: Table, programme: Programme, words: Words) -> None:
    wins = ", ".join(f"{bot.bot} {bot.wins}" for bot in table.bots)
    seconds = f"{table.seconds:.0f}"
    said = words.said("tournament.block", number=table.blocks, of=programme.blocks, seconds=seconds, wins=wins)
    click.echo(said, err=True)


def _document(table: Table) -> dict[str, Any]:
    bots = [
        {
            "bot": bot.bot,
            "seats": bot.seats,
            "wins": bot.wins,
            "share": round(bot.share, 4),
            "ci95": [round(bound, 4) for bound in bot.ci95],
            "fair": round(bot.fair, 4),
            "elo": round(bot.elo, 1),
            "points": round(bot.points, 2),
            "seconds_a_turn": round(bot.seconds_a_turn, 3),
        }
        for bot in table.bots
    ]
    return {"games": table.games, "blocks": table.blocks, "bots": bots, "seconds": round(table.seconds, 1)}


def _print(table: Table, words: Words) -> None:
    from rich.table import Table as Grid

    from table.screens.console import Console

    grid = Grid(box=None, header_style="bold", pad_edge=False)
    first, *others = words.entry("tournament.columns")
    grid.add_column(first)
    for title in others:
        grid.add_column(title, justify="right")
    for bot in table.bots:
        low, high = bot.ci95
        grid.add_row(
            bot.bot,
            str(bot.seats),
            str(bot.wins),
            f"{bot.share:.1%}",
            f"{low:.1%} – {high:.1%}",
            f"{bot.fair:.1%}",
            f"{bot.elo:+.0f}",
            f"{bot.points:.1f}",
            f"{bot.seconds_a_turn:.3f}",
        )
    Console().print(grid)
    games = words.said("tournament.one_game" if table.games == 1 else "tournament.games", games=table.games)
    blocks = words.said("tournament.one_block" if table.blocks == 1 else "tournament.blocks", blocks=table.blocks)
    click.echo(words.said("tournament.played", games=games, blocks=blocks, seconds=f"{table.seconds:.0f}"))
