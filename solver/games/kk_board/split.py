"""The best split of cloisters into chains, proved by CP-SAT: what the fast count in `chains` is measured against.

Every chain begins somewhere, goes along roads and ends; a counter grows on the way, so that nothing runs in circles,
and only from the fourth cloister on may a chain end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from solver.games.kk_board.state import CHAIN

Chain = tuple[int, ...]
Roads = Sequence[tuple[int, int]]


def best_split(roads: Roads, mask: int) -> list[Chain]:
    """The chains of a best split of a set of fields (as bits); what no road connects is solved by itself."""
    left, chains = {field for field in range(mask.bit_length()) if mask >> field & 1}, list[Chain]()
    while left:
        group, edge = set[int](), {left.pop()}
        while edge:
            group |= edge
            edge = {b for road in roads for a, b in (road, road[::-1]) if a in edge and b in left} - group
        left -= group
        if len(group) >= CHAIN:
            chains += proved(tuple(roads), frozenset(group))
    return chains


@cache
def proved(roads: Roads, group: frozenset[int]) -> tuple[Chain, ...]:
    """The chains of a connected group; that there are none with more cloisters is proved."""
    from shelf.cp_sat import cp_model, new_solver

    model: Any = cp_model.CpModel()
    group_model = _Group(model, roads, sorted(group))
    model.maximize(sum(group_model.in_chain))
    solver = new_solver()
    if solver.solve(model) != cp_model.OPTIMAL:
        raise RuntimeError("a split into chains was not proved")
    return tuple(group_model.chains(solver))


class _Group:
    """Connected cloisters in a model."""

    def __init__(self, model: Any, roads: Roads, fields: Sequence[int]) -> None:
        self.count = {field: model.new_int_var(1, len(fields), "") for field in fields}
        self.begins = {field: model.new_bool_var("") for field in fields}
        both = [pair for road in roads for pair in (road, road[::-1])]
        self.goes = {(a, b): model.new_bool_var("") for a, b in both if a in self.count and b in self.count}
        self.in_chain = [self._add(model, field) for field in fields]
        for (a, b), taken in self.goes.items():
            model.add(self.count[b] == self.count[a] + 1).only_enforce_if(taken)

    def _add(self, model: Any, field: int) -> Any:
        """A cloister in a chain is its first or comes after another, and is its last or goes on to another."""
        used, ends, begins = model.new_bool_var(""), model.new_bool_var(""), self.begins[field]
        model.add_exactly_one(~used, begins, *(taken for (_, b), taken in self.goes.items() if b == field))
        model.add_exactly_one(~used, ends, *(taken for (a, _), taken in self.goes.items() if a == field))
        model.add(self.count[field] == 1).only_enforce_if(begins)
        model.add(self.count[field] >= CHAIN).only_enforce_if(ends)
        return used

    def chains(self, solver: Any) -> list[Chain]:
        """Read off from their first cloisters on."""
        after = {a: b for (a, b), taken in self.goes.items() if solver.value(taken)}
        found = []
        for start in (field for field, begins in self.begins.items() if solver.value(begins)):
            chain = [start]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            found.append(tuple(chain))
        return found
