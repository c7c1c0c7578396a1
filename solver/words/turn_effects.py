"""What happened in a turn: the table before and after it, and the points that moved.

Points are those that everybody would have if the game ended there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from solver.kernel.contract import Bytes
from solver.words.turn_text import RulesInUse

RankChange = Literal["opens", "leads", "alone", "level", "ahead", "climbs", "enters", "closer"]
"""What a turn does to somebody's rank: first there at all, takes the lead, leads alone now, draws level with the
leader, further ahead, gets more points, is there at all, or only comes closer."""


Entry = dict[str, Any]
"""A line of a score: `part`, `of`, `points` and `why`."""
Detail = Callable[[Bytes], list[list[Entry]]]
"""For each seat the entries of its score, as `Playable.score_detail` gives them."""


def entry(part: str, of: str, points: int, why: str) -> Entry:
    """A line of a score."""
    return {"part": part, "of": of, "points": int(points), "why": why}


@dataclass(frozen=True)
class Shift:
    """Somebody's points for one thing, before the turn and after it."""

    seat: int
    before: int
    after: int

    @property
    def change(self) -> int:
        """What is gained."""
        return self.after - self.before


class Story:
    """A turn played through."""

    def __init__(self, rules: RulesInUse, detail: Detail, state: Bytes, steps: Sequence[int]) -> None:
        self.before, self.after, self.seat = state, state.copy(), rules.actor(state)
        self.s, self.t = rules.opened(self.before), rules.opened(self.after)
        for step in steps:
            self.watch(step)
            rules.apply(self.after, step)
        self.players = int(self.s.players)
        self.others = [seat for seat in range(self.players) if seat != self.seat]
        self._old, self._new = _entries(detail(self.before)), _entries(detail(self.after))

    def watch(self, step: int) -> None:
        """Called before each step is made; `t` is the table at that moment."""

    def shift(self, seat: int, part: str, of: str) -> Shift:
        """Points of a seat for one entry of the score."""
        return Shift(seat, self._old[seat].get((part, of), 0), self._new[seat].get((part, of), 0))

    def shifts(self, part: str, of: str) -> tuple[Shift, ...]:
        """The others whose points for it change, the largest change first."""
        moved = [shift for seat in self.others if (shift := self.shift(seat, part, of)).change]
        return tuple(sorted(moved, key=lambda shift: -abs(shift.change)))

    def total(self, seat: int, part: str) -> Shift:
        """Points of a seat for a part."""
        sums = [sum(n for (name, _), n in one[seat].items() if name == part) for one in (self._old, self._new)]
        return Shift(seat, sums[0], sums[1])


def _entries(detailed: list[list[Entry]]) -> list[dict[tuple[str, str], int]]:
    """For each seat the points of every entry of the score."""
    return [{(entry["part"], entry["of"]): int(entry["points"]) for entry in entries} for entries in detailed]


@dataclass(frozen=True)
class Rank:
    """The mover's rank among those who have something in one place."""

    change: RankChange
    place: int
    """After the turn; players with equally many share one."""
    next_to: int | None
    """The seat just above the mover, or for a leader the one just below; None when nobody is there."""
    gap: int


def rank(had: Sequence[int], has: Sequence[int], own: Shift) -> Rank:
    """The rank of `own.seat` from what everybody had and has."""
    seat = own.seat
    next_to = _neighbour(has, seat)
    gap = 0 if next_to is None else abs(has[next_to] - has[seat])
    return Rank(_rank_change(had, has, own), sorted(set(has), reverse=True).index(has[seat]) + 1, next_to, gap)


def _rank_change(had: Sequence[int], has: Sequence[int], own: Shift) -> RankChange:
    seat = own.seat
    rival_had, rival_has = (max(held[other] for other in range(len(held)) if other != seat) for held in (had, has))
    if has[seat] > rival_has:
        if had[seat] > rival_had:
            return "ahead"
        if had[seat] == rival_had:
            return "alone" if had[seat] else "opens"
        return "leads"
    if has[seat] == rival_has:
        return "level"
    if had[seat] == 0:
        return "enters"
    return "climbs" if own.change > 0 else "closer"


def _neighbour(held: Sequence[int], seat: int) -> int | None:
    """The seat just above in the ranks, or for the leader the one just below."""
    others = [other for other in range(len(held)) if other != seat and held[other]]
    above = [other for other in others if held[other] > held[seat]]
    if above:
        return min(above, key=lambda other: held[other])
    return max(others, key=lambda other: held[other], default=None)
