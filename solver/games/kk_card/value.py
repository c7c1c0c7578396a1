"""How the seats of the card game stand, by named features; `values.csv` has what each is worth.

All that is looked at lies open or is known in the world that is played; the end of a game is left to roll-outs, which
are short there and see what a sum of features does not.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.outlook import CHAIN, CLAIM_FADES, gain
from solver.games.kk_card.rules import bounds_now, end_cell, takeable
from solver.games.kk_card.state import COLOURS, MINUS, RETURN, STATE, TAKE, THREE, State
from solver.games.kk_card.tables import COLUMNS, GAME, LAND_SIZE, LANDS, ROUTE, ROWS, SYMBOLS
from solver.kernel.contract import MOST_SEATS, Bytes, Numbers, Points, inlined, kernel, wide
from solver.kernel.values import read_values

LAST_CARDS = 10
"""With so many cards left the rest is played out."""
KNOTS = (10, 16, 22, 28, 35, 42, 49, 56)
"""Cards left on the display for which there are weights; between two of them these change evenly."""

_CARDS_LEFT = ("1-2 left", "3-4 left", "5 and more left")
_BAND = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2])
"""Which of these it is, by the cards of a land that are left."""
_BANDS, _FURTHEST, _MOST_SYMBOLS = len(_CARDS_LEFT), 3, 2

_PLAIN = (
    "land points", "symbol points", "chain points", "law points", "cards", "claims", "stones", "stones lost",
    "law three", "law colours", "law return", "chain of 1", "chain of 2", "chain of 3", "chain of 4",
    "best card", "best card of the next", "has taken", "is done taking",
    "1 turn away", "2 turns away", "3 turns away", "4 turns away",
)  # fmt: skip
FEATURES = (
    *_PLAIN,
    *(f"land {ahead:+}, {left}" for ahead in range(-_FURTHEST, _FURTHEST + 1) for left in _CARDS_LEFT),
    *(f"symbols {ahead:+}, {left}" for ahead in range(-_MOST_SYMBOLS, _MOST_SYMBOLS + 1) for left in _CARDS_LEFT),
)
(
    _LAND, _SYMBOL, _CHAIN, _LAW, _CARDS, _CLAIMS, _STONES, _LOST,
    _THREE, _COLOURS, _RETURN, _CHAIN_1, _, _, _,
    _BEST, _BEST_NEXT, _HAS_TAKEN, _DONE_TAKING,
    _AWAY_1, _, _, _,
) = range(len(_PLAIN))  # fmt: skip
_LANDS_AHEAD = len(_PLAIN)
_SYMBOLS_AHEAD = _LANDS_AHEAD + (2 * _FURTHEST + 1) * _BANDS

_ROUTES = np.bincount(ROUTE, minlength=3)
_FADED = CLAIM_FADES ** np.arange(COLUMNS)

VALUES = read_values(GAME.folder, FEATURES, KNOTS)


@inlined
def _holdings(s: State, out: Points) -> None:
    """What each seat has and whose turn it is."""
    for seat in range(s.players):
        row = out[seat]
        row[_LAW] = -2.0 * s.hand[seat, MINUS]
        row[_CARDS] = s.cards[seat]
        row[_STONES] = s.stock[seat] + s.shown[seat]
        row[_LOST] = s.lost[seat]
        row[_THREE] = s.hand[seat, THREE]
        row[_COLOURS] = s.hand[seat, COLOURS]
        row[_RETURN] = s.hand[seat, RETURN]
        away = (seat + wide(s.players) - wide(s.seat)) % wide(s.players)
        if away:
            row[_AWAY_1 + away - 1] = 1.0
    if s.phase != TAKE:
        out[s.seat, _DONE_TAKING] = 1.0
    elif s.taken:
        out[s.seat, _HAS_TAKEN] = 1.0


@inlined
def _chains(s: State, out: Points) -> None:
    """Chains that count, and shorter ones while the display has enough to complete them."""
    for kind in range(1, len(_ROUTES)):
        left = _ROUTES[kind]
        for seat in range(s.players):
            left -= s.routes[seat, kind]
        for seat in range(s.players):
            length = s.routes[seat, kind]
            if length >= CHAIN:
                out[seat, _CHAIN] += length
            elif length and length + left >= CHAIN:
                out[seat, _CHAIN_1 + length - 1] += 1.0


@inlined
def _claimed(s: State, out: Points) -> None:
    """The points that the cards under each seat's stones would bring, the less the deeper they lie."""
    for row in range(ROWS):
        lo, hi = s.lo[row], s.hi[row]
        for column in range(lo, hi + 1):
            owner = s.stone[row * COLUMNS + column]
            if owner:
                card = s.card[row * COLUMNS + column]
                out[owner - 1, _CLAIMS] += gain(s, owner - 1, card) * _FADED[min(column - lo, hi - column)]


