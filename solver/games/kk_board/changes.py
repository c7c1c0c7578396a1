"""What one more piece changes: the points that it brings its builder, and those that the others win or lose."""

from __future__ import annotations

import numpy as np

from solver.games.kk_board.map_check import MOST_LANDS
from solver.games.kk_board.points import councils_in, majority
from solver.games.kk_board.state import CLOISTERS_EACH, State
from solver.kernel.bits import first, rest, size
from solver.kernel.contract import MOST_SEATS, inlined, wide
from solver.kernel.lent import opener
from solver.kernel.record import Record, u1

BITS = np.array([seats.bit_count() for seats in range(1 << MOST_SEATS)])
"""How many seats are in a set of them."""
FIRST_SEAT = np.array([max(0, (seats & -seats).bit_length() - 1) for seats in range(1 << MOST_SEATS)])
"""One of a set of seats."""
Change = tuple[int, int]
"""Of the points of who builds, and of those of all others."""
Ranks = tuple[np.uint64, np.uint64]
"""How many seats have each number of cloisters in a land, in three bits a number: from none on upwards, and from all of
a player's on downwards to one."""

# ---- cloisters ------------------------------------------------------------------------------------------------------


@inlined
def ranks_in(s: State, land: int) -> Ranks:
    """Seats that nobody plays have no cloisters, so a fixed number of them is looked at."""
    rising, falling = np.uint64(0), np.uint64(0)
    for seat in range(MOST_SEATS):
        number = wide(s.cloisters[land, seat])
        rising += np.uint64(1) << np.uint64(3 * number)
        falling += np.uint64(number > 0) << np.uint64(3 * (CLOISTERS_EACH - number))
    return rising, falling


@inlined
def _steps_on(ranks: np.uint64) -> int:
    """How many numbers nobody has before the first that somebody has."""
    return first(ranks) // 3


@inlined
def _seats_there(ranks: np.uint64) -> int:
    """How many seats have that first number, or 0 where there is none."""
    return int(np.int64(ranks >> np.uint64(3 * _steps_on(ranks)) & np.uint64(7)))


@inlined
def rank_change(own: int, total: int, ranks: Ranks) -> Change:
    """What one more cloister changes for who had so many of a land's total.

    Of the others only those with the most gain a point, those equal to the builder, who are left behind, and the next
    ones below if nobody is equal. All cases are worked out before one is chosen: a branch that is guessed wrong takes
    the processor longer.
    """
    rising, falling = ranks
    above = rising >> np.uint64(3 * own + 3)
    still_above = above >> np.uint64(3)
    next_above, still_next = own + 1 + _steps_on(above), own + 2 + _steps_on(still_above)
    ranked = next_above if above else total
    had = ranked if own else 0
    has = still_next if still_above else total + 1
    equal = int(np.int64(rising >> np.uint64(3 * own) & np.uint64(7))) - 1
    left_behind = equal * (own + 1 - had)
    below = _seats_there(falling >> np.uint64(3 * (CLOISTERS_EACH + 1 - own)))
    behind = left_behind if equal else below
    most = _seats_there(falling)
    return has - had, (most if above else 0) + (behind if own else 0)


@inlined
def cloister_change(s: State, builder: int, land: int) -> Change:
    """What one more cloister of a builder changes in a land."""
    return rank_change(wide(s.cloisters[land, builder]), size(s.land_mask[land] & s.taken), ranks_in(s, land))


# ---- councils -------------------------------------------------------------------------------------------------------


class Courts(Record):
    """The councils of some lands at a glance. One place more than there are lands stays empty: where an alliance is
    missing, `allies` has -1, and that is the last place."""

    majority = u1(MOST_LANDS + 1)  # the seats with the most councils in each land
    councils = u1(MOST_LANDS + 1)  # all councils of each land
    most_allies = u1()  # of any of these lands


COURTS_SIZE = Courts.dtype.itemsize
look_at_courts = opener(Courts)


@inlined
def open_courts(s: State, courts: Courts, lands: np.uint64) -> None:
    """Looks at the councils of these lands."""
    most = 0
    while lands:
        land = first(lands)
        lands = rest(lands)
        courts.majority[land] = majority(s, land)
        courts.councils[land] = councils_in(s, land)
        most = max(most, size(courts_around(s, land)) - 1)
    courts.most_allies = most
    courts.majority[MOST_LANDS] = 0
    courts.councils[MOST_LANDS] = 0


@inlined
def courts_around(s: State, land: int) -> np.uint64:
    """A land and those that alliances join with it."""
    return s.allied[land] >> np.uint64(MOST_LANDS)


@inlined
def majority_with(s: State, courts: Courts, land: int, builder: int) -> int:
    """The seats with the most councils in a land if a builder had one more there."""
    had, me = wide(courts.majority[land]), 1 << builder
    number, most = wide(s.councils[land, builder]) + 1, wide(s.councils[land, FIRST_SEAT[had]])
    behind = had | me if number == most else had
    return me if had == 0 or number > most else behind


@inlined
def council_change(s: State, courts: Courts, builder: int, land: int) -> Change:
    """What one more council changes by alliances.

    As many allies are looked at as any land has: a loop that always ends alike is the quicker one.
    """
    had, has, me = wide(courts.majority[land]), majority_with(s, courts, land, builder), 1 << builder
    own, others, here = 0, 0, wide(courts.councils[land])
    for index in range(wide(courts.most_allies)):
        ally = wide(s.allies[land, index])
        there, worth = wide(courts.majority[ally]), here + wide(courts.councils[ally])
        won, lost = has & there, had & there
        own += (worth + 1) * (won >> builder & 1) - worth * (lost >> builder & 1)
        others += (worth + 1) * BITS[won & ~me] - worth * BITS[lost & ~me]
    return own, others


@inlined
def beside(courts: Courts, seat: int, ally: int, bare: float, lost: float, other: float) -> float:
    """Whichever an allied court calls for: where nobody has a council, where only others have the majority, or else."""
    there = wide(courts.majority[ally])
    held = other if there >> seat & 1 else lost
    found = held if there else bare
    return found if ally >= 0 else other
