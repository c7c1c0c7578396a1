"""`timbuktu log`: adds turns to a log, cuts the last one, or corrects one in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.options.completing import complete_logs, complete_steps
from table.options.language import words_option
from table.options.maps import map_option
from table.options.sitting import plain_option, seconds_option
from table.options.turns import TurnCommand
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.log.correction import Change, How, Otherwise
    from table.log.referee import Match, Move
    from table.screens.words import Words


@click.command("log", cls=TurnCommand)
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@click.argument("turns", metavar="[TURN]...", nargs=-1, shell_complete=complete_steps)
@click.option("--undo", is_flag=True, help="Cut the last turn.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Correct turn N: TURN stands there instead.")
@click.option("--insert", "how", flag_value="insert", help="With --at: put TURN before turn N.")
@click.option("--remove", "how", flag_value="remove", help="With --at: take turn N out.")
@click.option(
    "--keep", "otherwise", flag_value="keep", help="With --at: correct it even if a later turn does not fit any more."
)
@click.option(
    "--cut", "otherwise", flag_value="cut", help="With --at: make comments of all from the turn that does not fit."
)
@seconds_option
@plain_option
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    log: Path,
    turns: tuple[str, ...],
    undo: bool,
    at: int | None,
    how: How | None,
    otherwise: Otherwise | None,
    seconds: float,
    plain: bool,
    words: Words,
    as_json: bool,
) -> None:
    """Add turns to LOG, each in quotes and for the player to move; with none, sit down at an interactive table.

    A turn that is not legal changes nothing. --at N corrects a turn in the middle and replays the rest: a later one
    that does not fit any more is shown, and nothing is changed, unless you say --keep (correct that one next) or --cut.
    """
    from table.log import referee

    if undo and (turns or at is not None):
        raise click.UsageError(Message("usage.undo_alone"))
    if at is None and (how or otherwise):
        raise click.UsageError(Message("usage.with_at"))
    if at is not None:
        _correct(catalogue, log, _change(at, how, turns), otherwise or "refuse", words, as_json)
    elif undo:
        match, cut = referee.undo(log, catalogue)
        _report(match, [], words, as_json, cut)
    elif turns:
        match, moves = referee.append(log, turns, catalogue=catalogue)
        _report(match, moves, words, as_json)
    elif as_json:
        raise click.UsageError(Message("usage.log_json_at"))
    else:
        _sit_down(catalogue, log, words, seconds, plain)


def _sit_down(catalogue: Catalogue, log: Path, words: Words, seconds: float, plain: bool) -> None:
    from solver.search.advice import Limit
    from table.play.sit_down import sit_down
    from table.play.sitting import Sitting

    sit_down(Sitting(log, words, Limit(seconds), catalogue), plain)


def _report(match: Match, moves: list[Move], words: Words, as_json: bool, cut: str | None = None) -> None:
    from table.screens.screen import headline

    if as_json:
        document: dict[str, Any] = {
            "turns": [f"{match.players[move.seat]}: {match.told(move)}" for move in moves],
            "undone": cut,
            "played": match.turns,
            "to_move": match.to_move,
        }
        click.echo(json_document(document))
        return
    if cut:
        click.echo(words.said("screen.undone", turn=cut))
    _tell(match, moves, words)
    click.echo(headline(match, words))


def _tell(match: Match, moves: list[Move], words: Words) -> None:
    from table.screens import points_table, screen

    for move in moves:
        screen.print_parts([match.told_line(move), *screen.scored(match, move, words)])
    if moves:
        click.echo(points_table.brought_by(match, moves, words))


def _change(at: int, how: How | None, turns: tuple[str, ...]) -> Change:
    from table.log.correction import Change

    if how == "remove" and turns:
        raise click.UsageError(Message("usage.remove_turn"))
    if how != "remove" and not turns:
        raise click.UsageError(Message("usage.at_needs", at=at))
    if how is None and len(turns) > 1:
        raise click.UsageError(Message("usage.at_one"))
    return Change(at, how or "replace", turns)


def _correct(
    catalogue: Catalogue, log: Path, change: Change, otherwise: Otherwise, words: Words, as_json: bool
) -> None:
    from table.log.correction import correct
    from table.screens import correction_report

    done = correct(log, change, otherwise, catalogue=catalogue)
    if as_json:
        click.echo(json_document(correction_report.document(done)))
    else:
        correction_report.show(done, words)
    if not done.written:
        correction_report.tell_refused(done, words)
        click.get_current_context().exit(1)
