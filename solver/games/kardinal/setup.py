"""The opening of Kardinal, in which nothing is left to chance but who has which colour; and its end, from a file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from shelf.messages import joined
from solver.games.kardinal.codes import COLOUR_LETTERS, PAINT, find_paint, paint_name
from solver.games.kardinal.state import OVER, State, new_state
from solver.games.kardinal.tables import BUILDINGS, COLOUR_IDS, COLOURS, OWN, STONES_EACH, refused
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, SetupEntry, on_line
from solver.words.input_text import folded, number, shown
from solver.words.setup_text import LineEntry

_LABEL = re.compile(r"(?:COLOU?RS|FARBEN)\s*:\s*")
_HELD = re.compile(
    rf"(?P<plus>\+?)\s*(?:(?P<before>[0-9]+)\s*(?P<paint>{PAINT})|(?P<paint2>{PAINT})\s*(?P<behind>[0-9]+))[\s,]*"
)
_SIDES = re.compile(r"DOM\s*(?P<sides>[0-9]+)[\s,]*")
MOST_SIDES = 6


def deal(players: int, seed: int, options: Mapping[str, str]) -> Bytes:  # noqa: ARG001 - nothing is shuffled
    """The one opening there is; a seed changes nothing."""
    return new_state(players, fourth_apart="fourth_apart" in options)


def write_setup(state: Bytes) -> list[str]:
    """Who has which colour."""
    return [f"colours: {' '.join(COLOUR_IDS[paint] for paint in State.of(state).paint)}"]


def read_setup(players: int, lines: Lines, options: Mapping[str, str]) -> Bytes:
    """The colours in the order of the seats, then the fourth; two players take turns. Without a line as in the box."""
    paint: list[int] = []
    for line, text in lines:
        with on_line(line):
            if paint:
                raise NotationError(refused("setup.twice"))
            paint = _read_colours(folded(text))
    return new_state(players, paint or range(COLOURS), "fourth_apart" in options)


def _read_colours(text: str) -> list[int]:
    label = _LABEL.match(text)
    if label is None:
        raise NotationError(refused("setup.expected", colour_ids=" ".join(COLOUR_IDS), text=shown(text)))
    paint = [find_paint(word) for word in re.split(r"[\s,]+", text[label.end() :].strip()) if word]
    if sorted(paint) != list(range(COLOURS)):
        raise NotationError(refused("setup.once", colours=COLOURS, colour_letters=" ".join(COLOUR_LETTERS)))
    return paint


def setup_entry(players: int, options: Mapping[str, str], me: int | None = None) -> SetupEntry:  # noqa: ARG001
    """There is nothing to type in, for every game begins alike."""
    return LineEntry((), lambda _nothing: deal(players, 0, options))


@dataclass
class _Hand:
    """What a seat holds at the end, by colours of the table."""

    won: list[int] = field(default_factory=lambda: [0] * COLOURS)
    supply: list[int] = field(default_factory=lambda: [0] * COLOURS)
    sides: int = 0


def read_holdings(holdings: Sequence[Lines]) -> Bytes:
    """The end of a game: `R5 Y3` are stones, `+G4` those that came from the supply, `dom 2` sides on the cathedral."""
    hands = [_Hand() for _ in holdings]
    for hand, lines in zip(hands, holdings, strict=True):
        for line, text in lines:
            with on_line(line):
                _hold(hand, folded(text))
                _check(hands)
    paint = _paint(hands)
    state = new_state(len(hands), paint)
    s = State.of(state)
    s.phase, s.built = OVER, BUILDINGS
    s.supply[:] = 0
    for seat, hand in enumerate(hands):
        for colour, painted in enumerate(paint):
            s.stones[seat, colour] = hand.won[painted]
            s.supply[colour] += hand.supply[painted]
        s.contacts[OWN[len(hands), seat, 0]] = hand.sides
    return state


def _hold(hand: _Hand, text: str) -> None:
    at = 0
    while at < len(text):
        held, sides = _HELD.match(text, at), _SIDES.match(text, at)
        if held:
            pile = hand.supply if held["plus"] else hand.won
            pile[find_paint(held["paint"] or held["paint2"])] += number(held["before"] or held["behind"], "stones")
        elif sides:
            hand.sides += number(sides["sides"], "sides")
        else:
            raise NotationError(refused("setup.no_stones", text=shown(text[at:])))
        at = (held or sides or re.match("", text)).end()  # type: ignore[union-attr]


def _check(hands: Sequence[_Hand]) -> None:
    """There are only so many stones of a colour, and so many sides of the cathedral."""
    for painted in range(COLOURS):
        if sum(hand.won[painted] + hand.supply[painted] for hand in hands) > STONES_EACH:
            raise NotationError(refused("setup.only", stones_each=STONES_EACH, name=paint_name(painted)))
        if sum(hand.supply[painted] > 0 for hand in hands) > 1:
            raise NotationError(refused("setup.one_player", name=paint_name(painted)))
    if sum(hand.sides for hand in hands) > MOST_SIDES:
        raise NotationError(refused("setup.sides", most_sides=MOST_SIDES))


def _paint(hands: Sequence[_Hand]) -> list[int]:
    """Colours for the seats, so that everybody owns those that came from the supply."""
    paint = [-1] * COLOURS
    for seat, hand in enumerate(hands):
        own = [painted for painted in range(COLOURS) if hand.supply[painted]]
        room = [seat, seat + 2] if len(hands) == 2 else [seat]
        if len(own) > len(room):
            names = joined("and", [paint_name(painted) for painted in own])
            raise NotationError(refused("setup.own_colour", names=names))
        for colour, painted in zip(room, own, strict=False):
            paint[colour] = painted
    spare = [painted for painted in range(COLOURS) if painted not in paint]
    return [painted if painted >= 0 else spare.pop(0) for painted in paint]
