"""Between the card game's kernel and the plain reference: bytes in words, and tables set by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from solver.games.kk_card import rules as kernel
from solver.games.kk_card import state as position
from solver.games.kk_card.game import KERNEL
from solver.games.kk_card.tables import CARD_IDS, LAND_IDS, LAW_KINDS, ROUTE_IDS, SYMBOL_IDS
from solver.kernel.contract import MOST_SEATS, Bytes
from tests.solver.kk_card_reference import CARDS, CELLS, COLUMNS, LAWS, ROWS, Cell, Step
from tests.solver.two_tables import codes_of, fields_of, standing_of

CARD = {card.id: card for card in CARDS}

# ---- the kernel's bytes in words -----------------------------------------------------------------------------------


def fields(state: Bytes) -> dict[str, Any]:
    """The state's fields as plain numbers and lists."""
    return fields_of(state, position.STATE)


def cell_of(number: int) -> Cell:
    return divmod(number, COLUMNS)


def number_of(cell: Cell) -> int:
    return cell[0] * COLUMNS + cell[1]


WORDS = {
    **{position.STOP: Step("stop"), position.SKIP: Step("skip"), position.DONE: Step("done")},
    **{
        position.PLAY + kind: Step("law", law=LAW_KINDS[kind])
        for kind in (position.RETURN, position.THREE, position.COLOURS)
    },
    **{position.PAY_FROM + number: Step("pay", cell_of(number)) for number in range(len(CELLS))},
    **{position.PLACE + number: Step("place", cell_of(number)) for number in range(len(CELLS))},
    **{position.LIFT + number: Step("lift", cell_of(number)) for number in range(len(CELLS))},
}
"""The kernel's steps as the reference writes them, but for takes, and for drops, which the kernel calls places."""


def translated(state: Bytes, steps: Sequence[int]) -> list[Step]:
    """Kernel steps as the reference writes them."""
    s = state.view(position.STATE)
    phase = s["phase"][0]
    if phase == position.MOVE:
        return [Step("drop", WORDS[code].cell) for code in steps]
    if phase != position.TAKE:
        return [WORDS[code] for code in steps]
    both = list(zip(s["lo"][0].tolist(), s["hi"][0].tolist(), strict=True))
    ends = [(row, end) for row in range(ROWS) for end in both[row]]
    return [Step("take", ends[code]) if code < len(ends) else WORDS[code] for code in steps]


def codes(state: Bytes) -> list[int]:
    return codes_of(KERNEL, state)


def legal(state: Bytes) -> dict[Step, int]:
    found = codes(state)
    offered = dict(zip(translated(state, found), found, strict=True))
    assert len(offered) == len(found), "no step twice"
    return offered


def legal_words(state: Bytes) -> set[str]:
    return {step.word for step in legal(state)}


def after(state: Bytes, *steps: Step) -> Bytes:
    """The state after these steps, each of which must be legal."""
    state = state.copy()
    for step in steps:
        offered = legal(state)
        assert step in offered, f"{step} is not among {sorted(offered)}"
        kernel.apply(state, offered[step])
    return state


def parts(state: Bytes) -> list[list[int]]:
    players = int(state.view(position.STATE)[0].players)
    room = np.zeros((MOST_SEATS, len(kernel.PARTS)))
    kernel.score_parts(state, room)
    return [[int(value) for value in row] for row in room[:players]]


def standing(state: Bytes) -> list[tuple[float, float]]:
    """Points and tie-break of each seat."""
    players = int(state.view(position.STATE)[0].players)
    return standing_of(KERNEL, state, players)


def winner(state: Bytes) -> int | None:
    places = standing(state)
    best = max(places)
    return places.index(best) if places.count(best) == 1 else None


def take(*cells: Cell) -> list[Step]:
    return [Step("take", cell) for cell in cells]


def law(kind: str) -> Step:
    return Step("law", law=kind)


STOP, SKIP, DONE = Step("stop"), Step("skip"), Step("done")


# ---- setting a table -----------------------------------------------------------------------------------------------


def table(
    players: int = 3,
    cards: dict[Cell, str] | None = None,
    laws: Sequence[str] = LAWS,
    start_only: bool = False,
) -> Bytes:
    """An opening with these cards on these cells; the others fill the rest in the order of the list."""
    wanted = cards or {}
    rest = iter([card for card in CARD_IDS if card not in wanted.values()])
    order = [CARD_IDS.index(wanted[cell] if cell in wanted else next(rest)) for cell in CELLS]
    return position.new_state(players, order, [LAW_KINDS.index(kind) for kind in laws], start_only)


def shrink(state: Bytes, row: int, first: int, last: int) -> None:
    """Leaves columns first..last of a row (none if last < first); the other cards go to nobody, their tiles out."""
    s = state.view(position.STATE)[0]
    for column in range(COLUMNS):
        if not first <= column <= last:
            cell = row * COLUMNS + column
            s.played[s.tile[cell]] += s.tile[cell] > 0
            s.tile[cell] = position.NONE
    s.left -= s.hi[row] - s.lo[row] + 1 - max(0, last - first + 1)
    s.lo[row] = s.first_lo[row] = first
    s.hi[row] = s.first_hi[row] = last


def claim(state: Bytes, seat: int, *cells: Cell) -> None:
    """Puts stones of a seat from its stock on cells."""
    s = state.view(position.STATE)[0]
    for cell in cells:
        s.stone[number_of(cell)] = seat + 1
    s.stock[seat] -= len(cells)
    s.shown[seat] += len(cells)


def lose(state: Bytes, seat: int, count: int) -> None:
    s = state.view(position.STATE)[0]
    s.stock[seat] -= count
    s.lost[seat] += count


def give_law(state: Bytes, seat: int, *kinds: str) -> None:
    """Hands a seat law tiles; where they came from does not matter to the rules under test."""
    s = state.view(position.STATE)[0]
    for kind in kinds:
        s.hand[seat, LAW_KINDS.index(kind)] += 1


def collected(*piles: Sequence[str]) -> Bytes:
    """A table at which the players hold just these cards."""
    state = table(players=len(piles))
    s = state.view(position.STATE)[0]
    for seat, pile in enumerate(piles):
        for card in (CARD[name] for name in pile):
            land = LAND_IDS.index(card.land)
            s.cards[seat] += 1
            s.lands[seat, land] += 1
            s.routes[seat, ROUTE_IDS.index(card.route)] += 1
            for symbol in card.symbols:
                s.symbols[seat, land, SYMBOL_IDS.index(symbol)] += 1
    return state


def with_route(route: str) -> list[str]:
    return [card.id for card in CARDS if card.route == route]
