"""`timbuktu tournament`: bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_bots, complete_played
from table.options.crews import crew_of, ray_option, workers_option
from table.options.language import words_option
from table.screens.standings_table import print_standings, print_verdict, standings_document
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.players.programme import Programme
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
@workers_option
@words_option
@ray_option
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

    Bots: random, easy, greedy, normal, hard, and textbook, a frozen search to measure with. `easy` and `normal` think
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
    table = tournament.run(crew_of(address, workers), lambda interim: _tell(interim, programme, words))
    if as_json:
        click.echo(json_document(standings_document(table, tournament.verdict)))
    elif table.blocks:
        print_standings(table, words)
        print_verdict(tournament.verdict, lineup[0], between, words)
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
