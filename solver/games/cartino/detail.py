"""Cartino's points in parts, and what each of them is for."""

from __future__ import annotations

from typing import Any

from solver.contract import Bytes
from solver.games.cartino.codes import sorted_stones, written
from solver.games.cartino.kernel import rest_cost, unseen_stones
from solver.games.cartino.notation import opened
from solver.games.cartino.position import JOKER, put_in, rack_of
from solver.games.cartino.tables import FINISH_BONUS, KINDS, SET_BONUS

PARTS = ("contacts", "sets", "finish", "rest")


def with_known_racks(state: Bytes) -> Bytes:
    """The state with the stones that can only be in one rack: nobody else and no bag has unseen ones."""
    s = opened(state)
    hidden = [seat for seat in range(s.players) if s.hidden[seat]]
    if s.left or len(hidden) != 1:
        return state
    unseen = [stone for stone in range(KINDS + 1) for _ in range(max(0, unseen_stones(s, stone)))]
    if len(unseen) != s.hidden[hidden[0]]:
        return state
    known = state.copy()
    t = opened(known)
    t.hidden[hidden[0]] = 0
    for stone in unseen:
        put_in(t, hidden[0], stone)
    return known


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category; what is left in the racks counts when the game is over."""
    s = opened(with_known_racks(state))
    return [
        {
            "contacts": int(s.contacts[seat]),
            "sets": SET_BONUS * int(s.sets[seat]),
            "finish": FINISH_BONUS if s.finisher == seat else 0,
            "rest": -int(rest_cost(s, seat)) if s.over else 0,
        }
        for seat in range(int(s.players))
    ]


def unknown(state: Bytes) -> list[str]:
    """Stones left at the end that nobody has told."""
    s = opened(with_known_racks(state))
    left = [int(number) if s.over else 0 for number in s.hidden[: s.players]]
    return [f"{_counted(number, 'stone', 'stones')} left in the rack" if number else "" for number in left]


def tiebreaks(state: Bytes) -> list[int]:
    """Equals share the win."""
    return [0] * int(opened(state).players)


def detail(state: Bytes) -> list[list[dict[str, Any]]]:
    """The entries of each seat; one for each part."""
    s = opened(with_known_racks(state))
    told = []
    for seat, parts in enumerate(points(state)):
        why = {
            "contacts": "stones laid beside others",
            "sets": _counted(int(s.sets[seat]), "set of five in one turn", "sets of five in one turn"),
            "finish": "laid the last stone" if parts["finish"] else "has not gone out",
            "rest": _rest(s, seat),
        }
        told.append([{"part": part, "of": part, "points": parts[part], "why": why[part]} for part in PARTS])
    return told


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _rest(s: Any, seat: int) -> str:
    if not s.over:
        return "counts at the end"
    stones = sorted_stones(rack_of(s, seat))
    jokers = " (a joker counts 6)" if JOKER in stones else ""
    return f"left: {written(stones)}{jokers}" if stones else "nothing left"


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    over = bool(opened(state).over)
    return [
        {part: str(number) for part, number in parts.items() if over or part in ("contacts", "sets")}
        for parts in points(state)
    ]
