"""Where the points come from: for each player, land, alliance and chain what it brought, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from shelf.language import Language
from solver.games.kk_board.chains import GAVE_UP, Roads, chain_ends, chain_points, groups, searched
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.points import PARTS, cloister_points, councils_in, majority, score_parts
from solver.games.kk_board.state import CHAIN, State
from solver.kernel.contract import Bytes, points_by_part
from solver.words.phrasing import Phrasing
from solver.words.turn_effects import Entry, entry

Chain = tuple[int, ...]
PATHS = 20_000
"""Ways to begin a split that are tried; where they do not suffice it is read off a list."""


def points(state: Bytes) -> list[dict[str, int]]:
    """Points by category, as the kernel counts them."""
    return points_by_part(score_parts, PARTS, state, int(State.of(state).players))


def tiebreaks(state: Bytes) -> list[int]:
    """Cloisters and councils in everybody's supply."""
    s = State.of(state)
    return [int(s.cloisters_left[seat]) + int(s.councils_left[seat]) for seat in range(s.players)]


def chains_of(roads: Roads, mask: int) -> list[Chain]:
    """The chains of the best split, each as its fields in order."""
    most = int(searched(roads, np.uint64(mask)))
    if most == 0:
        return []
    for path in islice(_paths(roads, mask), PATHS if most != GAVE_UP else 0):
        left = mask & ~sum(1 << field for field in path)
        if len(path) + int(chain_points(roads, np.uint64(left))) == most:
            return _longest_first([path, *chains_of(roads, left)])
    return _longest_first([chain for group in groups(roads, mask) for chain in _read_off(roads, group)])


def _longest_first(chains: list[Chain]) -> list[Chain]:
    return sorted(chains, key=lambda chain: (-len(chain), chain))


def _read_off(roads: Roads, group: int) -> list[Chain]:
    """The chains of a best split of a group, backwards from the largest set that chains can cover."""
    if group.bit_count() < CHAIN:
        return []
    fields = _members(group)
    ends = chain_ends(roads, np.uint64(group))
    chosen = max(np.flatnonzero(ends[:, CHAIN - 1]).tolist(), key=int.bit_count, default=0)
    chains: list[Chain] = []
    while chosen:
        chain, length, here = list[int](), CHAIN, int(ends[chosen, CHAIN - 1])
        while here:
            member = here.bit_length() - 1
            chain.append(fields[member])
            chosen ^= 1 << member
            near = sum(1 << other for other, field in enumerate(fields) if _joined(roads, fields[member], field))
            here = int(ends[chosen, CHAIN - 1]) & near if length == CHAIN else 0
            if not here and length > 1:
                length -= 1
                here = int(ends[chosen, length - 1]) & near
        chains.append(tuple(chain))
    return chains


def _members(fields: int) -> list[int]:
    """The fields of a set."""
    return [field for field in range(fields.bit_length()) if fields >> field & 1]


def _joined(roads: Roads, here: int, there: int) -> bool:
    return bool(int(roads[here]) >> there & 1)


def _paths(roads: Roads, mask: int) -> Iterator[Chain]:
    """Every path of cloisters that is long enough, the longer first from each field."""
    for field in _members(mask):
        yield from _continued(roads, mask, (field,))


def _continued(roads: Roads, mask: int, path: Chain) -> Iterator[Chain]:
    for near in _members(int(roads[path[-1]]) & mask):
        if near not in path:
            yield from _continued(roads, mask, (*path, near))
    if len(path) >= CHAIN:
        yield path


def detail(board: BoardMap, state: Bytes, language: Language = "en") -> list[list[Entry]]:
    """The entries of each seat in the order of scoring; those of a part add up to its points."""
    s, said = State.of(state), Phrasing(board.data, language, "score")
    return [
        [
            _interim(s, seat, said),
            *(_cloisters(board, s, seat, land, said) for land in board.lands),
            *(_alliance(board, s, seat, number, said) for number in range(len(board.pacts))),
            *_chains(board, s, seat, said),
        ]
        for seat in range(int(s.players))
    ]


