"""A turn is the number of stones: `1` or `2`."""

from solver.kernel.playable import NotationError, PlayedTurn

from .rules import apply
from .state import State


def legal_texts(state):
    return {str(step + 1): step for step in range(min(int(State.of(state).heap), 2))}


def read_turn(state, text, ends=True):
    legal, word = legal_texts(state), text.strip()
    if not word and not ends:
        return PlayedTurn((), "", state, False)
    if word not in legal:
        raise NotationError(f"{word!r} is no number of stones to take", list(legal))
    after = state.copy()
    apply(after, legal[word])
    return PlayedTurn((legal[word],), word, after, True)


def write_turn(state, steps):
    return " ".join(str(step + 1) for step in steps)
