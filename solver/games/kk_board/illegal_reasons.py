"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from typing import Any

from solver.games.kk_board.codes import CODES
from solver.games.kk_board.rules import court_has_room, holds, price
from solver.games.kk_board.state import DRAW, OVER, PLACE, UNKNOWN
from solver.games.kk_board.tables import (
    CARD_IDS,
    CARD_OF,
    CLOISTERS_EACH,
    COUNCILS_EACH,
    FIELD_IDS,
    FIELDS,
    GAME,
    LAND_CODES,
    LAND_OF,
)

LAND_NAMES = [row["name_en"] for row in GAME.tables["lands"]]


def owner_of(s: Any, field: int) -> int:
    """The seat whose cloister stands on a field, or -1."""
    masks = [int(mask) for mask in s.mask]
    return next((seat for seat, mask in enumerate(masks) if mask >> field & 1), -1)


def target_text(target: int) -> str:
    """A field, or the court of a land."""
    return FIELD_IDS[target] if target < FIELDS else f"+{LAND_CODES[target - FIELDS]}"


def why_not_place(s: Any, kind: int, target: int) -> str:
    """A piece that cannot be put there now, or not be paid so."""
    land = int(LAND_OF[target]) if target < FIELDS else target - FIELDS
    name, what = LAND_NAMES[land], target_text(target)
    if s.phase == OVER:
        return "the game is over"
    if s.phase == DRAW:
        return f"{what} comes too late: pieces are placed before cards are drawn"
    if s.placed and land != s.land:
        return f"{what} is in {name}, but the pieces of a turn all go to one land: {LAND_NAMES[s.land]}"
    if target < FIELDS and owner_of(s, target) >= 0:
        return f"a cloister stands on {what} already"
    if target < FIELDS and not s.cloisters_left[s.seat]:
        return f"all {CLOISTERS_EACH} cloisters are placed"
    if target >= FIELDS and not s.councils_left[s.seat]:
        return f"all {COUNCILS_EACH} councils are placed"
    if target >= FIELDS and not court_has_room(s, land):
        return f"the court of {name} has no room: as many councils as cloisters of whoever has the most there"
    return why_not_pay(s, kind, land)


def why_not_pay(s: Any, kind: int, land: int) -> str:
    """Cards that are not there."""
    name, code = LAND_NAMES[land], CODES[kind]
    if holds(s, s.seat, kind, price(kind, land)):
        return f"{code} cannot pay for a piece in {name}"
    if CARD_OF[land] == kind:
        pair = CARD_IDS[kind - 1]
        return f"there is no {code} in hand for {name}; a pair of others would do, as in {LAND_CODES[land]}1*{pair}"
    return f"a piece in {name} costs two {code}, and there are not two in hand"


def why_not_exchange(s: Any, kind: int) -> str:
    """A card that cannot be exchanged now."""
    if s.phase != PLACE or s.placed:
        return "a card is exchanged instead of placing pieces, not after it"
    return f"there is no {CODES[kind]} in hand"


def why_not_draw(s: Any, kind: int) -> str:
    """A card that cannot be drawn now."""
    if s.phase == PLACE and not s.placed:
        return "first a piece is placed, or a card exchanged (-FA); then cards are drawn"
    if kind == UNKNOWN:
        return "the stack is empty"
    lying = [code for number, code in enumerate(CARD_IDS) for _ in range(s.open[number])]
    return (
        f"{CODES[kind]} does not lie open; there lie {' '.join(lying) or 'none'}. ={CODES[kind]} comes from the stack"
    )


def why_not_stop(s: Any) -> str:
    """A turn that cannot end its placing now."""
    if s.phase == PLACE and not s.placed:
        return "a piece has to be placed, or a card exchanged, as in -FA"
    return "there is nothing to stop"
