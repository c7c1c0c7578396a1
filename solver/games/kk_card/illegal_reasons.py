"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from shelf.messages import joined
from solver.games.kk_card.rules import stones_allowed
from solver.games.kk_card.state import COLOURS, MINUS, OVER, STONE, TAKE, THREE, State
from solver.games.kk_card.tables import CARD_IDS, CIRCLE_COUNT, COLUMNS, GAME, LAND, LAND_IDS, LAW_KINDS, ROWS, refused


def code_at(s: State, cell: int) -> str:
    """The code of the card on a cell."""
    return str(CARD_IDS[s.card[cell]])


def on_display(s: State, cell: int) -> bool:
    """Whether the cell's card still lies there."""
    row, column = divmod(cell, COLUMNS)
    return bool(s.lo[row] <= column <= s.hi[row])


def display(s: State) -> list[int]:
    """The cells on which cards still lie."""
    ends = zip(range(ROWS), s.lo.tolist(), s.hi.tolist(), strict=True)
    return [row * COLUMNS + column for row, low, high in ends for column in range(low, high + 1)]


def why_not_take(s: State, cell: int) -> str:
    """A card that cannot be taken now."""
    code, card = code_at(s, cell), s.card[cell]
    row, column = divmod(cell, COLUMNS)
    if not on_display(s, cell):
        return refused("illegal.gone", code=code)
    if s.phase != TAKE:
        return refused("illegal.all_taken", code=code)
    if column not in (s.lo[row], s.hi[row]):
        ends = joined("and", [code_at(s, row * COLUMNS + end) for end in sorted({int(s.lo[row]), int(s.hi[row])})])
        return refused("illegal.not_at_end", code=code, row=row + 1, ends=ends)
    limit, circles = (3 if s.three else 2), int(s.circles)
    if s.taken and circles >= limit:
        return refused("illegal.limit", code=code, circles=circles)
    if s.taken and LAND[card] != s.colour and not s.many:
        return refused("illegal.other_colour", code=code, land=GAME.named("land", LAND_IDS[s.colour]))
    if circles + CIRCLE_COUNT[card] > limit:
        return refused("illegal.too_many", code=code, circles=circles + CIRCLE_COUNT[card], limit=limit)
    if s.start_only and column not in (s.first_lo[row], s.first_hi[row]):
        return refused("illegal.not_at_start", code=code)
    return refused("illegal.cannot_pay", code=code)


def why_not_stone(s: State, cell: int) -> str:
    """A card that a stone cannot be set on now."""
    code = code_at(s, cell)
    if not on_display(s, cell):
        return refused("illegal.gone", code=code)
    if s.stone[cell]:
        return refused("illegal.stone_there", code=code)
    if s.stock[s.seat] == 0:
        return refused("illegal.no_stone_but_move" if s.shown[s.seat] else "illegal.no_stone", code=code)
    most = stones_allowed(s.players)
    return refused("illegal.stones_laid", most=most, players=s.players)


def why_not_lift(s: State, cell: int) -> str:
    """A stone that cannot be moved now."""
    code = code_at(s, cell)
    if not on_display(s, cell) or s.stone[cell] != s.seat + 1:
        return refused("illegal.not_own", code=code)
    return refused("illegal.only_when", code=code)


def why_not_pay(s: State, cell: int) -> str:
    """A stone that cannot pay now."""
    if s.phase == TAKE or s.phase == STONE:
        return refused("illegal.nothing_due", code=code_at(s, cell))
    return refused("illegal.no_own_to_pay", code=code_at(s, cell))


def why_not_play(s: State, kind: int, held: bool) -> str:
    """A law tile that cannot be played now."""
    title = GAME.named("law", LAW_KINDS[kind], "title")
    if kind == MINUS:
        return refused("illegal.never_played", title=title)
    if not held:
        return refused("illegal.none_held", title=title)
    if kind in (THREE, COLOURS) and s.must_take:
        return refused("illegal.take_before", title=title)
    if kind in (THREE, COLOURS):
        return refused("illegal.no_use", title=title)
    return refused("illegal.nothing_lost", title=title)


def why_not_stop(s: State) -> str:
    """A turn that cannot end its takes, or end, now."""
    if s.phase == OVER:
        return refused("illegal.over")
    if s.must_take:
        return refused("illegal.take_after_law")
    return refused("illegal.take_one") if s.phase == TAKE else refused("illegal.taken")


def why_not_skip(s: State) -> str:
    """A turn that cannot be skipped."""
    return refused("illegal.no_skip") if s.taken else refused("illegal.can_take")
