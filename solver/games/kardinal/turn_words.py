"""A turn in words, from the phrases in `play.<language>.toml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shelf.language import Language
from solver.games.kardinal.codes import colour_names, square_text
from solver.games.kardinal.facts import facts_of
from solver.games.kardinal.state import State
from solver.games.kardinal.tables import COLOUR_IDS, GAME, SHAPE_IDS
from solver.kernel.contract import Bytes
from solver.words.phrasing import listed, noun


def tell(state: Bytes, steps: Sequence[int], language: Language = "en") -> str:
    """What a turn does, without the name of who does it."""
    said, shapes = GAME.phrases(language)["turn"], GAME.words[language]["shape"]
    colours = [colour_names(language)[COLOUR_IDS[paint]] for paint in State.of(state).paint]
    s, facts = State.of(state), facts_of(state, steps)
    clauses = [said["pass"]] if facts.passed else []
    if facts.built:
        shape, colour, cells = facts.built
        squares = "/".join(square_text(s, cell) for cell in cells)
        building = said["building"].format(colour=colours[colour], shape=noun(shapes[SHAPE_IDS[shape]], language))
        clauses.append(said["build"].format(building=building, squares=squares))
    clauses += [
        said[phrase].format(stones=_stones(stones, colours, said))
        for phrase, stones in (("won", facts.won), ("aside", facts.aside), ("bonus", facts.bonus))
        if stones
    ]
    if facts.cardinal is not None:
        phrase = "bring" if s.cardinal < 0 else "cardinal"
        clauses.append(said[phrase].format(square=facts.cardinal))
    return listed(clauses, said)


def _stones(stones: Mapping[int, int], colours: Sequence[str], said: Mapping[str, str]) -> str:
    each = (("stone" if n == 1 else "stones", n, colours[colour]) for colour, n in stones.items())
    return listed([said[phrase].format(n=n, colour=colour) for phrase, n, colour in each], said)
