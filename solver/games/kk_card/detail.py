"""Where a score comes from: for each seat and land what it got and why."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.contract import MOST_SEATS, Bytes
from solver.games.kk_card.kernel import CARRIAGE, MINUS, PARTS, SHIP, UNKNOWN, score_parts
from solver.games.kk_card.notation import opened
from solver.games.kk_card.tables import GAME, LAND_IDS, LAND_SIZE, ROUTE_IDS, SYMBOL_IDS

_WORDS = GAME.words["en"]
_RANKS = ("first", "second", "third", "fourth", "fifth")
_CHAIN = 5


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category, as the kernel counts them."""
    parts = np.zeros((MOST_SEATS, len(PARTS)))
    score_parts(state, parts)
    return [dict(zip(PARTS, (int(x) for x in row), strict=True)) for row in parts[: int(opened(state).players)]]


def detail(state: Bytes) -> list[list[dict[str, Any]]]:
    """The entries of each seat in the order of the chart; those of a part add up to its points."""
    s = opened(state)
    return [
        [entry for land in range(len(LAND_IDS)) for entry in (_land(s, seat, land), _symbols(s, seat, land))]
        + [_chain(s, seat, SHIP), _chain(s, seat, CARRIAGE), _law(s, seat)]
        for seat in range(int(s.players))
    ]


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    s = opened(state)
    return [
        {f"{entry['of']}.{entry['part']}": str(entry["points"]) for entry in entries if entry["of"] in LAND_IDS}
        | {"chains": str(sum(entry["points"] for entry in entries if entry["part"] == "chains"))}
        | {"law.count": str(s.hand[seat, MINUS])}
        for seat, entries in enumerate(detail(state))
    ]


def _entry(part: str, of: str, score: int, why: str) -> dict[str, Any]:
    return {"part": part, "of": of, "points": int(score), "why": why}


def _land(s: Any, seat: int, land: int) -> dict[str, Any]:
    """Ranks are dense: players with equally many cards share one, and the next rank is the next one down."""
    name, held = LAND_IDS[land], [int(count) for count in s.lands[: s.players, land]]
    own = held[seat]
    if own == 0:
        return _entry("land", name, 0, "no card")
    counts = sorted(set(held), reverse=True)
    rank = counts.index(own)
    tied = f", {held.count(own)} players equal" if held.count(own) > 1 else ""
    cards = f"{own} card{'s' if own > 1 else ''}, {_RANKS[rank]}{tied}"
    if rank == 0:
        return _entry("land", name, LAND_SIZE[land], f"{cards}: the number of the land")
    return _entry("land", name, counts[rank - 1], f"{cards}: the {_RANKS[rank - 1]} has {counts[rank - 1]}")


def _symbols(s: Any, seat: int, land: int) -> dict[str, Any]:
    name, own = LAND_IDS[land], [int(count) for count in s.symbols[seat, land]]
    most, best = int(s.symbols[: s.players, land].max()), max(own)
    if best == 0:
        return _entry("symbols", name, 0, "no symbol")
    kinds = " and ".join(_WORDS["symbol"][SYMBOL_IDS[kind]].lower() for kind, count in enumerate(own) if count == best)
    if best < most:
        return _entry("symbols", name, 0, f"{best} of one kind ({kinds}), somebody has {most}")
    return _entry("symbols", name, most, f"{best} of one kind ({kinds}), nobody has more")


def _chain(s: Any, seat: int, route: int) -> dict[str, Any]:
    count, name = int(s.routes[seat, route]), ROUTE_IDS[route]
    word = _WORDS["route"][name].lower() + ("" if count == 1 else "s")
    if count >= _CHAIN:
        return _entry("chains", name, count, f"{count} {word}")
    return _entry("chains", name, 0, f"{count} {word}, fewer than {_CHAIN}")


def _law(s: Any, seat: int) -> dict[str, Any]:
    minus, unseen = int(s.hand[seat, MINUS]), int(s.hand[seat, UNKNOWN])
    why = f'{minus} "{_WORDS["law"]["minus"]["title"]}"' if minus else "nothing to subtract"
    doubt = f", {unseen} law tile{'s' * (unseen > 1)} unseen" if unseen else ""
    return _entry("law", "minus", -2 * minus, why + doubt)
