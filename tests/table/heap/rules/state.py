"""The record of a position."""

from solver.kernel.contract import MOST_SEATS
from solver.kernel.record import Record, u1, u8


class State(Record):
    """`last` is the seat that took the last stones, counted from 1."""

    players = u1()
    heap = u1()
    seat = u1()
    last = u1()
    taken = u1(MOST_SEATS)
    pad = u1(7)
    turn = u8()


STATE = State.dtype
