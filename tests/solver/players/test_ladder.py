"""`make ladder`: tables of strength, fitted to all matches, from games that are played once."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]
TABLE = ("--only", "kardinal:2", "--games", "2", "--simulations", "5", "--workers", "1")


def climbed(folder: Path, page: Path) -> str:
    """What it prints."""
    order = [sys.executable, "bench/ladder.py", *TABLE, "--keep", str(folder), "--write", str(page)]
    done = subprocess.run(order, cwd=ROOT, env=_environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_ladder_is_written_into_a_page_and_goes_on_from_what_was_played(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("# Strength\n<!-- ladder -->\nold\n<!-- end of the ladder -->\nthe rest\n", encoding="utf-8")
    climbed(tmp_path / "games", page)
    written = page.read_text(encoding="utf-8")
    assert written.startswith("# Strength\n<!-- ladder -->\n`hard`, 5 simulations a turn") and "old" not in written
    assert written.endswith("<!-- end of the ladder -->\nthe rest\n")
    assert re.search(r"\| kardinal \| 2 \| 50% \| \d+% \(\d+%–\d+%\), 2 \|", written)
    played = {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()}
    assert "kardinal-2-hard-textbook.jsonl" in played and len(played) == 6
    climbed(tmp_path / "games", page)
    assert {file.name: file.read_bytes() for file in (tmp_path / "games").iterdir()} == played
    assert page.read_text(encoding="utf-8") == written


def test_readme_shows_what_the_kept_games_say() -> None:
    order = [sys.executable, "bench/ladder.py", "--time", "0.1", "--no-rungs", "--tell"]
    told = subprocess.run(order, cwd=ROOT, env=_environment(), capture_output=True, text=True, check=True).stdout
    shown = (ROOT / "README.md").read_text(encoding="utf-8").partition("<!-- ladder -->")[2]
    assert shown.partition("<!-- end of the ladder -->")[0].strip() == told.strip()
    assert told.count("%), ") == 24  # both columns of all tables


def test_who_stops_it_is_told_what_there_is_and_the_page_stays(tmp_path: Path) -> None:
    page = tmp_path / "strength.md"
    page.write_text("<!-- ladder -->\nold\n<!-- end of the ladder -->\n", encoding="utf-8")
    order = [sys.executable, "-u", "bench/ladder.py", "--only", "kardinal:2", "--games", "4000", "--simulations", "5"]
    order += ["--workers", "1", "--keep", str(tmp_path / "games"), "--write", str(page)]
    with subprocess.Popen(order, cwd=ROOT, env=_environment(), stdout=subprocess.PIPE, text=True) as playing:
        assert playing.stdout
        assert playing.stdout.readline() == "kardinal-2-hard-greedy: 40 games\n"
        playing.send_signal(signal.SIGINT)
        told = playing.stdout.read()
    assert playing.returncode == 0 and "Stopped" in told
    assert re.search(r"\| kardinal \| 2 \| 50% \| \d+% \(\d+%–\d+%\), \d+ \|", told)
    assert "old" in page.read_text(encoding="utf-8")


def test_what_was_not_played_yet_is_left_open() -> None:
    done = subprocess.run([sys.executable, "-c", BEGUN], cwd=ROOT, env=_environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


BEGUN = """
import tempfile
from itertools import pairwise
from pathlib import Path
from bench.ladder import LEVELS, Hall, Pairing, Seats, nobody, pairings, table
from dataclasses import replace
from solver.players.crew import alone
hall = Hall(Path(tempfile.mkdtemp()), nobody, 1.0, 5)
seats, climbed = Seats("kardinal", 2), tuple(pairwise(LEVELS))
assert list(table(hall, [seats], 4, ["greedy"], climbed))[-1] == "| kardinal | 2 | 50% | – | – | – | – | – | – |"
replace(hall, crew=alone).play(Pairing(seats, "hard", "greedy"), 2)
*_, row = table(hall, [seats], 4, ["greedy"], climbed)
assert row.startswith("| kardinal | 2 | 50% | ") and row.endswith("%), 2 | – | – | – | – | – |"), row
"""


FIT = """
from types import SimpleNamespace as Any
from bench.ladder import LEVELS, Match, rungs
from itertools import combinations
true = dict(zip(LEVELS, (-300, -120, 0, 260, 410)))
def match(bot, others):
    half = (true[bot] - true[others]) / 2
    return Match(bot, others, 100, Any(elo=half, elo_ci95=(half - 20, half + 20)))
found = rungs([match(high, low) for low, high in combinations(LEVELS, 2)])
assert all(abs(elo - true[level]) < 0.1 for level, (elo, _) in zip(LEVELS, found)), found
assert found[2] == (0.0, 0.0) and all(0 < reach < 60 for level, (_, reach) in enumerate(found) if level != 2), found
"""


def test_the_rungs_fit_all_matches() -> None:
    done = subprocess.run([sys.executable, "-c", FIT], cwd=ROOT, env=_environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
