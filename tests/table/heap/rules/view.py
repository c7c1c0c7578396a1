"""A position as it is shown."""

from solver.kernel.playable import Cell, Drawing, named

from .notation import legal_texts
from .state import State


def picture(state, viewer=None, names=(), earlier=()):
    s = State.of(state)
    return {
        "heap": int(s.heap),
        "players": named(names, int(s.players)),
        "taken": s.taken[: s.players].tolist(),
        "steps": list(legal_texts(state)),
    }


def drawing(picture, plain=False, language="en"):
    players = tuple((name, str(taken)) for name, taken in zip(picture["players"], picture["taken"], strict=True))
    return Drawing(((Cell((str(picture["heap"]),)),),), (("", "stones"), *players), ())
