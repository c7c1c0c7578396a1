"""How the seats of the card game stand, by named features; `values.csv` has what each is worth.

All that is looked at lies open or is known in the world that is played; the end of a game is left to roll-outs, which
are short there and see what a sum of features does not.
"""

from __future__ import annotations

import numpy as np

from solver.games.kk_card.outlook import CHAIN, CLAIM_FADES, gain
from solver.games.kk_card.rules import all_ends, bounds_now, cell_at, held_numbers, next_seat, rank_points, takeable
from solver.games.kk_card.state import COLOURS, MINUS, RETURN, TAKE, THREE, State, opened
from solver.games.kk_card.tables import COLUMNS, GAME, LAND_SIZE, LANDS, ROUTE, ROWS, SYMBOLS
from solver.kernel.bits import first, rest
from solver.kernel.contract import Bytes, Points, inlined, kernel, wide
from solver.kernel.lent import borrowed
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
    players, mover = wide(s.players), wide(s.seat)
    for seat in range(players):
        row = out[seat]
        row[_LAW] = -2.0 * s.hand[seat, MINUS]
        row[_CARDS] = s.cards[seat]
        row[_STONES] = s.stock[seat] + s.shown[seat]
        row[_LOST] = s.lost[seat]
        row[_THREE] = s.hand[seat, THREE]
        row[_COLOURS] = s.hand[seat, COLOURS]
        row[_RETURN] = s.hand[seat, RETURN]
        if seat != mover:
            row[_AWAY_1 - 1 + seat - mover + (players if seat < mover else 0)] = 1.0
    if s.phase != TAKE:
        out[s.seat, _DONE_TAKING] = 1.0
    elif s.taken:
        out[s.seat, _HAS_TAKEN] = 1.0


@inlined
def _chains(s: State, out: Points) -> None:
    """Chains that count, and shorter ones while the display has enough to complete them."""
    players = wide(s.players)
    for kind in range(1, len(_ROUTES)):
        left = _ROUTES[kind]
        for seat in range(players):
            left -= s.routes[seat, kind]
        for seat in range(players):
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
    seat = wide(s.seat) if now else next_seat(s, wide(s.seat))
    best, ends = 0.0, takeable(s, bounds_now(s)) if now else all_ends(s)
    while ends:
        cell = cell_at(s, first(ends))
        ends = rest(ends)
        owner = s.stone[cell]
        brings = gain(s, seat, s.card[cell]) - (2.0 if owner and owner != seat + 1 else 0.0)
        best = max(best, brings)
    out[seat, _BEST if now else _BEST_NEXT] = best


@inlined
def _most_equal(s: State, seat: int, land: int) -> int:
    """The most equal symbols of a land that a seat holds."""
    most = 0
    for kind in range(SYMBOLS):
        most = max(most, wide(s.symbols[seat, land, kind]))
    return most


@inlined
def _two_best(best: tuple[int, int], count: int) -> tuple[int, int]:
    """The most that a seat has, and the most that another one has, with one more seat that has so many."""
    first_most, second = best
    return max(first_most, count), max(second, min(first_most, count))


@inlined
def _ahead(own: int, best: tuple[int, int], furthest: int) -> int:
    """How far before the best other, counted from as far behind as is counted."""
    most, second = best
    return min(2 * furthest, max(0, own - (second if own == most else most) + furthest))


@inlined
def _land(s: State, land: int, out: Points) -> None:
    """A land's points as they stand, and how far each seat is ahead in it while cards of it are left."""
    players, size = wide(s.players), wide(LAND_SIZE[land])
    numbers, left = held_numbers(s, land), size
    cards, symbols = (0, 0), (0, 0)
    for seat in range(players):
        own = wide(s.lands[seat, land])
        left -= own
        cards, symbols = _two_best(cards, own), _two_best(symbols, _most_equal(s, seat, land))
    most = symbols[0]
    for seat in range(players):
        own, equal = wide(s.lands[seat, land]), _most_equal(s, seat, land)
        if own:
            out[seat, _LAND] += rank_points(numbers, own + 1, land)
            out[seat, _SYMBOL] += most if equal == most else 0
        if left:
            ahead = _ahead(own, cards, _FURTHEST)
            out[seat, _LANDS_AHEAD + _BANDS * ahead + _BAND[left]] += size / 8.0
            ahead = _ahead(equal, symbols, _MOST_SYMBOLS)
            out[seat, _SYMBOLS_AHEAD + _BANDS * ahead + _BAND[left]] += 0.5 + 0.5 * most


@kernel
def features(state: Bytes, out: Points) -> int:
    """Writes how each seat stands; the cards that are left, or -1 where these are few."""
    s, found = opened(state), borrowed(out)
    if s.left <= LAST_CARDS:
        return -1
    for seat in range(wide(s.players)):
        for feature in range(len(FEATURES)):
            found[seat, feature] = 0.0
    _holdings(s, found)
    _chains(s, found)
    _claimed(s, found)
    _at_hand(s, found)
    for land in range(LANDS):
        _land(s, land, found)
    return int(s.left)
