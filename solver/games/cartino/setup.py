"""The opening of Cartino: dealt by a seed, read from a log, typed in from the table; and its end, likewise."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solver.games.cartino.codes import CODES, STONE, read_stones, sorted_stones, written
from solver.games.cartino.state import JOKER, UNKNOWN, State, new_state, put_in, rack_of
from solver.games.cartino.tables import COPIES, JOKERS, KINDS, RACK, SET_BONUS, STONES, refused
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.kernel.random import seeded, shuffle
from solver.words.input_text import folded, number, shown
from solver.words.labelled_opening import LabelledOpening, not_yet_laid

_LABEL = re.compile(r"(?:(?:RACK|HAND|BANK)\s*(?P<rack>[0-9]+)|(?P<bag>BAG|BEUTEL))\s*:\s*")
_HELD = re.compile(
    rf"""(?:
        (?:TRACK|POINTS|PUNKTE)\s*(?P<track>-?[0-9]+) | (?:SETS|SATZE?)\s*(?P<sets>[0-9]+)
      | (?P<out>OUT|FERTIG|AUS)\b | (?P<stone>{STONE}|\*)
    )[\s,]*""",
    re.VERBOSE,
)
MOST_POINTS = 9_999
"""Far more than the counting stone ever shows."""
MOST_SETS = STONES // RACK


def number_of(stone: int) -> int:
    """How many stones of a kind there are."""
    return JOKERS if stone == JOKER else COPIES


def deal(players: int, seed: int, options: Mapping[str, str]) -> Bytes:  # noqa: ARG001 - the game has no switches
    """Stones mixed by a seed."""
    stones = [stone for stone in range(KINDS + 1) for _ in range(number_of(stone))]
    shuffle(stones, seeded(seed))
    racks = [stones[RACK * seat : RACK * (seat + 1)] for seat in range(players)]
    return new_state(racks, stones[RACK * players :])


def write_setup(state: Bytes) -> list[str]:
    """The racks, and the bag where its order is known."""
    s = State.of(state)
    racks = {seat: rack_of(s, seat) for seat in range(s.players)}
    bag = [int(stone) for stone in s.bag[: s.left]][::-1]
    return Opening(int(s.players), racks=racks, bag=[] if UNKNOWN in bag else bag).lines()


@dataclass
class Opening(LabelledOpening):
    """The opening while it is being read: every rack in turn, `?` for one that stays hidden; racks are by seat."""

    label = _LABEL
    examples = "`rack 1: ...`"

    players: int
    options: Mapping[str, str] = field(default_factory=dict)
    me: int | None = None
    racks: dict[int, list[int]] = field(default_factory=dict)
    bag: list[int] = field(default_factory=list)

    def help(self) -> str:
        """Two lines that save typing."""
        return refused("setup.help")

    def prompt(self) -> str | None:
        """What comes next."""
        asked = range(self.players) if self.me is None else (self.me,)
        seat = next((seat for seat in asked if seat not in self.racks), None)
        return None if seat is None else refused("setup.rack", seat=seat + 1)

    def words(self, begun: str = "") -> list[str]:
        """The stones that do not lie anywhere yet."""
        laid = [CODES[stone] for stone in self._laid()]
        return [*not_yet_laid({CODES[stone]: number_of(stone) for stone in range(KINDS + 1)}, laid, begun), "?"]

    def _laid(self) -> list[int]:
        return [*self.bag, *(stone for rack in self.racks.values() for stone in rack)]

    @property
    def in_bag(self) -> int:
        """Stones in the bag when the racks are full."""
        return STONES - RACK * self.players

    def take(self, label: re.Match[str], body: str) -> None:
        """One line."""
        stones = read_stones(body)
        if label["bag"]:
            if len(stones) != self.in_bag or UNKNOWN in stones:
                raise NotationError(refused("setup.bag", in_bag=self.in_bag))
            self.bag = stones
        else:
            seat = number(label["rack"], "racks") - 1
            if not 0 <= seat < self.players:
                raise NotationError(refused("setup.no_rack", seat=seat + 1, players=self.players))
            if stones != [UNKNOWN] and len(stones) != RACK:
                raise NotationError(refused("setup.count", rack=RACK, stones=len(stones)))
            self.racks[seat] = [UNKNOWN] * RACK if stones == [UNKNOWN] else sorted_stones(stones)
        self.check()

    def check(self) -> None:
        """There are only so many stones of a kind."""
        seen = Counter(self._laid())
        for stone in range(KINDS + 1):
            if seen[stone] > number_of(stone):
                raise NotationError(refused("setup.only", number=number_of(stone), stone=CODES[stone]))

    def lines(self) -> list[str]:
        """As a log has it."""
        racks = [f"rack {seat + 1}: {written(sorted_stones(rack))}" for seat, rack in sorted(self.racks.items())]
        return [*racks, *([f"bag: {written(self.bag)}"] if self.bag else [])]

    def state(self) -> Bytes:
        """The opening position; racks that nobody told are unseen."""
        racks = [self.racks.get(seat, [UNKNOWN] * RACK) for seat in range(self.players)]
        return new_state(racks, self.bag or [UNKNOWN] * self.in_bag)


def read_setup(players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
    """The opening of a log: the racks that one knows; every fault names its line."""
    return Opening(players, options).read(lines)


def read_holdings(holdings: Sequence[Lines]) -> Bytes:
    """The end of a game: what the counting stone shows, the sets in it, who went out, and the stones left."""
    state = new_state([[] for _ in holdings], [])
    s = State.of(state)
    s.over = 1
    tallies = [_Tally() for _ in holdings]
    for seat, (tally, lines) in enumerate(zip(tallies, holdings, strict=True)):
        for line, text in lines:
            with on_line(line):
                _hold(s, seat, folded(text), tally)
                if sum(each.sets for each in tallies) > MOST_SETS:
                    raise NotationError(refused("setup.sets", most_sets=MOST_SETS))
        s.contacts[seat], s.sets[seat] = tally.track - SET_BONUS * tally.sets, tally.sets
        if s.finisher == seat and s.held[seat]:
            raise NotationError(refused("setup.out_empty"), line=lines[-1][0] if lines else None)
    return state


@dataclass
class _Tally:
    """What the counting stone of a seat shows, and the sets in it."""

    track: int = 0
    sets: int = 0


def _hold(s: State, seat: int, text: str, tally: _Tally) -> None:
    at = 0
    while at < len(text):
        held = _HELD.match(text, at)
        if held is None:
            word = shown(text[at:].split()[0])
            raise NotationError(refused("setup.no_holding", word=word))
        if held["track"]:
            tally.track += number(held["track"], "points", MOST_POINTS)
            if abs(tally.track) > MOST_POINTS:
                raise NotationError(refused("setup.points", most_points=MOST_POINTS))
        elif held["sets"]:
            tally.sets += number(held["sets"], "sets")
        elif held["out"]:
            if s.finisher not in (-1, seat):
                raise NotationError(refused("setup.one_out"))
            s.finisher = seat
        else:
            _keep(s, seat, read_stones(held["stone"])[0])
        at = held.end()


def _keep(s: State, seat: int, stone: int) -> None:
    if sum(rack_of(s, other).count(stone) for other in range(s.players)) >= number_of(stone):
        raise NotationError(refused("setup.only", number=number_of(stone), stone=CODES[stone]))
    if s.held[seat] == RACK:
        raise NotationError(refused("setup.rack_full", rack=RACK))
    put_in(s, seat, stone)
    s.held[seat] += 1
