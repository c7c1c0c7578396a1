"""What a turn of Kardinal does, as facts: computed by comparing the table before and after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solver.games.kardinal.codes import square_text
from solver.games.kardinal.notation import building_of, legal_steps
from solver.games.kardinal.rules import actor, apply
from solver.games.kardinal.score import doubled_colour, held, sides
from solver.games.kardinal.sites import can_build, merged
from solver.games.kardinal.state import BUILD, MOVE, PASS, RAISE, TAKE_STONE, State
from solver.games.kardinal.tables import COLOURS, NOBODY, OWNER
from solver.kernel.contract import Bytes

Stones = dict[int, int]
"""So many stones of a colour."""


@dataclass(frozen=True)
class CardinalFact:
    """What the cardinal does to the next seat: the stones it could take without him, and with him."""

    square: str
    moved: bool
    seat: int
    without: int
    with_him: int
    """-1: it cannot build at all."""


@dataclass(frozen=True)
class TurnFacts:
    """All about one turn of one seat."""

    seat: int
    passed: bool
    built: tuple[int, int, list[int]] | None
    """Shape, colour, cells."""
    won: Stones
    aside: Stones
    """Stones that a building of the fourth colour took out of the game."""
    bonus: Stones
    losers: dict[int, int]
    """Other seats and how many stones of theirs left the supply."""
    doubled: tuple[int, int] | None
    """The doubled colour and its stones, where the turn made it more."""
    sides: int
    """Sides on the cathedral gained."""
    cardinal: str | None
    """The square he was moved to."""
    blocked: CardinalFact | None
    passes: tuple[int, ...]
    """The next seats that cannot build, up to the first that can."""
    only: tuple[int, set[int]] | None
    """The next seat that can build and the shapes it can use, where these are not all it may think of."""


def facts_of(state: Bytes, steps: Sequence[int]) -> TurnFacts:
    """The facts of a turn of the seat to move."""
    seat = actor(state)
    after = state.copy()
    for step in steps:
        apply(after, step)
    s, t = State.of(state), State.of(after)
    built = next((building_of(s, step) for step in steps if step >= RAISE), None)
    bonus = {step - TAKE_STONE: 1 for step in steps if TAKE_STONE <= step < MOVE}
    taken = {colour: int(s.supply[colour]) - int(t.supply[colour]) - bonus.get(colour, 0) for colour in range(COLOURS)}
    won = {colour: int(t.stones[seat, colour]) - int(s.stones[seat, colour]) - bonus.get(colour, 0) for colour in taken}
    moved = next((step - MOVE for step in steps if MOVE <= step < RAISE), None)
    passes, nobody = _passes(after)
    return TurnFacts(
        seat=seat,
        passed=PASS in steps,
        built=built,
        won={colour: n for colour, n in won.items() if n},
        aside={colour: n - won[colour] for colour, n in taken.items() if n > won[colour]},
        bonus=bonus,
        losers=_losers(s, seat, taken, bonus),
        doubled=_doubled(s, t, seat),
        sides=sides(after)[seat] - sides(state)[seat],
        cardinal=None if moved is None else square_text(t, moved),
        blocked=_blocked(after, moved is not None) if t.phase == BUILD else None,
        passes=() if nobody else passes,
        only=None if nobody else _only(after, len(passes)),
    )


def _losers(s: State, seat: int, taken: Stones, bonus: Stones) -> dict[int, int]:
    lost: dict[int, int] = {}
    for colour, n in taken.items():
        owner = int(OWNER[s.players, colour])
        if owner not in (seat, NOBODY) and n + bonus.get(colour, 0):
            lost[owner] = lost.get(owner, 0) + n + bonus.get(colour, 0)
    return lost


def _doubled(s: State, t: State, seat: int) -> tuple[int, int] | None:
    """Only foreign colours: the own ones need no collecting."""
    colour = doubled_colour(t, seat)
    count = held(t, seat, colour)
    if OWNER[t.players, colour] == seat or count <= held(s, seat, doubled_colour(s, seat)):
        return None
    return colour, count


def _passes(after: Bytes) -> tuple[tuple[int, ...], bool]:
    """The seats from the next one on that cannot build, and whether nobody can."""
    t, found = State.of(after), list[int]()
    if actor(after) < 0:
        return (), True
    seat = int(t.seat)
    while not can_build(t, seat) and len(found) < t.players:
        found.append(seat)
        seat = (seat + 1) % int(t.players)
    return tuple(found), False


def _only(after: Bytes, passes: int) -> tuple[int, set[int]] | None:
    """The one shape that is left to the next seat, if it has others in hand that the sixth edict would allow."""
    if passes or State.of(after).phase != BUILD:
        return None
    t = State.of(after)
    shapes = {building_of(t, step)[0] for step in legal_steps(after)}
    hand = {shape for shape in range(3) if shape != t.last_shape and t.left[shape, int(t.seat)]}
    return (int(t.seat), shapes) if len(shapes) == 1 and len(hand) > 1 else None


def _blocked(after: Bytes, moved: bool) -> CardinalFact | None:
    t = State.of(after)
    if t.cardinal < 0:
        return None
    free = after.copy()
    State.of(free).cardinal = -1
    square = square_text(t, int(t.cardinal))
    return CardinalFact(square, moved, int(t.seat), most_stones(free), most_stones(after))


def most_stones(state: Bytes) -> int:
    """The most stones that a building of the seat to move can take now, or -1 when it cannot build."""
    s = State.of(state)
    best = -1
    for step in legal_steps(state):
        if step >= RAISE:
            _, _, cells = building_of(s, step)
            word = merged(int(s.word[cells[0]]), int(s.word[cells[1]])) if len(cells) == 2 else int(s.word[cells[0]])
            stones = sum(min(word >> 3 * colour & 7, int(s.supply[colour])) for colour in range(COLOURS))
            best = max(best, stones)
    return best
