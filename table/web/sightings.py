"""What a seat has seen of a turn that it has begun: whoever drew a card does not put it back and try another one.

A begun turn stands in no log, so this is kept in memory only; after a restart the seat might look twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from table.log.refusal import RefusalError

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes, Kernel
    from table.web.looks import Look


class Sightings:
    """The steps that have brought something to light, by the log; the host, who could look into the log, is free."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[str, tuple[int, ...]]] = {}

    def check(self, look: Look) -> None:
        """Refuses a begun turn that takes back what has shown something, and remembers what this one shows."""
        turn, seat = look.turn, look.view.seat
        if turn is None or seat is None:
            return
        version, steps = self._seen.get(look.log.name, ("", ()))
        if version == look.log.version and turn.steps[: len(steps)] != steps:
            raise RefusalError(look.words.said("web.seen_is_seen"))
        shown = _steps_that_show(look.match.game.kernel, look.match.state, turn.steps, seat)
        if shown > (len(steps) if version == look.log.version else 0):
            self._seen[look.log.name] = (look.log.version, turn.steps[:shown])


def _steps_that_show(kernel: Kernel, state: Bytes, steps: tuple[int, ...], seat: int) -> int:
    """How many steps a turn has up to the last one that shows the seat something it could not know."""
    table, view, shown = state.copy(), state.copy(), 0
    kernel.observe(view, seat)
    for number, step in enumerate(steps, start=1):
        kernel.apply(table, step)
        kernel.apply(view, step)
        seen = table.copy()
        kernel.observe(seen, seat)
        if (seen != view).any():
            shown, view = number, seen
    return shown
