"""What every game promises, for every number of players: the games of the house and the starter game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from solver.games.transcript import transcript, uncompiled
from solver.kernel.contract import Bytes
from solver.kernel.contract_checks import CHECKS, Sample, broken
from table.log.referee import Match
from tests.contract.games import STARTER, every_game, every_size, game_of, trust_starter

NAMES = ("Anna", "Ben", "Clara", "Dora", "Emil")


@pytest.fixture
def trusting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TIMBUKTU_HOME", str(tmp_path))
    trust_starter()


@cache
def sample(name: str, players: int) -> Sample:
    return Sample(game_of(name), players)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "players"), every_size())
def test_a_game_keeps_the_contract(name: str, players: int, check: Callable[[Sample], None]) -> None:
    check(sample(name, players))


@pytest.mark.parametrize(("name", "players"), every_size())
def test_a_log_replays_to_the_same_positions(name: str, players: int) -> None:
    """The whole table: setup and turns as text, let in by the referee."""
    game, turns = game_of(name), sample(name, players).turns
    opening = sample(name, players).openings[0]
    lines = list(enumerate(game.write_setup(opening), start=1))
    match = Match(game, NAMES[:players], None, {}, game.read_setup(players, lines, {}))
    for turn in turns:
        if match.to_move is None:
            break
        match.play(f"{match.to_move}: {game.write_turn(turn.before, turn.steps)}")
        assert match.state.tobytes() == turn.after.tobytes()
    assert match.to_move is None


@pytest.mark.parametrize("name", every_game())
def test_uncompiled_rules_do_the_same(name: str, trusting: None) -> None:
    assert uncompiled(name, STARTER) == list(transcript(game_of(name)))


def test_what_is_broken_is_told_with_the_check_and_the_players() -> None:
    class Miscounted(type(game_of("night-market"))):  # type: ignore[misc]
        def tiebreaks(self, state: Bytes) -> list[int]:
            return [0, 1] * 2

    faults = list(broken(Miscounted(game_of("night-market").data)))
    assert any(fault.startswith("scoring, 2 players: ") for fault in faults), faults
    assert all(fault.endswith(".") for fault in faults)
