"""Games from outside at the table: their definition is checked whole, and their code waits until somebody trusts it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from shelf.catalogue import Ask, Shelved, nobody
from shelf.errors import PrintingError
from shelf.messages import Message

if TYPE_CHECKING:
    from solver.games.outside import Sources
    from solver.kernel.playable import Playable


def rules_from_outside(game: Shelved, ask: Ask = nobody, variant: str = "", folder: Path | None = None) -> Playable:
    """The rules of a game that is not of the house; somebody is asked about those of a folder."""
    from pnp.definition.game import load
    from solver.games.outside import from_outside, read_rules

    if variant or folder:
        raise PrintingError(Message("refused.no_maps", id=game.id))
    load(game.folder)
    if game.origin == "given":
        _see_to_trust(game, read_rules(game.folder), ask)
    return from_outside(game)


def _see_to_trust(game: Shelved, rules: Sources, ask: Ask) -> None:
    """Asks once, and remembers a yes."""
    from solver.games import trust
    from solver.games.outside import UntrustedError

    if rules.fingerprint in trust.trusted():
        return
    if not ask(game, rules.room, len(rules.files)):
        raise UntrustedError(rules)
    trust.remember(rules.fingerprint, rules.folder)
