"""A position as it is shown."""

from solver.kernel.playable import Cell, Drawing, named

from .notation import legal_texts
from .state import State


def picture(state, viewer=None, names=(), earlier=()):
    s = State.of(state)
    called, over = named(names, int(s.players)), s.heap == 0
    return {
        "turn": int(s.turn) + (not over),
        "over": bool(over),
        "to_move": None if over else called[s.seat],
        "heap": int(s.heap),
        "players": called,
        "taken": s.taken[: s.players].tolist(),
        "steps": list(legal_texts(state)),
    }


def drawing(picture, plain=False, language="en"):
    lines = (("", *picture["players"]), ("stones", *map(str, picture["taken"])))
    return Drawing(((Cell((str(picture["heap"]),)),),), lines, ())
