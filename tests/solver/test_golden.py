"""Golden playthroughs: all that is visible of a few games, turn by turn, pinned as text.

A change of these files is a change of the rules, the notation or the score; `python -m tests.solver.test_golden` writes
them anew when that was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.kernel.contract import same_turn
from solver.kernel.random import seeded
from solver.players.bots import any_step
from tests.contract.games import every_size, game_of

GOLDEN = Path(__file__).parent / "golden"
NAME = re.compile(r"(?P<game>.+)-(?P<players>\d+)-players-(?P<seed>\d+)")


def pinned() -> list[tuple[str, int, int]]:
    """The games that lie in the folder."""
    names = [match for file in sorted(GOLDEN.glob("*.txt")) if (match := NAME.fullmatch(file.stem))]
    return [(name["game"], int(name["players"]), int(name["seed"])) for name in names]


def missing() -> list[tuple[str, int, int]]:
    """Games and numbers of players of which none is there yet, with a seed."""
    return [(name, players, players) for name, players in every_size() if (name, players) not in _sizes()]


def _sizes() -> set[tuple[str, int]]:
    return {(name, players) for name, players, _ in pinned()}


def told(game_id: str, players: int, seed: int) -> Iterator[str]:
    """The setup, then for every turn what was legal, what was played, and the score after it."""
    game = game_of(game_id)
    state, random = game.deal(players, seed, {}), seeded(seed)
    yield from game.write_setup(state)
    number = 0
    while (seat := game.kernel.actor(state)) >= 0:
        number += 1
        yield f"\nturn {number}, seat {seat}"
        yield "legal: " + " ".join(game.legal_texts(state))
        before, steps = state.copy(), []
        while True:
            earlier = state.copy()
            steps.append(any_step(game.kernel, state, random))
            game.kernel.apply(state, steps[-1])
            if game.kernel.actor(state) < 0 or not same_turn(earlier, state):
                break
        yield "played: " + game.write_turn(before, steps)
        yield "points: " + "  ".join(
            "+".join(str(points) for points in parts.values()) for parts in game.score_parts(state)
        )
    yield f"\ntie-breaks: {game.tiebreaks(state)}, winners: {game.winners(state)}"


def file_of(game_id: str, players: int, seed: int) -> Path:
    return GOLDEN / f"{game_id}-{players}-players-{seed}.txt"


@pytest.mark.parametrize(("game_id", "players", "seed"), pinned())
def test_a_game_goes_as_it_went(game_id: str, players: int, seed: int) -> None:
    expected = file_of(game_id, players, seed).read_text(encoding="utf-8")
    assert "\n".join(told(game_id, players, seed)) + "\n" == expected


def test_every_game_is_pinned_for_every_number_of_players() -> None:
    assert missing() == []


if __name__ == "__main__":
    for case in [*pinned(), *missing()]:
        file_of(*case).write_text("\n".join(told(*case)) + "\n", encoding="utf-8")
