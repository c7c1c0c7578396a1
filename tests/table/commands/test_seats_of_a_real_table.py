"""`play --log` on the log of a real table: no seat is taken and no turn invented before somebody has said so."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Workshop


@pytest.fixture
def log(workshop: Workshop) -> Path:
    """A log that people keep."""
    begun = workshop.run("new", "kardinal", "--player", "Anna,Ben", "--me", "Anna", "--out", "evening.tbk")
    assert begun.exit_code == 0, begun.output
    return workshop.root / "evening.tbk"


def test_without_a_terminal_it_is_refused(workshop: Workshop, log: Path) -> None:
    before = log.read_bytes()
    result = workshop.run("play", "kardinal", "--log", "evening.tbk")
    assert result.exit_code == 2 and "nobody has said who plays for Ben" in result.stderr
    assert log.read_bytes() == before


@pytest.mark.parametrize("said", [["--yes"], ["--player", "Ben=ai:random"], ["--player", "Ben=human"]])
def test_who_is_named_is_seated(workshop: Workshop, log: Path, said: list[str]) -> None:
    result = workshop.run("play", "kardinal", "--log", "evening.tbk", *said, typed="quit\n")
    assert result.exit_code == 0, result.output


def test_a_log_that_play_began_goes_on_unasked(workshop: Workshop) -> None:
    seats = ("--player", "Anna", "--player", "Ben=ai:random")
    assert workshop.run("play", "kardinal", *seats, "--log", "solo.tbk", typed="quit\n").exit_code == 0
    assert workshop.run("play", "kardinal", "--log", "solo.tbk", typed="quit\n").exit_code == 0
