"""Why a step is not legal, in words for the person who wrote it."""

from __future__ import annotations

from solver.games.kk_card.rules import stones_allowed
from solver.games.kk_card.state import COLOURS, MINUS, OVER, STONE, TAKE, THREE, State
from solver.games.kk_card.tables import CARD_IDS, CIRCLE_COUNT, COLUMNS, GAME, LAND, LAND_IDS, LAW_KINDS, ROWS

_LANDS = GAME.words["en"]["land"]


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
        return f"{code} is no longer on the table"
    if s.phase != TAKE:
        return f"{code} cannot be taken: the cards of this turn are taken"
    if column not in (s.lo[row], s.hi[row]):
        ends = " and ".join(code_at(s, row * COLUMNS + end) for end in sorted({int(s.lo[row]), int(s.hi[row])}))
        return f"{code} does not lie at an end of row {row + 1}: there lie {ends}"
    limit, circles = (3 if s.three else 2), int(s.circles)
    if s.taken and circles >= limit:
        return f"{code} cannot be taken: with {circles} circle symbols the limit is reached"
    if s.taken and LAND[card] != s.colour and not s.many:
        return f"{code} is of another colour; this turn's cards are from {_LANDS[LAND_IDS[s.colour]]}"
    if circles + CIRCLE_COUNT[card] > limit:
        return f"{code} would make {circles + CIRCLE_COUNT[card]} circle symbols; the limit is {limit}"
    if s.start_only and column not in (s.first_lo[row], s.first_hi[row]):
        return f"{code} was not at an end when the turn began (the game is played with start_only)"
    return f"{code} bears another player's stone, and there is no own stone to pay with"


def why_not_stone(s: State, cell: int) -> str:
    """A card that a stone cannot be set on now."""
    code = code_at(s, cell)
    if not on_display(s, cell):
        return f"{code} is no longer on the table"
    if s.stone[cell]:
        return f"a stone lies on {code} already"
    if s.stock[s.seat] == 0:
        return f"no stone is left to set on {code}" + ("; one on the table may be moved" if s.shown[s.seat] else "")
    most = stones_allowed(s.players)
    return f"{most} own stones lie on the table, no more are allowed there with {s.players} players; one may be moved"


def why_not_lift(s: State, cell: int) -> str:
    """A stone that cannot be moved now."""
    code = code_at(s, cell)
    if not on_display(s, cell) or s.stone[cell] != s.seat + 1:
        return f"no own stone lies on {code}"
    return f"the stone on {code} may be moved only when no further stone may be set"


def why_not_pay(s: State, cell: int) -> str:
    """A stone that cannot pay now."""
    if s.phase == TAKE or s.phase == STONE:
        return f"nothing is to be paid with the stone on {code_at(s, cell)}: a stone from the stock pays, if one has to"
    return f"no own stone lies on {code_at(s, cell)} to pay with"


def why_not_play(s: State, kind: int, held: bool) -> str:
    """A law tile that cannot be played now."""
    title = GAME.words["en"]["law"][LAW_KINDS[kind]]["title"]
    if kind == MINUS:
        return f'"{title}" is never played; it counts at the end'
    if not held:
        return f'there is no "{title}" to play'
    if kind in (THREE, COLOURS) and s.must_take:
        return f'before "{title}" is played, too, a card has to be taken'
    if kind in (THREE, COLOURS):
        return f'"{title}" would not let another card be taken now'
    return f'"{title}" brings nothing back: no stone is lost'


def why_not_stop(s: State) -> str:
    """A turn that cannot end its takes, or end, now."""
    if s.phase == OVER:
        return "the game is over"
    if s.must_take:
        return "after the law tile a card has to be taken"
    return "at least one card has to be taken" if s.phase == TAKE else "the cards of this turn are taken"


def why_not_skip(s: State) -> str:
    """A turn that cannot be skipped."""
    return "a card was taken; nothing is skipped" if s.taken else "a card can be taken, so the turn cannot be skipped"
