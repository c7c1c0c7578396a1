"""Roll-outs of the card game: what they keep, beside the same written down anew."""

from __future__ import annotations

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_card.rollouts import Ledger, opened_ledger, play_step
from solver.games.kk_card.state import OVER, State
from solver.games.kk_card.weights import TABLE, factors
from solver.kernel.random import seeded

GAME = playable("kk-card")
KEPT = ("wanted", "behind", "chain", "denied", "stones")
"""For each seat; what lies beyond the last one is never written."""
GAMES = 4


@pytest.mark.parametrize("players", GAME.player_counts())
def test_the_ledger_is_kept_up_to_date(players: int) -> None:
    f, random = factors(TABLE.array())[players], seeded(players)
    for seed in range(GAMES):
        state = GAME.deal(players, seed, {})
        s, raw = State.of(state), opened_ledger(State.of(state), f, random)
        while s.phase != OVER:
            play_step(s, Ledger.of(raw), f)
            kept, anew = Ledger.of(raw), Ledger.of(opened_ledger(s, f, random))
            assert np.array_equal(kept["most"], anew["most"])
            for name in KEPT:
                columns = players + 1 if name == "stones" else None
                assert np.array_equal(kept[name][:players, :columns], anew[name][:players, :columns]), name
        random[0] = Ledger.of(raw).random
