"""SECURITY.md promises nothing that is not tested."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.definition import game
from pnp.faces import limits
from shelf import csv_files, safe_files

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_promise_names_a_test_that_exists() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.endswith("| test |")]
    assert len(rows) > 15
    for row in rows:
        assert TEST.search(row), row
    for file, name in TEST.findall(PAGE):
        assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8"), name


def test_the_limits_are_those_of_the_program() -> None:
    assert f"| {safe_files.MOST_BYTES // 1_000_000} MB |" in PAGE
    assert f"| {csv_files.MOST_ROWS:,} |" in PAGE
    assert f"| {game.LARGEST_SIDE:,.0f} mm a side |" in PAGE
    assert f"| {limits.Limits().seconds:g} seconds |" in PAGE
    assert f"| {limits.Limits().megabytes:,g} MB beside the program itself |" in PAGE


def test_the_readme_leads_to_it() -> None:
    assert "](SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
