"""The rules of the card game, once: written in Python, compiled by numba, used by the log, the score and the search.

The rulings that these rules follow where the texts are silent are in docs/rulings.md.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.state import (
    CARRIAGE,
    COLOURS,
    DONE,
    LIFT,
    MINUS,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    SHIP,
    SKIP,
    STONE,
    STOP,
    TAKE,
    THREE,
    UNKNOWN,
    State,
    opened,
)
from solver.games.kk_card.tables import (
    CARDS,
    CIRCLE_COUNT,
    CIRCLES,
    COLUMNS,
    LAND,
    LAND_SIZE,
    LANDS,
    LAWS,
    ROUTE,
    ROWS,
    STONES_EACH,
    SYMBOLS,
)
from solver.kernel.bits import ONE, bit, first, rest
from solver.kernel.contract import (
    MOST_SEATS,
    SCORE_PARTS,
    Bytes,
    Numbers,
    Points,
    Steps,
    compiled,
    compiled_for,
    inlined,
    kernel,
    wide,
)
from solver.kernel.lent import borrowed

MOST_CIRCLES = 3
"""So many circle symbols may be taken in a turn with "three symbols"."""
Bounds = tuple[int, int, bool]
"""How many circle symbols may still be taken (-1: no card at all), of which land (-1: of any), and whether stones of
others can be paid for."""


def _fitting(land: int, room: int) -> int:
    """The cards of a land (-1: of any) with at most so many circle symbols, as a set."""
    return sum(1 << card for card in range(CARDS) if CIRCLE_COUNT[card] <= room and land in (-1, LAND[card]))


_FITTING = np.array(
    [[_fitting(land, room) for room in range(-1, MOST_CIRCLES + 1)] for land in range(-1, LANDS)], dtype=np.uint64
)


@inlined
def stones_allowed(players: int) -> int:
    """How many own stones may lie on the display at once: with four and five players one stays in reserve."""
    return STONES_EACH if players == 3 else STONES_EACH - 1


@inlined
def next_seat(s: State, seat: int) -> int:
    """The seat after a seat."""
    return seat + 1 if seat + 1 < s.players else 0


@inlined
def circle_limit(three: int) -> int:
    """How many circle symbols may be taken in a turn, with "three symbols" played or not."""
    return MOST_CIRCLES if three else MOST_CIRCLES - 1


@inlined
def bounds_under(s: State, three: int, many: int) -> Bounds:
    """What binds the seat to move at every end, if these laws are in force."""
    room, land = max(circle_limit(three) - wide(s.circles), 0), -1
    if s.taken:
        room = room if room else -1
        land = -1 if many else wide(s.colour)
    return room, land, s.stock[s.seat] > 0 or s.shown[s.seat] > 0


@inlined
def bounds_now(s: State) -> Bounds:
    """What binds it with the laws that it has played."""
    return bounds_under(s, s.three, s.many)


@inlined
def cell_in(row: int, column: int) -> int:
    """A cell. Compiled, the number has no sign, and nobody asks whether it is counted from the end."""
    return int(np.uint64(row * COLUMNS + column))


@inlined
def cell_at(s: State, end: int) -> int:
    """The cell at an end that there is."""
    row = end >> 1
    return cell_in(row, wide(s.hi[row] if end & 1 else s.lo[row]))


@inlined
def all_ends(s: State) -> np.uint64:
    """All ends, as a set; one card is a single end."""
    ends = np.uint64(0)
    for row in range(ROWS):
        lo, hi = s.lo[row], s.hi[row]
        ends |= np.uint64(lo <= hi) << np.uint64(2 * row) | np.uint64(lo < hi) << np.uint64(2 * row + 1)
    return ends


@inlined
def _within_reach(s: State, end: int, pays: bool) -> bool:
    """Whether a card may be taken for all that its place says: another's stone on it, when it came to an end."""
    cell, row = cell_at(s, end), end >> 1
    if not pays and s.stone[cell] != 0 and s.stone[cell] != s.seat + 1:
        return False
    column = s.hi[row] if end & 1 else s.lo[row]
    return not s.start_only or column == s.first_lo[row] or column == s.first_hi[row]


@inlined
def takeable(s: State, bounds: Bounds) -> np.uint64:
    """The ends from which the seat to move may take, as a set."""
    room, land, pays = bounds
    cards, ends = _FITTING[land + 1, room + 1], np.uint64(0)
    for row in range(ROWS):
        lo, hi = wide(s.lo[row]), wide(s.hi[row])
        if lo <= hi:
            ends |= (cards >> np.uint64(s.card[cell_in(row, lo)]) & ONE) << np.uint64(2 * row)
            ends |= (cards >> np.uint64(s.card[cell_in(row, hi)]) & np.uint64(lo < hi)) << np.uint64(2 * row + 1)
    if pays and not s.start_only:
        return ends
    found = np.uint64(0)
    while ends:
        if _within_reach(s, first(ends), pays):
            found |= bit(first(ends))
        ends = rest(ends)
    return found


