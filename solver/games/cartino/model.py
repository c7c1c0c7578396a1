"""The most points that a turn can bring now, asked of OR-Tools: which stones, on which halves, in which order.

The order is a variable here, and every contact between two stones of the turn counts the value of the one that was
laid first; `solver.games.cartino.best_turn` counts the same out by hand.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from shelf.cp_sat import cp_model, new_solver
from solver.games.cartino.state import DONE, LAY_JOKER, PASS, State, stones_of
from solver.games.cartino.tables import KIND, NEIGHBOURS, PLACES, RACK, SET_BONUS, SUIT, SUITS, VALUE
from solver.kernel.contract import Bytes
from solver.kernel.playable import BestTurn
from solver.search.bounds import Expression


class TurnModel:
    """One question: the seat to move, at the beginning of its turn."""

    def __init__(self, view: Bytes) -> None:
        s = State.of(view)
        taken = int(s.taken)
        self.model = cp_model.CpModel()
        self.lying = [place for place in range(PLACES) if taken >> place & 1]
        self.free = [place for place in range(PLACES) if not taken >> place & 1]
        self.stones = Counter(stones_of(int(s.rack[s.seat])))
        self.jokers, self.held = int(s.joker[s.seat]), int(s.held[s.seat])
        self.stone = {place: self._flag(f"stone {place}") for place in self.free if self.stones[int(KIND[place])]}
        self.joker = {place: self._flag(f"joker {place}") for place in self.free if self.jokers}
        self.when = {place: self.model.new_int_var(0, RACK - 1, f"when {place}") for place in self._places()}
        self._only_what_is_there()
        self._one_suit()

    def _flag(self, name: str) -> cp_model.IntVar:
        return self.model.new_bool_var(name)

    def _places(self) -> list[int]:
        return sorted(self.stone.keys() | self.joker.keys())

    def _laid(self, place: int) -> Expression:
        return self.stone.get(place, 0) + self.joker.get(place, 0)

    def _only_what_is_there(self) -> None:
        for kind, number in self.stones.items():
            self.model.add(sum(flag for place, flag in self.stone.items() if KIND[place] == kind) <= number)
        self.model.add(sum(self.joker.values()) <= self.jokers)
        for place in self._places():
            self.model.add(self._laid(place) <= 1)

    def _one_suit(self) -> None:
        suits = [self._flag(f"suit {suit}") for suit in range(SUITS)]
        self.model.add_exactly_one(suits)
        for place in self._places():
            self.model.add(self._laid(place) <= suits[SUIT[place]])

    def _contacts(self) -> list[Expression]:
        """The values of the neighbours that lie there already, and of those laid earlier in the turn."""
        points: list[Expression] = []
        for place in self._places():
            points.append(sum(int(VALUE[near]) for near in self.lying if _touch(place, near)) * self._laid(place))
        for one, other in combinations(self._places(), 2):
            if _touch(one, other):
                points += [self._earlier(one, other), self._earlier(other, one)]
        return points

    def _earlier(self, first: int, then: int) -> Expression:
        """The value of the first place, if stones are laid on both and in this order."""
        flag = self._flag(f"{first} before {then}")
        self.model.add(self._laid(first) >= flag)
        self.model.add(self._laid(then) >= flag)
        self.model.add(self.when[first] < self.when[then]).only_enforce_if(flag)
        return int(VALUE[first]) * flag

    def best(self) -> BestTurn:
        """The best turn, proved."""
        if not self._places():
            return BestTurn((PASS,), 0)
        number = sum(self._laid(place) for place in self._places())
        five = self._flag("set")
        self.model.add(number >= 1)
        self.model.add(number >= RACK * five)
        self.model.maximize(sum(self._contacts()) + SET_BONUS * five)
        solver = new_solver()
        status = solver.solve(self.model)
        assert status == cp_model.OPTIMAL
        flags = {**self.stone, **{LAY_JOKER + place: flag for place, flag in self.joker.items()}}
        laid = [step for step, flag in flags.items() if solver.value(flag)]
        laid.sort(key=lambda step: solver.value(self.when[step % PLACES]))
        steps = laid if len(laid) == self.held else [*laid, DONE]
        return BestTurn(tuple(steps), round(solver.objective_value))


def _touch(one: int, other: int) -> bool:
    return bool(int(NEIGHBOURS[one]) >> other & 1)
