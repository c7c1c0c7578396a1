"""The rules, compiled by numba: who is to move, what is legal, what a step does, what it is worth."""

from solver.kernel.contract import MOST_SEATS, Bytes, Points, Steps, compiled, kernel, wide

from .score import tally
from .state import BID, LIGHTS, NO_BID, ROUNDS, SEALED, SHOWN, UNSEEN, State, opened


@kernel
def actor(state: Bytes) -> int:
    """The seat to bid, or -1 when all wares are gone."""
    s = opened(state)
    return -1 if s.auction == ROUNDS else int(s.seat)


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """A step is the number of a lantern in hand, or of one that may be there."""
    s = opened(state)
    n = 0
    if s.auction < ROUNDS:
        for light in range(LIGHTS):
            if s.place[light] == s.seat + 1 or (s.hidden[s.seat] and s.place[light] == UNSEEN):
                steps[n] = light
                n += 1
    return n


@compiled
def _turn_up(s: State) -> None:
    bright, dim, sealed = 0, 0, False
    for seat in range(wide(s.players)):
        bright = seat if s.bid[seat] > s.bid[bright] else bright
        dim = seat if s.bid[seat] < s.bid[dim] else dim
        if s.bid[seat] == SEALED:
            sealed = True
        else:
            s.place[s.bid[seat] - 1] = SHOWN
    if not sealed:
        s.taker[s.auction] = bright + 1
        s.coins[dim] += 1
    s.last[:] = s.bid
    s.bid[:] = NO_BID
    s.seat = 0
    s.auction += 1


@kernel
def apply(state: Bytes, step: int) -> None:
    """Bids a lantern; when everybody has, they are turned up."""
    s = opened(state)
    if s.place[step] == UNSEEN:
        s.hidden[s.seat] -= 1
    s.place[step] = BID
    s.bid[s.seat] = step + 1
    s.seat += 1
    s.turn += 1
    if s.seat == s.players:
        _turn_up(s)


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, and what decides between equals."""
    s = opened(state)
    for seat in range(wide(s.players)):
        wares, sets, coins = tally(s, seat)
        out[seat] = wares + sets + coins
        out[MOST_SEATS + seat] = (s.taker == seat + 1).sum()