@compiled
def _any_takeable(s: State, three: int, many: int) -> bool:
    """Whether a card could be taken with these laws in force."""
    return bool(takeable(s, bounds_under(s, three, many)))


@inlined
def holds(s: State, seat: int, kind: int) -> bool:
    """Whether a seat has a law tile of a kind, or may have one for all that is known."""
    if s.hand[seat, kind]:
        return True
    if s.hand[seat, UNKNOWN] == 0:
        return False
    seen = s.played[kind]
    for other in range(s.players):
        seen += s.hand[other, kind]
    return seen < LAWS[kind]


@inlined
def law_helps(s: State, kind: int) -> bool:
    """Whether "three symbols" or "many colours" would let the seat take a card now, alone or with the other of them."""
    seat = s.seat
    if (s.three if kind == THREE else s.many) or not holds(s, seat, kind):
        return False
    if _any_takeable(s, 1 if kind == THREE else s.three, s.many if kind == THREE else 1):
        return True
    other = COLOURS if kind == THREE else THREE
    tiles = int(s.hand[seat, kind] > 0) + int(s.hand[seat, other] > 0) + s.hand[seat, UNKNOWN]
    return bool(holds(s, seat, other) and tiles >= 2 and _any_takeable(s, 1, 1))


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when the last card is taken."""
    s = opened(state)
    return -1 if s.phase == OVER else int(s.seat)


@inlined
def _legal_takes(s: State, steps: Steps) -> int:
    n = 0
    ends = takeable(s, bounds_now(s))
    while ends:
        steps[n] = first(ends)
        ends = rest(ends)
        n += 1
    if s.taken == 0 and n == 0:
        steps[n] = SKIP
        n += 1
    elif s.taken and not s.must_take:
        steps[n] = STOP
        n += 1
    if s.lost[s.seat] and holds(s, s.seat, RETURN):
        steps[n] = PLAY + RETURN
        n += 1
    for kind in (THREE, COLOURS):
        if law_helps(s, kind):
            steps[n] = PLAY + kind
            n += 1
    return n


@inlined
def _legal_stones(s: State, steps: Steps) -> int:
    steps[0] = DONE
    n = 1
    seat = s.seat
    if s.lost[seat] and holds(s, seat, RETURN):
        steps[n] = PLAY + RETURN
        n += 1
    may_place = s.stock[seat] > 0 and s.shown[seat] < stones_allowed(s.players)
    free = 0
    if not may_place and s.shown[seat]:
        for row in range(ROWS):
            for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
                free += s.stone[cell] == 0
        if free == 0:
            return n
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if may_place:
                if s.stone[cell] == 0:
                    steps[n] = PLACE + cell
                    n += 1
            elif s.stone[cell] == seat + 1:
                steps[n] = LIFT + cell
                n += 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    s, steps = opened(state), borrowed(steps)
    if s.phase == TAKE:
        return _legal_takes(s, steps)
    if s.phase == STONE:
        return _legal_stones(s, steps)
    n = 0
    if s.phase == OVER:
        return n
    for row in range(ROWS):
        for cell in range(row * COLUMNS + s.lo[row], row * COLUMNS + s.hi[row] + 1):
            if s.phase == PAY and s.stone[cell] == s.seat + 1:
                steps[n] = PAY_FROM + cell
                n += 1
            elif s.phase == MOVE and s.stone[cell] == 0 and cell != s.lifted:
                steps[n] = PLACE + cell
                n += 1
    return n


essential = legal
"""No two steps of this game come to the same."""


@inlined
def _settle_claim(s: State, cell: int) -> None:
    """An own stone comes home; a foreign one goes home too, and the taker pays with one of his."""
    owner = s.stone[cell]
    if owner == 0:
        return
    s.stone[cell] = 0
    s.shown[owner - 1] -= 1
    s.stock[owner - 1] += 1
    if owner != s.seat + 1:
        if s.stock[s.seat]:
            s.stock[s.seat] -= 1
            s.lost[s.seat] += 1
        else:
            s.phase = PAY


@inlined
def _take(s: State, end: int) -> None:
    seat, row, side = s.seat, end >> 1, end & 1
    cell = cell_at(s, end)
    s.hi[row] -= side
    s.lo[row] += 1 - side
    card = s.card[cell]
    land = LAND[card]
    s.left -= 1
    s.taken += 1
    s.must_take = 0
    s.colour = land
    s.circles += CIRCLE_COUNT[card]
    s.cards[seat] += 1
    s.lands[seat, land] += 1
    for kind in range(SYMBOLS):
        s.symbols[seat, land, kind] += CIRCLES[card, kind]
    s.routes[seat, ROUTE[card]] += 1
    tile = s.tile[cell]
    s.hand[seat, tile] += tile != NONE
    s.tile[cell] = NONE
    _settle_claim(s, cell)
    if s.left == 0:
        s.phase = OVER


@inlined
def _play(s: State, kind: int) -> None:
    """A law tile leaves the game; one that nobody had seen turns out to be of this kind."""
    seat = s.seat
    if s.hand[seat, kind]:
        s.hand[seat, kind] -= 1
    else:
        s.hand[seat, UNKNOWN] -= 1
    s.played[kind] += 1
    if kind == RETURN:
        s.lost[seat] -= 1
        s.stock[seat] += 1
    elif kind == THREE:
        s.three = 1
        s.must_take = 1
    else:
        s.many = 1
        s.must_take = 1


@inlined
def _next_turn(s: State) -> None:
    s.seat = next_seat(s, s.seat)
    s.phase = TAKE
    s.lifted = -1
    s.colour = -1
    s.circles = 0
    s.taken = 0
    s.three = 0
    s.many = 0
    s.must_take = 0
    s.turn += 1
    if s.start_only:
        for row in range(ROWS):
            s.first_lo[row] = s.lo[row]
            s.first_hi[row] = s.hi[row]


@inlined
def _place(s: State, cell: int) -> None:
    if s.phase == MOVE:
        s.stone[s.lifted] = 0
    else:
        s.stock[s.seat] -= 1
        s.shown[s.seat] += 1
    s.stone[cell] = s.seat + 1
    _next_turn(s)


@inlined
def make(s: State, step: int) -> None:
    """Makes a step."""
    if step < STOP:
        _take(s, step)
    elif step == STOP:
        s.phase = STONE
    elif step in (SKIP, DONE):
        _next_turn(s)
    elif step < PAY_FROM:
        _play(s, step - PLAY)
    elif step < PLACE:
        s.stone[step - PAY_FROM] = 0
        s.shown[s.seat] -= 1
        s.lost[s.seat] += 1
        s.phase = TAKE
    elif step < LIFT:
        _place(s, step - PLACE)
    else:
        s.lifted = step - LIFT
        s.phase = MOVE


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(opened(state), step)


LAND_PART, SYMBOL_PART, CHAIN_PART, LAW_PART = range(4)
PARTS = ("land", "symbols", "chains", "law")


@inlined
def held_numbers(s: State, land: int) -> np.uint64:
    """The numbers of cards of a land that seats hold, and the land's number, as a set."""
    numbers = bit(LAND_SIZE[land])
    for seat in range(MOST_SEATS):
        numbers |= bit(s.lands[seat, land])
    return numbers


