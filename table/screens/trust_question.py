"""The question whether a folder's rules are trusted: put to whoever sits at a terminal, once."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from shelf.catalogue import Shelved
from table.screens.words import Words


def ask(words: Words, game: Shelved, room: Path, files: int) -> bool:
    """Asks in a language; without a terminal there is nobody to be asked."""
    question = words.said("trust.ask", game=game.id, folder=room, files=files)
    return sys.stdin.isatty() and sys.stderr.isatty() and click.confirm(question, default=False, err=True)
