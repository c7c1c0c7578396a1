"""OR-Tools' CP-SAT without waiting for pandas.

`ortools.sat.python.cp_model` imports pandas for variables in series, which nobody here uses, and which takes longer
than everything else of it: so while it is imported, another module stands in, which leads to pandas itself as soon as
somebody asks it for anything. Where OR-Tools wants more of pandas at once, it gets it.
"""

from __future__ import annotations

import math
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

_CP_MODEL = "ortools.sat.python.cp_model"


class _LaterPandas(ModuleType):
    """Has at first just the two classes that OR-Tools names in annotations."""

    def __init__(self) -> None:
        super().__init__("pandas")
        self._for_annotations = {name: type(name, (), {}) for name in ("Index", "Series")}

    def __getattr__(self, name: str) -> Any:
        if sys.modules.get("pandas") is not self:
            return getattr(import_module("pandas"), name)
        if name in self._for_annotations:
            return self._for_annotations[name]
        raise AttributeError(name)


def _imported() -> ModuleType:
    if not {"pandas", _CP_MODEL} & sys.modules.keys():
        sys.modules["pandas"] = _LaterPandas()
        try:
            return import_module(_CP_MODEL)
        except (AttributeError, ImportError, TypeError):
            pass  # it is imported once more, with pandas
        finally:
            del sys.modules["pandas"]
    return import_module(_CP_MODEL)


cp_model: Any = _imported()


def new_solver(effort: float = math.inf) -> Any:
    """A solver that answers alike on every machine, fast or busy, and that leaves Ctrl-C alone.

    It works on one thread, and what ends it early is `effort`, its own count of the work done, never a clock. Its
    handler of Ctrl-C would take Python's away for good.
    """
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = effort
    solver.parameters.catch_sigint_signal = False
    return solver
