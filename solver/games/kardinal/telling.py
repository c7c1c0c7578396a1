"""A turn in words, from the phrases in `telling.en.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.contract import Bytes
from solver.games.kardinal.codes import building_name, colour_name, square_text
from solver.games.kardinal.facts import facts_of
from solver.games.kardinal.notation import opened
from solver.games.kardinal.tables import GAME
from solver.sentences import listed, phrases

_PHRASES = phrases(GAME.folder / "telling.en.toml")


def tell(state: Bytes, steps: Sequence[int]) -> str:
    """What a turn does, without the name of who does it."""
    s, facts = opened(state), facts_of(state, steps)
    clauses = [_PHRASES["pass"]] if facts.passed else []
    if facts.built:
        shape, colour, cells = facts.built
        squares = "/".join(square_text(s, cell) for cell in cells)
        clauses.append(_PHRASES["build"].format(building=building_name(s, shape, colour), squares=squares))
    clauses += [
        _PHRASES[phrase].format(stones=_stones(state, stones))
        for phrase, stones in (("won", facts.won), ("aside", facts.aside), ("bonus", facts.bonus))
        if stones
    ]
    if facts.cardinal is not None:
        phrase = "bring" if s.cardinal < 0 else "cardinal"
        clauses.append(_PHRASES[phrase].format(square=facts.cardinal))
    return listed(clauses, _PHRASES)


def _stones(state: Bytes, stones: Mapping[int, int]) -> str:
    s = opened(state)
    each = (("stone" if n == 1 else "stones", n, colour_name(s, colour)) for colour, n in stones.items())
    return listed([_PHRASES[phrase].format(n=n, colour=colour) for phrase, n, colour in each], _PHRASES)
