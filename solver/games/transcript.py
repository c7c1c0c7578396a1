"""`python -m solver.games.transcript [FOLDER] GAME`: fingerprints of what a kernel does in the first steps of a game.

Compiled and uncompiled rules have to give the same; a process decides for either when it starts, so the uncompiled ones
are asked in another one.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from shelf.catalogue import Catalogue
from solver.games import playable
from solver.kernel.contract import MOST_SEATS, legal_steps
from solver.kernel.contract_checks import dealt, seen
from solver.kernel.playable import Playable
from solver.kernel.random import below, seeded

PATIENCE = 600.0
"""Seconds for the uncompiled rules; the longest game of the house takes ten."""


def transcript(game: Playable, steps: int = 60) -> Iterator[str]:
    """What the kernel does in the first steps of a game, for every number of players."""
    for players in game.player_counts():
        for number, what, facts in _facts(game, players, steps):
            ink = hashlib.sha256(repr(facts).encode()).hexdigest()
            yield f"{players} players, step {number}: {what} {ink[:8]}"


def _facts(game: Playable, players: int, steps: int) -> Iterator[tuple[int, str, object]]:
    kernel, room, points = game.kernel, np.zeros(game.kernel.most_steps, dtype=np.int16), np.zeros(2 * MOST_SEATS)
    state, random = game.deal(players, players, {}), seeded(players)
    for number in range(steps):
        kernel.scores(state, points)
        yield number, "state", (state.tobytes(), points.tolist())
        if (mover := kernel.actor(state)) < 0:
            return
        legal, view = legal_steps(kernel, state), seen(kernel, state, mover)
        yield number, "legal", (legal, room[: kernel.essential(state, room)].tolist())
        yield number, "prior", [f"{kernel.prior(state, step):.6g}" for step in legal]
        yield number, "hidden", (view.tobytes(), dealt(kernel, view, mover, number).tobytes())
        kernel.apply(state, legal[below(random, len(legal))])
    kernel.rollout(state, seeded(players))
    yield steps, "roll-out", state.tobytes()


def uncompiled(game_id: str, *folders: Path) -> list[str]:
    """The transcript of rules that were not compiled; what went wrong stands in its last line."""
    command = [sys.executable, "-m", __name__, *map(str, folders), game_id]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    told = subprocess.run(command, env=plain, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return [*told.stdout.splitlines(), *told.stderr.splitlines()[-1:]]


def main() -> None:
    """Writes as it goes, so that one sees how far the rules came."""
    *folders, game_id = sys.argv[1:]
    for line in transcript(playable(game_id, catalogue=Catalogue(tuple(map(Path, folders))))):
        print(line, flush=True)


if __name__ == "__main__":
    main()
