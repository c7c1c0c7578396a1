"""Cartino's points in parts, and what each of them is for."""

from __future__ import annotations

from shelf.language import Language
from solver.games.cartino.codes import sorted_stones, written
from solver.games.cartino.rules import PARTS, rest_cost, unseen_stones
from solver.games.cartino.state import JOKER, State, put_in, rack_of
from solver.games.cartino.tables import FINISH_BONUS, GAME, KINDS, SET_BONUS
from solver.kernel.contract import Bytes
from solver.words.phrasing import Phrasing
from solver.words.turn_effects import Entry, entry


def with_known_racks(state: Bytes) -> Bytes:
    """The state with the stones that can only be in one rack: nobody else and no bag has unseen ones."""
    s = State.of(state)
    hidden = [seat for seat in range(s.players) if s.hidden[seat]]
    if s.left or len(hidden) != 1:
        return state
    unseen = [stone for stone in range(KINDS + 1) for _ in range(max(0, unseen_stones(s, stone)))]
    if len(unseen) != s.hidden[hidden[0]]:
        return state
    known = state.copy()
    t = State.of(known)
    t.hidden[hidden[0]] = 0
    for stone in unseen:
        put_in(t, hidden[0], stone)
    return known


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category; what is left in the racks counts when the game is over."""
    s = State.of(with_known_racks(state))
    return [
        {
            "contacts": int(s.contacts[seat]),
            "sets": SET_BONUS * int(s.sets[seat]),
            "finish": FINISH_BONUS if s.finisher == seat else 0,
            "rest": -int(rest_cost(s, seat)) if s.over else 0,
        }
        for seat in range(int(s.players))
    ]


def unknown(state: Bytes, language: Language = "en") -> list[str]:
    """Stones left at the end that nobody has told."""
    s, said = State.of(with_known_racks(state)), Phrasing(GAME, language, "score")
    left = [int(number) if s.over else 0 for number in s.hidden[: s.players]]
    return [said.count("unknown", number) if number else "" for number in left]


def tiebreaks(state: Bytes) -> list[int]:
    """Equals share the win."""
    return [0] * int(State.of(state).players)


def detail(state: Bytes, language: Language = "en") -> list[list[Entry]]:
    """The entries of each seat; one for each part."""
    s, said = State.of(with_known_racks(state)), Phrasing(GAME, language, "score")
    told = []
    for seat, parts in enumerate(points(state)):
        why = {
            "contacts": said.plain("contacts"),
            "sets": said.count("sets", int(s.sets[seat])),
            "finish": said.plain("finished" if parts["finish"] else "not_finished"),
            "rest": _rest(s, seat, said),
        }
        told.append([entry(part, part, parts[part], why[part]) for part in PARTS])
    return told


def _rest(s: State, seat: int, said: Phrasing) -> str:
    if not s.over:
        return said.plain("at_the_end")
    stones = sorted_stones(rack_of(s, seat))
    jokers = said.plain("jokers") if JOKER in stones else ""
    return said.plain("left", stones=written(stones), jokers=jokers) if stones else said.plain("nothing")


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    over = bool(State.of(state).over)
    return [
        {part: str(number) for part, number in parts.items() if over or part in ("contacts", "sets")}
        for parts in points(state)
    ]
