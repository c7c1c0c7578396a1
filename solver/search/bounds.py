"""What a seat can still reach, and the solver that is asked for it: shared by the games that have a `reach` module."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from solver.kernel.contract import Bytes


@dataclass(frozen=True)
class Reach:
    """What a seat can still hope for."""

    most: int
    exact: bool
    """Whether some end gives just that many; otherwise it is only certain that none gives more."""
    can_win: bool


def for_all_seats(reach_of: Callable[[Bytes, int], Reach], state: Bytes, players: int) -> list[Reach]:
    """The same question for every seat, side by side: the solver needs no lock of Python's."""
    with ThreadPoolExecutor(players) as pool:
        return list(pool.map(reach_of, [state] * players, range(players)))


def bounded_solver(effort: float) -> Any:
    """CP-SAT on one thread; its own measure of work, which does not depend on the machine, ends the search."""
    from shelf.cp_sat import new_solver

    solver: Any = new_solver()
    solver.parameters.num_workers = 1
    solver.parameters.linearization_level, solver.parameters.cut_level = 2, 0
    solver.parameters.max_deterministic_time = effort
    return solver
