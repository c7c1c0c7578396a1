"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from solver.games.kk_board.map import BoardMap
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
    land, names = board.land_at(target), board.land_names()
    name, what = names[land], target_text(board, target)
    if s.phase == OVER:
        return "the game is over"
    if s.phase == DRAW:
        return f"{what} comes too late: pieces are placed before cards are drawn"
    if s.placed and land != s.land:
        return f"{what} is in {name}, but the pieces of a turn all go to one land: {names[s.land]}"
    if target < COURTS and owner_of(s, target) >= 0:
        return f"a cloister stands on {what} already"
    if target < COURTS and not s.cloisters_left[s.seat]:
        return f"all {CLOISTERS_EACH} cloisters are placed"
    if target >= COURTS and not s.councils_left[s.seat]:
        return f"all {COUNCILS_EACH} councils are placed"
    if target >= COURTS and not court_has_room(s, land):
        return f"the court of {name} has no room: as many councils as cloisters of whoever has the most there"
    return why_not_pay(board, s, kind, land)


def why_not_pay(board: BoardMap, s: State, kind: int, land: int) -> str:
    """Cards that are not there."""
    name, code = board.land_names()[land], board.code(kind)
    if holds(s, s.seat, kind, price(s, kind, land)):
        return f"{code} cannot pay for a piece in {name}"
    if board.card_of[land] == kind:
        pair = board.card_ids[kind - 1]
        return (
            f"there is no {code} in hand for {name}; a pair of others would do, as in {board.land_codes[land]}1*{pair}"
        )
    return f"a piece in {name} costs two {code}, and there are not two in hand"


def why_not_exchange(board: BoardMap, s: State, kind: int) -> str:
    """A card that cannot be exchanged now."""
    if s.phase != PLACE or s.placed:
        return "a card is exchanged instead of placing pieces, not after it"
    return f"there is no {board.code(kind)} in hand"


def why_not_draw(board: BoardMap, s: State, kind: int) -> str:
    """A card that cannot be drawn now."""
    if s.phase == PLACE and not s.placed:
        return "first a piece is placed, or a card exchanged (-FA); then cards are drawn"
    if kind == UNKNOWN:
        return "the stack is empty"
    lying = [code for number, code in enumerate(board.card_ids) for _ in range(s.open[number])]
    code = board.code(kind)
    return f"{code} does not lie open; there lie {' '.join(lying) or 'none'}. ={code} comes from the stack"


def why_not_stop(s: State) -> str:
    """A turn that cannot end its placing now."""
    if s.phase == PLACE and not s.placed:
        return "a piece has to be placed, or a card exchanged, as in -FA"
    return "there is nothing to stop"
