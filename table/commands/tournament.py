"""`timbuktu tournament`: bots against bots."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.options.completing import complete_bots, complete_played
from table.options.language import words_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.players.crew import Crew
    from solver.players.programme import Programme
    from solver.players.sequential import Verdict
    from solver.players.standings import Table
    from table.screens.words import Words

MOST_ELO = 1000
MOST_GAMES = 4000
"""Where a tournament that decides nothing ends."""


@click.command("tournament")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option(
    "--bot",
    "names",
    multiple=True,
    required=True,
    metavar="BOT",
    shell_complete=complete_bots,
    help="Who plays; the last fills up seats.",
)
@click.option("--games", type=click.IntRange(min=1), help="At least so many games, in whole blocks; 60 if not given.")
@click.option("--until-decided", is_flag=True, help="Stop once it is clear how strong the first bot is (see --elo).")
@click.option(
    "--elo",
    "between",
    type=(float, float),
    default=(-20.0, 20.0),
    metavar="LOW HIGH",
    help="What --until-decided tells apart: the first bot's lead over the others in Elo, -20 or 20 if not given.",
)
@click.option("--time", "seconds", type=click.FloatRange(min=0.01), default=1.0, help="Seconds a turn.")
@click.option("--simulations", type=click.IntRange(min=1), help="Instead of --time: repeatable.")
@click.option("--players", type=click.IntRange(min=2), help="How many play; the fewest that can, if not given.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The first deal.")
@click.option("--workers", type=click.IntRange(min=1), help="Games at the same time; one a core, if not given.")
@words_option
@click.option("--ray", "address", metavar="ADDRESS", help="Play on a Ray cluster; `local` begins one on this machine.")
@click.option("--resume", "file", type=click.Path(path_type=Path), help="Keep the games here, and go on from there.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    names: tuple[str, ...],
    games: int | None,
    until_decided: bool,
    between: tuple[float, float],
    seconds: float,
    simulations: int | None,
    players: int | None,
    seed: int,
    workers: int | None,
    words: Words,
    address: str | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """Let bots play: every deal with every rotation of the seats, one block a deal.

    Bots: random, greedy, easy, normal, hard, and textbook, a frozen search to measure with. `easy` and `normal` think
    as long as they are used to, --time is for `hard` and `textbook`. Ctrl-C ends it with the blocks played so far.
    """
    from solver.players.game_record import GameRecord
    from solver.players.programme import Programme
    from solver.players.sequential import Question
    from solver.players.tournament import Tournament
    from table.log.referee import rules

    if not -MOST_ELO <= between[0] < between[1] <= MOST_ELO:
        raise click.BadParameter(Message("usage.elo", most_elo=MOST_ELO), param_hint="--elo")
    lineup = _lineup(rules(game, catalogue=catalogue).player_counts(), names, players)
    if until_decided and len(set(lineup)) == 1:
        raise click.UsageError(Message("usage.until_decided"))
    games = games or (MOST_GAMES if until_decided else 60)
    programme = Programme(game, lineup, -(-games // len(lineup)), seconds, simulations, seed, catalogue)
    question = Question(*between) if until_decided else None
    tournament = Tournament(programme, question, GameRecord(file) if file else None)
    table = tournament.run(_crew(address, workers), lambda interim: _tell(interim, programme, words))
    if as_json:
        click.echo(json_document(_document(table, tournament.verdict)))
    elif table.blocks:
        _print(table, words)
        _print_verdict(tournament.verdict, lineup[0], between, words)
    else:
        click.echo(words.said("tournament.nothing"))


def _crew(address: str | None, workers: int | None) -> Crew:
    from solver.players.crew import processes
    from solver.players.ray_crew import on_cluster

    if address is None:
        return processes(workers or os.cpu_count() or 1)
    if workers is not None:
        raise click.UsageError(Message("usage.ray"))
    return on_cluster(address)


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


def _document(table: Table, verdict: Verdict | None) -> dict[str, Any]:
    bots = [
        {
            "bot": bot.bot,
            "seats": bot.seats,
            "wins": bot.wins,
            "share": round(bot.share, 4),
            "ci95": [round(bound, 4) for bound in bot.ci95],
            "fair": round(bot.fair, 4),
            "elo": round(bot.elo, 1),
            "elo_ci95": [round(bound, 1) for bound in bot.elo_ci95],
            "points": round(bot.points, 2),
            "seconds_a_turn": round(bot.seconds_a_turn, 3),
        }
        for bot in table.bots
    ]
    document = {"games": table.games, "blocks": table.blocks, "bots": bots, "seconds": round(table.seconds, 1)}
    if verdict is None:
        return document
    return {**document, "decided": verdict.stronger is not None, "stronger": verdict.stronger}


def _print_verdict(verdict: Verdict | None, bot: str, between: tuple[float, float], words: Words) -> None:
    """What the question came to, in a sentence."""
    if verdict is None:
        return
    outcome = {True: "stronger", False: "not_stronger", None: "undecided"}[verdict.stronger]
    low, high = (f"{bound:+g}" for bound in between)
    click.echo(words.said(f"tournament.{outcome}", bot=bot, low=low, high=high))


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
            f"{bot.elo:+.0f} ({bot.elo_ci95[0]:+.0f} – {bot.elo_ci95[1]:+.0f})",
            f"{bot.points:.1f}",
            f"{bot.seconds_a_turn:.3f}",
        )
    Console().print(grid)
    games = words.said("tournament.one_game" if table.games == 1 else "tournament.games", games=table.games)
    blocks = words.said("tournament.one_block" if table.blocks == 1 else "tournament.blocks", blocks=table.blocks)
    click.echo(words.said("tournament.played", games=games, blocks=blocks, seconds=f"{table.seconds:.0f}"))
