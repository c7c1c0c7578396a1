"""A position in names: for programs as a nested mapping, for people as letters and signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from shelf.language import Language
from solver.games.kk_board.hidden import observe
from solver.games.kk_board.illegal_reasons import owner_of
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.notation import legal_texts
from solver.games.kk_board.points import PARTS
from solver.games.kk_board.rules import actor
from solver.games.kk_board.score import chains_of, points
from solver.games.kk_board.state import COURTS, EXCHANGE, TARGETS, State
from solver.kernel.contract import Bytes
from solver.kernel.playable import Cell, Drawing, named
from solver.words.position_view import heading, marks_of, player_entries, seen_by


def picture(board: BoardMap, state: Bytes, viewer: int | None, names: Sequence[str]) -> dict[str, Any]:
    """The position as the viewer sees it, or as the state knows it."""
    state = seen_by(viewer, observe, state)
    s, seat = State.of(state), actor(state)
    called = named(names, int(s.players))
    return {
        **heading(int(s.turn) + (seat >= 0), seat, called),
        "half": int(s.half) + 1,
        "last_round": bool(s.ending),
        "lands": [_land(board, s, land, called) for land in board.lands],
        "open": _cards(board, s.open),
        "stack": int(s.left),
        "discards": _cards(board, s.discard),
        "players": player_entries(called, points(state), lambda seat: _holdings(board, s, seat)),
        "steps": list(legal_texts(board, state)),
    }


def _cards(board: BoardMap, counts: Iterable[int]) -> list[str]:
    return [board.code(kind) for kind, number in enumerate(counts) for _ in range(number)]


def _land(board: BoardMap, s: State, land: int, called: Sequence[str]) -> dict[str, Any]:
    owners = {field: owner_of(s, field) for field in board.fields if board.land_of[field] == land}
    return {
        "land": board.land_codes[land],
        "name": board.land_names()[land],
        "card": board.card_ids[board.card_of[land]],
        "fields": {board.field_ids[field]: called[owner] if owner >= 0 else None for field, owner in owners.items()},
        "councils": {name: int(s.councils[land, seat]) for seat, name in enumerate(called) if s.councils[land, seat]},
    }


def _holdings(board: BoardMap, s: State, seat: int) -> dict[str, Any]:
    chains = chains_of(board.neighbours, int(s.mask[seat]))
    return {
        "hand": _cards(board, s.hand[seat]),
        "cloisters": int(s.cloisters_left[seat]),
        "councils": int(s.councils_left[seat]),
        "chains": [[board.field_ids[field] for field in chain] for chain in chains],
    }


# ---- for a terminal -------------------------------------------------------------------------------------------------


def drawing(board: BoardMap, picture: Mapping[str, Any], plain: bool, language: Language) -> Drawing:
    """One row a land: its court, then its fields; below them the open cards."""
    marks = marks_of([player["name"] for player in picture["players"]])
    grid = [tuple(_row(board, land, marks, plain)) for land in picture["lands"]]
    lying = tuple(_card_cell(board, code) for code in picture["open"])
    said = board.data.phrases(language)["screen"]
    stack = Cell((f"{picture['stack']:>3} ", said["left"]))
    legend = tuple(line.format(roads=_roads_across(board), alliances=_alliances(board)) for line in said["legend"])
    return Drawing(
        (*grid, (stack, *lying)),
        tuple(_player_lines(board, picture, marks, language)),
        legend,
        columns=("", *(str(number) for number in range(1, max(map(len, grid))))),
        rows=("",) * (len(grid) + 1),
    )


def _card_cell(board: BoardMap, code: str) -> Cell:
    ground, ink = _colours(board, code)
    return Cell((f" {code:<2} ", "    "), ground, ink, near=code in board.card_ids)


def _colours(board: BoardMap, card: str) -> tuple[str, str]:
    """Ground and type of a kind of card."""
    if card not in board.card_ids:
        return "", ""
    ink = board.data.tables["cards"][board.card_ids.index(card)]["colour"]
    return board.data.palette["card"][ink], board.data.palette["card_type"][ink]


def _row(board: BoardMap, land: Mapping[str, Any], marks: Mapping[str, str], plain: bool) -> list[Cell]:
    ground, ink = _colours(board, land["card"])
    councils = "".join(marks[name] * number for name, number in land["councils"].items())
    court = f"{councils:<4}" if len(councils) <= 4 else _short(land["councils"], marks)
    cells = [Cell((f"{land['land']} {land['card']}", court), ground, ink, near=True)]
    empty = "." if plain else "·"
    for code, owner in land["fields"].items():
        cells.append(Cell((f"{code}  ", f"{marks[owner] if owner else empty}   "), near=owner is not None))
    return cells


def _short(councils: Mapping[str, int], marks: Mapping[str, str]) -> str:
    """Councils that do not fit one by one: numbers before the letters, as far as they fit."""
    return "".join(f"{number}{marks[name]}" for name, number in councils.items())[:4]


def _player_lines(
    board: BoardMap, picture: Mapping[str, Any], marks: Mapping[str, str], language: Language
) -> list[tuple[str, ...]]:
    players, said = picture["players"], board.data.phrases(language)["screen"]
    names = dict(zip(board.land_codes, board.land_names(language), strict=True))
    lines = [("", *(f"{player['name']} ({marks[player['name']]})" for player in players))]
    for land in picture["lands"]:
        name = f"{land['land']} {names[land['land']]} {len(land['fields'])}"
        lines.append((name, *(_land_entry(land, player["name"]) for player in players)))
    lines.append((said["hand"], *(" ".join(player["hand"]) or "-" for player in players)))
    left = (f"{player['cloisters']} + {player['councils']}" for player in players)
    lines.append((said["pieces"], *left))
    chains = (" ".join("-".join(chain) for chain in player["chains"]) or "-" for player in players)
    lines.append((said["chains"], *chains))
    for part in PARTS:
        label = said["points"].format(part=said["parts"][part])
        lines.append((label, *(str(player["points"][part]) for player in players)))
    lines.append((said["now"], *(str(player["points"]["total"]) for player in players)))
    return lines


def _land_entry(land: Mapping[str, Any], name: str) -> str:
    cloisters = list(land["fields"].values()).count(name)
    councils = land["councils"].get(name, 0)
    return f"{cloisters or '-'}" + (f" +{councils}" if councils else "")


def _roads_across(board: BoardMap) -> str:
    """The roads that cross a border, land by land."""
    near: dict[str, list[str]] = {}
    for a, b in board.roads:
        if board.land_of[a] != board.land_of[b]:
            codes = f"{board.field_ids[a]}-{board.field_ids[b]}"
            near.setdefault(board.land_codes[board.land_of[a]], []).append(codes)
    return " ".join(road for roads in near.values() for road in roads)


def _alliances(board: BoardMap) -> str:
    """The pairs of lands, with their numbers."""
    pairs = ((board.land_codes[a], board.land_codes[b]) for a, b in board.pacts)
    return "  ".join(f"{number} {a}-{b}" for number, (a, b) in enumerate(pairs, start=1))


def focus(board: BoardMap, steps: Sequence[int]) -> str:
    """The field that a turn places a cloister on first, or the land whose court gets a council."""
    target = steps[0] % TARGETS
    if steps[0] >= EXCHANGE:
        return ""
    return board.field_ids[target] if target < COURTS else board.land_codes[target - COURTS]
