"""OR-Tools' CP-SAT without pandas.

`ortools.sat.python.cp_model` imports pandas for variables in series, which nobody here uses, and which takes longer
than everything else of it: so while it is imported, an empty module stands in.
"""

from __future__ import annotations

import sys
from types import ModuleType

_STAND_IN = ModuleType("pandas")
_STAND_IN.__dict__.update(Index=type("Index", (), {}), Series=type("Series", (), {}))

if "pandas" in sys.modules or "ortools.sat.python.cp_model" in sys.modules:
    from ortools.sat.python import cp_model
else:
    sys.modules["pandas"] = _STAND_IN
    try:
        from ortools.sat.python import cp_model
    finally:
        del sys.modules["pandas"]

__all__ = ["cp_model", "new_solver"]


def new_solver() -> cp_model.CpSolver:
    """A solver that leaves Ctrl-C alone: its own handler would take Python's away for good."""
    solver = cp_model.CpSolver()
    solver.parameters.catch_sigint_signal = False
    return solver
