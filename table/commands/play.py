"""`timbuktu play`: solo play at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message, joined
from table.options.completing import complete_logs, complete_played, complete_seats
from table.options.language import words_option
from table.options.maps import map_option
from table.options.sitting import plain_option, seconds_option

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.screens.words import Words


@click.command("play")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME[=human|ai:LEVEL]",
    shell_complete=complete_seats,
    help="Each player, the first starts; levels: random, easy, greedy, normal, hard.",
)
@click.option("--seed", type=click.IntRange(min=0), help="Shuffle by this number; without it by chance.")
@click.option(
    "--log",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="LOG",
    shell_complete=complete_logs,
    help="Begin or go on with LOG.",
)
@click.option("--yes", is_flag=True, help="Let bots take seats in the log of a real table without being asked.")
@map_option
@words_option
@seconds_option
@plain_option
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    players: tuple[str, ...],
    seed: int | None,
    log: Path | None,
    yes: bool,
    words: Words,
    seconds: float,
    plain: bool,
) -> None:
    """Play against the machine, or let it play by itself; every turn is kept in a log.

    Without --player you play against `normal` opponents. To go on with a game, name its log.
    """
    from shelf.errors import message_of
    from solver.kernel.variants import name_of
    from solver.search.advice import Limit
    from table.log import referee
    from table.play import seats
    from table.play.sit_down import sit_down
    from table.play.solo_sitting import SoloSitting

    goes_on = log is not None and log.exists()
    match = referee.load(log, catalogue) if log and goes_on and ":" not in game else None
    playable = match.game if match else referee.rules(game, catalogue=catalogue)
    try:
        given = [seats.chair(text) for text in players]
    except seats.SeatError as fault:
        raise click.BadParameter(message_of(fault), param_hint="--player") from None
    file = log or _free_name(playable.id)
    if not goes_on:
        seed = _any_seed() if seed is None else seed
        chairs = seats.seating(playable, given, words)
        seats.check_players(playable, chairs)
        seats.begin(playable, chairs, seats.dealt(playable, len(chairs), seed, {}), file, words, catalogue)
    elif seed is not None:
        raise click.UsageError(Message("usage.seed_new", file=file))
    match = match or referee.load(file, catalogue)
    if match.game.id != game.partition(":")[0] or match.game.data != playable.data:
        raise click.UsageError(Message("usage.other_game", file=file, game=name_of(match.game.data, file.parent)))
    if not yes:
        _ask_for_seats(file, seats.taken_over(file, match, given), words)
    limit = Limit(seconds, seed=seed or 0)
    sit_down(SoloSitting(file, seats.seated_in(file, match, given), words, limit, catalogue), plain)


def _ask_for_seats(file: Path, names: list[str], words: Words) -> None:
    """Bots play for nobody at a real table who has not been asked, and write no turns into its log."""
    from table.screens import prompting

    if not names:
        return
    told = {"file": file, "names": joined("and", names)}
    if not prompting.interactive():
        raise click.UsageError(Message("usage.seats_unasked", **told))
    if not prompting.confirmed(words.said("play.ask_for_seats", **told), words):
        raise click.Abort


def _any_seed() -> int:
    from secrets import randbelow

    return randbelow(1_000_000)


def _free_name(game: str) -> Path:
    from itertools import count

    from table.log.gamelog import SUFFIX

    names = (Path(f"{game}-solo-{number}{SUFFIX}") for number in count(1))
    return next(name for name in names if not name.exists())
