"""A position in names: for programs as a nested mapping, for people as letters and signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from shelf.language import Language
from solver.games.kk_card.codes import LETTERS, UNSEEN
from solver.games.kk_card.hidden import observe
from solver.games.kk_card.illegal_reasons import code_at, display
from solver.games.kk_card.notation import end_cell, legal_texts
from solver.games.kk_card.rules import actor
from solver.games.kk_card.score import points
from solver.games.kk_card.state import CARRIAGE, PAY_FROM, RETURN, SHIP, STOP, UNKNOWN, State
from solver.games.kk_card.tables import CARD_IDS, CARDS, COLUMNS, GAME, LAND_IDS, LANDS, ROWS, SYMBOL_IDS
from solver.kernel.contract import Bytes
from solver.kernel.playable import Cell, Drawing, named
from solver.words.phrasing import noun
from solver.words.position_view import heading, marks_of, player_entries, seen_by

_CODES = [row["code"] for row in GAME.tables["lands"]]
_CARD_ROWS = {row["id"]: row for row in GAME.tables["cards"]}
_SIGNS = {"kreuz": "✚", "faecher": "▼", "lilie": "⚜", "stern": "★", "schiff": "≈", "kutsche": "o", "tile": "■"}
_PLAIN = {"kreuz": "+", "faecher": "v", "lilie": "!", "stern": "*", "schiff": "~", "kutsche": "o", "tile": "#"}


def picture(
    state: Bytes, viewer: int | None = None, names: Sequence[str] = (), earlier: Sequence[Bytes] = ()
) -> dict[str, Any]:
    """The position as the viewer sees it, or as the state knows it."""
    state = seen_by(viewer, observe, state)
    s, seat = State.of(state), actor(state)
    called = named(names, int(s.players))
    taken = _taken([*earlier, state], len(called)) if earlier or s.left == CARDS else None
    return {
        **heading(int(s.turn) + (seat < 0), seat, called),
        "rows": [_row(s, row, called) for row in range(ROWS)],
        "players": player_entries(called, points(state), lambda seat: _holdings(s, seat, taken)),
        "laws_played": [LETTERS[kind] for kind in range(RETURN, UNKNOWN) for _ in range(s.played[kind])],
        "steps": list(legal_texts(state)),
    }


def _taken(states: Sequence[Bytes], players: int) -> list[list[str]]:
    """Who took which card: what vanished between two states went to the seat that was to move."""
    taken: list[list[str]] = [[] for _ in range(players)]
    for before, after in pairwise(states):
        old, new = State.of(before), State.of(after)
        left = set(display(new))
        taken[int(old.seat)] += [code_at(old, cell) for cell in display(old) if cell not in left]
    return taken


def _row(s: State, row: int, called: Sequence[str]) -> dict[str, Any]:
    columns = range(int(s.lo[row]), int(s.hi[row]) + 1)
    return {"row": row + 1, "cards": [_card(s, row * COLUMNS + column, called) for column in columns]}


def _card(s: State, cell: int, called: Sequence[str]) -> dict[str, Any]:
    row, column = divmod(cell, COLUMNS)
    owner = int(s.stone[cell])
    return {
        "card": code_at(s, cell),
        "column": column + 1,
        "end": column in (s.lo[row], s.hi[row]),
        "stone": called[owner - 1] if owner else None,
        "tile": LETTERS[s.tile[cell]] or None,
    }


def _holdings(s: State, seat: int, taken: list[list[str]] | None) -> dict[str, Any]:
    mine = [cell for cell, owner in enumerate(s.stone.tolist()) if owner == seat + 1]
    return {
        "cards": UNSEEN if taken is None else sorted(taken[seat], key=CARD_IDS.index),
        "lands": {_CODES[land]: int(s.lands[seat, land]) for land in range(LANDS)},
        "symbols": {
            _CODES[land]: {
                kind: int(s.symbols[seat, land, number])
                for number, kind in enumerate(SYMBOL_IDS)
                if s.symbols[seat, land, number]
            }
            for land in range(LANDS)
        },
        "ships": int(s.routes[seat, SHIP]),
        "carriages": int(s.routes[seat, CARRIAGE]),
        "stones": {
            "stock": int(s.stock[seat]),
            "display": [code_at(s, cell) for cell in mine],
            "lost": int(s.lost[seat]),
        },
        "laws": [LETTERS[kind] for kind in range(RETURN, UNKNOWN + 1) for _ in range(s.hand[seat, kind])],
    }


def drawing(picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
    """Four rows of cards, and below each other what the players have."""
    signs = _PLAIN if plain else _SIGNS
    marks = marks_of([player["name"] for player in picture["players"]])
    grid = []
    for row in picture["rows"]:
        cells: list[Cell | None] = [None] * COLUMNS
        for card in row["cards"]:
            cells[card["column"] - 1] = _cell(card, marks, signs)
        grid.append(tuple(cells))
    return Drawing(tuple(grid), tuple(_player_lines(picture, marks, signs, language)), tuple(_legend(signs, language)))


def _cell(card: Mapping[str, Any], marks: Mapping[str, str], signs: Mapping[str, str]) -> Cell:
    row = _CARD_ROWS[card["card"]]
    tile = {None: " ", UNSEEN: signs["tile"]}.get(card["tile"], card["tile"])
    circles = "".join(signs[row[key]] for key in ("symbol1", "symbol2") if row[key])
    route = signs.get(row["route"], " ")
    stone = marks[card["stone"]] if card["stone"] else " "
    palette = GAME.palette
    return Cell(
        (f"{card['card']}{tile}", f"{circles:<2}{route}{stone}"),
        palette["land"][row["land"]],
        palette["land_type"][row["land"]],
        card["end"],
    )


def _player_lines(
    picture: Mapping[str, Any], marks: Mapping[str, str], signs: Mapping[str, str], language: Language
) -> list[tuple[str, ...]]:
    players, said = picture["players"], GAME.phrases(language)["screen"]
    sizes = {row["id"]: row["cards"] for row in GAME.tables["lands"]}
    lines = [("", *(f"{player['name']} ({marks[player['name']]})" for player in players))]
    for code, land in zip(_CODES, LAND_IDS, strict=True):
        name = f"{code} {GAME.words[language]['land'][land]} {sizes[land]}"
        lines.append((name, *(_land_entry(player, code, signs) for player in players)))
    lines.append((said["ships"].format(sign=signs["schiff"]), *(str(player["ships"]) for player in players)))
    lines.append((said["carriages"].format(sign=signs["kutsche"]), *(str(player["carriages"]) for player in players)))
    lines.append((said["stones"], *(_stones(player["stones"], said["lost"]) for player in players)))
    lines.append((said["laws"].format(sign=signs["tile"]), *(" ".join(player["laws"]) or "-" for player in players)))
    lines.append((said["cards"], *(str(sum(player["lands"].values())) for player in players)))
    lines.append((said["now"], *(str(player["points"]["total"]) for player in players)))
    return lines


def _land_entry(player: Mapping[str, Any], code: str, signs: Mapping[str, str]) -> str:
    count = player["lands"][code]
    symbols = "".join(f"{signs[kind]}{number}" for kind, number in player["symbols"][code].items())
    return f"{count} {symbols}".strip() if count else "-"


def _stones(stones: Mapping[str, Any], with_lost: str) -> str:
    stock, display, lost = stones["stock"], len(stones["display"]), stones["lost"]
    return with_lost.format(stock=stock, display=display, lost=lost) if lost else f"{stock} + {display}"


def _legend(signs: Mapping[str, str], language: Language) -> list[str]:
    words = GAME.words[language]
    names = words["symbol"] | words["route"]
    symbols = "  ".join(f"{signs[kind]} {noun(str(name), language)}" for kind, name in names.items())
    legend = GAME.phrases(language)["screen"]["legend"]
    return [line.format(symbols=symbols, tile=signs["tile"]) for line in legend]


def focus(state: Bytes, steps: Sequence[int], language: Language) -> str:
    """The end of a row that a turn takes from first, or the card where it sets a stone."""
    s, said, step = State.of(state), GAME.phrases(language)["focus"], steps[0]
    if step < STOP:
        row, column = divmod(end_cell(s, step), COLUMNS)
        return str(said["right" if column == s.hi[row] else "left"].format(row=row + 1))
    return code_at(s, (step - PAY_FROM) % CARDS) if step >= PAY_FROM else ""
