"""Who can still win, and the most that each seat can still reach: bounds under which every line of play lies.

CP-SAT fills the board: on which free fields the seat that asks builds, how many cloisters the others build in each
land, who sits at which court. It scores the end for that seat, chains by their roads. The filling keeps to:

- fields and supplies; a court has no more room than cloisters that are built can give it;
- turns: seats move in order, a turn is one land, two pieces, one where the land was empty, and at most one pair;
- cards: every turn lays one down at least, each is replaced from the stack, and the round in which that runs out is the
  last; the seat pays by kind, from its hand and from what can still be drawn, each card once before the reshuffle and
  once after it; a card that nobody has seen is whatever suits;
- before the interim scoring: what stands by then was built with the cards and in the turns of the first half.

In a round that is certainly the last the others are told apart, too: each pays from his own hand, and one after the
other finds lands empty and courts full. There every filling can be played, and only there `exact` is said and
winning is asked for; earlier everybody is taken to be able to win.

Left out before that round, so that the bound is never too low: who of the others has which pieces and how he pays, when
a card comes to which hand, and what has to stand before what. Left out always: that the others play for themselves, for
here they help; and, where winning is asked for, chains that they make longer.
"""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import floor
from typing import Any

import numpy as np

from solver.games.kk_board.chains import chain_points
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.points import cloister_points
from solver.games.kk_board.rules import is_empty, scores, unseen_cards
from solver.games.kk_board.state import (
    CLOISTERS_EACH,
    COUNCILS_EACH,
    HAND,
    NOT_MIXED,
    OPEN,
    OVER,
    PLACE,
    UNKNOWN,
    State,
)
from solver.kernel.contract import MOST_SEATS, Bytes
from solver.kernel.playable import Reach
from solver.search.bounds import bounded_solver, for_all_seats

PIECES = 2
"""At most so many are placed in a turn."""
TIE = CLOISTERS_EACH + COUNCILS_EACH + 1
"""More than there are pieces: what a point is worth beside the tie-break."""
ENOUGH = 999
EFFORT, LATE_EFFORT = 0.02, {1: 0.3, 2: 0.05, 3: 0.05}
"""For each question, by the solver's own measure; with few rounds left to play more is worth its while."""


def reach(board: BoardMap, state: Bytes) -> list[Reach]:
    """The bounds of every seat, from what the state knows: give it what a seat has observed."""
    s = State.of(state)
    if s.phase == OVER:
        ranking = _ranking(state)
        return [Reach(int(place[0]), True, place == max(ranking)) for place in ranking]
    return for_all_seats(partial(_reach_of, board), state, int(s.players))


def _reach_of(board: BoardMap, state: Bytes, seat: int) -> Reach:
    """The end with the most points usually wins as well; only where it does not, winning is asked for by itself."""
    rest = _Rest(board, state, seat)
    most, exact = rest.maximum()
    return Reach(most, exact, not rest.last or rest.won() or _Rest(board, state, seat).can_win())


def _ranking(end: Bytes) -> list[tuple[float, float]]:
    """Points and pieces left of each seat."""
    points = np.zeros(2 * MOST_SEATS)
    scores(end, points)
    return [(points[seat], points[MOST_SEATS + seat]) for seat in range(int(State.of(end).players))]