def interim_table(
    board: BoardMap, before: Bytes, after: Bytes, names: Sequence[str], language: Language
) -> list[tuple[str, ...]]:
    """What every land brought in the interim scoring, if a turn between the two positions caused it."""
    s = State.of(after)
    if s.half == State.of(before).half:
        return []
    lands = [[int(cloister_points(s, land, seat)) for seat in range(s.players)] for land in board.lands]
    rows = zip(board.land_names(language), lands, strict=True)
    said = board.data.phrases(language)["screen"]
    return [
        (said["interim"], *names),
        *((name, *map(str, points)) for name, points in rows),
        (said["interim_sum"], *(str(int(points)) for points in s.interim[: s.players])),
    ]


def chart_values(board: BoardMap, state: Bytes) -> list[dict[str, str]]:
    """The boxes of the chart that are not sums."""
    s = State.of(state)
    boxes = []
    for entries in detail(board, state):
        box = {line["of"]: str(line["points"]) for line in entries if line["part"] == "interim" and s.half}
        box |= {line["of"]: str(line["points"]) for line in entries if line["part"] == "cloisters"}
        pacts = (line for line in entries if line["part"] == "alliances")
        box |= {row["id"]: str(line["points"]) for row, line in zip(board.data.tables["alliances"], pacts, strict=True)}
        box |= {"chains": str(sum(line["points"] for line in entries if line["part"] == "chains"))}
        boxes.append(box)
    return boxes


def _interim(s: State, seat: int, said: Phrasing) -> Entry:
    return entry("interim", "interim", s.interim[seat], said.plain("interim" if s.half else "not_yet"))


def _cloisters(board: BoardMap, s: State, seat: int, land: int, said: Phrasing) -> Entry:
    """Ranks are dense: players with equally many share one, and the next rank is the next one down."""
    numbers = [int(number) for number in s.cloisters[land, : s.players]]
    own, names = numbers[seat], said.words["ranks"]
    if own == 0:
        return entry("cloisters", board.land_ids[land], 0, said.plain("no_cloister"))
    ranks = sorted(set(numbers), reverse=True)
    rank, worth = ranks.index(own), cloister_points(s, land, seat)
    told = {
        "cloisters": said.count("cloisters", own),
        "rank": names[rank],
        "tied": said.plain("tied", n=numbers.count(own)) if numbers.count(own) > 1 else "",
        "points": worth,
    }
    why = said.plain("behind", **told, above=names[rank - 1]) if rank else said.plain("first", **told)
    return entry("cloisters", board.land_ids[land], worth, why)


def _alliance(board: BoardMap, s: State, seat: int, number: int, said: Phrasing) -> Entry:
    a, b = board.pacts[number]
    names = board.land_names(said.language)
    lands = said.plain("and").join((names[a], names[b]))
    held = [land for land in (a, b) if majority(s, land) >> seat & 1]
    if len(held) < 2:
        why = said.plain("half", lands=lands, land=names[held[0]]) if held else said.plain("none", lands=lands)
        return entry("alliances", str(number + 1), 0, why)
    here, there = int(councils_in(s, a)), int(councils_in(s, b))
    return entry(
        "alliances", str(number + 1), here + there, said.plain("alliance", lands=lands, here=here, there=there)
    )


def _chains(board: BoardMap, s: State, seat: int, said: Phrasing) -> list[Entry]:
    found = chains_of(board.neighbours, int(s.mask[seat]))
    if not found:
        return [entry("chains", "chain", 0, said.plain("no_chain", least=CHAIN))]
    codes = ["-".join(board.field_ids[field] for field in chain) for chain in found]
    told = zip(found, codes, strict=True)
    return [entry("chains", code, len(chain), said.plain("chain", n=len(chain))) for chain, code in told]