@inlined
def _at_hand(s: State, out: Points) -> None:
    """What the best card brings that may be taken now, or at the ends when it is the next seat's turn."""
    now = s.phase == TAKE
    seat = s.seat if now else (s.seat + 1) % s.players
    best, bounds = 0.0, bounds_now(s)
    for end in range(2 * ROWS):
        cell = takeable(s, end, bounds) if now else end_cell(s, end)
        if cell >= 0:
            owner = s.stone[cell]
            brings = gain(s, seat, s.card[cell]) - (2.0 if owner and owner != seat + 1 else 0.0)
            best = max(best, brings)
    out[seat, _BEST if now else _BEST_NEXT] = best


@inlined
def _two_best(counts: Numbers, players: int) -> tuple[int, int]:
    """The most that a seat has, and the most that another one has."""
    first, second = 0, 0
    for seat in range(players):
        if counts[seat] > first:
            first, second = counts[seat], first
        elif counts[seat] > second:
            second = counts[seat]
    return first, second


@inlined
def _ahead(own: int, first: int, second: int, furthest: int) -> int:
    """How far before the best other."""
    return min(furthest, max(-furthest, own - (second if own == first else first)))


@inlined
def _rank_points(held: Numbers, players: int, own: int, size: int) -> int:
    """First the land's number, every next rank what one player of the rank above holds."""
    above = 0
    for other in range(players):
        if held[other] > own and (above == 0 or held[other] < above):
            above = held[other]
    return above if above else size


@inlined
def _land(s: State, land: int, held: Numbers, equal: Numbers, out: Points) -> None:
    """A land's points as they stand, and how far each seat is ahead in it while cards of it are left."""
    players, size = s.players, LAND_SIZE[land]
    left = size
    for seat in range(players):
        held[seat] = s.lands[seat, land]
        left -= held[seat]
        equal[seat] = 0
        for kind in range(SYMBOLS):
            equal[seat] = max(equal[seat], s.symbols[seat, land, kind])
    first, second = _two_best(held, players)
    most, next_most = _two_best(equal, players)
    for seat in range(players):
        row, own = out[seat], held[seat]
        if own:
            row[_LAND] += _rank_points(held, players, own, size)
            row[_SYMBOL] += most if equal[seat] == most else 0
        if left:
            ahead = _ahead(own, first, second, _FURTHEST) + _FURTHEST
            row[_LANDS_AHEAD + _BANDS * ahead + _BAND[left]] += size / 8.0
            ahead = _ahead(equal[seat], most, next_most, _MOST_SYMBOLS) + _MOST_SYMBOLS
            row[_SYMBOLS_AHEAD + _BANDS * ahead + _BAND[left]] += 0.5 + 0.5 * most


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the cards that are left, or -1 where these are few."""
    s: State = state.view(STATE)[0]
    if s.left <= LAST_CARDS:
        return -1
    for seat in range(s.players):
        out[seat, :] = 0.0
    _holdings(s, out)
    _chains(s, out)
    _claimed(s, out)
    _at_hand(s, out)
    held, equal = np.empty(MOST_SEATS, dtype=np.int64), np.empty(MOST_SEATS, dtype=np.int64)
    for land in range(LANDS):
        _land(s, land, held, equal, out)
    return int(s.left)
