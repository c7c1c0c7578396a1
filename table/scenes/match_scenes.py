"""Scenes of a match: what a seat, or everybody, may see of it."""

from __future__ import annotations

from collections.abc import Sequence

from shelf.language import Language
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from table.log.referee import IllegalMoveError, Match, begun_turn
from table.scenes.easel import draw_scene
from table.scenes.scene import Scene, Shape, View

PUBLIC = -1
"""The viewer who has no seat and sees what lies open."""


def scene_of(
    match: Match,
    language: Language,
    viewer: int | None = PUBLIC,
    *,
    shape: Shape = "wide",
    begun: str = "",
    considered: str = "",
    taps: bool = False,
    outlines: bool = False,
) -> Scene:
    """The table as a seat sees it, as everybody does (`PUBLIC`), or with all that the log knows (None).

    `begun` are the steps of a turn that is not finished: the table is shown after them, and what they did is marked
    instead of the last turn. `considered` is a turn, or what follows the begun steps, that is shown as a ghost. With
    `taps` the things that the next step may concern can be tapped.
    """
    states = match.states
    last = next((index for index, move in reversed([*enumerate(match.moves)]) if move.number is not None), None)
    before = states[: last + 1] if last is not None else None
    if begun.strip():
        before, states = states, [*states, begun_turn(match, begun).after]
    view = _view(match, states, viewer)
    after = [*states, _considered(match, f"{begun} {considered}", viewer)] if considered.strip() else None
    return draw_scene(
        match.game.data,
        view,
        language,
        shape=shape,
        steps=_next_words(match, states[-1], viewer) if taps else (),
        before=None if before is None else _view(match, before, viewer),
        ghost=None if after is None else _view(match, after, viewer),
        outlines=outlines,
    )


def _next_words(match: Match, state: Bytes, viewer: int | None) -> list[str]:
    """What may be written next, as far as the viewer can tell."""
    if match.game.kernel.actor(state) < 0:
        return []
    if viewer is not None:
        state = state.copy()
        match.game.kernel.observe(state, viewer)
    return match.game.next_words(state)


def _considered(match: Match, turn: str, viewer: int | None) -> Bytes:
    """The position after a turn that is not played: it brings to light nothing that its viewer has not seen yet."""
    state = match.state.copy()
    if viewer is not None:
        match.game.kernel.observe(state, viewer)
    try:
        return match.game.read_turn(state, turn, ends=False).after
    except NotationError as fault:
        raise IllegalMoveError.of(fault) from None


def _view(match: Match, states: Sequence[Bytes], viewer: int | None) -> View:
    """When all is over, everybody sees all."""
    over = match.game.kernel.actor(states[-1]) < 0
    return match.game.picture(states[-1], None if over else viewer, match.players, states[:-1])
