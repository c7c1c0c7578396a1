"""How the seats of the board game stand, by named features; `values.csv` has what each is worth.

Hands are known in the world that is played, so it is looked at what each seat could place now. Only the first half is
judged: after the interim scoring roll-outs are short, and what they tell is far from what any of this foretells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from shelf.game_data import game_data
from solver.games.kk_board.changes import council_change, rank_change
from solver.games.kk_board.ledger import LEDGER_SIZE, Ledger, open_lands, open_ledger
from solver.games.kk_board.map_check import MOST_SITES
from solver.games.kk_board.points import cloister_points
from solver.games.kk_board.rules import free_fields, is_empty
from solver.games.kk_board.state import CHAIN, DRAW, HAND, State, card_of, opened
from solver.kernel.bits import bit, first, rest, size
from solver.kernel.contract import MOST_SEATS, Bytes, Points, inlined, kernel, wide
from solver.kernel.values import read_values

KNOTS = (0, 8, 16, 24, 38)
"""Cards in the stack for which there are weights; between two of them these change evenly."""

_AWAY = tuple(f"{away} away" for away in range(MOST_SEATS))
_FURTHEST, _MOST_FREE = 3, 3
_COURTS_AHEAD, _MOST_ROOM = 2, 2
_LEADS, _COURT_LEADS = range(-_FURTHEST, _FURTHEST + 1), range(-_COURTS_AHEAD, _COURTS_AHEAD + 1)
_PLAIN = (
    "cloister points", "alliance points", "chain points", "cloisters left", "councils left", "lands",
    "turn to come this round", "pairs", "cards to draw", "has placed",
    "groups of 2", "groups of 3", "free roads", "fields that close a chain", "points of the best chain to close",
    "free fields where first", "free fields where equal first", "free fields where second",
    "councils in courts won", "courts won alone", "courts shared",
    "allied court bare", "allied court shared", "allied court one behind", "allied court further behind",
)  # fmt: skip
_HAND = ("to move", "best cloister", "best council", "best two pieces")
FEATURES = (
    *_PLAIN,
    *(f"{kind}, {away}" for away in _AWAY for kind in _HAND),
    *(f"cloisters {ahead:+}, {free} free" for ahead in _LEADS for free in range(1, _MOST_FREE + 1)),
    *(f"councils {ahead:+}, room for {room}" for ahead in _COURT_LEADS for room in range(_MOST_ROOM + 1)),
)
(
    _CLOISTER, _ALLIANCE, _CHAIN, _CLOISTERS_LEFT, _COUNCILS_LEFT, _LANDS,
    _TO_COME, _PAIRS, _DRAWS, _PLACED,
    _TWO, _THREE, _ROADS, _CLOSING, _CLOSED,
    _FREE_FIRST, _FREE_EQUAL, _FREE_SECOND,
    _WON, _ALONE, _SHARED,
    _BARE, _EQUAL, _BEHIND, _FURTHER,
) = range(len(_PLAIN))  # fmt: skip
_AT_HAND = len(_PLAIN)
_AHEAD = _AT_HAND + len(_AWAY) * len(_HAND)
_COURT = _AHEAD + len(_LEADS) * _MOST_FREE

VALUES = read_values(game_data("kk-board").folder, FEATURES, KNOTS)


@inlined
def _holdings(s: State, seat: int, row: Points) -> None:
    """Pieces and cards."""
    row[_CLOISTERS_LEFT] = s.cloisters_left[seat]
    row[_COUNCILS_LEFT] = s.councils_left[seat]
    for kind in range(s.kinds):
        row[_PAIRS] += 1.0 if s.hand[seat, kind] > 1 else 0.0
    if seat >= s.seat:
        row[_TO_COME] = 1.0
    if seat == s.seat:
        if s.phase == DRAW:
            row[_DRAWS] = HAND - wide(s.held[seat])
        elif s.placed:
            row[_PLACED] = 1.0


@inlined
def _payable(s: State, seat: int, land: int, pairs: int) -> int:
    """How many pieces the hand pays for in a land."""
    matching = wide(s.hand[seat, card_of(s, land)])
    return matching + pairs - (1 if matching > 1 else 0)


@inlined
def _chains(s: State, seat: int, groups: Any, row: Points) -> None:
    """Groups of cloisters along roads: a long one counts as a chain, and those that may become one are noted."""
    left, near = s.mask[seat], np.uint64(0)
    while left:
        group = left ^ rest(left)
        edge: Any = group
        while edge:
            around = s.neighbours[first(edge)]
            near |= around
            around &= left & ~group
            group |= around
            edge = rest(edge) | around
        left &= ~group
        members, length = group, size(group)
        while members:
            groups[first(members)] = group
            members = rest(members)
        if length >= CHAIN:
            row[_CHAIN] += length
        elif length > 1:
            row[_TWO + length - 2] += 1.0
    near &= ~s.taken
    row[_ROADS] = size(near)
    while near:
        field = first(near)
        near = rest(near)
        total, had, around = 1, 0, s.neighbours[field] & s.mask[seat]
        while around:
            group = groups[first(around)]
            around &= ~group
            total += size(group)
            had += size(group) if size(group) >= CHAIN else 0
        if total >= CHAIN and total > had:
            row[_CLOSING] += 1.0
            row[_CLOSED] = max(row[_CLOSED], total - had)


@inlined
def _lead(own: int, most: int, next_most: int, furthest: int) -> int:
    """How far before the best other, from 0 on."""
    return furthest + min(furthest, max(-furthest, own - (next_most if own == most else most)))


@inlined
def _land(s: State, ledger: Ledger, land: int, out: Points) -> None:
    """Who has the most there, and by how much."""
    free = size(free_fields(s, land))
    most, next_most, councils, fewer = 0, 0, 0, 0
    for seat in range(s.players):
        built, sent = wide(s.cloisters[land, seat]), wide(s.councils[land, seat])
        if built > most:
            most, next_most = built, most
        else:
            next_most = max(next_most, built)
        if sent > councils:
            councils, fewer = sent, councils
        else:
            fewer = max(fewer, sent)
    if most == 0:
        return
    room = min(_MOST_ROOM, most - wide(ledger.councils[land]))
    for seat in range(s.players):
        row, built, sent = out[seat], wide(s.cloisters[land, seat]), wide(s.councils[land, seat])
        if built:
            row[_LANDS] += 1.0
            row[_CLOISTER] += cloister_points(s, land, seat)
        if free:
            ahead = _lead(built, most, next_most, _FURTHEST)
            row[_AHEAD + _MOST_FREE * ahead + min(free, _MOST_FREE) - 1] += 1.0
            if built == most:
                row[_FREE_FIRST if next_most < most else _FREE_EQUAL] += free
            elif built:
                row[_FREE_SECOND] += free
        row[_COURT + (_MOST_ROOM + 1) * _lead(sent, councils, fewer, _COURTS_AHEAD) + room] += 1.0
        if councils and sent == councils:
            row[_WON] += ledger.councils[land]
            row[_SHARED if fewer == councils else _ALONE] += 1.0


@inlined
def _alliances(s: State, ledger: Ledger, land: int, out: Points) -> None:
    """Each is met from both of its lands; one that is had is counted from the first."""
    here = wide(ledger.majority[land])
    for index in range(s.lands if here else 0):
        ally = wide(s.allies[land, index])
        if ally < 0:
            break
        there = wide(ledger.majority[ally])
        worth = wide(ledger.councils[land]) + wide(ledger.councils[ally])
        most = 0
        for seat in range(s.players):
            most = max(most, wide(s.councils[ally, seat]))
        for seat in range(s.players):
            if here >> seat & 1:
                if there == 0:
                    out[seat, _BARE] += 1.0
                elif there >> seat & 1:
                    if ally > land:
                        out[seat, _ALLIANCE] += worth
                    if there != 1 << seat:
                        out[seat, _EQUAL] += 1.0
                elif most - wide(s.councils[ally, seat]) == 1:
                    out[seat, _BEHIND] += 1.0
                else:
                    out[seat, _FURTHER] += 1.0


@inlined
def _at_hand(s: State, ledger: Ledger, seat: int, row: Points) -> None:
    """What the cards in hand pay for, by how it changes all points."""
    away = (seat + wide(s.players) - wide(s.seat)) % wide(s.players)
    pairs, rivals, cloister, council, both = int(row[_PAIRS]), wide(s.players) - 1, 0.0, 0.0, 0.0
    for land in range(s.lands):
        paid = _payable(s, seat, land, pairs)
        if paid == 0:
            continue
        built, sent, free = -9.0, -9.0, size(free_fields(s, land))
        if s.cloisters_left[seat] and free:
            taken, ranks = size(s.land_mask[land]) - free, (ledger.rising[land], ledger.falling[land])
            own, others = rank_change(wide(s.cloisters[land, seat]), taken, ranks)
            built = own - others / rivals
            cloister = max(cloister, built)
        if s.councils_left[seat] and ledger.roomy & bit(land):
            own, others = council_change(s, ledger, seat, land)
            sent = own - others / rivals
            council = max(council, sent)
        if paid > 1 and not is_empty(s, land):
            two = max(built, 0.0) + max(sent, 0.0)
            if free > 1:
                two = max(two, built + 1.0)
            both = max(both, two)
    at = _AT_HAND + len(_HAND) * away
    row[at] = 1.0
    row[at + 1] = cloister
    row[at + 2] = council
    row[at + 3] = both


@inlined
def _standings(s: State, raw: Bytes, out: Points) -> None:
    """With room for a ledger; it comes as bytes, for a record does not keep its bytes alive."""
    ledger = open_ledger(raw)
    open_lands(s, ledger)
    groups = np.empty(MOST_SITES, dtype=np.uint64)
    for seat in range(s.players):
        out[seat, :] = 0.0
        _holdings(s, seat, out[seat])
        _chains(s, seat, groups, out[seat])
        _at_hand(s, ledger, seat, out[seat])
    for land in range(s.lands):
        _land(s, ledger, land, out)
        _alliances(s, ledger, land, out)


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the cards in the first stack, or -1 in the second half."""
    s = opened(state)
    if s.half:
        return -1
    _standings(s, np.zeros(LEDGER_SIZE, dtype=np.uint8), out)
    return min(wide(s.left), KNOTS[-1])
