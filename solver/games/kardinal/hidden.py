"""What a player of Kardinal has not seen: nothing."""

from __future__ import annotations

from solver.kernel.contract import Bytes, Random, kernel


@kernel
def observe(state: Bytes, viewer: int) -> None:
    """Nothing is hidden in this game."""


@kernel
def determinize(state: Bytes, viewer: int, random: Random) -> None:
    """Nothing is hidden in this game."""


def worlds(view: Bytes, most: int) -> list[Bytes]:
    """The one that everybody sees."""
    return [view]
