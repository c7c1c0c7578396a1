"""The match that has to justify new weights: half of the seats think with them, half with those there were."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from solver.kernel.contract import Kernel
from solver.kernel.playable import Playable
from solver.kernel.weights import with_weights
from solver.players import bots
from solver.players.programme import Programme
from solver.players.training.self_play import TreeBot

NEW, OLD = "new", "old"


def lineup(players: int) -> tuple[str, ...]:
    """Seats in turn; of an odd number the old weights have one more: so a clear win is clear sooner."""
    return tuple(NEW if place % 2 == 0 and place + 1 < players else OLD for place in range(players))


@dataclass(frozen=True)
class Match(Programme):
    """Searches of equally many simulations, with two columns of weights."""

    new: tuple[float, ...] = ()
    old: tuple[float, ...] = ()

    def seated(self, place: int) -> bots.Bot:
        """All search alike, and leave endings to the tree: what a match is about is the policy."""
        return TreeBot(self.simulations or 1)

    def kernels(self, game: Playable) -> list[Kernel]:
        """Those with the weights of each place."""
        sides = {NEW: self._kernel(game, self.new), OLD: self._kernel(game, self.old)}
        return [sides[name] for name in self.lineup]

    def terms(self) -> dict[str, Any]:
        """With the weights that play."""
        return {**super().terms(), NEW: list(self.new), OLD: list(self.old)}

    def _kernel(self, game: Playable, column: tuple[float, ...]) -> Kernel:
        return kernel_of(game, column, len(self.lineup))


_MADE: dict[tuple[str, tuple[float, ...]], Kernel] = {}


def kernel_of(game: Playable, column: tuple[float, ...] | None, players: int) -> Kernel:
    """The kernel with other weights of the quick policy, made once in a process: making one may mean to compile it."""
    policy = game.policy
    if column is None or policy is None or column == policy.TABLE.columns[players]:
        return game.kernel
    key = game.id, column
    if key not in _MADE:
        _MADE[key] = with_weights(game.kernel, policy, policy.TABLE.changed(players, column).array())
    return _MADE[key]
