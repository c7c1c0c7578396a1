"""What a seat can still reach is asked of CP-SAT: shared by the games that know it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from solver.kernel.contract import Bytes
from solver.kernel.playable import Reach

Expression = Any
"""What CP-SAT adds up and compares: a number, a variable, or a sum of them."""


def for_all_seats(reach_of: Callable[[Bytes, int], Reach], state: Bytes, players: int) -> list[Reach]:
    """The same question for every seat, side by side: the solver needs no lock of Python's."""
    with ThreadPoolExecutor(players) as pool:
        return list(pool.map(reach_of, [state] * players, range(players)))


def bounded_solver(effort: float) -> Any:
    """CP-SAT, made to bound sums rather than to find many answers."""
    from shelf.cp_sat import new_solver

    solver: Any = new_solver(effort)
    solver.parameters.linearization_level, solver.parameters.cut_level = 2, 0
    return solver
