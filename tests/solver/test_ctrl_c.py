"""Ctrl-C stays Ctrl-C wherever it comes, also while a compiled function takes another one over."""

from __future__ import annotations

import subprocess
import sys

import pytest

INTERRUPTED = """
import numba.core.serialize as serialize
unpack, asked = serialize._numba_unpickle, []
def interrupted(*packed):
    asked.append(packed)
    if len(asked) == {number}:
        raise KeyboardInterrupt
    return unpack(*packed)
serialize._numba_unpickle = interrupted
from solver.games import playable
from solver.search.greedy import greedy_turn
game = playable("kardinal")
state = game.deal(2, 1, dict())
asked.clear()
try:
    greedy_turn(game.kernel, state, 2, 1)
except KeyboardInterrupt:
    print("interrupted at", len(asked))
"""


@pytest.mark.parametrize("number", [1, 2, 7])
def test_ctrl_c_while_a_function_is_handed_over(number: int) -> None:
    order = [sys.executable, "-c", INTERRUPTED.format(number=number)]
    done = subprocess.run(order, capture_output=True, text=True, check=False)
    assert done.stdout == f"interrupted at {number}\n", done.stderr
