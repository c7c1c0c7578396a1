"""Golden playthroughs: all that is visible of a few games, turn by turn, pinned as text.

A change of these files is a change of the rules, the notation or the score; `python -m tests.solver.test_golden` writes
them anew when that was meant.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.games import playable
from solver.kernel.contract import same_turn
from solver.kernel.random import seeded
from solver.players.bots import any_step

GOLDEN = Path(__file__).parent / "golden"
GAMES = [
    *[("kk-card", 3, 11), ("kk-card", 4, 12), ("kk-card", 5, 13)],
    *[("kardinal", 2, 21), ("kardinal", 3, 22), ("kardinal", 4, 23)],
    *[("kk-board", 3, 31), ("kk-board", 4, 32), ("kk-board", 5, 33)],
    *[("cartino", 2, 41), ("cartino", 3, 42), ("cartino", 4, 43)],
]


def told(game_id: str, players: int, seed: int) -> Iterator[str]:
    """The setup, then for every turn what was legal, what was played, and the score after it."""
    game = playable(game_id)
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


@pytest.mark.parametrize(("game_id", "players", "seed"), GAMES)
def test_a_game_goes_as_it_went(game_id: str, players: int, seed: int) -> None:
    expected = file_of(game_id, players, seed).read_text(encoding="utf-8")
    assert "\n".join(told(game_id, players, seed)) + "\n" == expected


if __name__ == "__main__":
    for case in GAMES:
        file_of(*case).write_text("\n".join(told(*case)) + "\n", encoding="utf-8")
