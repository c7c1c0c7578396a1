"""A position in names: for programs as a nested mapping, for people as a grid of letters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from shelf.language import Language
from solver.games.kardinal.codes import COLOUR_LETTERS, SHAPE_LETTERS, colour_names, square_of, square_text
from solver.games.kardinal.notation import legal_texts
from solver.games.kardinal.rules import actor
from solver.games.kardinal.score import points, sides
from solver.games.kardinal.state import MOVE, NO_COLOUR, RAISE, TAKEN, State
from solver.games.kardinal.tables import CELLS, COLOUR_IDS, COLOURS, COURT, GAME, OWN, SHAPE_IDS
from solver.kernel.contract import Bytes, Numbers
from solver.kernel.playable import Cell, Drawing, named
from solver.words.phrasing import noun
from solver.words.position_view import heading, player_entries

_SITE, _CARDINAL = "·", "†"
_PLAIN_SITE, _PLAIN_CARDINAL = ".", "@"
_SQUARE = re.compile(r"(-?[0-9]+),(-?[0-9]+)")
Square = tuple[int, int]


def picture(
    state: Bytes,
    viewer: int | None = None,  # noqa: ARG001 - nothing is hidden from anybody
    names: Sequence[str] = (),
    earlier: Sequence[Bytes] = (),  # noqa: ARG001 - a position tells all
) -> dict[str, Any]:
    """The position; everybody sees all of it."""
    s, seat, own = State.of(state), actor(state), sides(state)
    called = named(names, int(s.players))
    return {
        **heading(int(s.turn) + (seat >= 0), seat, called),
        "dom": {"tower": "0,0", "nave": "1,0"},
        "cardinal": None if s.cardinal < 0 else _written(square_of(s, int(s.cardinal))),
        "buildings": _buildings(s),
        "last": _last(s),
        "supply": _by_colour(s, s.supply),
        "players": player_entries(called, points(state), lambda seat: {**_holdings(s, seat), "dom": own[seat]}),
        "fourth": _fourth(s),
        "steps": list(legal_texts(state)),
    }


def _written(square: Square) -> str:
    return f"{square[0]},{square[1]}"


def _paint(s: State, colour: int) -> str:
    return COLOUR_IDS[s.paint[colour]]


def _by_colour(s: State, numbers: Numbers) -> dict[str, int]:
    of = {_paint(s, colour): int(numbers[colour]) for colour in range(COLOURS)}
    return {name: of[name] for name in COLOUR_IDS}


def _buildings(s: State) -> list[dict[str, Any]]:
    """What was built, from left to right and upwards; courts never touch, so two of their squares in a row are one."""
    words = s.word.tolist()
    standing = {square_of(s, cell): words[cell] for cell in range(CELLS) if words[cell] >= TAKEN}
    courts = {square for square, word in standing.items() if word & 3 == COURT}
    found, seen = [], set[Square]()
    for square in sorted(standing):
        shape, colour = standing[square] & 3, standing[square] >> 2 & 7
        x, y = square
        squares = [square, *({(x + 1, y), (x, y + 1)} & courts if shape == COURT else ())]
        if colour != NO_COLOUR and square not in seen:
            seen.update(squares)
            written = [_written(one) for one in squares]
            found.append({"shape": SHAPE_IDS[shape], "colour": _paint(s, colour), "squares": written})
    return found


def _last(s: State) -> dict[str, str] | None:
    if s.last_shape < 0:
        return None
    return {"shape": SHAPE_IDS[s.last_shape], "colour": _paint(s, s.last_colour)}


def _in_hand(s: State, colour: int) -> dict[str, int]:
    return {shape: int(s.left[number, colour]) for number, shape in enumerate(SHAPE_IDS)}


def _holdings(s: State, seat: int) -> dict[str, Any]:
    own = [seat, seat + 2] if s.players == 2 else [seat]
    return {
        "colours": [_paint(s, colour) for colour in own],
        "buildings": {_paint(s, colour): _in_hand(s, colour) for colour in own},
        "stones": _by_colour(s, s.stones[seat]),
    }


def _fourth(s: State) -> dict[str, Any] | None:
    """The colour that all three may build."""
    if s.players != 3:
        return None
    colour = int(OWN[3, 0, 1])
    return {"colour": _paint(s, colour), "buildings": _in_hand(s, colour)}


# ---- for a terminal -------------------------------------------------------------------------------------------------


def drawing(picture: Mapping[str, Any], plain: bool = False, language: Language = "en") -> Drawing:
    """The fortress as a grid, with a dot where the steps of the picture lead."""
    cells = _marks(picture, plain) | _standing(picture)
    if picture["cardinal"]:
        sign = _PLAIN_CARDINAL if plain else _CARDINAL
        ground, ink = GAME.palette["tincture"]["purpure"], GAME.palette["tincture"]["silver"]
        cells[_read(picture["cardinal"])] = Cell((f" {sign}{sign} ", "    "), ground, ink, near=True)
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    columns, rows = range(min(xs), max(xs) + 1), range(max(ys), min(ys) - 1, -1)
    return Drawing(
        tuple(tuple(cells.get((x, y)) for x in columns) for y in rows),
        tuple(_player_lines(picture, language)),
        tuple(_legend(plain, language)),
        tuple(str(x) for x in columns),
        tuple(str(y) for y in rows),
    )


def _read(text: str) -> Square:
    x, y = text.split(",")
    return int(x), int(y)


def _marks(picture: Mapping[str, Any], plain: bool) -> dict[Square, Cell]:
    dot = Cell((f" {(_PLAIN_SITE if plain else _SITE) * 2} ", "    "))
    return {(int(x), int(y)): dot for step in picture["steps"] for x, y in _SQUARE.findall(step)}


def _standing(picture: Mapping[str, Any]) -> dict[Square, Cell]:
    palette = GAME.palette
    stone, deep = palette["stone"]["dark"], palette["stone"]["deep"]
    cells = {
        _read(picture["dom"]["tower"]): Cell((" DT-", "    "), stone, deep, near=True),
        _read(picture["dom"]["nave"]): Cell(("-DN ", "    "), stone, deep, near=True),
    }
    for building in picture["buildings"]:
        colour = building["colour"]
        code = COLOUR_LETTERS[COLOUR_IDS.index(colour)] + SHAPE_LETTERS[SHAPE_IDS.index(building["shape"])]
        squares = [_read(square) for square in building["squares"]]
        ground = palette["colour"][colour]
        for place, square in enumerate(squares):
            lines = _lines(code, len(squares), place, squares[0][0] != squares[-1][0])
            cells[square] = Cell(lines, ground, _ink_on(ground), near=True)
    return cells


def _ink_on(ground: str) -> str:
    """Dark on light, light on dark."""
    light = sum(int(ground[at : at + 2], 16) for at in (1, 3, 5)) > 3 * 128
    return str(GAME.palette["ink"] if light else GAME.palette["parchment_light"])


def _lines(code: str, size: int, place: int, lying: bool) -> tuple[str, str]:
    """Two lines for a square; the squares of a court are joined by strokes."""
    if size == 1:
        return f" {code} ", "    "
    if lying:
        return (f" {code}-", "    ") if place == 0 else (f"-{code} ", "    ")
    return (f" {code} ", "    ") if place == 0 else (f" {code} ", " || ")


def _player_lines(picture: Mapping[str, Any], language: Language) -> list[tuple[str, ...]]:
    players, fourth = picture["players"], picture["fourth"]
    said, colours = GAME.phrases(language)["screen"], colour_names(language)
    titles = [
        said["player"].format(name=player["name"], colours=", ".join(colours[colour] for colour in player["colours"]))
        for player in players
    ]
    lines = [("", *titles, said["supply"])]
    for colour in COLOUR_IDS:
        entries = [str(player["stones"][colour]) for player in players]
        lines.append((said["stones"].format(colour=colours[colour]), *entries, str(picture["supply"][colour])))
    hands = [" ".join(_hand(colour, left) for colour, left in player["buildings"].items()) for player in players]
    common = said["fourth"].format(hand=_hand(fourth["colour"], fourth["buildings"])) if fourth else ""
    lines.append((said["hand"], *hands, common))
    lines.append((said["sides"], *(str(player["dom"]) for player in players), ""))
    lines.append((said["now"], *(str(player["points"]["total"]) for player in players), ""))
    return lines


def _hand(colour: str, left: Mapping[str, int]) -> str:
    """`R:HHTC` are two houses, a tower and a court of red."""
    letter = COLOUR_LETTERS[COLOUR_IDS.index(colour)]
    shapes = "".join(SHAPE_LETTERS[SHAPE_IDS.index(shape)] * count for shape, count in left.items())
    return f"{letter}:{shapes or '-'}"


def _legend(plain: bool, language: Language) -> list[str]:
    shapes, colours = GAME.words[language]["shape"], colour_names(language)
    site, cardinal = (_PLAIN_SITE, _PLAIN_CARDINAL) if plain else (_SITE, _CARDINAL)
    return [
        line.format(
            colours="  ".join(f"{letter} {colours[COLOUR_IDS[n]]}" for n, letter in enumerate(COLOUR_LETTERS)),
            shapes="  ".join(
                f"{letter} {noun(shapes[SHAPE_IDS[n]], language)}" for n, letter in enumerate(SHAPE_LETTERS)
            ),
            cardinal=cardinal * 2,
            site=site * 2,
        )
        for line in GAME.phrases(language)["screen"]["legend"]
    ]


def focus(state: Bytes, steps: Sequence[int], language: Language) -> str:  # noqa: ARG001 - numbers need no words
    """The square that a turn builds on first, or to which it moves the cardinal."""
    step = steps[0]
    return square_text(State.of(state), (step - (RAISE if step >= RAISE else MOVE)) % CELLS) if step >= MOVE else ""
