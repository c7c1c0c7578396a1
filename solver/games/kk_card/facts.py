"""What a turn of the card game does, as facts: computed by comparing the table before and after it.

Points are those that everybody would have if the game ended there. What others "could" do is what their next turn can
bring without law tiles, for these lie face down; nothing here looks at a tile that the mover has not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from solver.games.kk_card.illegal_reasons import code_at, on_display
from solver.games.kk_card.next_turns import CHAIN, at_top, has_most_symbols, outings, prizes, worth
from solver.games.kk_card.notation import RULES, end_cell
from solver.games.kk_card.rules import actor
from solver.games.kk_card.score import detail
from solver.games.kk_card.state import CARRIAGE, DONE, LIFT, PAY_FROM, PLACE, PLAY, SHIP, SKIP, STOP, State
from solver.games.kk_card.tables import CARDS, CIRCLES, COLUMNS, LAND, LAND_IDS, ROUTE, ROUTE_IDS, SYMBOL_IDS
from solver.kernel.contract import Bytes
from solver.words.turn_effects import Rank, Shift, Story, rank

SymbolChange = Literal["leads", "alone", "level", "more"]
ChainChange = Literal["done", "longer", "towards"]


@dataclass(frozen=True)
class LandFact:
    """The mover's standing in a land of which a card was taken."""

    land: str
    rank: Rank
    own: Shift
    count: int
    """The mover's cards after the turn."""
    others: tuple[Shift, ...]


@dataclass(frozen=True)
class SymbolFact:
    """The mover scores for symbols in a land, and did not, or scores better than before."""

    land: str
    change: SymbolChange
    symbol: str
    count: int
    own: Shift
    others: tuple[Shift, ...]


@dataclass(frozen=True)
class ChainFact:
    """Ships or carriages were taken."""

    route: str
    change: ChainChange
    count: int
    own: Shift
    within_reach: bool
    """A chain is there, or can still be with the cards that are left."""


@dataclass(frozen=True)
class DenialFact:
    """What another could have reached in the next turn and no longer can: a chain, the top of a land, most symbols."""

    seat: int
    prize: Literal["chain", "land", "symbols"]
    of: str
    points: int


@dataclass(frozen=True)
class StoneFact:
    """A stone was set or moved: what the card under it would bring its owner, and the other who gains most by it."""

    card: str
    moved_from: str | None
    own: int
    rival: int | None
    rival_points: int


@dataclass(frozen=True)
class UncoverFact:
    """A card that the turn uncovers and that makes the next seat's best turn better."""

    seat: int
    card: str
    points: int


@dataclass(frozen=True)
class TurnFacts:
    """All about one turn of one seat."""

    seat: int
    skipped: bool
    lands: tuple[LandFact, ...]
    symbols: tuple[SymbolFact, ...]
    chains: tuple[ChainFact, ...]
    denials: tuple[DenialFact, ...]
    stone: StoneFact | None
    paid_to: tuple[int, ...]
    """Owners of the claims that were bought: each got the stone back, and the mover lost one."""
    came_home: int
    """Own stones on the cards taken."""
    laws_taken: int
    laws_played: tuple[int, ...]
    circles: int
    """Circle symbols taken."""
    uncovers: UncoverFact | None


def facts_of(state: Bytes, steps: Sequence[int]) -> TurnFacts:
    """The facts of a turn of the seat to move; `state` is what that seat has observed."""
    story = _Story(state, steps)
    return TurnFacts(
        seat=story.seat,
        skipped=SKIP in steps,
        lands=tuple(_land_facts(story)),
        symbols=tuple(_symbol_facts(story)),
        chains=tuple(_chain_facts(story)),
        denials=tuple(_denials(story)),
        stone=_stone(story),
        paid_to=tuple(story.paid_to),
        came_home=story.came_home,
        laws_taken=story.laws_taken,
        laws_played=tuple(step - PLAY for step in steps if DONE < step < PAY_FROM),
        circles=int(CIRCLES[story.taken].sum()),
        uncovers=_uncovered(story),
    )


class _Story(Story):
    """What was taken and placed on the way."""

    s: State
    t: State

    def __init__(self, state: Bytes, steps: Sequence[int]) -> None:
        self.taken: list[int] = []
        self.paid_to: list[int] = []
        self.came_home = self.laws_taken = 0
        self.placed: tuple[int, int | None] | None = None
        self._lifted: int | None = None
        super().__init__(RULES, detail, state, steps)

    def watch(self, step: int) -> None:
        """Remembers cards, claims and stones."""
        if step < STOP:
            self._watch_take(step)
        elif step >= LIFT:
            self._lifted = step - LIFT
        elif step >= PLACE:
            self.placed = step - PLACE, self._lifted

    def _watch_take(self, step: int) -> None:
        cell = end_cell(self.t, step)
        owner = int(self.t.stone[cell]) - 1
        self.taken.append(int(self.t.card[cell]))
        self.laws_taken += int(self.t.tile[cell] > 0)
        self.came_home += int(owner == self.seat)
        if owner not in (-1, self.seat):
            self.paid_to.append(owner)

    def lands(self) -> list[int]:
        """The lands of the cards taken."""
        return sorted({int(LAND[card]) for card in self.taken})


