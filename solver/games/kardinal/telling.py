"""A turn in words, from the phrases in `telling.en.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence

from solver.contract import Bytes
from solver.games.kardinal.codes import building_name, colour_name, square_text
from solver.games.kardinal.facts import facts_of
from solver.games.kardinal.notation import opened
from solver.games.kardinal.tables import GAME

_PHRASES: dict[str, str] = tomllib.loads((GAME.folder / "telling.en.toml").read_text(encoding="utf-8"))


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
    return _listed(clauses)


def _stones(state: Bytes, stones: Mapping[int, int]) -> str:
    s = opened(state)
    return _listed(
        [
            _PHRASES["stone" if n == 1 else "stones"].format(n=n, colour=colour_name(s, colour))
            for colour, n in stones.items()
        ]
    )


def _listed(items: Sequence[str]) -> str:
    *before, last = items or [""]
    return _PHRASES["and"].join(filter(None, [_PHRASES["comma"].join(before), last]))
