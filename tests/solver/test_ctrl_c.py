"""Ctrl-C is never lost: while compiled code is called, no Python code runs whose exceptions numba throws away."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from solver.games import playable
from solver.kernel.contract import Bytes, Kernel
from solver.puzzles.forced import Forced
from solver.search.alphabeta import MOST, AlphaBeta
from solver.search.best_points import BestPoints
from solver.search.decisions import Decisions
from solver.search.exact import Solver
from solver.search.greedy import greedy_turn
from solver.search.textbook import TextbookTree
from solver.search.tree import Tree

Search = Callable[[Kernel, Bytes], object]

SEARCHES: dict[str, Search] = {
    "tree": lambda kernel, state: Tree(Decisions(kernel, state, 0), 2, 1, 10_000).run(20),
    "textbook": lambda kernel, state: TextbookTree(kernel, state, 2, 1, 10_000).run(20),
    "greedy": lambda kernel, state: greedy_turn(kernel, state, 2, 1),
    "alphabeta": lambda kernel, state: AlphaBeta(kernel).within(state, -MOST, MOST, 100),
    "exact": lambda kernel, state: Solver(kernel, 2).value(state, 100),
    "best points": lambda kernel, state: BestPoints(kernel).of(state, 0, 100),
    "forced": lambda kernel, state: Forced(kernel, 2).within(state, 0, -MOST, MOST, 100),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_no_python_runs_while_functions_are_handed_over(name: str) -> None:
    game, search, met = playable("kardinal"), SEARCHES[name], list[str]()
    state = game.deal(2, 1, {})
    search(game.kernel, state)

    def heard(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and "numba" in frame.f_code.co_filename:
            met.append(frame.f_code.co_qualname)

    sys.setprofile(heard)
    try:
        search(game.kernel, state)
    finally:
        sys.setprofile(None)
    assert met == []
