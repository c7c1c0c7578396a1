"""How much two positions are alike, whoever sits where: as a share of what their pictures have in common."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.kernel.contract import Bytes
from solver.kernel.playable import Playable

Features = frozenset[tuple[str, str]]
FAR = 0.25
"""Positions that differ in less than this share are alike."""


def features(game: Playable, state: Bytes, players: int) -> Features:
    """What is to be seen in a position, the players named from the one to move on."""
    mover = game.kernel.actor(state)
    names = [f"+{(seat - mover) % players}" for seat in range(players)]
    picture = game.picture(state, None, names)
    return frozenset(_features(picture, "", mover, players))


def _features(found: Any, place: str, mover: int, players: int) -> Iterator[tuple[str, str]]:
    if isinstance(found, dict):
        for key, value in found.items():
            if key not in ("turn", "seed"):
                yield from _features(value, f"{place}.{key}", mover, players)
    elif isinstance(found, list | tuple):
        seats = len(found) == players
        for number, value in enumerate(found):
            at = (number - mover) % players if seats else number
            yield from _features(value, f"{place}.{at}", mover, players)
    elif found not in (None, "", 0, False):
        yield place, str(found)


def distance(one: Features, other: Features) -> float:
    """0 for the same, 1 for nothing in common."""
    whole = one | other
    return 1 - len(one & other) / len(whole) if whole else 0.0


def unlike_all(one: Features, others: list[Features]) -> bool:
    """Whether a position is far enough from all others."""
    return all(distance(one, other) >= FAR for other in others)
