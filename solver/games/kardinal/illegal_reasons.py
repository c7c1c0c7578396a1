"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from solver.games.kardinal.codes import building_name, colour_name, square_text
from solver.games.kardinal.sites import second, shape_of, word_for
from solver.games.kardinal.state import BONUS, BUILD, CARDINAL, LYING, NO_COLOUR, SHAPE_BIT, TAKEN, State
from solver.games.kardinal.tables import COURT, GAME, HOUSE, OWN, SHAPE_IDS, TOWER

_SHAPES = [str(GAME.words["en"]["shape"][shape]).lower() for shape in SHAPE_IDS]


def standing_on(s: State, cell: int) -> str:
    """What stands on a cell that is built on."""
    shape, colour = int(s.word[cell]) & 3, (int(s.word[cell]) >> 2) & 7
    return "the cathedral" if colour == NO_COLOUR else f"a {building_name(s, shape, colour)}"


def far_away(square: tuple[int, int]) -> str:
    """A square that is no part of any fortress near this one."""
    return f"{square[0]},{square[1]} touches no building"


def not_yours(s: State, colour: int, own: Sequence[int]) -> str:
    """A colour that belongs to another seat."""
    return f"{colour_name(s, colour)} is not yours to build: you have {' and '.join(colour_name(s, c) for c in own)}"


def why_not_build(s: State, which: int, form: int, cell: int) -> str:
    """A building that cannot go up there now: the first of the edicts, or of the plain facts, that it offends."""
    shape, colour = shape_of(form), int(OWN[s.players, s.seat, which])
    name = building_name(s, shape, colour)
    cells = [cell, second(form, cell)] if form >= LYING else [cell]
    if s.left[shape, colour] == 0:
        return f"no {name} is left"
    if shape == s.last_shape:
        return f"a {_SHAPES[shape]} was built last, so no {_SHAPES[shape]} may follow (sixth edict)"
    if colour == s.last_colour:
        return f"{colour_name(s, colour)} was built last, so {colour_name(s, colour)} may not follow (seventh edict)"
    for at in cells:
        if s.word[at] >= TAKEN:
            return f"{square_text(s, at)} is taken: there stands {standing_on(s, at)}"
        if at == s.cardinal:
            return f"the cardinal stands on {square_text(s, at)} (first edict)"
    return _why_not_there(s, shape, colour, word_for(s, form, cell), "/".join(square_text(s, at) for at in cells))


def _why_not_there(s: State, shape: int, colour: int, word: int, where: str) -> str:
    """The edicts about neighbours."""
    if word == 0:
        return f"{where} touches no building"
    if word & (SHAPE_BIT << shape):
        return f"on {where} a {_SHAPES[shape]} would touch a {_SHAPES[shape]} (fourth edict)"
    if (word >> (3 * colour)) & 7:
        return f"on {where} {colour_name(s, colour)} would touch {colour_name(s, colour)} (fifth edict)"
    edict = {TOWER: "second", COURT: "third"}[shape]
    return f"on {where} the {_SHAPES[shape]} would touch no {_SHAPES[HOUSE]} ({edict} edict)"


def why_not_yet(s: State) -> str:
    """A word that does not belong here in the turn."""
    if s.phase == BUILD:
        return "first a building goes up, then the cardinal may move"
    if s.phase == BONUS:
        return "the start player takes a stone before anything else, as in +R"
    return "a building is up already; now the cardinal may move"


def why_not_stone() -> str:
    """A stone that cannot be taken."""
    return "only the start player takes a stone of his choice, right after the first building"


def why_not_cardinal(s: State, cell: int | None) -> str:
    """A square that the cardinal cannot go to, or (None) why he cannot stay."""
    if s.phase != CARDINAL:
        return why_not_yet(s)
    if cell is None:
        return "the start player has to bring the cardinal in, as in @2,0"
    if cell == s.cardinal:
        return f"the cardinal stands on {square_text(s, cell)} already; write nothing if he stays"
    if s.word[cell] >= TAKEN:
        return f"{square_text(s, cell)} is taken: there stands {standing_on(s, cell)}"
    return f"{square_text(s, cell)} is not beside a building"


def why_not_pass(s: State) -> str:
    """A turn that cannot be passed."""
    return "a building can go up, so it has to" if s.phase == BUILD else "a building went up; nothing is passed"
