"""What is asked and told on the way to a game's rules, whatever the command: may they run, and why it takes so long."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import click

from shelf.catalogue import Catalogue, Shelved
from table.screens.prompting import confirmed
from table.screens.words import Words


def with_asides(catalogue: Catalogue, words: Words) -> Catalogue:
    """A catalogue that asks and tells in a language."""
    return replace(catalogue, ask=partial(_ask, words), told_compiling=partial(_tell_compiling, words))


def _ask(words: Words, game: Shelved, room: Path, files: int) -> bool:
    """Asks whether a folder's rules are trusted; without a terminal there is nobody to be asked."""
    question = words.said("trust.ask", game=game.id, folder=room, files=files_told(files, words))
    return sys.stdin.isatty() and sys.stderr.isatty() and confirmed(question, words)


def files_told(files: int, words: Words) -> str:
    """So many files."""
    return words.said("trust.one_file" if files == 1 else "trust.many_files", files=files)


def _tell_compiling(words: Words, module: str, number: int, among: int) -> None:
    click.echo(words.said("screen.compiling", module=module, number=number, among=among), err=True)
