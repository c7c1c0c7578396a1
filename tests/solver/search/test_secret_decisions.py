"""A sealed bid stays sealed: who bids second gains nothing by it, and nobody's advice depends on what is unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.search.advice import Limit
from solver.search.advisor import Advisor
from solver.search.decisions import Decisions
from solver.search.endings import Ending
from tests.solver.goofspiel import GOOFSPIEL, NO_BID, State, opening

LIMIT = Limit(simulations=60_000, threads=2, seed=1)


def after(*bids: int):
    state = opening()
    for bid in bids:
        GOOFSPIEL.apply(state, bid)
    return state


def test_a_symmetric_opening_is_even() -> None:
    best = Advisor(GOOFSPIEL, opening(), 2, LIMIT).advise().turns[0]
    assert abs(best.margin) < 1.0
    open_bids = Advisor(replace(GOOFSPIEL, secret=False), opening(), 2, LIMIT).advise().turns[0]
    assert open_bids.margin < -3.0, "whoever bids openly loses: the test would notice an unsealed bid"


@pytest.mark.parametrize("card", range(6))
def test_who_bids_second_does_not_know_the_first_bid(card: int) -> None:
    limit = Limit(simulations=3_000, threads=1, seed=4)
    known = Advisor(GOOFSPIEL, after(0), 2, limit).advise().turns
    assert Advisor(GOOFSPIEL, after(card), 2, limit).advise().turns == known


def test_nothing_is_called_proved_where_bids_are_sealed() -> None:
    state = after(0, 0, 1, 1, 2, 2, 3, 3)
    assert State.of(state).bid == NO_BID
    assert Ending(Decisions(GOOFSPIEL, state, 0), 2, LIMIT).advice() is None
    assert not Advisor(GOOFSPIEL, state, 2, LIMIT).advise().proved