@inlined
def rank_points(numbers: np.uint64, least: int, land: int) -> int:
    """What a seat gets that is topped by those who hold at least so many: the fewest of these, or the land's number.

    First gets the land's number, every next rank what one player of the rank above holds.
    """
    least = min(least, wide(LAND_SIZE[land]))
    return least + first(numbers >> np.uint64(least))


@inlined
def most_symbols(s: State, land: int) -> int:
    """The most equal symbols of a land that anybody holds."""
    most = 0
    for kind in range(SYMBOLS):
        of_kind = 0  # by itself: then the kinds are gone through side by side
        for seat in range(MOST_SEATS):
            of_kind = max(of_kind, wide(s.symbols[seat, land, kind]))
        most = max(most, of_kind)
    return most


@inlined
def _score_land(s: State, land: int, parts: Numbers) -> None:
    """Points for the rank, and for symbols to those who have the most of a kind."""
    numbers, most = held_numbers(s, land), most_symbols(s, land)
    for seat in range(wide(s.players)):
        own = wide(s.lands[seat, land])
        if own:
            equal = 0
            for kind in range(SYMBOLS):
                equal = max(equal, wide(s.symbols[seat, land, kind]))
            parts[seat, LAND_PART] += rank_points(numbers, own + 1, land)
            parts[seat, SYMBOL_PART] += most if equal == most else 0


@inlined
def _score(s: State, parts: Numbers) -> None:
    for seat in range(wide(s.players)):
        ships, carriages = wide(s.routes[seat, SHIP]), wide(s.routes[seat, CARRIAGE])
        parts[seat, LAND_PART] = 0
        parts[seat, SYMBOL_PART] = 0
        parts[seat, CHAIN_PART] = (ships if ships >= 5 else 0) + (carriages if carriages >= 5 else 0)
        parts[seat, LAW_PART] = -2.0 * s.hand[seat, MINUS]
    for land in range(LANDS):
        _score_land(s, land, parts)


@compiled_for(SCORE_PARTS)
def score_parts(state: Bytes, parts: Numbers) -> None:
    """Points of each seat by category, as if the game ended now; law tiles that nobody has seen cost nothing."""
    _score(opened(state), borrowed(parts))


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, then its number of land cards, which decides between equals."""
    s = opened(state)
    parts = np.empty((MOST_SEATS, len(PARTS)))
    _score(s, borrowed(parts))
    for seat in range(wide(s.players)):
        out[seat] = parts[seat, 0] + parts[seat, 1] + parts[seat, 2] + parts[seat, 3]
        out[MOST_SEATS + seat] = s.cards[seat]


def near_end(state: Bytes) -> bool:
    """With eight cards left an ending has up to a few million positions."""
    return bool(State.of(state).left <= 8)
