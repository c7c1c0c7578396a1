"""CP-SAT is there at once, and with pandas for whoever asks for series."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def python(program: str, *folders: Path) -> str:
    search = os.pathsep.join(map(str, [*folders, ROOT]))
    told = {**os.environ, "PYTHONPATH": search}
    done = subprocess.run([sys.executable, "-c", program], env=told, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_pandas_is_imported_for_series_and_not_before() -> None:
    """If the first line is True, OR-Tools uses pandas in another way now: `shelf.cp_sat` saves no time any more."""
    program = """
import sys
from shelf.cp_sat import cp_model
print("pandas" in sys.modules)
import pandas
model, solver = cp_model.CpModel(), cp_model.CpSolver()
amounts = model.new_int_var_series("amount", pandas.Index(["corn", "wool"]), 0, 9)
model.add(amounts.sum() == 12)
model.maximize(amounts["corn"])
solver.solve(model)
print(solver.values(amounts).to_dict())
"""
    assert python(program).splitlines() == ["False", "{'corn': 9, 'wool': 3}"]


def test_series_work_without_a_word_of_pandas() -> None:
    program = """
from shelf.cp_sat import cp_model
print(cp_model.pd.Series([4, 5]).sum())
"""
    assert python(program) == "9\n"


def test_an_or_tools_that_wants_more_of_pandas_gets_it(tmp_path: Path) -> None:
    room = tmp_path / "ortools" / "sat" / "python"
    room.mkdir(parents=True)
    for folder in (room, room.parent, room.parent.parent):
        (folder / "__init__.py").write_text("")
    (room / "cp_model.py").write_text("import pandas as pd\nFRAME = pd.DataFrame\n")
    program = "from shelf.cp_sat import cp_model; import pandas; print(cp_model.FRAME is pandas.DataFrame)"
    assert python(program, tmp_path) == "True\n"


def test_ctrl_c_is_heard_after_something_was_solved() -> None:
    program = """
import signal
from shelf.cp_sat import cp_model, new_solver
model = cp_model.CpModel()
number = model.new_int_var(0, 9, "")
model.maximize(number)
solver = new_solver()
assert solver.solve(model) == cp_model.OPTIMAL and solver.value(number) == 9
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt:
    print("heard")
"""
    assert python(program).split() == ["heard"]


@pytest.mark.parametrize("fault", ["CpSolver()", "max_time_in_seconds", "num_workers", "num_search_workers"])
def test_nobody_makes_a_solver_that_takes_ctrl_c_away_or_answers_by_the_clock(fault: str) -> None:
    rooms = (file for room in ("pnp", "solver", "table") for file in (ROOT / room).rglob("*.py"))
    assert [str(file) for file in rooms if fault in file.read_text(encoding="utf-8")] == []
