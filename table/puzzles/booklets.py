"""The house's booklets as a job of the press, beside the sets."""

from __future__ import annotations

import time
from pathlib import Path

from pnp.jobbing import Progress
from pnp.print_options import Order, Printed
from shelf.kept import Kept
from table.puzzles.collection import booklet
from table.puzzles.printing import Press, puzzle_pages
from table.scenes.scene import definition_of


def booklet_job(game: str, order: Order, progress: Progress) -> tuple[Printed, bytes]:
    """A game's booklet of puzzles, printed on both sides."""
    begun = time.perf_counter()
    puzzles = booklet(game).positions()
    progress(game, 0, 1)
    press = Press(order.paper, order.language, order.low_ink, order.greyscale)
    kept = Kept()
    content, pages = puzzle_pages(puzzles, press, kept)
    kept.save()
    progress(game, 1, 1)
    sheets = -(-pages // 2)
    file = Path(order.file_name(definition_of(puzzles[0].match.game.data)))
    seconds = time.perf_counter() - begun
    return Printed(file, game, pages, sheets, sheets, True, 0, len(content), seconds), content
