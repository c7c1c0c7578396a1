"""A kernel and its plain reference side by side: what every game's comparison needs."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol, Self

import numpy as np

from solver.kernel.contract import MOST_SEATS, Bytes, Kernel


class Reference(Protocol):
    """A game by its second, obvious implementation."""

    def legal(self) -> Collection[Any]: ...

    def apply(self, step: Any) -> None: ...

    def copy(self) -> Self: ...


def fields_of(state: Bytes, layout: np.dtype[Any]) -> dict[str, Any]:
    """The state's fields as plain numbers and lists."""
    values = state.view(layout)[0].item()
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in zip(layout.names or (), values, strict=True)
    }


def codes_of(kernel: Kernel, state: Bytes) -> list[int]:
    """The legal steps, the asking for which changes nothing."""
    before = state.tobytes()
    room = np.full(kernel.most_steps, -1, dtype=np.int16)
    found: list[int] = room[: kernel.legal(state, room)].tolist()
    assert state.tobytes() == before, "asking changes nothing"
    return found


def standing_of(kernel: Kernel, state: Bytes, players: int) -> list[tuple[float, float]]:
    """Points and tie-break of each seat."""
    out = np.zeros(2 * MOST_SEATS)
    kernel.scores(state, out)
    return [(float(out[seat]), float(out[MOST_SEATS + seat])) for seat in range(players)]


def kernel_ways(kernel: Kernel, state: Bytes, depth: int) -> int:
    """The number of sequences of `depth` steps; a sequence that ends with the game counts too."""
    offered = codes_of(kernel, state)
    if depth == 1 or not offered:
        return len(offered) or 1
    total = 0
    for code in offered:
        child = state.copy()
        kernel.apply(child, code)
        total += kernel_ways(kernel, child, depth - 1)
    return total


def reference_ways(game: Reference, depth: int) -> int:
    """The same by the reference."""
    offered = game.legal()
    if depth == 1 or not offered:
        return len(offered) or 1
    total = 0
    for step in offered:
        child = game.copy()
        child.apply(step)
        total += reference_ways(child, depth - 1)
    return total
