"""Where a score comes from: for each seat and land what it got and why."""

from __future__ import annotations

from shelf.language import Language
from solver.games.kk_card.rules import PARTS, score_parts
from solver.games.kk_card.state import CARRIAGE, MINUS, SHIP, UNKNOWN, State
from solver.games.kk_card.tables import GAME, LAND_IDS, LAND_SIZE, ROUTE_IDS, SYMBOL_IDS
from solver.kernel.contract import Bytes, points_by_part
from solver.words.phrasing import Phrasing, noun
from solver.words.turn_effects import Entry, entry

_CHAIN = 5


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category, as the kernel counts them."""
    return points_by_part(score_parts, PARTS, state, int(State.of(state).players))


def unknown(state: Bytes, language: Language = "en") -> list[str]:
    """Law tiles that nobody has seen may cost two points each."""
    s, said = State.of(state), Phrasing(GAME, language, "score")
    unseen = s.hand[: s.players, UNKNOWN].tolist()
    return [said.count("unseen", count) if count else "" for count in unseen]


def tiebreaks(state: Bytes) -> list[int]:
    """The number of land cards."""
    s = State.of(state)
    return [int(count) for count in s.cards[: s.players]]


def detail(state: Bytes, language: Language = "en") -> list[list[Entry]]:
    """The entries of each seat in the order of the chart; those of a part add up to its points."""
    s, said = State.of(state), Phrasing(GAME, language, "score")
    return [
        [line for land in range(len(LAND_IDS)) for line in (_land(s, seat, land, said), _symbols(s, seat, land, said))]
        + [_chain(s, seat, SHIP, said), _chain(s, seat, CARRIAGE, said), _law(s, seat, said)]
        for seat in range(int(s.players))
    ]


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    s = State.of(state)
    return [
        {f"{line['of']}.{line['part']}": str(line["points"]) for line in entries if line["of"] in LAND_IDS}
        | {"chains": str(sum(line["points"] for line in entries if line["part"] == "chains"))}
        | {"law.count": str(s.hand[seat, MINUS])}
        for seat, entries in enumerate(detail(state))
    ]


def _land(s: State, seat: int, land: int, said: Phrasing) -> Entry:
    """Ranks are dense: players with equally many cards share one, and the next rank is the next one down."""
    name, held = LAND_IDS[land], [int(count) for count in s.lands[: s.players, land]]
    own, ranks = held[seat], said.words["ranks"]
    if own == 0:
        return entry("land", name, 0, said.plain("no_card"))
    counts = sorted(set(held), reverse=True)
    rank = counts.index(own)
    told = {
        "cards": said.count("cards", own),
        "rank": ranks[rank],
        "tied": said.plain("tied", n=held.count(own)) if held.count(own) > 1 else "",
    }
    if rank == 0:
        return entry("land", name, LAND_SIZE[land], said.plain("first", **told))
    above = counts[rank - 1]
    return entry("land", name, above, said.plain("behind", **told, above=ranks[rank - 1], points=above))


def _symbols(s: State, seat: int, land: int, said: Phrasing) -> Entry:
    name, own = LAND_IDS[land], [int(count) for count in s.symbols[seat, land]]
    most, best = int(s.symbols[: s.players, land].max()), max(own)
    if best == 0:
        return entry("symbols", name, 0, said.plain("no_symbol"))
    names = GAME.words[said.language]["symbol"]
    held = [noun(names[SYMBOL_IDS[kind]], said.language) for kind, count in enumerate(own) if count == best]
    kinds = said.plain("and").join(held)
    if best < most:
        return entry("symbols", name, 0, said.plain("fewer", n=best, kinds=kinds, most=most))
    return entry("symbols", name, most, said.plain("symbols", n=best, kinds=kinds))


def _chain(s: State, seat: int, route: int, said: Phrasing) -> Entry:
    count, name = int(s.routes[seat, route]), ROUTE_IDS[route]
    things = said.count(name, count)
    if count >= _CHAIN:
        return entry("chains", name, count, said.plain("chain", things=things))
    return entry("chains", name, 0, said.plain("short", things=things, least=_CHAIN))


def _law(s: State, seat: int, said: Phrasing) -> Entry:
    minus, unseen = int(s.hand[seat, MINUS]), int(s.hand[seat, UNKNOWN])
    doubt = said.plain("doubt", tiles=said.count("tiles", unseen)) if unseen else ""
    title = GAME.words[said.language]["law"]["minus"]["title"]
    return entry(
        "law", "minus", -2 * minus, said.plain("minus" if minus else "nothing", n=minus, title=title, doubt=doubt)
    )
