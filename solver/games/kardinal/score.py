"""Where a score comes from: for each seat and colour the stones, and which colour is doubled."""

from __future__ import annotations

from shelf.language import Language
from solver.games.kardinal.rules import PARTS, counts, score_parts
from solver.games.kardinal.state import State
from solver.games.kardinal.tables import COLOUR_IDS, COLOURS, GAME, OWNER
from solver.kernel.contract import Bytes, points_by_part
from solver.words.phrasing import Phrasing
from solver.words.turn_effects import Entry, entry


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category, as the kernel counts them."""
    return points_by_part(score_parts, PARTS, state, int(State.of(state).players))


def sides(state: Bytes) -> list[int]:
    """Sides on the cathedral of each seat's own colours."""
    s = State.of(state)
    owners = OWNER[s.players].tolist()
    return [
        sum(int(s.contacts[colour]) for colour in range(COLOURS) if owners[colour] == seat) for seat in range(s.players)
    ]


def detail(state: Bytes, language: Language = "en") -> list[list[Entry]]:
    """The entries of each seat in the order of the chart; those of a part add up to its points."""
    s, said = State.of(state), Phrasing(GAME, language, "score")
    return [
        [*_stones(s, seat, said), *_supply(s, seat, said), _doubled(s, seat, said)] for seat in range(int(s.players))
    ]


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    columns = {"stones": "won", "supply": "supply"}
    return [
        {f"{line['of']}.{columns[line['part']]}": str(line["points"]) for line in entries if line["part"] in columns}
        | {"doubled": str(entries[-1]["points"]), "dom": str(own)}
        for entries, own in zip(detail(state), sides(state), strict=True)
    ]


def held(s: State, seat: int, colour: int) -> int:
    """Stones of a colour that count for a seat if the game ends now."""
    won = int(s.stones[seat, colour]) if counts(s, colour) else 0
    return won + (int(s.supply[colour]) if OWNER[s.players, colour] == seat else 0)


def doubled_colour(s: State, seat: int) -> int:
    """The colour of which a seat has most, the first one of several."""
    return max(range(COLOURS), key=lambda colour: (held(s, seat, colour), -int(s.paint[colour])))


def _in_order(s: State) -> list[int]:
    """The colours in the order of the table."""
    return sorted(range(COLOURS), key=lambda colour: int(s.paint[colour]))


def _name(s: State, colour: int) -> str:
    return COLOUR_IDS[s.paint[colour]]


def _stones(s: State, seat: int, said: Phrasing) -> list[Entry]:
    entries = []
    for colour in _in_order(s):
        won = int(s.stones[seat, colour])
        if counts(s, colour):
            why = said.count("won", won)
        else:
            won, why = 0, said.plain("uncounted", n=won)
        entries.append(entry("stones", _name(s, colour), won, why))
    return entries


def _supply(s: State, seat: int, said: Phrasing) -> list[Entry]:
    own = [colour for colour in _in_order(s) if OWNER[s.players, colour] == seat]
    return [entry("supply", _name(s, colour), s.supply[colour], said.plain("supply")) for colour in own]


def _doubled(s: State, seat: int, said: Phrasing) -> Entry:
    colour = doubled_colour(s, seat)
    return entry("doubled", _name(s, colour), held(s, seat, colour), said.plain("doubled"))
