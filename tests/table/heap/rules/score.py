"""Stones, and three points for the last."""

from .state import State


def parts(state):
    s = State.of(state)
    ended = s.heap == 0
    return [
        {"stones": int(s.taken[seat]), "last": 3 if ended and s.last == seat + 1 else 0} for seat in range(s.players)
    ]


def chart_values(state):
    return [{"stones.points": str(part["stones"])} for part in parts(state)]
