"""`timbuktu trust`: says that the rules in a folder may be run."""

from __future__ import annotations

from pathlib import Path

import click

from shelf.messages import Message
from table.options.language import words_option
from table.screens.terminal import json_document
from table.screens.words import Words


@click.command("trust")
@click.argument("folder", metavar="[FOLDER]", required=False, type=click.Path(path_type=Path))
@click.option("--list", "listed", is_flag=True, help="List what is trusted.")
@click.option("--forget", is_flag=True, help="Trust the rules in FOLDER no more.")
@words_option
@click.option("--json", "as_json", is_flag=True, help="With --list: print one JSON document.")
def command(folder: Path | None, listed: bool, forget: bool, words: Words, as_json: bool) -> None:
    """Trust the rules of the game in FOLDER, as they are now: Python code, which can do whatever you can do.

    Read them first. A change of any of their files has to be trusted anew.
    """
    if listed == (folder is not None) or (listed and forget) or (as_json and not listed):
        raise click.UsageError(Message("usage.trust"))
    if folder is None:
        _list(as_json)
    elif forget:
        _forget(folder, words)
    else:
        _trust(folder, words)


def _trust(folder: Path, words: Words) -> None:
    from solver.games import trust
    from solver.games.outside import read_rules
    from table.screens.asides import files_told

    rules = read_rules(folder.resolve())
    trust.remember(rules.fingerprint, rules.folder)
    files = files_told(len(rules.files), words)
    click.echo(words.said("trust.trusted", folder=rules.room, files=files))


def _forget(folder: Path, words: Words) -> None:
    from shelf.errors import PrintingError
    from solver.games import trust
    from solver.games.outside import read_rules
    from table.log.refusal import RefusalError

    try:
        fingerprint = read_rules(folder.resolve()).fingerprint
    except PrintingError:  # what is gone or broken can be forgotten all the same
        fingerprint = None
    if not trust.forget(folder, fingerprint):
        raise RefusalError(Message("refused.not_trusted", folder=folder))
    click.echo(words.said("trust.forgotten", folder=folder))


def _list(as_json: bool) -> None:
    from solver.games import trust

    known = sorted((folder, fingerprint) for fingerprint, folder in trust.trusted().items())
    if as_json:
        click.echo(json_document([{"folder": folder, "sha256": fingerprint} for folder, fingerprint in known]))
        return
    for folder, fingerprint in known:
        click.echo(f"{fingerprint[:12]}  {folder}")
