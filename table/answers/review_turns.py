"""The turns of a log as decisions that can be judged: each up to where chance spoke, by what its player had seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from solver.kernel.playable import NotationError
from solver.search.chances import Decided, foreseen, seen_by

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes, Kernel
    from table.log.referee import Match, Move


@dataclass(frozen=True)
class Stage:
    """A decision within a turn, and the words of the turn that stand before it."""

    decided: Decided
    words: str


def kernel_of(match: Match, open_cards: bool) -> Kernel:
    """The rules, with everything hidden that is hidden, or with nothing."""
    if not open_cards:
        return match.game.kernel
    from solver.search.open_cards import with_open_cards

    return with_open_cards(match.game.kernel)


def stages(match: Match, move: Move, rules: Kernel) -> list[Stage]:
    """What was decided in a turn, one decision after another; the log's owner learns nothing from a game that goes on.

    A turn goes on with a new decision where its player saw something that could not be foreseen; where somebody else
    saw it, the owner cannot tell.
    """
    me = match.me
    if me is None or match.to_move is None:
        return [*_stages(match, move, rules)]
    before = match.states[match.moves.index(move)]
    whole = [Stage(Decided(before, move.steps, move.after), "")]
    found = [*_stages(match, move, rules)] if move.seat == me else whole
    return [replace(stage, decided=_seen(rules, stage.decided, me)) for stage in found]


def _seen(rules: Kernel, decided: Decided, me: int) -> Decided:
    """What the log's owner may know of a decision."""
    return replace(decided, before=seen_by(rules, decided.before, me), after=seen_by(rules, decided.after, me))


def _stages(match: Match, move: Move, rules: Kernel) -> Iterator[Stage]:
    begun, made, words = match.states[match.moves.index(move)], 0, ""
    for text, steps, after in _beginnings(match, move):
        view, came = seen_by(rules, begun, move.seat), seen_by(rules, after, move.seat)
        expected = foreseen(rules, view, move.steps[made:steps])
        if (came[: rules.key_size] != expected[: rules.key_size]).any():
            yield Stage(Decided(begun, move.steps[made:steps], after), words)
            begun, made, words = after, steps, text
    yield Stage(Decided(begun, move.steps[made:], move.after), words)


def _beginnings(match: Match, move: Move) -> Iterator[tuple[str, int, Bytes]]:
    """The turn as far as it is written after each of its words: the words, how many steps these are, the position."""
    before, words, made = match.states[match.moves.index(move)], move.text.split(), 0
    for number in range(1, len(words)):
        text = " ".join(words[:number])
        try:
            begun = match.game.read_turn(before, text, ends=False)
        except NotationError:  # half a step
            continue
        steps = len(begun.steps)
        if made < steps < len(move.steps) and begun.steps == move.steps[:steps] and not begun.complete:
            made = steps
            yield text, steps, begun.after
