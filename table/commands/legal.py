"""`timbuktu legal`: what may be done next."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.messages import Message
from table.options.completing import complete_logs, complete_steps
from table.options.language import lang_option
from table.options.maps import map_option
from table.options.turns import TurnCommand
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue


@click.command("legal", cls=TurnCommand)
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@click.argument("steps", metavar="[STEP]...", nargs=-1, shell_complete=complete_steps)
@map_option
@lang_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, log: Path, steps: tuple[str, ...], as_json: bool) -> None:
    """List the legal next steps, after the STEPs of a begun turn if there are any."""
    from table.log import referee
    from table.log.refusal import RefusalError

    match = referee.load(log, catalogue)
    state = referee.begun_turn(match, " ".join(steps)).after
    seat = match.game.kernel.actor(state)
    if seat < 0:
        raise RefusalError(Message("refused.over_no_step"))
    legal = list(match.game.legal_texts(state))
    if as_json:
        document = {"to_move": match.players[seat], "steps": legal}
        click.echo(json_document(document))
        return
    click.echo(f"{match.players[seat]}: {' '.join(legal)}")
