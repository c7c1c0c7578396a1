"""The ledger of a roll-out: what it keeps is what the position says, and a factor is e to the power of a liking."""

from __future__ import annotations

import numpy as np
import pytest

from solver.games import playable
from solver.games.kk_board import policy, rules
from solver.games.kk_board.changes import COURTS_SIZE, Courts, courts_around, open_courts
from solver.games.kk_board.factors import MOST, NONE, ONCE, power, powers, weigh_anew
from solver.games.kk_board.ledger import Ledger, all_lands, note_half, note_piece, opened_ledger
from solver.games.kk_board.likings import council_liking, land_liking
from solver.games.kk_board.rules import court_has_room, free_fields
from solver.games.kk_board.state import EXCHANGE, STATE, TARGETS, State
from solver.games.kk_board.weights import GAIN, TABLE
from solver.kernel.random import seeded

WEIGHTS = TABLE.array()
FACTORS = powers(WEIGHTS)
PLAIN = ("vacant", "begun", "roomy", "shown", "rising", "falling", "near", "majority", "councils", "most_allies")


def compare(s: State, kept: Ledger) -> None:
    """What follows from the pieces, field by field; and for the seat to move the factors."""
    opened = Ledger.of(opened_ledger(s, seeded(1)))
    for name in PLAIN:
        assert (getattr(kept, name) == getattr(opened, name)).all(), name
    weigh_anew(s, kept, s.seat, np.uint64(all_lands(s)), FACTORS[s.players])
    courts = Courts.of(np.zeros(COURTS_SIZE, dtype=np.uint8))
    for land in range(s.lands):
        if s.cloisters_left[s.seat] and free_fields(s, land):
            expected = np.exp(land_liking(s, s.seat, land, WEIGHTS[s.players]))
            assert kept.cloister[s.seat, land] == pytest.approx(expected, rel=1e-12)
        open_courts(s, courts, np.uint64(courts_around(s, land)))
        expected = np.exp(council_liking(s, courts, s.seat, land, WEIGHTS[s.players]))
        may_send = s.councils_left[s.seat] and court_has_room(s, land)
        assert kept.council[s.seat, land] == pytest.approx(expected if may_send else 0.0, rel=1e-12)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_ledger_is_kept_up_to_date(players: int) -> None:
    for seed in range(6):
        state = playable("kk-board").deal(players, seed, {})
        s = state.view(STATE)[0]
        raw = opened_ledger(s, seeded(seed))
        kept = Ledger.of(raw)
        while rules.actor(state) >= 0:
            seat, half, step = s.seat, s.half, policy.suggest(s, kept, FACTORS[players])
            rules.apply(state, step)
            if step < EXCHANGE:
                note_piece(s, kept, seat, step % TARGETS)
            if s.half != half:
                note_half(s, kept)
            compare(s, kept)


def test_a_factor_beyond_the_table_is_computed() -> None:
    f = FACTORS[3]
    assert (f[:, NONE] == 1.0).all()
    for number in (-2 * MOST, -MOST, -1, 0, 1, MOST, MOST + 1, 3 * MOST):
        assert power(f, GAIN, number) == pytest.approx(f[GAIN, ONCE] ** number, rel=1e-12)
