"""`timbuktu advise`: the best turns, ranked, and why."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_candidates, complete_logs, complete_players
from table.options.language import words_option
from table.options.looking import at_option, looked_at
from table.options.maps import map_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.log.referee import Match
    from table.screens.words import Words

LEAST_THINKING = 0.25
"""Part of the time that is thought at least, however long the loading took."""
FINISHING = 0.15
"""Seconds that are kept for putting the answer into words."""


@click.command("advise")
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@click.argument("turns", metavar="[TURN]...", nargs=-1, shell_complete=complete_candidates)
@click.option(
    "--for",
    "name",
    metavar="NAME",
    shell_complete=complete_players,
    help="Whom the advice is for; it has to be that player's turn.",
)
@at_option
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(min=0.05, max=86_400),
    default=5.0,
    show_default=True,
    help="Seconds to wait for the answer; loading the rules is part of them.",
)
@click.option("--top", type=click.IntRange(min=1), default=5, show_default=True, metavar="N", help="How many turns.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Of the random numbers.")
@click.option(
    "--simulations",
    type=click.IntRange(min=1),
    metavar="N",
    help="Think for so many simulations instead: with the same seed the answer is the same.",
)
@click.option(
    "--threads", type=click.IntRange(min=1, max=64), default=2, show_default=True, help="Threads that search."
)
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    log: Path,
    turns: tuple[str, ...],
    name: str | None,
    at: int | None,
    seconds: float,
    top: int,
    seed: int,
    simulations: int | None,
    threads: int,
    words: Words,
    as_json: bool,
) -> None:
    """Advise whoever is to move: the best turns, the chance to win with its error, the expected answer, and why.

    A TURN is judged beside the best: what it gives away, and why. Where a turn depends on what chance shows, what is
    ranked is what can be decided now, and a plan says how to go on.

    The advice knows only what that player has seen. A log with `me:` tells its owner nothing else: while somebody else
    is to move who holds what the owner has not seen, there is no advice. Ctrl-C stops thinking and keeps what there is.
    Of a log with a wrong line the position before it is advised on.
    """
    from table.answers.advice import Consultation
    from table.screens import advice_table

    begun = time.perf_counter()
    look = looked_at(log, at, catalogue)
    match = look.match
    _check_asker(match, name)
    from solver.kernel.compiling import compiled
    from solver.search.advice import Limit

    loading = 0.0 if compiled() else time.perf_counter() - begun
    limit = Limit(max(seconds * LEAST_THINKING, seconds - loading - FINISHING), simulations, threads, seed)
    asked = Consultation(match, words.language, top, top if as_json else advice_table.REASONS, turns)
    asked.check()
    if as_json:
        click.echo(json_document(asked.hold(limit).document() | look.document()))
        look.finish(words)
        return
    click.echo(words.said("advice.to_move", turn=match.turns + 1, name=match.to_move))
    with advice_table.live(asked, words) as watch:
        answer = asked.hold(limit, watch)
    advice_table.show(answer, words)
    look.finish(words)


def _check_asker(match: Match, name: str | None) -> None:
    """Advice is for the seat to move."""
    from table.log.gamelog import NobodyError, find_name
    from table.log.refusal import RefusalError

    if match.to_move is None:
        raise RefusalError(Message("refused.over_no_advice"))
    if name is None:
        return
    try:
        seat = find_name(match.players, name)
    except NobodyError as fault:
        raise click.BadParameter(fault.message, param_hint="--for") from None
    if match.players[seat] != match.to_move:
        raise RefusalError(Message("refused.advice_waits", to_move=match.to_move, players=match.players[seat]))
