"""A kernel answers the same uncompiled, and no number in it depends on being compiled."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from tests.solver.kernel_trace import trace

ROOM = Path(__file__).parents[2]
GAMES = ("cartino", "kardinal", "kk-board", "kk-card")
COMPILED = {"kernel", "inlined", "compiled", "compiled_for"}


@pytest.mark.parametrize("game_id", GAMES)
def test_a_kernel_answers_the_same_uncompiled(game_id: str) -> None:
    plain = {**os.environ, "PYTHONPATH": str(ROOM), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-m", "tests.solver.kernel_trace", game_id],
        env=plain, cwd=ROOM, capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr[-2000:]
    for number, (uncompiled, compiled) in enumerate(zip(run.stdout.splitlines(), trace(game_id), strict=True)):
        assert uncompiled == compiled, f"position {number}"


@pytest.mark.parametrize("game_id", GAMES)
def test_no_small_field_is_shifted_out_of_itself(game_id: str) -> None:
    package = game_id.replace("-", "_")
    layout = import_module(f"solver.games.{package}.state").STATE
    small = {name for name, (kind, *_) in layout.fields.items() if kind.base.itemsize < np.int64().itemsize}
    sources = sorted((ROOM / "solver" / "games" / package).glob("*.py"))
    found = [f"{file.name}:{line}" for file in sources for line in shifted(file.read_text(encoding="utf-8"), small)]
    assert found == []


def test_a_shift_that_loses_bits_is_found() -> None:
    source = "@inlined\ndef f(s, seat):\n    n = wide(s.hand[seat]) << 8\n    return s.hand[seat, 1] << 8 | n\n"
    assert list(shifted(source, {"hand"})) == [4]
    assert list(shifted(source.replace("@inlined\n", ""), {"hand"})) == []


def shifted(source: str, small: set[str]) -> Iterator[int]:
    """The lines of compiled functions in which a small field of the state is shifted to the left."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and COMPILED & set(map(_name, function.decorator_list)):
            for node in ast.walk(function):
                if isinstance(node, ast.BinOp) and isinstance(node.op, ast.LShift):
                    field = node.left.value if isinstance(node.left, ast.Subscript) else node.left
                    if isinstance(field, ast.Attribute) and field.attr in small:
                        yield node.lineno


def _name(decorator: ast.expr) -> str:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.id if isinstance(called, ast.Name) else ""
