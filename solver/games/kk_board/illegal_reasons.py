"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.refusals import refused
from solver.games.kk_board.rules import court_has_room, holds, price
from solver.games.kk_board.state import (
    CLOISTERS_EACH,
    COUNCILS_EACH,
    COURTS,
    DRAW,
    OVER,
    PLACE,
    UNKNOWN,
    State,
)


def owner_of(s: State, field: int) -> int:
    """The seat whose cloister stands on a field, or -1."""
    masks = [int(mask) for mask in s.mask]
    return next((seat for seat, mask in enumerate(masks) if mask >> field & 1), -1)


def target_text(board: BoardMap, target: int) -> str:
    """A field, or the court of a land."""
    return board.field_ids[target] if target < COURTS else f"+{board.land_codes[target - COURTS]}"


def why_not_place(board: BoardMap, s: State, kind: int, target: int) -> str:
    """A piece that cannot be put there now, or not be paid so."""
    land = board.land_at(target)
    name, what = board.land_named(land), target_text(board, target)
    if s.phase == OVER:
        return refused("illegal.over")
    if s.phase == DRAW:
        return refused("illegal.too_late", what=what)
    if s.placed and land != s.land:
        return refused("illegal.other_land", what=what, name=name, land=board.land_named(s.land))
    if target < COURTS and owner_of(s, target) >= 0:
        return refused("illegal.taken", what=what)
    if target < COURTS and not s.cloisters_left[s.seat]:
        return refused("illegal.no_cloister", cloisters_each=CLOISTERS_EACH)
    if target >= COURTS and not s.councils_left[s.seat]:
        return refused("illegal.no_council", councils_each=COUNCILS_EACH)
    if target >= COURTS and not court_has_room(s, land):
        return refused("illegal.no_room", name=name)
    return why_not_pay(board, s, kind, land)


def why_not_pay(board: BoardMap, s: State, kind: int, land: int) -> str:
    """Cards that are not there."""
    name, code = board.land_named(land), board.code(kind)
    if holds(s, s.seat, kind, price(s, kind, land)):
        return refused("illegal.cannot_pay", code=code, name=name)
    if board.card_of[land] == kind:
        pair = board.card_ids[kind - 1]
        return refused("illegal.no_card", code=code, name=name, land_codes=board.land_codes[land], pair=pair)
    return refused("illegal.two_cards", name=name, code=code)


def why_not_exchange(board: BoardMap, s: State, kind: int) -> str:
    """A card that cannot be exchanged now."""
    if s.phase != PLACE or s.placed:
        return refused("illegal.instead")
    return refused("illegal.not_in_hand", kind=board.code(kind))


def why_not_draw(board: BoardMap, s: State, kind: int) -> str:
    """A card that cannot be drawn now."""
    if s.phase == PLACE and not s.placed:
        return refused("illegal.place_first")
    if kind == UNKNOWN:
        return refused("illegal.stack_empty")
    lying = [code for number, code in enumerate(board.card_ids) for _ in range(s.open[number])]
    code = board.code(kind)
    return refused("illegal.not_open", code=code, lying=" ".join(lying) or refused("illegal.none"))


def why_not_stop(s: State) -> str:
    """A turn that cannot end its placing now."""
    if s.phase == PLACE and not s.placed:
        return refused("illegal.must_place")
    return refused("illegal.nothing_to_stop")
