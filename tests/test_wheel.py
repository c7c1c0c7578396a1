"""The built wheel works too: in an empty environment away from the repository it prints the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
pytestmark = pytest.mark.long


def test_an_installed_wheel_prints_the_same_bytes(tmp_path: Path) -> None:
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path / "wheels"), str(ROOT)], ROOT)
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    venv.create(tmp_path / "empty")
    python = tmp_path / "empty" / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-compile"]
    run([*pip, str(wheel)], tmp_path)
    away = tmp_path / "away"
    away.mkdir()
    order = ["pdf", "kk-card", "--only", "cards,booklet,chart", "--out", str(away)]
    run([str(python.with_name("timbuktu")), *order], away)
    here = tmp_path / "here"
    run([str(Path(sys.executable).with_name("timbuktu")), *order[:-1], str(here)], ROOT)
    (printed,), (expected,) = away.glob("*.pdf"), here.glob("*.pdf")
    assert printed.read_bytes() == expected.read_bytes()


def run(command: list[str], folder: Path) -> None:
    """A command without anything of the repository on its path."""
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
