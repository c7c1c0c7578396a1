"""What a turn of the board game does, as facts: computed by comparing the table before and after it.

Points are those that everybody would have if the game ended there; nothing here looks at a card that the mover has not
seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.notation import RULES
from solver.games.kk_board.points import majority
from solver.games.kk_board.rules import court_has_room, free_fields
from solver.games.kk_board.score import chains_of, detail
from solver.games.kk_board.state import BLIND, COURTS, EXCHANGE, STOP, TAKE, TARGETS
from solver.kernel.contract import Bytes
from solver.words.turn_effects import Rank, Shift, Story, rank

CourtChange = Literal["first", "leads", "ties", "alone", "ahead", "joins"]
ChainChange = Literal["done", "longer", "towards"]


@dataclass(frozen=True)
class LandFact:
    """The mover's standing among the cloisters of the land."""

    land: int
    rank: Rank
    placed: int
    own: Shift
    others: tuple[Shift, ...]


@dataclass(frozen=True)
class Pact:
    """An alliance whose points change for somebody."""

    number: int
    shift: Shift


@dataclass(frozen=True)
class CourtFact:
    """The mover's standing among the councils of the land."""

    land: int
    change: CourtChange
    rivals: tuple[int, ...]
    """Those with whom the majority is shared, or from whom it was taken."""
    gains: tuple[Pact, ...]
    losses: tuple[Pact, ...]
    """Alliances that others can no longer score, or score for less."""
    waiting: tuple[int, ...]
    """Allied lands in which the mover has no majority yet."""


@dataclass(frozen=True)
class ChainFact:
    """Cloisters in a row."""

    change: ChainChange
    length: int
    own: Shift


@dataclass(frozen=True)
class Facts:
    """All about one turn of one seat."""

    seat: int
    land: LandFact | None
    court: CourtFact | None
    chain: ChainFact | None
    exchanged: int | None
    """The kind of card that was exchanged."""
    pairs: tuple[int, ...]
    """Kinds of which the mover then knows to hold two."""
    taken: tuple[int, ...]
    """Open cards taken."""
    fills_land: int | None
    fills_court: int | None
    """Lands in which nobody can place a cloister, or send a council, any more."""


def facts_of(board: BoardMap, state: Bytes, steps: Sequence[int]) -> Facts:
    """The facts of a turn of the seat to move; `state` is what that seat has observed."""
    story = Story(RULES, partial(detail, board), state, steps)
    targets = [step % TARGETS for step in steps if step < EXCHANGE]
    fields = [target for target in targets if target < COURTS]
    courts = [target - COURTS for target in targets if target >= COURTS]
    land = board.land_of[fields[0]] if fields else courts[0] if courts else None
    hand = story.t.hand[story.seat]
    return Facts(
        seat=story.seat,
        land=_land(board, story, board.land_of[fields[0]], len(fields)) if fields else None,
        court=_court(board, story, courts[0]) if courts else None,
        chain=_chain(board, story, fields) if fields else None,
        exchanged=next((step - EXCHANGE for step in steps if EXCHANGE <= step < STOP), None),
        pairs=tuple(kind for kind in board.kinds if hand[kind] >= 2),
        taken=tuple(step - TAKE for step in steps if TAKE <= step < BLIND),
        fills_land=land if fields and land is not None and not free_fields(story.t, land) else None,
        fills_court=land if courts and land is not None and not court_has_room(story.t, land) else None,
    )


# ---- cloisters ------------------------------------------------------------------------------------------------------


def _land(board: BoardMap, story: Story, land: int, placed: int) -> LandFact:
    had = [int(number) for number in story.s.cloisters[land, : story.players]]
    has = [int(number) for number in story.t.cloisters[land, : story.players]]
    own = story.shift(story.seat, "cloisters", board.land_ids[land])
    return LandFact(land, rank(had, has, own), placed, own, story.shifts("cloisters", board.land_ids[land]))


def _chain(board: BoardMap, story: Story, fields: Sequence[int]) -> ChainFact | None:
    own = story.total(story.seat, "chains")
    mask = int(story.t.mask[story.seat])
    if own.change > 0:
        with_new = [chain for chain in chains_of(board.neighbours, mask) if set(fields) & set(chain)]
        length = max(map(len, with_new), default=own.after)
        return ChainFact("longer" if own.before else "done", length, own)
    near = _run(board, mask, fields)
    return ChainFact("towards", near, own) if near == 3 and own.after == own.before else None


def _run(board: BoardMap, mask: int, fields: Sequence[int]) -> int:
    """How many cloisters are connected with the new ones."""
    found, edge = 0, list(fields[:1])
    seen = set(edge)
    while edge:
        field = edge.pop()
        found += 1
        for near in board.fields:
            if int(board.neighbours[field]) & mask & (1 << near) and near not in seen:
                seen.add(near)
                edge.append(near)
    return found


# ---- councils -------------------------------------------------------------------------------------------------------


def _court(board: BoardMap, story: Story, land: int) -> CourtFact:
    numbers = [number for number, pact in enumerate(board.pacts) if land in pact]
    shifts = {number: story.shift(story.seat, "alliances", str(number + 1)) for number in numbers}
    gains = [Pact(number + 1, shift) for number, shift in shifts.items() if shift.change > 0]
    losses = [
        Pact(number + 1, shift)
        for number in numbers
        for seat in story.others
        if (shift := story.shift(seat, "alliances", str(number + 1))).change < 0
    ]
    allies = [a + b - land for a, b in board.pacts if land in (a, b)]
    waiting = [ally for ally in allies if not majority(story.t, ally) >> story.seat & 1]
    change, rivals = _court_change(story, land)
    return CourtFact(land, change, rivals, tuple(gains), tuple(losses), tuple(waiting))


def _court_change(story: Story, land: int) -> tuple[CourtChange, tuple[int, ...]]:
    had, has = int(majority(story.s, land)), int(majority(story.t, land))
    own = 1 << story.seat
    before = tuple(seat for seat in story.others if had >> seat & 1)
    if not has & own:
        return "joins", tuple(seat for seat in story.others if has >> seat & 1)
    if has != own:
        return "ties", tuple(seat for seat in story.others if has >> seat & 1)
    if not had:
        return "first", ()
    if had == own:
        return "ahead", ()
    return ("alone" if had & own else "leads"), before
