"""The bench that lets two versions of the solver play each other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from bench.versions import Elsewhere, Here, Thinks

ROOT = Path(__file__).parents[3]
QUICK = Thinks("hard", 1.0, 5)


def test_a_version_in_another_process_plays_as_it_does_here() -> None:
    here, other = Here("kk-board", 3, 7, QUICK), Elsewhere(ROOT, "kk-board", 3, 7, QUICK)
    try:
        for seed in range(6):
            steps = here.turn(seed)
            assert other.turn(seed) == steps
            here.follow(steps)
            other.follow(steps)
    finally:
        other.close()


def test_two_versions_play_whole_games() -> None:
    order = [sys.executable, "bench/versions.py", str(ROOT), "--only", "kardinal:2", "--workers", "1"]
    done = subprocess.run(
        [*order, "--games", "2", "--simulations", "4"],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert re.search(r"kardinal +2 +2 +\d+\.\d%.* 50\.0% +[+-]\d+$", done.stdout.strip()), done.stdout
