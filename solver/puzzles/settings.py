"""How the positions of a game are asked about: what is late, which part of a turn counts, what is the same answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from solver.kernel.contract import Bytes, Kernel

Kind = Literal["win", "points"]
"""Which turn wins, whatever the others do; which brings the most points at once."""

FEW_BUILDINGS = 5
"""Of Kardinal, that are still to be built when a puzzle is looked for."""


def _never(state: Bytes) -> bool:  # noqa: ARG001
    return False


@dataclass(frozen=True)
class Setting:
    """A game's own part of the question.

    `late` tells whether the rest may be solved, `settled` whether what is left of a turn changes nothing that is asked
    for, such as drawing cards when the pieces are placed. Turns that leave the same `on_table` are the same answer,
    whatever the order of their steps.
    """

    late: Callable[[Bytes], bool]
    on_table: Callable[[Bytes], bytes]
    settled: Callable[[Bytes], bool] = _never
    points: Callable[[Bytes], bool] = _never
    """Whether one may ask for the most points here."""

    @property
    def asks_points(self) -> bool:
        """Whether one ever does in this game."""
        return self.points is not _never


def setting(game: str, kernel: Kernel) -> Setting:
    """That of a game; of one from outside only ends are asked about."""

    def key(state: Bytes) -> bytes:
        return state[: kernel.key_size].tobytes()

    if game == "kk-board":
        return _board()
    if game == "cartino":
        return _cartino(kernel)
    if game == "kardinal":
        return Setting(_few_buildings, key)
    return Setting(kernel.near_end, key)


def _few_buildings(state: Bytes) -> bool:
    """So few that every one of some hundred turns can be solved in no time."""
    from solver.games.kardinal.state import OVER, State
    from solver.games.kardinal.tables import BUILDINGS

    s = State.of(state)
    return bool(s.phase != OVER and BUILDINGS - s.built <= FEW_BUILDINGS)


def _board() -> Setting:
    from solver.games.kk_board.state import PLACE, State

    def late(state: Bytes) -> bool:
        s = State.of(state)
        return bool(s.ending and s.phase == PLACE)

    def on_table(state: Bytes) -> bytes:
        s = State.of(state)
        return bytes(s.mask.tobytes() + s.councils.tobytes())

    def settled(state: Bytes) -> bool:
        return State.of(state).phase != PLACE

    def points(state: Bytes) -> bool:
        s = State.of(state)
        return bool(s.half == 1 and s.phase == PLACE)

    return Setting(late, on_table, settled, points)


def _cartino(kernel: Kernel) -> Setting:
    from solver.games.cartino.state import State

    def on_table(state: Bytes) -> bytes:
        s = State.of(state)
        return bytes(s.rack.tobytes() + s.joker.tobytes()) + b"".join(
            int(places).to_bytes(8, "little") for places in (s.taken, s.jokers)
        )

    def late(state: Bytes) -> bool:
        return kernel.near_end(state)

    def points(state: Bytes) -> bool:
        s = State.of(state)
        return bool(s.left and int(s.taken).bit_count() >= 12)

    return Setting(late, on_table, points=points)
