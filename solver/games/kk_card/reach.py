"""Who can still win, and the most that each seat can still reach: bounds under which every line of play lies.

CP-SAT deals the cards that are left to the seats and scores the end exactly as the rules do. The deal keeps to:

- every card goes to somebody, and with it the law tile on it; the "minus two" that nobody has seen lie anywhere;
- seats take turns in order, so that nobody has more than one turn more than another;
- a turn takes cards of one land with at most two circle symbols; every "three symbols" or "many colours" that a seat
  may hold or come to hold lifts that once;
- a seat with stones takes a card in every turn; only one that has paid them all away, a card for each, may skip.

Left out, so that the bound is never too low: what lies at the ends of the rows and what blocks what, claims and their
price, and that the others play for themselves: here they help.
"""

from __future__ import annotations

from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from solver.games.kk_card.illegal_reasons import on_display
from solver.games.kk_card.next_turns import CHAIN
from solver.games.kk_card.rules import scores
from solver.games.kk_card.score import detail
from solver.games.kk_card.state import CARRIAGE, COLOURS, MINUS, PAY, RETURN, SHIP, TAKE, THREE, UNKNOWN, State
from solver.games.kk_card.tables import (
    CARDS,
    CIRCLE_COUNT,
    CIRCLES,
    LAND,
    LAND_IDS,
    LAND_SIZE,
    LANDS,
    LAWS,
    ROUTE,
    SYMBOLS,
)
from solver.kernel.contract import MOST_SEATS, Bytes, Numbers
from solver.kernel.playable import Reach
from solver.search.bounds import Expression, bounded_solver, for_all_seats

ONE = np.ones(CARDS, dtype=np.int64)
TIE = 64
"""More than there are cards: what a point is worth beside the tie-break."""
EFFORT = 0.15
"""For each question, by the solver's own measure."""


def reach(state: Bytes) -> list[Reach]:
    """The bounds of every seat, from what the state knows: give it what a seat has observed."""
    return for_all_seats(_reach_of, state, int(State.of(state).players))


def _reach_of(state: Bytes, seat: int) -> Reach:
    """The deal with the most points usually wins as well; only where it does not, winning is asked for by itself."""
    rest = _Rest(state)
    most, exact = rest.maximum(rest.at_most(seat))
    return Reach(most, exact, rest.won_by(seat) or _Rest(state).can_win(seat))


