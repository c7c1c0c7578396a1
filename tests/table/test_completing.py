"""What the shell offers: games, logs, players, levels and the codes of a turn; and never a complaint."""

from __future__ import annotations

import pytest
from click.shell_completion import BashComplete

from table.cli import house
from tests.conftest import Workshop


def offered(line: str) -> list[str]:
    """What Tab offers behind a line; its last word is the one that is being typed."""
    *words, incomplete = line.split("|") if "|" in line else line.split(" ")
    shell = BashComplete(house, {}, "timbuktu", "_TIMBUKTU_COMPLETE")
    return [item.value for item in shell.get_completions(words, incomplete)]


@pytest.fixture(autouse=True)
def log(workshop: Workshop) -> None:
    arguments = ("new", "kk-card", "--player", "Anna,Ben,Clara", "--seed", "7", "--out", "evening.tbk")
    assert workshop.run(*arguments).exit_code == 0


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("games kk", ["kk-board", "kk-card"]),
        ("new car", ["cartino"]),
        ("play kk-card --player Ben=ai:n", ["Ben=ai:normal"]),
        ("tournament kk-card --bot te", ["textbook"]),
        ("show eve", ["evening.tbk"]),
        ("advise evening.tbk --for C", ["Clara"]),
        ("show evening.tbk --for C", ["Clara"]),
        ("advise evening.tbk SA", ["SA7", "SA2"]),
        ("advise|evening.tbk|SA7|FK", ["FK4"]),
        ("advise|evening.tbk|SA7 +BA3", ["SA7 +BA3"]),
        ("legal evening.tbk SA", ["SA7", "SA2"]),
        ("legal evening.tbk SA7 +BA", None),
        ("log|evening.tbk|SA7 +BA3", ["SA7 +BA3"]),
        ("log|evening.tbk|SA7|FK", ["FK4"]),
        ("legal broken.tbk ", []),
        ("log nothing.tbk SA", []),
    ],
)
def test_tab_offers_what_fits(line: str, expected: list[str] | None, workshop: Workshop) -> None:
    (workshop.root / "broken.tbk").write_text("game: kk-card\n", encoding="utf-8")
    found = offered(line)
    assert all(code.startswith("+BA") for code in found) if expected is None else found == expected


def test_sets_come_from_folders_too(workshop: Workshop) -> None:
    assert offered("pdf a")[0] == "all"
    assert any(item == "" for item in offered("check "))
