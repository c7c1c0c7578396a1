"""A turn that somebody wants to have judged: read as its player sees the table, as far as it can be decided now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shelf.messages import Message
from table.log.referee import IllegalMoveError
from table.log.refusal import RefusalError

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable


def decided(game: Playable, seen: Bytes, seat: int, text: str) -> tuple[int, ...]:
    """The steps of a turn, up to where it depends on what chance shows."""
    from solver.kernel.playable import NotationError
    from solver.search.decisions import Decisions

    question = Decisions(game.kernel, seen, seat)
    try:
        steps = game.read_turn(seen, text).steps
    except NotationError as fault:
        try:  # in a world that is known nobody asks what was drawn or turned up in the end
            steps = game.read_turn(question.some_world, text).steps
        except NotationError:
            raise IllegalMoveError.of(fault) from None
    steps = question.legal_everywhere(steps)
    if not steps:
        raise RefusalError(Message("refused.turn_unsure", text=text))
    return steps
