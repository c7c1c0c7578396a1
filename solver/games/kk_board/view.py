"""A position in names: for programs as a nested mapping, for people as letters and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shelf.language import Language
from solver.games.kk_board.codes import CODES
from solver.games.kk_board.hidden import observe
from solver.games.kk_board.illegal_reasons import owner_of
from solver.games.kk_board.notation import legal_texts, opened
from solver.games.kk_board.rules import actor
from solver.games.kk_board.score import chains_of, points
from solver.games.kk_board.state import EXCHANGE, OVER, TARGETS
from solver.games.kk_board.tables import (
    CARD_IDS,
    CARD_OF,
    FIELD_IDS,
    FIELDS,
    GAME,
    LAND_CODES,
    LAND_OF,
    LANDS,
    ROADS,
)
from solver.kernel.contract import Bytes
from solver.kernel.playable import Cell, Drawing, named

_LANDS = GAME.tables["lands"]
_INKS = {row["id"]: row["colour"] for row in GAME.tables["cards"]}


def picture(
    state: Bytes,
    viewer: int | None = None,
    names: Sequence[str] = (),
    earlier: Sequence[Bytes] = (),  # noqa: ARG001 - a position tells all
) -> dict[str, Any]:
    """The position as the viewer sees it, or as the state knows it."""
    if viewer is not None:
        state = state.copy()
        observe(state, viewer)
    s = opened(state)
    players = int(s.players)
    called = named(names, players)
    parts = points(state)
    over = bool(s.phase == OVER)
    return {
        "turn": int(s.turn) + 1 - over,
        "over": over,
        "to_move": None if over else called[actor(state)],
        "half": int(s.half) + 1,
        "last_round": bool(s.ending),
        "lands": [_land(s, land, called) for land in range(LANDS)],
        "open": _cards(s.open),
        "stack": int(s.left),
        "discards": _cards(s.discard),
        "players": [
            {
                "name": called[seat],
                **_holdings(s, seat),
                "points": parts[seat] | {"total": sum(parts[seat].values())},
            }
            for seat in range(players)
        ],
        "steps": [] if over else list(legal_texts(state)),
    }


def _cards(counts: Any) -> list[str]:
    return [CODES[kind] for kind, number in enumerate(counts) for _ in range(number)]


def _land(s: Any, land: int, called: Sequence[str]) -> dict[str, Any]:
    owners = {field: owner_of(s, field) for field in range(FIELDS) if LAND_OF[field] == land}
    return {
        "land": LAND_CODES[land],
        "name": _LANDS[land]["name_en"],
        "card": CARD_IDS[CARD_OF[land]],
        "fields": {FIELD_IDS[field]: called[owner] if owner >= 0 else None for field, owner in owners.items()},
        "councils": {name: int(s.councils[land, seat]) for seat, name in enumerate(called) if s.councils[land, seat]},
    }


def _holdings(s: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": _cards(s.hand[seat]),
        "cloisters": int(s.cloisters_left[seat]),
        "councils": int(s.councils_left[seat]),
        "chains": [[FIELD_IDS[field] for field in chain] for chain in chains_of(int(s.mask[seat]))],
    }


# ---- for a terminal -------------------------------------------------------------------------------------------------


def marks_of(names: Sequence[str]) -> dict[str, str]:
    """A letter for each player's pieces: of the name where it is free, else a number."""
    marks: dict[str, str] = {}
    for number, name in enumerate(names, start=1):
        letters = [letter for letter in name.upper() if letter.isalpha() and letter not in marks.values()]
        marks[name] = letters[0] if letters else str(number)
    return marks


def drawing(picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
    """One row a land: its court, then its fields; below them the open cards."""
    marks = marks_of([player["name"] for player in picture["players"]])
    grid = [tuple(_row(land, marks, plain)) for land in picture["lands"]]
    lying = tuple(_card_cell(code) for code in picture["open"])
    said = GAME.phrases(language)["screen"]
    stack = Cell((f"{picture['stack']:>3} ", said["left"]))
    legend = tuple(line.format(roads=_roads_across()) for line in said["legend"])
    return Drawing((*grid, (stack, *lying)), tuple(_player_lines(picture, marks, language)), legend)


def _card_cell(code: str) -> Cell:
    ground, ink = _colours(code)
    return Cell((f" {code:<2} ", "    "), ground, ink, near=code in _INKS)


def _colours(card: str) -> tuple[str, str]:
    """Ground and type of a kind of card."""
    if card not in _INKS:
        return "", ""
    return GAME.palette["card"][_INKS[card]], GAME.palette["card_type"][_INKS[card]]


def _row(land: Mapping[str, Any], marks: Mapping[str, str], plain: bool) -> list[Cell]:
    ground, ink = _colours(land["card"])
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


def _player_lines(picture: Mapping[str, Any], marks: Mapping[str, str], language: Language) -> list[tuple[str, ...]]:
    players, said = picture["players"], GAME.phrases(language)["screen"]
    names = {row["code"]: row[f"name_{language}"] for row in _LANDS}
    lines = [("", *(f"{player['name']} ({marks[player['name']]})" for player in players))]
    for land in picture["lands"]:
        name = f"{land['land']} {names[land['land']]} {len(land['fields'])}"
        lines.append((name, *(_land_entry(land, player["name"]) for player in players)))
    lines.append((said["hand"], *(" ".join(player["hand"]) or "-" for player in players)))
    left = (f"{player['cloisters']} + {player['councils']}" for player in players)
    lines.append((said["pieces"], *left))
    chains = (" ".join("-".join(chain) for chain in player["chains"]) or "-" for player in players)
    lines.append((said["chains"], *chains))
    for part in ("interim", "cloisters", "alliances"):
        lines.append(
            (said["points"].format(part=said["parts"][part]), *(str(player["points"][part]) for player in players))
        )
    lines.append((said["now"], *(str(player["points"]["total"]) for player in players)))
    return lines


def _land_entry(land: Mapping[str, Any], name: str) -> str:
    cloisters = list(land["fields"].values()).count(name)
    councils = land["councils"].get(name, 0)
    return f"{cloisters or '-'}" + (f" +{councils}" if councils else "")


def _roads_across() -> str:
    """The roads that cross a border, land by land."""
    near: dict[str, list[str]] = {}
    for a, b in ROADS:
        if LAND_OF[a] != LAND_OF[b]:
            near.setdefault(LAND_CODES[LAND_OF[a]], []).append(f"{FIELD_IDS[a]}-{FIELD_IDS[b]}")
    return " ".join(road for roads in near.values() for road in roads)


def focus(state: Bytes, steps: Sequence[int], language: Language) -> str:  # noqa: ARG001 - codes need no words
    """The field that a turn places a cloister on first, or the land whose court gets a council."""
    target = steps[0] % TARGETS
    if steps[0] >= EXCHANGE:
        return ""
    return FIELD_IDS[target] if target < FIELDS else LAND_CODES[target - FIELDS]
