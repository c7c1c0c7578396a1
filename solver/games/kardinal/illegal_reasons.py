"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from collections.abc import Sequence

from shelf.messages import joined
from solver.games.kardinal.codes import building_name, colour_name, shape_name, square_text
from solver.games.kardinal.sites import second, shape_of, word_for
from solver.games.kardinal.state import BONUS, BUILD, CARDINAL, LYING, NO_COLOUR, SHAPE_BIT, TAKEN, State
from solver.games.kardinal.tables import COURT, HOUSE, OWN, TOWER, refused


def standing_on(s: State, cell: int) -> str:
    """What stands on a cell that is built on."""
    shape, colour = int(s.word[cell]) & 3, (int(s.word[cell]) >> 2) & 7
    if colour == NO_COLOUR:
        return refused("illegal.cathedral")
    return refused("illegal.a", building=building_name(s, shape, colour))


def far_away(square: tuple[int, int]) -> str:
    """A square that is no part of any fortress near this one."""
    return refused("illegal.touches_nothing", x=square[0], y=square[1])


def not_yours(s: State, colour: int, own: Sequence[int]) -> str:
    """A colour that belongs to another seat."""
    yours = joined("and", [colour_name(s, colour) for colour in own])
    return refused("illegal.not_yours", colour=colour_name(s, colour), own=yours)


def why_not_build(s: State, which: int, form: int, cell: int) -> str:
    """A building that cannot go up there now: the first of the edicts, or of the plain facts, that it offends."""
    shape, colour = shape_of(form), int(OWN[s.players, s.seat, which])
    name = building_name(s, shape, colour)
    cells = [cell, second(form, cell)] if form >= LYING else [cell]
    if s.left[shape, colour] == 0:
        return refused("illegal.none_left", name=name)
    if shape == s.last_shape:
        return refused("illegal.same_shape", shape=shape_name(shape))
    if colour == s.last_colour:
        return refused("illegal.same_colour", colour=colour_name(s, colour))
    for at in cells:
        if s.word[at] >= TAKEN:
            return refused("illegal.taken", square=square_text(s, at), standing=standing_on(s, at))
        if at == s.cardinal:
            return refused("illegal.cardinal_there", square=square_text(s, at))
    return _why_not_there(s, shape, colour, word_for(s, form, cell), "/".join(square_text(s, at) for at in cells))


def _why_not_there(s: State, shape: int, colour: int, word: int, where: str) -> str:
    """The edicts about neighbours."""
    if word == 0:
        return refused("illegal.there_nothing", where=where)
    if word & (SHAPE_BIT << shape):
        return refused("illegal.shape_touches", where=where, shape=shape_name(shape))
    if (word >> (3 * colour)) & 7:
        return refused("illegal.colour_touches", where=where, colour=colour_name(s, colour))
    edict = refused({TOWER: "illegal.second", COURT: "illegal.third"}[shape])
    return refused("illegal.no_house", where=where, shape=shape_name(shape), house=shape_name(HOUSE), edict=edict)


def why_not_yet(s: State) -> str:
    """A word that does not belong here in the turn."""
    if s.phase == BUILD:
        return refused("illegal.build_first")
    if s.phase == BONUS:
        return refused("illegal.stone_first")
    return refused("illegal.built_already")


def why_not_stone() -> str:
    """A stone that cannot be taken."""
    return refused("illegal.only_start")


def why_not_cardinal(s: State, cell: int | None) -> str:
    """A square that the cardinal cannot go to, or (None) why he cannot stay."""
    if s.phase != CARDINAL:
        return why_not_yet(s)
    if cell is None:
        return refused("illegal.bring_in")
    if cell == s.cardinal:
        return refused("illegal.stands_already", square=square_text(s, cell))
    if s.word[cell] >= TAKEN:
        return refused("illegal.taken", square=square_text(s, cell), standing=standing_on(s, cell))
    return refused("illegal.not_beside", square=square_text(s, cell))


def why_not_pass(s: State) -> str:
    """A turn that cannot be passed."""
    return refused("illegal.must_build") if s.phase == BUILD else refused("illegal.built_no_pass")
