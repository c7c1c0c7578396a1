"""`timbuktu check`: is a definition fit to print, and do its rules keep the contract?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.catalogue import Catalogue, Shelved
from table.options.printing import paper_option
from table.screens.progress_bar import progress_bar

if TYPE_CHECKING:
    from shelf.language import Language
    from solver.kernel.playable import Playable


@click.command("check")
@click.argument("folder", metavar="GAME|FOLDER")
@paper_option
@click.option(
    "--lang",
    "language",
    type=click.Choice(("de", "en")),
    help="Check this language. Default: every language in which the game has words.",
)
@click.pass_obj
def command(catalogue: Catalogue, folder: str, paper: str, language: Language | None) -> None:
    """Check a game: tables, templates, every face, how it lies on the paper, and trusted rules. Nothing is written."""
    from pnp import jobs

    with progress_bar(folder) as progress:
        lines = jobs.check(catalogue.named(folder), paper, language, progress)
    for line in lines:
        click.echo(line)
    _check_rules(catalogue.find(folder) or Shelved(folder, Path(folder).resolve(), "given"))


def _check_rules(game: Shelved) -> None:
    """Rules from outside, if there are any: a check runs those that are trusted, and asks about no others."""
    from solver.games import trust
    from solver.games.outside import has_rules, read_rules
    from solver.kernel.contract_checks import broken
    from table.log.outside import rules_from_outside

    if game.origin == "shipped" or not has_rules(game):
        return
    if game.origin == "given" and read_rules(game.folder).fingerprint not in trust.trusted():
        click.echo(f"The rules were not looked at, for nobody has said to trust them: timbuktu trust {game.folder}")
        return
    rules = rules_from_outside(game)
    faults = list(broken(rules)) or _unlike_uncompiled(rules, game)
    for fault in faults:
        click.echo(f"timbuktu: {fault}", err=True)
    if faults:
        raise click.exceptions.Exit(2)
    click.echo(f"{rules.id} plays, for {rules.player_counts()[0]} to {rules.player_counts()[-1]} players.")


def _unlike_uncompiled(rules: Playable, game: Shelved) -> list[str]:
    """The first thing that rules do differently when they are not compiled, as a sentence."""
    from itertools import zip_longest

    from solver.games.transcript import transcript, uncompiled

    other = uncompiled(rules.id, *([game.folder] if game.origin == "given" else []))
    for compiled, plain in zip_longest(transcript(rules), other, fillvalue="nothing"):
        if compiled != plain:
            return [f"compiled and uncompiled rules differ: {compiled}, but uncompiled {plain}."]
    return []