class _Rest:
    """The rest of a game as a model, for the seat that asks: its fields one by one, of the others only how many.

    Before the last round the others are one party, which goes by the number of the first of them.
    """

    def __init__(self, board: BoardMap, state: Bytes, asker: int) -> None:
        from shelf.cp_sat import cp_model

        self.cp: Any = cp_model
        self.model: Any = cp_model.CpModel()
        self.board, self.state, self.s, self.asker = board, state, State.of(state), asker
        self.seats = range(int(self.s.players))
        self.others = [seat for seat in self.seats if seat != asker]
        self.lands = board.lands
        taken = int(self.s.taken)
        self.free = [
            [f for f in board.fields if board.land_of[f] == land and not taken >> f & 1] for land in self.lands
        ]
        self.site = {field: self._bool() for fields in self.free for field in fields}
        self._count_rounds()
        self.parties = {seat: [seat] for seat in self.seats}
        if not self.last:
            self.parties = {asker: [asker], self.others[0]: self.others}
        self.built = {party: [self._built(party, land) for land in self.lands] for party in self.parties}
        self.sent = {party: [self._number(self._left(party)[1]) for _ in self.lands] for party in self.parties}
        pieces = {party: zip(self.built[party], self.sent[party], strict=True) for party in self.parties}
        self.placed = {party: [sum(both) for both in lands] for party, lands in pieces.items()}
        self._keep_to_supplies()
        self._take_turns()
        self.solver = bounded_solver(LATE_EFFORT.get(self.rounds, EFFORT))
        self.solver.parameters.max_presolve_iterations = 1
        self.solver.parameters.cp_model_probing_level = self.solver.parameters.symmetry_level = 0

    def _left(self, party: int) -> tuple[int, int]:
        """Cloisters and councils in the supply."""
        s, seats = self.s, self.parties[party]
        return int(s.cloisters_left[seats].sum()), int(s.councils_left[seats].sum())

    def _built(self, party: int, land: int) -> Any:
        """How many cloisters will have been built in a land."""
        if party == self.asker:
            return sum(self.site[field] for field in self.free[land])
        return self._number(min(len(self.free[land]), self._left(party)[0]))

    def _bool(self) -> Any:
        return self.model.new_bool_var("")

    def _number(self, most: int) -> Any:
        return self.model.new_int_var(0, max(0, most), "")

    def _cloisters(self, land: int) -> dict[int, Any]:
        """Of each party at the end."""
        return {party: self._now(self.s.cloisters, land, party) + self.built[party][land] for party in self.parties}

    def _councils(self, land: int) -> dict[int, Any]:
        """Of each party at the end."""
        return {party: self._now(self.s.councils, land, party) + self.sent[party][land] for party in self.parties}

    def _now(self, pieces: Any, land: int, party: int) -> int:
        return int(pieces[land, self.parties[party]].sum())

    # ---- asking -----------------------------------------------------------------------------------------------------

    def maximum(self) -> tuple[int, bool]:
        """The most points and whether some end has them, or failing that a bound."""
        self.model.maximize(self._at_most())
        self.status = self.solver.solve(self.model)
        bound = self.solver.best_objective_bound  # 0 is also what a solver says that was stopped before it had one
        most = floor(bound + 0.001) if self.status == self.cp.OPTIMAL or bound > 0 else ENOUGH
        unseen = any(int(self.s.hand[seat, UNKNOWN]) for seat in self.seats) and self.s.mixed != NOT_MIXED
        whole = self.last and self.status == self.cp.OPTIMAL and not unseen
        return most, bool(whole and _ranking(self._end())[self.asker][0] == most)

    def won(self) -> bool:
        """Whether the seat wins in the end that was found."""
        if self.status not in (self.cp.OPTIMAL, self.cp.FEASIBLE):
            return False
        ranking = _ranking(self._end())
        return ranking[self.asker] == max(ranking)

    def can_win(self) -> bool:
        """Whether in some end nobody has more: points, or as many points and more pieces left."""
        own = TIE * self._at_most() - sum(self.placed[self.asker])
        for other in self.others:
            ahead = self._pieces_left(other) - self._pieces_left(self.asker)
            self.model.add(own >= TIE * self._at_least(other) - sum(self.placed[other]) + ahead)
        return bool(self.solver.solve(self.model) != self.cp.INFEASIBLE)

    def _pieces_left(self, seat: int) -> int:
        return int(self.s.cloisters_left[seat]) + int(self.s.councils_left[seat])

    def _end(self) -> Bytes:
        """The end of the game that was found; where in a land the others build does not matter to it."""
        end = self.state.copy()
        s = State.of(end)
        for land in self.lands:
            own = [field for field in self.free[land] if self.solver.value(self.site[field])]
            rest = [field for field in self.free[land] if field not in own]
            for seat in self.parties:
                number = int(self.solver.value(self.built[seat][land]))
                fields = own if seat == self.asker else [rest.pop() for _ in range(number)]
                s.mask[seat] |= np.uint64(sum(1 << field for field in fields))
                councils = int(self.solver.value(self.sent[seat][land]))
                s.cloisters[land, seat] += number
                s.cloisters_left[seat] -= number
                s.councils[land, seat] += councils
                s.councils_left[seat] -= councils
        return end

    # ---- points, bounded from above for the seat that asks ----------------------------------------------------------

    def _at_most(self) -> Any:
        """Never more than the seat's points, and as large as them if that is wanted."""
        interim = int(self.s.interim[self.asker]) if self.s.half else self._interim_at_most()
        cloisters = sum(self._land_at_most(land, self._cloisters(land)) for land in self.lands)
        return interim + cloisters + self._alliances_at_most() + self._chains()

    def _land_at_most(self, land: int, counts: dict[int, Any]) -> Any:
        if not self.free[land]:
            return int(cloister_points(self.s, land, self.asker))
        size, own = self.board.land_of.count(land), counts[self.asker]
        points = self._number(size)
        self.model.add(points <= size * own)
        self.model.add(points <= sum(counts.values()))
        for other in self._rivals():
            above = self._bool()
            self.model.add(counts[other] <= own).only_enforce_if(~above)
            self.model.add(points <= counts[other]).only_enforce_if(above)
        already = sum(int(self.s.cloisters[land, other]) for other in self.others)
        self.model.add(points <= self._alone(land, own) + sum(counts.values()) - own - already)
        return points

    def _rivals(self) -> list[int]:
        """The others one by one, where they are told apart."""
        return self.others if self.last else []

    def _alone(self, land: int, own: Any) -> Any:
        """The points of the land if nobody else builds there; each cloister of another adds at most one."""
        rivals = [int(self.s.cloisters[land, other]) for other in self.others]
        already = int(self.s.cloisters[land, self.asker])
        numbers = range(already, already + len(self.free[land]) + 1)
        chosen = {number: self._bool() for number in numbers}
        self.model.add_exactly_one(chosen.values())
        self.model.add(sum(number * this for number, this in chosen.items()) == own)
        return sum(_points_for(number, rivals) * this for number, this in chosen.items())

    def _alliances_at_most(self) -> Any:
        courts = [self._court_at_most(land) for land in self.lands]
        points = []
        for pact in self.board.pacts:
            for here, there in (pact, pact[::-1]):
                points.append(self._number(self._court(here)))
                self.model.add(points[-1] <= courts[here][1])
                self.model.add(points[-1] <= self._court(here) * courts[there][0])
        return sum(points)

    def _court_at_most(self, land: int) -> tuple[Any, Any]:
        """Whether the seat has the majority of councils, and how many there are then."""
        councils, room = self._councils(land), self._court(land)
        already = [int(number) for number in self.s.councils[land]]
        rivals = [already[other] for other in self.others]
        numbers = range(already[self.asker], room - sum(rivals) + 1)
        chosen = {number: self._bool() for number in numbers}
        self.model.add_exactly_one(chosen.values())
        self.model.add(sum(number * this for number, this in chosen.items()) == councils[self.asker])
        enough = {number: this for number, this in chosen.items() if number >= max(1, *rivals)}
        first, worth = self._bool(), self._number(room)
        self.model.add(first <= sum(enough.values()))
        for other in self._rivals():
            self.model.add(councils[self.asker] >= councils[other]).only_enforce_if(first)
        self.model.add(worth <= room * first)
        self.model.add(worth <= sum(min(room, len(self.seats) * number) * this for number, this in enough.items()))
        alone = sum((number + sum(rivals)) * this for number, this in enough.items())
        self.model.add(worth <= alone + sum(councils.values()) - councils[self.asker] - sum(rivals))
        return first, worth

    def _court(self, land: int) -> int:
        """The most councils that can ever stand at a court."""
        leader = max(int(self.s.cloisters[land, seat]) for seat in self.seats)
        return min(leader + len(self.free[land]), int(self.s.councils[land].sum()) + self.pieces)

    def _chains(self) -> Any:
        """Paths and rings along roads; with nothing but ends that lie three roads apart no path is too short."""
        mask = int(self.s.mask[self.asker])
        own = {field: 1 for field in self.board.fields if mask >> field & 1} | self.site
        roads = [road for road in self.board.roads if road[0] in own and road[1] in own]
        goes = {road: self._bool() for road in roads}
        last = {pair: self._bool() for road in roads for pair in (road, road[::-1])}
        used = {field: self._bool() for field in own}
        for field, mine in own.items():
            ends = sum(out for (a, _), out in last.items() if a == field)
            begun = sum(into for (_, b), into in last.items() if b == field)
            self.model.add(used[field] <= mine)
            self.model.add(ends + begun <= used[field])
            self.model.add(sum(on for road, on in goes.items() if field in road) == 2 * used[field] - ends)
        for (a, b), end in last.items():
            self.model.add(end <= goes[(a, b) if (a, b) in goes else (b, a)])
        for three in self.board.triangles:
            if all(road in goes for road in three):
                self.model.add(sum(goes[road] for road in three) <= 2)
        return sum(used.values())

    # ---- points, bounded from below for the others ------------------------------------------------------------------

    def _at_least(self, seat: int) -> Any:
        """Never less than the seat is sure of, chains only as they stand."""
        cloisters = sum(self._land_at_least(seat, land) for land in self.lands)
        sure = int(self.s.interim[seat]) + int(chain_points(self.board.neighbours, self.s.mask[seat]))
        return sure + cloisters + self._alliances_at_least(seat)

    def _land_at_least(self, seat: int, land: int) -> Any:
        if not self.free[land]:
            return int(cloister_points(self.s, land, seat))
        counts = self._cloisters(land)
        points, first = self._number(self.board.land_of.count(land)), self._bool()
        self.model.add(points >= sum(counts.values())).only_enforce_if(first)
        below = self._outdone(seat, counts)
        for other, less in below.items():
            if other != seat:
                self.model.add(points >= counts[other]).only_enforce_if(less)
        self.model.add_bool_or([first, *below.values()])
        return points

    def _outdone(self, seat: int, counts: dict[int, Any]) -> dict[int, Any]:
        """By each other seat; under its own number, whether it has nothing."""
        outdone = {other: self._bool() for other in self.seats}
        for other, less in outdone.items():
            self.model.add(counts[seat] == 0 if other == seat else counts[other] > counts[seat]).only_enforce_if(less)
        return outdone

    def _alliances_at_least(self, seat: int) -> Any:
        lost, points = [], []
        for land in self.lands:
            lost.append(self._bool())
            below = self._outdone(seat, self._councils(land)).values()
            self.model.add_bool_or([~lost[land], *below])
        for a, b in self.board.pacts:
            points.append(self._number(self._court(a) + self._court(b)))
            worth = sum(self._councils(a).values()) + sum(self._councils(b).values())
            self.model.add(points[-1] >= worth).only_enforce_if([~lost[a], ~lost[b]])
        return sum(points)

    # ---- supplies ---------------------------------------------------------------------------------------------------

    def _keep_to_supplies(self) -> None:
        for party in self.parties:
            cloisters, councils = self._left(party)
            self.model.add(sum(self.built[party]) <= cloisters)
            self.model.add(sum(self.sent[party]) <= councils)
        for land in self.lands:
            self.model.add(sum(built[land] for built in self.built.values()) <= len(self.free[land]))
            self._keep_to_court(land, list(self.parties))

    def _keep_to_court(self, land: int, moved: list[int]) -> None:
        """No more councils than cloisters of the seat that has the most, after these have moved."""
        councils = int(self.s.councils[land].sum()) + sum(self.sent[party][land] for party in moved)
        most = max(int(self.s.cloisters[land, seat]) for seat in self.seats)
        self.model.add(councils <= most + sum(self.built[party][land] for party in moved))
        if self.free[land] and self.last:
            stays, leads = self._bool(), [self._bool() for _ in moved]
            for seat, lead in zip(moved, leads, strict=True):
                self.model.add(councils <= self._cloisters(land)[seat]).only_enforce_if(lead)
            self.model.add(councils <= most).only_enforce_if(stays)
            self.model.add_bool_or([stays, *leads])

    # ---- turns and cards --------------------------------------------------------------------------------------------

    def _count_rounds(self) -> None:
        """How many there are at most, with this one, and how many cards are laid down before the last of them."""
        s, mover, players = self.s, int(self.s.seat), len(self.seats)
        self.under_way = bool(s.phase != PLACE or s.placed > 0)
        self.stack = int(s.left) - 1 - (HAND - int(s.held[mover])) - (OPEN - int(s.open.sum()))
        cards = turns = self.stack
        if not s.half:
            again = self.board.stack_size(players) - 1
            cards, turns = max(0, self.stack) + HAND + again, max(0, self.stack) + 1 + again
        self.cards = max(0, cards)
        self.rounds = 1 if turns < 0 else 1 + (turns + self.under_way + mover) // players
        self.last = self.rounds == 1
        self.pieces = PIECES * (self.rounds * players - mover)

    def _take_turns(self) -> None:
        """The cards of all turns before the last round do not use up the stack: that is what makes it the last."""
        mover = int(self.s.seat)
        rounds, more = self.model.new_int_var(1, self.rounds, ""), self._bool()
        self.model.add(rounds == 1).only_enforce_if(~more)
        self.model.add(rounds >= 2).only_enforce_if(more)
        early = {party: self._number(self.cards) for party in self.parties}
        self.model.add(sum(early.values()) <= self.cards)
        turns, draws = dict[int, Any](), dict[int, Any]()
        for party, seats in self.parties.items():
            before = sum(rounds - 1 - (more if seat < mover else 0) for seat in seats)
            begun = self.under_way and mover in seats
            self.model.add(early[party] >= before - (more if begun else 0))
            self.model.add(early[party] <= HAND * before)
            turns[party] = sum(rounds - (seat < mover) for seat in seats) - begun
            draws[party] = early[party] + (HAND - int(self.s.held[mover])) * (more if mover in seats else 0)
        self._fit_into(turns)
        self._pay(draws)
        if self.last:
            self._keep_to_order(range(mover, len(self.seats)))

    def _rest_of_turn(self, party: int, land: int) -> int:
        """Pieces that may still be placed in the turn under way."""
        s = self.s
        going_on = self.under_way and s.phase == PLACE and s.seat in self.parties[party] and land == s.land
        return int(s.limit) - int(s.placed) if going_on else 0

    def _fit_into(self, turns: dict[int, Any]) -> None:
        """Everybody spends each turn in one land."""
        self.spent = {party: [self._number(ENOUGH) for _ in self.lands] for party in self.parties}
        for party, spent in self.spent.items():
            self.model.add(sum(spent) <= turns[party])
            for land in self.lands:
                self.model.add(self.placed[party][land] <= PIECES * spent[land] + self._rest_of_turn(party, land))
        for land in self.lands:
            if self._is_empty(land):
                entered, placed = self._bool(), sum(placed[land] for placed in self.placed.values())
                self.model.add(placed <= PIECES * sum(spent[land] for spent in self.spent.values()) - entered)
                self.model.add(placed <= ENOUGH * entered)

    def _is_empty(self, land: int) -> bool:
        return bool(is_empty(self.s, land))

    def _pay(self, draws: dict[int, Any]) -> None:
        """Everybody pays with what he holds and with so many cards that he draws."""
        unseen = [max(0, int(unseen_cards(self.s, kind))) for kind in self.board.kinds]
        hidden, drawn = dict[tuple[int, int], Any](), dict[tuple[int, int], Any]()
        for seat, seats in self.parties.items():
            if len(seats) > 1:
                self.model.add(sum(self.placed[seat]) <= int(self.s.held[seats].sum()) + draws[seat])
                continue
            for kind in self.board.kinds:
                hidden[seat, kind] = self._number(int(self.s.hand[seat, UNKNOWN]))
                drawn[seat, kind] = self._number(ENOUGH)
            self.model.add(sum(hidden[seat, kind] for kind in self.board.kinds) <= int(self.s.hand[seat, UNKNOWN]))
            self.model.add(sum(drawn[seat, kind] for kind in self.board.kinds) <= draws[seat])
            held = [int(self.s.hand[seat, kind]) + hidden[seat, kind] + drawn[seat, kind] for kind in self.board.kinds]
            self._pay_from(seat, held)
        for kind, number in enumerate(unseen):
            from_hands = sum(cards for (_, of), cards in hidden.items() if of == kind)
            from_stack = sum(cards for (_, of), cards in drawn.items() if of == kind)
            self.model.add(from_hands <= number)
            seen = int(self.s.open[kind]) + int((self.s.stack[: self.s.left] == kind).sum())
            again = 0 if self.s.half else self.board.cards_in_play(len(self.seats))[kind]
            self.model.add(from_hands + from_stack <= number + seen + again)

    def _pay_from(self, seat: int, held: list[Any]) -> None:
        """A card of the land for each piece, or a pair: of any kind, but only one in a turn."""
        pairs, two = [self._number(self.rounds) for _ in self.lands], [self._number(self.rounds) for _ in held]
        self.model.add(sum(two) == sum(pairs))
        for land in self.lands:
            self.model.add(pairs[land] <= self.spent[seat][land] + self._rest_of_turn(seat, land))
            self.model.add(pairs[land] <= self.placed[seat][land])
        for kind, cards in enumerate(held):
            lands = [land for land in self.lands if self.board.card_of[land] == kind]
            one = sum(self.placed[seat][land] - pairs[land] for land in lands)
            self.model.add(one + 2 * two[kind] <= cards)

    def _keep_to_order(self, order: range) -> None:
        """In the last round one seat after the other has its only turn."""
        for land in self.lands:
            for seat in order:
                self._keep_to_court(land, list(range(order.start, seat + 1)))
                if self._is_empty(land):
                    earlier = sum(self.placed[other][land] for other in range(order.start, seat))
                    self.model.add(self.placed[seat][land] <= 1 + earlier)

    # ---- the interim scoring ----------------------------------------------------------------------------------------

    def _interim_at_most(self) -> Any:
        """Some of the cloisters stand by then: as many as the cards and turns of the first half allow."""
        standing = {party: [self._number(len(free)) for free in self.free] for party in self.parties}
        turns = [self._number(ENOUGH) for _ in self.seats]
        cards = {party: self._number(ENOUGH) for party in self.parties}
        order = [(int(self.s.seat) + number) % len(self.seats) for number in self.seats]
        for before, after in pairwise(order):
            self.model.add(turns[before] >= turns[after])
        self.model.add(turns[order[-1]] >= turns[order[0]] - 1)
        self.model.add(sum(cards.values()) <= max(0, self.stack) + HAND)
        for party, seats in self.parties.items():
            taken, begun = sum(turns[seat] for seat in seats), self.under_way and order[0] in seats
            self.model.add(cards[party] >= taken - begun)
            self.model.add(cards[party] >= sum(standing[party]))
            self.model.add(sum(standing[party]) <= PIECES * taken)
            for land in self.lands:
                self.model.add(standing[party][land] <= self.built[party][land])
        points = 0
        for land in self.lands:
            counts = {of: self._now(self.s.cloisters, land, of) + standing[of][land] for of in self.parties}
            points += self._land_at_most(land, counts)
        return points


def _points_for(own: int, rivals: list[int]) -> int:
    """The points of a land by the numbers of cloisters."""
    return min((number for number in rivals if number > own), default=own + sum(rivals)) if own else 0
