"""Whoever writes a game's kernel sees what numba has against it: which function, where, and all that numba says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from numba import types

from solver.kernel.contract import compiled_for
from solver.kernel.errors import KernelError

ROOM = Path(__file__).parents[2]


def adds_up_a_word(number: int) -> int:
    return number + "one"  # type: ignore[operator]


@pytest.mark.skipif(bool(os.environ.get("NUMBA_DISABLE_JIT")), reason="nothing is compiled")
def test_a_function_that_cannot_be_compiled_is_named_with_its_place() -> None:
    with pytest.raises(KernelError) as found:
        compiled_for(types.int64(types.int64))(adds_up_a_word)
    line = next(n for n, text in enumerate(Path(__file__).read_text().splitlines(), 1) if "def adds_up" in text)
    assert f"adds_up_a_word ({__file__}, line {line})" in str(found.value)
    assert 'return number + "one"' in str(found.value), "numba's own words are there, with the line that it means"


def test_the_command_line_tells_all_of_it(tmp_path: Path) -> None:
    for name in ("shelf", "pnp", "table", "assets", "templates"):
        (tmp_path / name).symlink_to(ROOM / name)
    shutil.copytree(ROOM / "solver", tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    rules = tmp_path / "solver" / "games" / "kk_card" / "rules.py"
    source = rules.read_text(encoding="utf-8")
    good = "return -1 if s.phase == OVER else int(s.seat)"
    assert good in source
    rules.write_text(source.replace(good, "return s.no_such_field"), encoding="utf-8")
    command = ["new", "kk-card", *(word for name in "ABC" for word in ("--player", name))]
    run = subprocess.run(
        [sys.executable, "-c", "from table.cli import main; main()", *command],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "TIMBUKTU_HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "0"},
        cwd=tmp_path, capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert run.returncode == 1
    line = source[: source.index("def actor(")].count("\n")
    told = run.stderr.splitlines()
    assert f"timbuktu: numba cannot compile actor ({rules}, line {line}):" in told
    assert "KeyError: 'no_such_field'" in told
    assert "Traceback" not in run.stderr
