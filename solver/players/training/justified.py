"""`weights.toml` beside a table of weights: for each number of players the figures of what justified its column."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from shelf.atomic_write import write_whole
from shelf.safe_files import read_toml
from solver.players.standings import Standing
from solver.players.training.fitting import Fit

FILE = "weights.toml"
HEAD = """\
# What justified the columns of weights.csv, by the number of players: `timbuktu train` writes it. A column that is not
# named here was not measured against another one.
"""


def figures(fit: Fit, searched: int, games: int, standing: Standing, simulations: int) -> dict[str, Any]:
    """What is kept of a training that won."""
    return {
        "learnt_from": {"decisions": fit.learnt, "simulations": searched},
        "match": {
            "games": games,
            "simulations": simulations,
            "seats": standing.seats,
            "share": round(standing.share, 4),
            "ci95": [round(bound, 4) for bound in standing.ci95],
            "among_equals": round(standing.fair, 4),
        },
    }


def keep(folder: Path, kept: Path, players: int, found: Mapping[str, Any]) -> None:
    """Writes the figures of one number of players beside those that are kept for the others."""
    every = read_toml(kept / FILE) if (kept / FILE).is_file() else {}
    every[str(players)] = found
    parts = [f"[{count}.{part}]\n{_lines(values)}" for count in sorted(every) for part, values in every[count].items()]
    write_whole(folder / FILE, "\n".join([HEAD, *parts]).encode())


def _lines(values: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {value}\n" for key, value in values.items())
