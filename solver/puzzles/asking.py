"""The questions of a game, kept ready: whoever asks about one position mostly asks about another one, too."""

from __future__ import annotations

from functools import lru_cache

from solver.kernel.playable import Playable
from solver.puzzles.open_table import open_table
from solver.puzzles.questions import Questions
from solver.puzzles.settings import setting


@lru_cache(maxsize=4)
def asked_of(game: Playable, players: int) -> Questions:
    """Those of a game with so many players."""
    kernel = game.kernel
    return Questions(open_table(kernel), setting(game.id, kernel), players)
