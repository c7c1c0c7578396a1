"""A position in names, as far as it is the same in all games; what lies where is for each game's `view` to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from solver.kernel.contract import Bytes


def seen_by(viewer: int | None, observe: Callable[[Bytes, int], None], state: Bytes) -> Bytes:
    """The position as the viewer sees it; all that the state knows where nobody is named."""
    if viewer is None:
        return state
    seen = state.copy()
    observe(seen, viewer)
    return seen


def heading(turn: int, seat: int, called: Sequence[str]) -> dict[str, Any]:
    """How far the game is: which turn it is, whether it is over, and who is to move (seat -1: nobody)."""
    return {"turn": turn, "over": seat < 0, "to_move": called[seat] if seat >= 0 else None}


def player_entries(
    called: Sequence[str], points: Sequence[Mapping[str, int]], holdings: Callable[[int], Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """For each player the name, what the seat holds, and its points by category and in all."""
    return [
        {"name": name, **holdings(seat), "points": {**parts, "total": sum(parts.values())}}
        for seat, (name, parts) in enumerate(zip(called, points, strict=True))
    ]


def marks_of(names: Sequence[str]) -> dict[str, str]:
    """A letter for each player's pieces: of the name where it is free, else a number."""
    marks: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        letters = [letter for letter in name.upper() if letter.isalpha() and letter not in marks.values()]
        marks[name] = letters[0] if letters else str(number)
    return marks
