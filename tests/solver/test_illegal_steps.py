"""Uncompiled rules refuse a step that is not legal, and a search makes none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.contract.games import every_game


@pytest.mark.parametrize("name", every_game())
def test_uncompiled_rules_refuse_an_illegal_step_and_the_search_makes_none(name: str) -> None:
    command = [sys.executable, "-m", "tests.solver.uncompiled_search", name]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    told = subprocess.run(command, env=plain, capture_output=True, text=True, timeout=500)
    assert told.returncode == 0, told.stderr[-2000:]
    assert "is not legal; these are" in told.stdout
