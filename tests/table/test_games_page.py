"""docs/games.md: every command line on the page works, in order, and its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from shelf import paths
from solver.kernel.playable import Playable
from tests.conftest import Workshop

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "games.md").read_text(encoding="utf-8")
LINES = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]


def test_every_command_line_works_in_order(workshop: Workshop) -> None:
    told = {}
    for line in LINES:
        program, *arguments = shlex.split(line, comments=True)
        assert program == "timbuktu"
        result = workshop.run(*arguments)
        assert result.exit_code == 0, (line, result.output)
        told[line] = result.stdout
    checks = [result for line, result in told.items() if line.endswith("check night")]
    assert "night-market plays, for 2 to 4 players." in checks[-1]
    assert any("21" in result for line, result in told.items() if " log " in line)


def test_a_sealed_bid_is_told_when_it_is_shown(workshop: Workshop) -> None:
    for line in LINES:
        if any(word in line for word in ("init", "trust", " new ")):
            assert workshop.run(*shlex.split(line)[1:]).exit_code == 0
    first = workshop.run("--games", "night", "log", "market.tbk", "21", "11", "14").stdout
    assert "Ben: 11" in first
    workshop.run("--games", "night", "log", "market.tbk", "--undo")
    Path("market.tbk").write_text(Path("market.tbk").read_text("utf-8").replace("me: Anna", "me: Ben"), "utf-8")
    assert "Anna: ?" in workshop.run("--games", "night", "log", "market.tbk", "14").stdout
    shown = workshop.run("--games", "night", "show", "market.tbk", "--json").stdout
    assert '"bid": "?"' in shown and '"14"' not in shown


def test_a_rule_that_breaks_the_contract_is_told(workshop: Workshop) -> None:
    assert workshop.run("init", "night", "--plays").exit_code == 0
    score = Path("night/rules/score.py")
    score.write_text(score.read_text("utf-8").replace("== seat + 1).sum())", "== seat).sum())"), "utf-8")
    assert workshop.run("trust", "night").exit_code == 0
    result = workshop.run("check", "night")
    assert result.exit_code == 2 and "Traceback" not in result.stderr
    assert "timbuktu: scoring, 2 players: tie-breaks are" in result.stderr


def test_the_files_on_the_page_are_those_that_are_written() -> None:
    files = {f"rules/{file.name}" for file in (paths.ASSETS / "starter-plays" / "rules").glob("*.py")}
    assert set(re.findall(r"\| `(rules/\w+\.py)`", PAGE)) == files - {"rules/__init__.py"}
    for method in ("tell", "why", "focus", "score_detail", "reach", "best_now", "tiebreaks"):
        assert f"`{method}`" in PAGE and hasattr(Playable, method)


def test_links_between_pages_lead_somewhere() -> None:
    for page in [*DOCS.glob("*.md"), *DOCS.glob("notation/*.md"), DOCS.parent / "README.md"]:
        for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            assert link.startswith("http") or (page.parent / link).exists(), (page.name, link)
