"""What chance brought in a turn and only the table knows: a law tile that was found, a card that was turned up.

No rules are needed for that. Where a turn says `?` all codes that the game knows are tried; those with which
it is the same turn, and which tell the viewer more, are what one may answer. Where the log knows, only one fits, and
nothing is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase
from typing import TYPE_CHECKING

from solver.kernel.playable import NotationError

if TYPE_CHECKING:
    from solver.kernel.playable import PlayedTurn
    from table.web.looks import Look

UNSEEN = "?"


@dataclass(frozen=True)
class Answer:
    """A code, and the turn with it."""

    code: str
    turn: str


def chance_answers(look: Look) -> list[Answer]:
    """What may have come to light in the begun turn; nothing where the log knows, or the viewer could not see it."""
    if look.turn is None or not look.turn.steps:
        return []
    for turn in filter(None, (look.turn, look.ended)):
        for place in (index for index, letter in enumerate(turn.text) if letter == UNSEEN):
            if len(found := _answers(look, turn.text, place)) > 1:
                return found
    return []


def _read(look: Look, text: str) -> PlayedTurn | None:
    try:
        return look.match.game.read_turn(look.match.state, text, ends="/" in text)
    except NotationError:
        return None


def _answers(look: Look, text: str, place: int) -> list[Answer]:
    unseen = _read(look, text)
    if unseen is None:
        return []
    before, after = text[:place], text[place + 1 :]
    sign = "" if before.endswith("=") or "/" in before else "="
    found: dict[bytes, Answer] = {}
    for code in _codes(look):
        told = _read(look, f"{before}{sign}{code}{after}")
        if told is None or told.steps != unseen.steps:
            continue
        if (seen := _seen(look, told)) != _seen(look, unseen):
            canonical = told.text.removeprefix(f"{before}{sign}").split()[0]
            found.setdefault(seen, Answer(canonical, told.text))
    return list(found.values())


def _seen(look: Look, turn: PlayedTurn) -> bytes:
    state = turn.after.copy()
    if look.match.me is not None:
        look.match.game.kernel.observe(state, look.match.me)
    return state.tobytes()


def _codes(look: Look) -> list[str]:
    """All that may be told: what the things of the opening are called, and single letters."""
    match = look.match
    return [*match.game.setup_entry(len(match.players), match.options).words(), *ascii_uppercase]
