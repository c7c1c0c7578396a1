"""CP-SAT as the house uses it: nobody's Ctrl-C is lost behind it."""

from __future__ import annotations

import subprocess
import sys

SOLVES_AND_WAITS = """
import signal
from pnp.cp_sat import cp_model, new_solver
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


def test_ctrl_c_is_heard_after_something_was_solved() -> None:
    result = subprocess.run([sys.executable, "-c", SOLVES_AND_WAITS], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout.strip()) == (0, "heard"), result.stderr
