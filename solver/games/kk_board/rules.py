"""The rules of the board game, once: written in Python, compiled by numba, used by the log, the score and the search.

A turn is a sequence of steps through two phases:

    PLACE  put a piece on a target, paying with cards of one kind; stop after the first; or exchange a card instead
    DRAW   take an open card, or the top card of the stack, until the hand is full

A target is a cloister field or, behind those, the court of a land. Cards are told apart by kind only; kind UNKNOWN
stands for a card that whoever looks at this state has not seen. The rest of the turn happens by itself: open cards are
turned up, and when the stack's last card leaves it the cloisters are scored and the discards become the next stack.
The rulings that these rules follow where the texts are silent are in docs/rulings.md.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_board.points import cloister_points, score_parts
from solver.games.kk_board.state import (
    BLIND,
    BOTH,
    COURTS,
    DRAW,
    DRAWN,
    EXCHANGE,
    HAND,
    MIXED,
    NOT_MIXED,
    OPEN,
    OVER,
    PLACE,
    STOP,
    TAKE,
    TARGETS,
    UNKNOWN,
    UNRECORDED,
    State,
    card_of,
    land_at,
    opened,
)
from solver.kernel.bits import bit, first, rest
from solver.kernel.contract import MOST_SEATS, Bytes, Points, Steps, compiled, inlined, kernel
from solver.kernel.random import below

# ---- what may be placed where ---------------------------------------------------------------------------------------


@inlined
def free_fields(s: State, land: int) -> np.uint64:
    """The cloister fields of a land that nobody has taken."""
    return s.land_mask[land] & ~s.taken


@inlined
def is_empty(s: State, land: int) -> bool:
    """Whether no piece stands in a land; where a council stands there is a cloister, too."""
    return not s.land_mask[land] & s.taken


@inlined
def court_has_room(s: State, land: int) -> bool:
    """All councils of a land together are at most as many as the cloisters of whoever has the most there."""
    councils, most = 0, 0
    for seat in range(MOST_SEATS):
        councils += s.councils[land, seat]
        most = max(most, s.cloisters[land, seat])
    return councils < most


@compiled
def unseen_cards(s: State, kind: int) -> int:
    """Cards of a kind that lie where this state does not see them."""
    number = np.int64(s.count[kind]) - (MOST_SEATS - s.players) - s.discard[kind] - s.open[kind]
    for seat in range(s.players):
        number -= s.hand[seat, kind]
    for place in range(s.left):
        number -= s.stack[place] == kind
    return number


@inlined
def holds(s: State, seat: int, kind: int, number: int) -> bool:
    """Whether a seat has so many cards of a kind, or may have them for all that is known."""
    known = s.hand[seat, kind]
    if known >= number:
        return True
    hidden = s.hand[seat, UNKNOWN]
    if hidden == 0 or known + hidden < number:
        return False
    return known + min(hidden, unseen_cards(s, kind)) >= number


@inlined
def price(s: State, kind: int, land: int) -> int:
    """Cards for a piece: one that shows the land, or two others of one kind."""
    return 1 if card_of(s, land) == kind else 2


@compiled
def nobody_can_place(s: State) -> bool:
    """Whether no piece of anybody would have a place, whatever the cards."""
    councils, cloisters = False, False
    for seat in range(MOST_SEATS):
        councils |= s.councils_left[seat] > 0
        cloisters |= s.cloisters_left[seat] > 0
    for land in range(s.lands):
        if (cloisters and free_fields(s, land)) or (councils and court_has_room(s, land)):
            return False
    return True


@kernel
def actor(state: Bytes) -> int:
    """The seat to move, or -1 when the game is over."""
    s = opened(state)
    return -1 if s.phase == OVER else int(s.seat)


@compiled
def _legal_places(s: State, land: int, steps: Steps, n: int) -> int:
    seat = s.seat
    free = free_fields(s, land) if s.cloisters_left[seat] else np.uint64(0)
    court = s.councils_left[seat] > 0 and court_has_room(s, land)
    if not free and not court:
        return n
    for kind in range(s.kinds):
        if holds(s, seat, kind, price(s, kind, land)):
            fields = free
            while fields:
                steps[n] = kind * TARGETS + first(fields)
                fields = rest(fields)
                n += 1
            if court:
                steps[n] = kind * TARGETS + COURTS + land
                n += 1
    return n


@kernel
def legal(state: Bytes, steps: Steps) -> int:
    """Writes the legal steps."""
    s = opened(state)
    n = 0
    if s.phase == PLACE:
        if s.placed:
            n = _legal_places(s, int(s.land), steps, n)
            steps[n] = STOP
            return n + 1
        for land in range(s.lands):
            n = _legal_places(s, land, steps, n)
        for kind in range(s.kinds):
            if holds(s, s.seat, kind, 1):
                steps[n] = EXCHANGE + kind
                n += 1
    elif s.phase == DRAW:
        for kind in range(s.kinds):
            if s.open[kind] or (s.open[UNKNOWN] and unseen_cards(s, kind) > 0):
                steps[n] = TAKE + kind
                n += 1
        if s.left:
            steps[n] = BLIND
            n += 1
    return n


essential = legal
"""No two steps of this game come to the same."""


# ---- cards ----------------------------------------------------------------------------------------------------------


@inlined
def _note(s: State, seat: int, what: int) -> None:
    """Remembers an unseen draw or play as long as cards from before the reshuffle may be about."""
    if s.mixed == MIXED:
        s.record[s.records] = 8 * seat + what
        s.records += 1


@compiled
def _forget_old(s: State, seat: int) -> None:
    """Who has no unseen card left keeps none from before the reshuffle; when nobody does, the record is closed."""
    seen = 0
    for kind in range(s.kinds):
        seen += s.public[seat, kind]
    if seen < s.held[seat]:
        return
    s.may_keep[seat] = 0
    for other in range(s.players):
        if s.may_keep[other]:
            return
    for index in range(s.records):
        s.record[index] = 0
    for kind in range(s.kinds):
        s.shuffled[kind] = 0
        s.shown[kind] = 0
        for other in range(s.players):
            s.drawn[other, kind] = 0
    s.mixed = NOT_MIXED
    s.records = 0


@inlined
def _lay_down(s: State, seat: int, kind: int) -> None:
    """A card goes from a hand to the discards; one that everybody knew of goes first."""
    if s.hand[seat, kind]:
        s.hand[seat, kind] -= 1
    else:
        s.hand[seat, UNKNOWN] -= 1
    s.held[seat] -= 1
    s.discard[kind] += 1
    if s.public[seat, kind]:
        s.public[seat, kind] -= 1
    else:
        _note(s, seat, kind)
    if s.mixed == MIXED:
        _forget_old(s, seat)


@compiled
def _reshuffle(s: State) -> None:
    """The discards become the stack; without a seed nobody knows their order."""
    n = 0
    for kind in range(s.kinds):
        s.shuffled[kind] = s.discard[kind]
        for _ in range(s.discard[kind]):
            s.stack[n] = kind if s.seed else UNKNOWN
            n += 1
        s.discard[kind] = 0
    s.left = n
    if s.seed:
        random = np.full(1, s.seed, np.uint64)
        for last in range(n - 1, 0, -1):
            pick = below(random, last + 1)
            held = s.stack[last]
            s.stack[last] = s.stack[pick]
            s.stack[pick] = held
    s.seed = 0
    if s.mixed != UNRECORDED:
        s.mixed = MIXED
        for seat in range(s.players):
            s.may_keep[seat] = 1


@compiled
def _start_second_half(s: State) -> None:
    """Cloisters are scored, and the discards are shuffled."""
    s.half = 1
    for land in range(s.lands):
        for seat in range(s.players):
            s.interim[seat] += cloister_points(s, land, seat)
    _reshuffle(s)


@inlined
def _pop(s: State) -> int:
    """The top card; with the last one the half ends."""
    s.left -= 1
    kind = s.stack[s.left]
    s.stack[s.left] = 0
    if s.left == 0:
        if s.half:
            s.ending = 1
        else:
            _start_second_half(s)
    return kind


@inlined
def _open_cards(s: State) -> int:
    number = 0
    for kind in range(BOTH):
        number += s.open[kind]
    return number


@inlined
def _end_turn(s: State) -> None:
    """Open cards are turned up, and the next seat has its turn."""
    lying = _open_cards(s)
    while lying < OPEN and s.left:
        recorded = s.half and s.mixed == MIXED
        kind = _pop(s)
        s.open[kind] += 1
        lying += 1
        if recorded and kind < UNKNOWN:
            s.shown[kind] += 1
    s.placed = 0
    s.limit = 0
    s.land = -1
    s.turn += 1
    if s.ending and s.seat == s.players - 1:
        s.phase = OVER
        return
    s.phase = PLACE
    s.seat = (s.seat + 1) % s.players


@inlined
def _draw_on(s: State) -> None:
    """Goes on drawing, or ends the turn when the hand is full or nothing is left to draw."""
    if s.held[s.seat] < HAND and (s.left or _open_cards(s)):
        s.phase = DRAW
    else:
        _end_turn(s)


@inlined
def _draw_blind(s: State) -> None:
    seat = s.seat
    recorded = s.half and s.mixed == MIXED
    kind = _pop(s)
    s.hand[seat, kind] += 1
    s.held[seat] += 1
    if recorded:
        _note(s, seat, DRAWN)
        if kind < UNKNOWN:
            s.drawn[seat, kind] += 1


@inlined
def _take_open(s: State, kind: int) -> None:
    seat = s.seat
    if s.open[kind]:
        s.open[kind] -= 1
    else:
        s.open[UNKNOWN] -= 1
    s.hand[seat, kind] += 1
    s.public[seat, kind] += 1
    s.held[seat] += 1


# ---- steps ----------------------------------------------------------------------------------------------------------


@inlined
def _put(s: State, kind: int, target: int) -> None:
    seat = s.seat
    land = land_at(s, target)
    if s.placed == 0:
        s.land = land
        s.limit = 1 if is_empty(s, land) else 2
    if target < COURTS:
        s.mask[seat] |= bit(target)
        s.taken |= bit(target)
        s.cloisters[land, seat] += 1
        s.cloisters_left[seat] -= 1
    else:
        s.councils[land, seat] += 1
        s.councils_left[seat] -= 1
    for _ in range(price(s, kind, land)):
        _lay_down(s, seat, kind)
    s.placed += 1


@inlined
def make(s: State, step: int) -> None:
    """Makes a step."""
    if step < EXCHANGE:
        _put(s, step // TARGETS, step % TARGETS)
        if nobody_can_place(s):
            s.phase = OVER
            s.turn += 1
            return
        if s.placed < s.limit and s.held[s.seat]:
            return
    elif step < STOP:
        _lay_down(s, s.seat, step - EXCHANGE)
    elif step == BLIND:
        _draw_blind(s)
    elif step > STOP:
        _take_open(s, step - TAKE)
    _draw_on(s)


@kernel
def apply(state: Bytes, step: int) -> None:
    """Makes a step, in place."""
    make(opened(state), step)


@kernel
def scores(state: Bytes, out: Points) -> None:
    """Points of each seat, then its pieces left, which decide between equals."""
    s = opened(state)
    parts = np.empty((MOST_SEATS, 4))
    score_parts(state, parts)
    for seat in range(s.players):
        out[seat] = parts[seat, 0] + parts[seat, 1] + parts[seat, 2] + parts[seat, 3]
        out[MOST_SEATS + seat] = s.cloisters_left[seat] + s.councils_left[seat]


def near_end(state: Bytes) -> bool:
    """The last turn of the game."""
    s = State.of(state)
    return bool(s.ending and s.seat == s.players - 1)
