"""`timbuktu check`: is a definition fit to print, and do its rules keep the contract?"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.catalogue import Catalogue, Shelved
from shelf.language import LANGUAGES
from table.log.spoken import spoken
from table.options.completing import complete_printed
from table.options.printing import paper_option
from table.screens.progress_bar import progress_bar
from table.screens.terminal import json_document
from table.screens.words import Words

if TYPE_CHECKING:
    from shelf.language import Language
    from solver.kernel.playable import Playable


@click.command("check")
@click.argument("folder", metavar="GAME|FOLDER", shell_complete=complete_printed)
@paper_option
@click.option(
    "--lang",
    "language",
    type=click.Choice(LANGUAGES),
    help="Check this language. Default: every language in which the game has words.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, folder: str, paper: str, language: Language | None, as_json: bool) -> None:
    """Check a game: tables, templates, every face, how it lies on the paper, and trusted rules. Nothing is written."""
    from pnp import jobs

    words = Words(spoken())
    with progress_bar(folder) as progress:
        findings = jobs.check(catalogue.named(folder), paper, language, words.language, progress)
    rules = _checked_rules(catalogue.find(folder) or Shelved(folder, Path(folder).resolve(), "given"), words)
    if as_json:
        click.echo(
            json_document({"game": folder, "findings": findings, "rules": rules.verdict, "faults": rules.faults})
        )
    else:
        for line in [*findings, *rules.lines]:
            click.echo(line)
        for fault in rules.faults:
            click.echo(f"timbuktu: {fault}", err=True)
    if rules.faults:
        raise click.exceptions.Exit(2)


@dataclass(frozen=True)
class CheckedRules:
    """What came of looking at a game's rules: in a word, in lines, and what is wrong with them."""

    verdict: str
    lines: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def _checked_rules(game: Shelved, words: Words) -> CheckedRules:
    """Rules from outside, if there are any: a check runs those that are trusted, and asks about no others."""
    from solver.games import trust
    from solver.games.outside import has_rules, read_rules
    from solver.kernel.contract_checks import broken
    from table.log.outside import rules_from_outside

    if game.origin == "shipped" or not has_rules(game):
        return CheckedRules("shipped" if game.origin == "shipped" else "none")
    if game.origin == "given" and read_rules(game.folder).fingerprint not in trust.trusted():
        return CheckedRules("untrusted", [words.said("check.untrusted", folder=game.folder)])
    rules = rules_from_outside(game)
    if faults := list(broken(rules)) or _unlike_uncompiled(rules, game, words):
        return CheckedRules("broken", faults=faults)
    counts = rules.player_counts()
    return CheckedRules("plays", [words.said("check.plays", game=rules.id, fewest=counts[0], most=counts[-1])])


def _unlike_uncompiled(rules: Playable, game: Shelved, words: Words) -> list[str]:
    """The first thing that rules do differently when they are not compiled, as a sentence."""
    from itertools import zip_longest

    from solver.games.transcript import transcript, uncompiled

    other = uncompiled(rules.id, *([game.folder] if game.origin == "given" else []))
    for compiled, plain in zip_longest(transcript(rules), other, fillvalue="nothing"):
        if compiled != plain:
            return [words.said("check.differ", compiled=compiled, plain=plain)]
    return []