# ---- lands, symbols, chains -----------------------------------------------------------------------------------------


def _land_facts(story: _Story) -> Iterator[LandFact]:
    for land in story.lands():
        had = [int(count) for count in story.s.lands[: story.players, land]]
        has = [int(count) for count in story.t.lands[: story.players, land]]
        own = story.shift(story.seat, "land", LAND_IDS[land])
        others = story.shifts("land", LAND_IDS[land])
        yield LandFact(LAND_IDS[land], rank(had, has, own), own, has[story.seat], others)


def _symbol_facts(story: _Story) -> Iterator[SymbolFact]:
    for land in story.lands():
        name = LAND_IDS[land]
        own, others = story.shift(story.seat, "symbols", name), story.shifts("symbols", name)
        if own.after == 0 or (own.after == own.before and not others):
            continue
        level = any(story.shift(other, "symbols", name).after for other in story.others)
        change: SymbolChange = "level" if level else "leads"
        if own.before:
            change = "alone" if others else "more"
        kind = int(story.t.symbols[story.seat, land].argmax())
        yield SymbolFact(name, change, SYMBOL_IDS[kind], int(story.t.symbols[story.seat, land, kind]), own, others)


def _chain_facts(story: _Story) -> Iterator[ChainFact]:
    for route in (SHIP, CARRIAGE):
        had, has = int(story.s.routes[story.seat, route]), int(story.t.routes[story.seat, route])
        if has > had:
            change: ChainChange = "towards" if has < CHAIN else "longer" if had >= CHAIN else "done"
            own = story.shift(story.seat, "chains", ROUTE_IDS[route])
            left = sum(ROUTE[story.t.card[cell]] == route for cell in range(CARDS) if on_display(story.t, cell))
            yield ChainFact(ROUTE_IDS[route], change, has, own, bool(has + left >= CHAIN))


# ---- what others could do -------------------------------------------------------------------------------------------


def _denials(story: _Story) -> Iterator[DenialFact]:
    """Prizes that the cards taken would have brought another free of charge, but for those that the mover got."""
    if not story.taken:
        return
    routes = {int(ROUTE[card]) for card in story.taken} - {0}
    wanted = {("chain", route) for route in routes}
    wanted |= {("land", land) for land in story.lands() if not at_top(story.t, story.seat, land)}
    wanted |= {("symbols", land) for land in story.lands() if not has_most_symbols(story.t, story.seat, land)}
    for seat in story.others:
        could = prizes(story.before, seat, [outing for outing in outings(story.before, seat) if outing.free])
        lost = [prize for prize in could if prize in wanted]
        still = prizes(story.after, seat, outings(story.after, seat)) if lost else {}
        for prize in lost:
            if prize not in still:
                kind, index = prize
                yield DenialFact(seat, kind, ROUTE_IDS[index] if kind == "chain" else LAND_IDS[index], could[prize])


def _uncovered(story: _Story) -> UncoverFact | None:
    """The best free turn of the next seat, if it takes a card that this turn uncovered and is better for it."""
    seat = actor(story.after)
    if seat in (-1, story.seat):
        return None
    fresh = _ends(story.t) - _ends(story.s)
    gains = {outing.cells: int(outing.gain.sum()) for outing in outings(story.after, seat) if outing.free}
    usual = max((gain for cells, gain in gains.items() if not fresh & set(cells)), default=0)
    best = max(gains, key=lambda cells: gains[cells], default=())
    if not best or gains[best] <= usual:
        return None
    card = next(code_at(story.t, cell) for cell in best if cell in fresh)
    return UncoverFact(seat, card, gains[best])


def _ends(s: State) -> set[int]:
    cells = [cell for cell in range(CARDS) if on_display(s, cell)]
    return {cell for cell in cells if cell % COLUMNS in (s.lo[cell // COLUMNS], s.hi[cell // COLUMNS])}


# ---- stones ---------------------------------------------------------------------------------------------------------


def _stone(story: _Story) -> StoneFact | None:
    if story.placed is None:
        return None
    cell, lifted = story.placed
    card = int(story.t.card[cell])
    brings = {seat: worth(story.after, seat, card) for seat in range(story.players)}
    rival = max(story.others, key=lambda seat: brings[seat])
    moved_from = None if lifted is None else code_at(story.t, lifted)
    envied = rival if brings[rival] else None
    return StoneFact(code_at(story.t, cell), moved_from, brings[story.seat], envied, brings[rival])
