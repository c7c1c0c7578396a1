"""Where the points come from: for each player, land, alliance and chain what it brought, and why."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from solver.contract import MOST_SEATS, Bytes
from solver.games.kk_board.chains import chain_points
from solver.games.kk_board.notation import opened
from solver.games.kk_board.points import PARTS, cloister_points, councils_in, majority, score_parts
from solver.games.kk_board.tables import CHAIN, FIELD_IDS, FIELDS, GAME, LAND_IDS, LANDS, NEIGHBOURS, PACTS

_RANKS = ("most", "second most", "third most", "fourth most", "fifth most")
_NAMES = [row["name_en"] for row in GAME.tables["lands"]]
_PACTS = GAME.tables["alliances"]
_NEAR = [[field for field in range(FIELDS) if int(near) >> field & 1] for near in NEIGHBOURS]
Chain = tuple[int, ...]


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category, as the kernel counts them."""
    parts = np.zeros((MOST_SEATS, len(PARTS)))
    score_parts(state, parts)
    return [dict(zip(PARTS, (int(x) for x in row), strict=True)) for row in parts[: int(opened(state).players)]]


def pieces_left(state: Bytes) -> list[int]:
    """Cloisters and councils in everybody's supply: they decide between equals."""
    s = opened(state)
    return [int(s.cloisters_left[seat]) + int(s.councils_left[seat]) for seat in range(s.players)]


def chains_of(mask: int) -> list[Chain]:
    """The chains of the best split, each as its fields in order."""
    most = int(chain_points(np.uint64(mask)))
    if most == 0:
        return []
    for path in _paths(mask):
        left = mask & ~sum(1 << field for field in path)
        if len(path) + int(chain_points(np.uint64(left))) == most:
            return sorted([path, *chains_of(left)], key=lambda chain: (-len(chain), chain))
    raise AssertionError("the best split begins with some chain")


def _paths(mask: int) -> Iterator[Chain]:
    """Every path of cloisters that is long enough, the longer first from each field."""
    for field in range(FIELDS):
        if mask >> field & 1:
            yield from _continued(mask, (field,))


def _continued(mask: int, path: Chain) -> Iterator[Chain]:
    for near in _NEAR[path[-1]]:
        if mask >> near & 1 and near not in path:
            yield from _continued(mask, (*path, near))
    if len(path) >= CHAIN:
        yield path


def detail(state: Bytes) -> list[list[dict[str, Any]]]:
    """The entries of each seat in the order of scoring; those of a part add up to its points."""
    s = opened(state)
    return [
        [
            _interim(s, seat),
            *(_cloisters(s, seat, land) for land in range(LANDS)),
            *(_alliance(s, seat, number) for number in range(len(PACTS))),
            *_chains(s, seat),
        ]
        for seat in range(int(s.players))
    ]


def chart_values(state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    s = opened(state)
    boxes = []
    for entries in detail(state):
        box = {entry["of"]: str(entry["points"]) for entry in entries if entry["part"] == "interim" and s.half}
        box |= {entry["of"]: str(entry["points"]) for entry in entries if entry["part"] == "cloisters"}
        pacts = (entry for entry in entries if entry["part"] == "alliances")
        box |= {row["id"]: str(entry["points"]) for row, entry in zip(_PACTS, pacts, strict=True)}
        box |= {"chains": str(sum(entry["points"] for entry in entries if entry["part"] == "chains"))}
        boxes.append(box)
    return boxes


def _entry(part: str, of: str, score: int, why: str) -> dict[str, Any]:
    return {"part": part, "of": of, "points": int(score), "why": why}


def _interim(s: Any, seat: int) -> dict[str, Any]:
    why = "cloisters when the stack was played through for the first time" if s.half else "not scored yet"
    return _entry("interim", "interim", s.interim[seat], why)


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number != 1 else ''}"


def _cloisters(s: Any, seat: int, land: int) -> dict[str, Any]:
    """Ranks are dense: players with equally many share one, and the next rank is the next one down."""
    numbers = [int(number) for number in s.cloisters[land, : s.players]]
    own = numbers[seat]
    if own == 0:
        return _entry("cloisters", LAND_IDS[land], 0, "no cloister")
    ranks = sorted(set(numbers), reverse=True)
    rank = ranks.index(own)
    tied = f", {numbers.count(own)} players equal" if numbers.count(own) > 1 else ""
    what = f"{_counted(own, 'cloister')}, {_RANKS[rank]}{tied}"
    worth = cloister_points(s, land, seat)
    if rank == 0:
        return _entry("cloisters", LAND_IDS[land], worth, f"{what}: all {worth} of the land")
    return _entry("cloisters", LAND_IDS[land], worth, f"{what}: the {_RANKS[rank - 1]} are {worth}")


def _alliance(s: Any, seat: int, number: int) -> dict[str, Any]:
    a, b = PACTS[number]
    lands = f"{_NAMES[a]} and {_NAMES[b]}"
    held = [land for land in (a, b) if majority(s, land) >> seat & 1]
    if len(held) < 2:
        where = f"the majority only in {_NAMES[held[0]]}" if held else "no majority"
        return _entry("alliances", str(number + 1), 0, f"{lands}: {where}")
    here, there = int(councils_in(s, a)), int(councils_in(s, b))
    return _entry("alliances", str(number + 1), here + there, f"{lands}: {here} + {there} councils")


def _chains(s: Any, seat: int) -> list[dict[str, Any]]:
    found = chains_of(int(s.mask[seat]))
    if not found:
        return [_entry("chains", "chain", 0, f"no chain of {CHAIN} cloisters")]
    codes = ["-".join(FIELD_IDS[field] for field in chain) for chain in found]
    told = zip(found, codes, strict=True)
    return [_entry("chains", code, len(chain), f"a chain of {len(chain)}") for chain, code in told]
