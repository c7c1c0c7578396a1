"""A position in names: for programs as a nested mapping, for people as a grid of letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shelf.language import Language
from solver.games.cartino.codes import CODES, sorted_stones
from solver.games.cartino.hidden import observe
from solver.games.cartino.notation import legal_texts
from solver.games.cartino.rules import PARTS, actor
from solver.games.cartino.score import points
from solver.games.cartino.state import DONE, State, rack_of
from solver.games.cartino.tables import GAME, KIND, PLACE_IDS, PLACES, SIDE, SUIT, SUIT_IDS
from solver.kernel.contract import Bytes
from solver.kernel.playable import Cell, Drawing, named
from solver.words.position_view import heading, player_entries, seen_by

_SIGNS = {"K": "♣", "P": "♠", "H": "♥", "R": "♦"}


def picture(
    state: Bytes,
    viewer: int | None = None,
    names: Sequence[str] = (),
    earlier: Sequence[Bytes] = (),  # noqa: ARG001 - a position tells all
) -> dict[str, Any]:
    """The position as the viewer sees it, or as the state knows it."""
    state = seen_by(viewer, observe, state)
    s, seat = State.of(state), actor(state)
    called = named(names, int(s.players))
    return {
        **heading(int(s.turn) + (seat >= 0), seat, called),
        "board": {place: _lying(s, number) for number, place in enumerate(PLACE_IDS)},
        "bag": int(s.left),
        "passes": int(s.passes),
        "players": player_entries(called, points(state), lambda seat: {"rack": _rack(s, seat)}),
        "steps": list(legal_texts(state)),
    }


def _rack(s: State, seat: int) -> list[str]:
    return [CODES[stone] for stone in sorted_stones(rack_of(s, seat))]


def _lying(s: State, place: int) -> str | None:
    if not int(s.taken) >> place & 1:
        return None
    return "*" if int(s.jokers) >> place & 1 else CODES[KIND[place]]


# ---- for a terminal -------------------------------------------------------------------------------------------------


def drawing(picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
    """The board half by half, below it the racks and the points."""
    said = GAME.phrases(language)["screen"]
    steps = {text.lstrip("*") for text in picture["steps"]}
    grid = tuple(
        tuple(_cell(picture, SIDE * row + column, steps, plain) for column in range(SIDE)) for row in range(SIDE)
    )
    return Drawing(
        grid,
        tuple(_player_lines(picture, said)),
        tuple(line.format(bag=picture["bag"]) for line in said["legend"]),
        columns=tuple("abcdefgh"),
        rows=tuple(str(row + 1) for row in range(SIDE)),
    )


def signed(code: str, plain: bool) -> str:
    """A stone with the sign of its suit, where signs can be drawn."""
    return code if plain or code in "*?" else _SIGNS[code[0]] + code[1:]


def _cell(picture: Mapping[str, Any], place: int, steps: set[str], plain: bool) -> Cell:
    """The stone that belongs on the place, behind a dot while none lies there, behind a star where a joker does."""
    lying, name = picture["board"][PLACE_IDS[place]], PLACE_IDS[place]
    stone, suit = signed(CODES[KIND[place]], plain), SUIT_IDS[SUIT[place]]
    if lying is None:
        return Cell((f"{'.' if plain else '·'}{stone:<3}",), near=name in steps)
    text = f"*{stone}" if lying == "*" else stone
    return Cell((f"{text:<4}",), GAME.palette["ground"][suit], GAME.palette["deep"][suit], near=True)


def _player_lines(picture: Mapping[str, Any], said: Mapping[str, Any]) -> list[tuple[str, ...]]:
    players = picture["players"]
    lines = [("", *(player["name"] for player in players))]
    lines.append((said["rack"], *(" ".join(player["rack"]) or "-" for player in players)))
    for part in PARTS if picture["over"] else PARTS[:2]:
        label = said["points"].format(part=said["parts"][part])
        lines.append((label, *(str(player["points"][part]) for player in players)))
    lines.append((said["now"], *(str(player["points"]["total"]) for player in players)))
    return lines


def focus(state: Bytes, steps: Sequence[int], language: Language) -> str:  # noqa: ARG001 - codes need no words
    """The place that a turn lays a stone on first."""
    return PLACE_IDS[steps[0] % PLACES] if steps[0] < DONE else ""
