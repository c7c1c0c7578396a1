"""Games from outside at the table: their definition is checked whole, and their code waits until somebody trusts it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.catalogue import Shelved
from shelf.errors import PrintingError
from table.screens.words import said

if TYPE_CHECKING:
    from solver.games.outside import Sources
    from solver.kernel.playable import Playable


def rules_from_outside(game: Shelved, variant: str = "", folder: Path | None = None) -> Playable:
    """The rules of a game that is not of the house; a person at a terminal is asked about those of a folder."""
    from pnp.definition.game import load
    from solver.games.outside import from_outside, is_compiled, read_rules

    if variant or folder:
        raise PrintingError(f"{game.id} has no maps to choose from; it is played as it is.")
    load(game.folder)
    if game.origin == "given":
        _ask(game, read_rules(game.folder))
    if not is_compiled(game):
        print("The rules are compiled for this machine; the next time it is quick ...", file=sys.stderr, flush=True)
    return from_outside(game)


def _ask(game: Shelved, rules: Sources) -> None:
    """Asks once, and remembers a yes; where nobody can be asked the answer is no."""
    from solver.games import trust
    from solver.games.outside import UntrustedError

    if rules.fingerprint in trust.trusted():
        return
    asked = sys.stdin.isatty() and sys.stderr.isatty()
    question = said("trust.ask", game=game.id, folder=rules.room, files=len(rules.files))
    if not (asked and click.confirm(question, default=False, err=True)):
        raise UntrustedError(rules)
    trust.remember(rules.fingerprint, rules.folder)
