"""The rules of Kardinal once more: slow, plain and written from the rule text alone, on a plane without end.

It shares no line with the solver's kernel, so that a slip in one of the two shows up as a disagreement. A step is a
tuple: ("build", shape, colour, squares), ("stone", colour), ("cardinal", square), ("keep",) or ("pass",).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

COLOURS = ("red", "yellow", "green", "blue")
SHAPES = ("house", "tower", "court")
LETTERS = {"red": "R", "yellow": "Y", "green": "G", "blue": "B", "house": "H", "tower": "T", "court": "C"}
OF_EACH = 2
STONES = 12

Square = tuple[int, int]
Step = tuple[Any, ...]


@dataclass(frozen=True)
class Building:
    shape: str
    colour: str
    squares: tuple[Square, ...]


TOWER_OF_DOM = Building("tower", "", ((0, 0),))
NAVE_OF_DOM = Building("house", "", ((1, 0),))
NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def around(squares: tuple[Square, ...]) -> list[Square]:
    """The squares that share a side with these; a square that touches two of them would be there twice."""
    found, inside = [(x + dx, y + dy) for x, y in squares for dx, dy in NEIGHBOURS], set(squares)
    return [square for square in found if square not in inside]


def own_colours(players: int, seat: int) -> tuple[str, ...]:
    return {2: (COLOURS[seat], COLOURS[(seat + 2) % 4])}.get(players, (COLOURS[seat],))


@dataclass
class Game:
    players: int
    other_reading: bool = False
    """With three players: stones of the fourth colour count for nobody, all others do."""
    board: dict[Square, Building] = field(default_factory=lambda: {(0, 0): TOWER_OF_DOM, (1, 0): NAVE_OF_DOM})
    hand: Counter[tuple[str, str]] = field(
        default_factory=lambda: Counter({(shape, colour): OF_EACH for shape in SHAPES for colour in COLOURS})
    )
    supply: Counter[str] = field(default_factory=lambda: Counter(dict.fromkeys(COLOURS, STONES)))
    won: list[Counter[str]] = field(default_factory=list)
    built: list[Building] = field(default_factory=list)
    cardinal: Square | None = None
    seat: int = 0
    phase: str = "build"

    def __post_init__(self) -> None:
        self.won = self.won or [Counter() for _ in range(self.players)]

    def copy(self) -> Game:
        return Game(
            self.players, self.other_reading, dict(self.board), Counter(self.hand), Counter(self.supply),
            [Counter(stones) for stones in self.won], list(self.built), self.cardinal, self.seat, self.phase,
        )  # fmt: skip

    # ---- what may be built --------------------------------------------------------------------------------------

    def palette(self, seat: int) -> tuple[str, ...]:
        """The colours a seat may build: its own, and with three players the fourth."""
        return own_colours(self.players, seat) + (("blue",) if self.players == 3 else ())

    def sites(self) -> list[Square]:
        """Free squares beside a building, each once."""
        return list(dict.fromkeys(square for square in around(tuple(self.board)) if square not in self.board))

    def touched(self, squares: tuple[Square, ...]) -> list[Building]:
        """Every contact, side by side."""
        return [self.board[square] for square in around(squares) if square in self.board]

    def places(self, shape: str, sites: list[Square]) -> Iterator[tuple[Square, ...]]:
        if shape != "court":
            yield from ((site,) for site in sites)
            return
        seen = set()
        for x, y in sites:
            for other in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                pair = tuple(sorted(((x, y), other)))
                if other not in self.board and pair not in seen:
                    seen.add(pair)
                    yield pair

    def allowed(self, shape: str, colour: str, squares: tuple[Square, ...]) -> bool:
        """The seven edicts."""
        if self.cardinal in squares:
            return False
        if self.built and (self.built[-1].shape == shape or self.built[-1].colour == colour):
            return False
        neighbours = self.touched(squares)
        if shape in ("tower", "court") and not any(building.shape == "house" for building in neighbours):
            return False
        if any(building.shape == shape or building.colour == colour for building in neighbours):
            return False
        return bool(neighbours)

    def buildings(self, seat: int) -> Iterator[Step]:
        sites = self.sites()
        for colour in self.palette(seat):
            for shape in SHAPES:
                if self.hand[shape, colour]:
                    for squares in self.places(shape, sites):
                        if self.allowed(shape, colour, squares):
                            yield "build", shape, colour, squares

    def can_build(self, seat: int) -> bool:
        return next(self.buildings(seat), None) is not None

    # ---- steps --------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def legal(self) -> list[Step]:
        if self.phase == "build":
            return list(self.buildings(self.seat)) or [("pass",)]
        if self.phase == "stone":
            return [("stone", colour) for colour in COLOURS]
        if self.phase == "cardinal":
            moves: list[Step] = [("cardinal", site) for site in self.sites() if site != self.cardinal]
            return moves + ([("keep",)] if self.cardinal else [])
        return []

    def apply(self, step: Step) -> None:
        match step:
            case ("build", shape, colour, squares):
                self._build(shape, colour, squares)
            case ("stone", colour):
                self.supply[colour] -= 1
                self.won[self.seat][colour] += 1
                self.phase = "cardinal"
            case ("cardinal", square):
                self.cardinal = square
                self._next()
            case _:
                self._next()

    def _build(self, shape: str, colour: str, squares: tuple[Square, ...]) -> None:
        set_aside = self.players == 3 and colour == "blue" and not self.other_reading
        for building in self.touched(squares):
            if building.colour and self.supply[building.colour]:
                self.supply[building.colour] -= 1
                if not set_aside:
                    self.won[self.seat][building.colour] += 1
        new = Building(shape, colour, squares)
        self.board.update(dict.fromkeys(squares, new))
        self.built.append(new)
        self.hand[shape, colour] -= 1
        self.phase = "stone" if len(self.built) == 1 else "cardinal"
        if not +self.hand:
            self.phase = "over"

    def _next(self) -> None:
        self.seat = (self.seat + 1) % self.players
        self.phase = "build" if any(self.can_build(seat) for seat in range(self.players)) else "over"

    # ---- the end ------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> dict[str, int]:
        own = own_colours(self.players, seat)
        won = Counter(self.won[seat])
        if self.players == 3 and self.other_reading:
            del won["blue"]
        rest = {colour: self.supply[colour] for colour in own}
        most = max(won[colour] + rest.get(colour, 0) for colour in COLOURS)
        return {"stones": sum(won.values()), "supply": sum(rest.values()), "doubled": most}

    def sides(self, seat: int) -> int:
        """Contacts of the seat's buildings with the cathedral."""
        own = [building for building in self.built if building.colour in own_colours(self.players, seat)]
        return sum(
            self.board[square].colour == "" for one in own for square in around(one.squares) if square in self.board
        )

    def winner(self) -> int | None:
        ranks = [(sum(self.score(seat).values()), self.sides(seat)) for seat in range(self.players)]
        return ranks.index(max(ranks)) if ranks.count(max(ranks)) == 1 else None

    # ---- as a log would have it ---------------------------------------------------------------------------------

    def text(self, step: Step) -> str:
        match step:
            case ("build", shape, colour, squares):
                letter = LETTERS[colour] if self.players < 4 else ""
                return f"{letter}{LETTERS[shape]}{'/'.join(f'{x},{y}' for x, y in squares)}"
            case ("stone", colour):
                return f"+{LETTERS[colour]}"
            case ("cardinal", (x, y)):
                return f"@{x},{y}"
            case ("pass",):
                return "--"
        return "keep"