class _Rest:
    """The rest of a game as a model: who gets which card."""

    def __init__(self, state: Bytes) -> None:
        from shelf.cp_sat import cp_model

        self.cp: Any = cp_model
        self.model: Any = cp_model.CpModel()
        self.solver = bounded_solver(EFFORT)
        self.state, self.s = state, State.of(state)
        self.seats = range(int(self.s.players))
        self.card = {cell: int(self.s.card[cell]) for cell in range(CARDS) if on_display(self.s, cell)}
        self.lands = sorted({int(LAND[card]) for card in self.card.values()})
        self.settled = _settled(state, self.lands)
        self.gets = {(cell, seat): self._bool() for cell in self.card for seat in self.seats}
        for cell in self.card:
            self.model.add_exactly_one(self.gets[cell, seat] for seat in self.seats)
        self.cards = [self._sum(seat, self.s.cards[seat], ONE) for seat in self.seats]
        self.minus = self._minus_tiles()
        self._take_turns()

    # ---- asking -----------------------------------------------------------------------------------------------------

    def maximum(self, points: Expression) -> tuple[int, bool]:
        """The largest value and whether some deal has it, or failing that a bound."""
        self.model.maximize(points)
        self.status = self.solver.solve(self.model)
        return floor(self.solver.best_objective_bound + 0.001), bool(self.status == self.cp.OPTIMAL)

    def won_by(self, seat: int) -> bool:
        """Whether the seat wins with the deal that was found."""
        if self.status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return False
        points = np.zeros(2 * MOST_SEATS)
        scores(self._dealt(), points)
        ranking = [(points[other], points[MOST_SEATS + other]) for other in self.seats]
        return all(ranking[seat] > place for other, place in enumerate(ranking) if other != seat)

    def can_win(self, seat: int) -> bool:
        """Whether in some deal the seat has more than every other: points, or as many points and more cards."""
        own = TIE * self.at_most(seat) + self.cards[seat]
        for other in self.seats:
            if other != seat:
                self.model.add(own > TIE * self.at_least(other) + self.cards[other])
        return bool(self.solver.solve(self.model) != self.cp.INFEASIBLE)

    def _dealt(self) -> Bytes:
        """The end of the game that was found."""
        end = self.state.copy()
        s = State.of(end)
        for (cell, seat), gets in self.gets.items():
            if self.solver.value(gets):
                card = self.card[cell]
                s.cards[seat] += 1
                s.lands[seat, LAND[card]] += 1
                s.symbols[seat, LAND[card]] += CIRCLES[card].astype(np.uint8)
                s.routes[seat, ROUTE[card]] += 1
        for seat in self.seats:
            s.hand[seat, MINUS] = self.solver.value(self.minus[seat])
        return end

    # ---- what a seat holds at the end -------------------------------------------------------------------------------

    def _sum(self, seat: int, already: int, weight: Numbers, land: int | None = None) -> Expression:
        """What the seat has of something, and what the cards that it gets add."""
        return int(already) + sum(
            int(weight[card]) * self.gets[cell, seat]
            for cell, card in self.card.items()
            if weight[card] and land in (None, LAND[card])
        )

    def _held(self, seat: int, land: int) -> Expression:
        return self._sum(seat, self.s.lands[seat, land], ONE, land)

    def _circles(self, seat: int, land: int) -> list[Expression]:
        """How many of each symbol."""
        kinds = range(SYMBOLS)
        return [self._sum(seat, self.s.symbols[seat, land, kind], CIRCLES[:, kind], land) for kind in kinds]

    def _most_circles(self, seat: int, land: int) -> list[int]:
        """How many of each symbol at the very most."""
        left = [card for card in self.card.values() if LAND[card] == land]
        return [int(count) for count in self.s.symbols[seat, land] + CIRCLES[left].sum(axis=0)]

    def _route(self, seat: int, route: int) -> tuple[Expression, int]:
        """How many of a route, and how many at the very most."""
        already, left = self.s.routes[seat, route], sum(int(ROUTE[card] == route) for card in self.card.values())
        return self._sum(seat, already, np.equal(ROUTE, route)), int(already) + left

    def _bool(self) -> Expression:
        return self.model.new_bool_var("")

    def _number(self, most: int) -> Expression:
        return self.model.new_int_var(0, most, "")

    def _others(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    # ---- points, bounded from above for the seat that asks ----------------------------------------------------------

    def at_most(self, seat: int) -> Expression:
        """Never more than the seat's points, and as large as them if that is wanted."""
        lands = [self._land_at_most(seat, land) + self._symbols_at_most(seat, land) for land in self.lands]
        chains = [self._chain_at_most(seat, route) for route in (SHIP, CARRIAGE)]
        return self.settled[seat] + sum(lands) + sum(chains) - 2 * self.minus[seat]

    def _land_at_most(self, seat: int, land: int) -> Expression:
        own, size = self._held(seat, land), int(LAND_SIZE[land])
        points = self._number(size)
        self.model.add(points <= size * own)
        for other in self._others(seat):
            above, held = self._bool(), self._held(other, land)
            self.model.add(held <= own).only_enforce_if(~above)
            self.model.add(points <= held).only_enforce_if(above)
        return points

    def _symbols_at_most(self, seat: int, land: int) -> Expression:
        """Points for one kind of which nobody else has more of any."""
        others = self._others(seat)
        least = max(int(self.s.symbols[other, land].max()) for other in others)
        rival = self._number(TIE)
        for other in others:
            for count in self._circles(other, land):
                self.model.add(rival >= count)
        points = []
        for own, most in zip(self._circles(seat, land), self._most_circles(seat, land), strict=True):
            if most >= max(1, least):
                scores_here = self._bool()
                points.append((self._number(most), scores_here))
                self.model.add(points[-1][0] <= most * scores_here)
                self.model.add(points[-1][0] <= own)
                self.model.add(own >= rival).only_enforce_if(scores_here)
        self.model.add_at_most_one(scores_here for _, scores_here in points)
        return sum(gain for gain, _ in points)

    def _chain_at_most(self, seat: int, route: int) -> Expression:
        count, most = self._route(seat, route)
        if most < CHAIN:
            return 0
        points, long = self._number(most), self._bool()
        self.model.add(count >= CHAIN * long)
        self.model.add(points <= count)
        self.model.add(points <= most * long)
        return points

    # ---- points, bounded from below for the others ------------------------------------------------------------------

    def at_least(self, seat: int) -> Expression:
        """Never less than the seat's points, and as small as them if that is wanted."""
        lands = [self._land_at_least(seat, land) + self._symbols_at_least(seat, land) for land in self.lands]
        chains = [self._chain_at_least(seat, route) for route in (SHIP, CARRIAGE)]
        return self.settled[seat] + sum(lands) + sum(chains) - 2 * self.minus[seat]

    def _land_at_least(self, seat: int, land: int) -> Expression:
        own, size = self._held(seat, land), int(LAND_SIZE[land])
        points, none, first = self._number(size), self._bool(), self._bool()
        self.model.add(own == 0).only_enforce_if(none)
        self.model.add(points >= size).only_enforce_if(first)
        places = [none, first]
        for other in self._others(seat):
            below, held = self._bool(), self._held(other, land)
            self.model.add(held > own).only_enforce_if(below)
            self.model.add(points >= held).only_enforce_if(below)
            places.append(below)
        self.model.add_bool_or(places)
        return points

    def _symbols_at_least(self, seat: int, land: int) -> Expression:
        own = self._number(TIE)
        for count in self._circles(seat, land):
            self.model.add(own >= count)
        outdone = []
        for other in self._others(seat):
            for count in self._circles(other, land):
                outdone.append(self._bool())
                self.model.add(count > own).only_enforce_if(outdone[-1])
        points = self._number(TIE)
        self.model.add(points >= own).only_enforce_if([~more for more in outdone])
        return points

    def _chain_at_least(self, seat: int, route: int) -> Expression:
        count, most = self._route(seat, route)
        if most < CHAIN:
            return 0
        points, long = self._number(most), self._bool()
        self.model.add(count < CHAIN).only_enforce_if(~long)
        self.model.add(points >= count).only_enforce_if(long)
        return points

    # ---- law tiles --------------------------------------------------------------------------------------------------

    def _unseen(self, kind: int) -> int:
        """Tiles of a kind that this state does not show."""
        seen = int(self.s.played[kind]) + int(self.s.hand[:, kind].sum()) + int((self.s.tile == kind).sum())
        return max(0, int(LAWS[kind]) - seen)

    def _minus_tiles(self) -> list[Expression]:
        """How many "minus two" each seat has at the end; the unseen ones lie wherever it suits."""
        held = [int(self.s.hand[seat, UNKNOWN]) for seat in self.seats]
        hidden = [self.model.new_int_var(0, count, "") for count in held]
        lying = {cell: self._bool() for cell in self.card if self.s.tile[cell] == UNKNOWN}
        places, unseen = sum(held) + len(lying), self._unseen(MINUS)
        others = sum(self._unseen(kind) for kind in range(RETURN, MINUS))
        everywhere = sum(hidden) + sum(lying.values())
        self.model.add(everywhere <= unseen)
        self.model.add(everywhere >= max(0, places - others))
        return [
            int(self.s.hand[seat, MINUS])
            + hidden[seat]
            + sum(self._both(bad, self.gets[cell, seat]) for cell, bad in lying.items())
            + sum(self.gets[cell, seat] for cell in self.card if self.s.tile[cell] == MINUS)
            for seat in self.seats
        ]

    def _both(self, one: Expression, other: Expression) -> Expression:
        both = self._bool()
        self.model.add_bool_and([one, other]).only_enforce_if(both)
        self.model.add_bool_or([~one, ~other]).only_enforce_if(~both)
        return both

    def _may_have(self, seat: int, kind: int) -> int:
        """How many tiles of a kind the seat may play before the end."""
        under_way = (self.s.three if kind == THREE else self.s.many) if seat == self.s.seat else 0
        lying = [int(self.s.tile[cell]) for cell in self.card]
        unknown = min(self._unseen(kind), int(self.s.hand[seat, UNKNOWN]) + lying.count(UNKNOWN))
        return int(under_way) + int(self.s.hand[seat, kind]) + lying.count(kind) + unknown

    # ---- turns ------------------------------------------------------------------------------------------------------

    def _take_turns(self) -> None:
        most = len(self.card) + 1
        order = [(int(self.s.seat) + number) % len(self.seats) for number in self.seats]
        turns = {seat: self._number(most) for seat in self.seats}
        for before, after in pairwise(order):
            self.model.add(turns[before] >= turns[after])
        self.model.add(turns[order[-1]] >= turns[order[0]] - 1)
        for seat in self.seats:
            self._fit_into(seat, turns[seat])
            self._must_take(seat, turns[seat])

    def _fit_into(self, seat: int, turns: Expression) -> None:
        """The seat's cards come in so many turns."""
        threes = self._number(self._may_have(seat, THREE))
        mixed = self._number(self._may_have(seat, COLOURS))
        apart = {cell: self._bool() for cell in self.card} if self._may_have(seat, COLOURS) else {}
        for cell, extra in apart.items():
            self.model.add(extra <= self.gets[cell, seat])
            self.model.add(extra <= mixed)
        used, needed = [self._number(TIE)], []
        self.model.add(self._circles_on(apart) <= 2 * mixed + used[0])
        for land in self.lands:
            need, more = self._number(TIE), self._number(TIE)
            cells = [cell for cell in self.card if LAND[self.card[cell]] == land]
            taken = {cell: self.gets[cell, seat] - apart.get(cell, 0) for cell in cells}
            for one in taken.values():
                self.model.add(need >= one)
            self.model.add(2 * need + more >= self._circles_on(taken))
            self.model.add(more <= need)
            used.append(more)
            needed.append(need)
        self.model.add(sum(used) <= threes)
        self.model.add(sum(needed) + mixed <= turns)

    def _circles_on(self, taken: dict[int, Expression]) -> Expression:
        return sum(int(CIRCLE_COUNT[self.card[cell]]) * one for cell, one in taken.items())

    def _must_take(self, seat: int, turns: Expression) -> None:
        """A card in every turn, or all stones are paid away."""
        s = self.s
        under_way = seat == s.seat and (s.phase != TAKE or s.taken > 0)
        stones = int(s.stock[seat]) + int(s.shown[seat]) - int(under_way and s.phase == PAY)
        gained, paid = self.cards[seat] - int(s.cards[seat]), self._bool()
        self.model.add(gained >= stones).only_enforce_if(paid)
        self.model.add(gained >= turns - int(under_way)).only_enforce_if(~paid)


def _settled(state: Bytes, lands: list[int]) -> list[int]:
    """Points of each seat in the lands of which no card is left."""
    names = {LAND_IDS[land] for land in range(LANDS) if land not in lands}
    return [sum(int(entry["points"]) for entry in entries if entry["of"] in names) for entries in detail(state)]
