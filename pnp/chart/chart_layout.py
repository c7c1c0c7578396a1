"""Lays a ledger out on a page: how many games side by side, how large the boxes, where each line.

Boxes are named `g1.p2.frankreich.land`: game, player, line, column.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.utils import simpleSplit

from pnp.chart.chart_parts import Box, ChartStrip, GameChart, Mark, Seat, filled
from pnp.chart.chart_spec import Ledger, Line
from pnp.definition.game import Game
from pnp.faces.fields import Field
from pnp.faces.fonts import POINT, font, text_width
from pnp.faces.ink import rgb
from pnp.imposition.papers import Paper
from shelf import paths
from shelf.errors import DoesNotFitError, PrintingError
from shelf.language import Language
from shelf.messages import Message
from shelf.safe_files import read_toml

SMALLEST_TYPE, LARGEST_TYPE = 8.0, 11.0
"""Points: nothing on a chart is smaller, no line's label larger."""

SMALLEST_BOX = (7.0, 3.5)
LARGEST_BOX = (26.0, 16.0)
COMFORT = (11.0, 7.5)
"""Width and height in millimetres of a box to write two digits into: barely, at most, and well by hand."""

TOTAL_STRETCH = 1.2
HINT_FROM = 7.8
"""A line of this height has room for a hint below its label."""

GAP = (7.0, 4.8)
HEADER, NARROW_HEADER = 18.5, 9.2
SEAL = 2.3
"""Radius of the mark that hangs on the upper edge of a player's columns."""

INSET, BELOW_DOUBLE_RULE = 0.3, 0.6
"""Millimetres between a box's lines and its field; more below the double rule over a total."""

FOOT_GAP, FOOT_LEADING = 2.2, 3.5


@dataclass(frozen=True)
class Measures:
    """Sizes that all tables of a page share, in millimetres; `line` is the height of a plain line."""

    label: float
    icon: float
    type: float
    box: float
    line: float

    @property
    def name(self) -> float:
        """Height of the line of names."""
        return round(SEAL + 3.7 + 0.45 * (self.line - SMALLEST_BOX[1]), 2)

    @property
    def head(self) -> float:
        """Height of the line of column heads."""
        return round(4.0 + 0.2 * (self.line - SMALLEST_BOX[1]), 2)

    @property
    def readable(self) -> bool:
        """Whether the boxes are large enough at all."""
        return self.box >= SMALLEST_BOX[0] and self.line >= SMALLEST_BOX[1]

    @property
    def comfort(self) -> float:
        """How well one can write into the boxes; 1 is well."""
        return min(self.box / COMFORT[0], self.line / COMFORT[1])


@dataclass
class ChartLayout:
    """One page of charts."""

    game: Game
    language: Language
    paper: Paper
    ledger: Ledger
    players: tuple[str, ...]
    games: int

    def __post_init__(self) -> None:
        self.words: Mapping[str, str] = read_toml(paths.ASSETS / f"chart.{self.language}.toml")

    @property
    def line_height(self) -> float:
        """Of a plain line, in millimetres."""
        return self._arrangement()[2].line

    def page(self, values: Mapping[str, str], winners: Collection[str] = ()) -> dict[str, object]:
        """Everything the template draws."""
        across, down, measures = self._arrangement()
        width, height = self._size(measures)
        whole = self._whole(measures, across)
        left, top = round((self.paper.width - whole) / 2, 2), self.paper.end + _header(down)
        corners = [
            (round(left + number % across * (width + GAP[0]), 2), round(top + number // across * (height + GAP[1]), 2))
            for number in range(self.games)
        ]
        tables = [self._table(number, *corner, measures) for number, corner in enumerate(corners, start=1)]
        subtitle = self.game.spec.title.in_(self.language)
        return {
            "id": "chart",
            "tables": filled(tables, {name: self._written(value) for name, value in values.items()}),
            "winners": [seat for seat, name in enumerate(self.players) if name in winners],
            "left": left,
            "whole": whole,
            "top": self.paper.end,
            "roomy": down == 1,
            "title": self.ledger.title.upper(),
            "subtitle": subtitle,
            "subtitle_width": text_width(subtitle, font(italic=True), 10),
            "foot": self.ledger.foot,
            "foot_y": top + down * height + (down - 1) * GAP[1] + FOOT_GAP,
            "foot_height": self._foot_lines(whole) * FOOT_LEADING + 0.1,
            "foot_leading": FOOT_LEADING / POINT,
            "name": self.words["name"],
            "date": self.words["date"],
            "seal": SEAL,
            "point": POINT,
        }

    def _written(self, value: str) -> str:
        """A date of a log as the language writes it, any other value as it is."""
        if not (found := re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)", value)):
            return value
        year, month, day = map(int, found.groups())
        months = self.words["months"].split()
        return self.words["day"].format(day=day, month=months[month - 1], year=year) if 1 <= month <= 12 else value

    def _whole(self, measures: Measures, across: int) -> float:
        """The width of everything on the page."""
        return across * self._size(measures)[0] + (across - 1) * GAP[0]

    def _foot_lines(self, width: float) -> int:
        """How many lines the reminder takes; bold words run a little wider than measured."""
        plain = re.sub(r"<[^<>]*>", "", self.ledger.foot)
        return len(simpleSplit(plain, font(), SMALLEST_TYPE, 0.97 * width / POINT)) if plain else 0

    def _arrangement(self) -> tuple[int, int, Measures]:
        """Charts below each other or in two columns, whichever gives boxes that are better to write into."""
        best = self._best(self.games)
        if best[2].readable:
            return best
        fewer = next((less for less in range(self.games - 1, 0, -1) if self._best(less)[2].readable), 0)
        way_out = Message("chart.ask_fewer" if fewer else "chart.use_larger", fewer=fewer)
        box, line = max(best[2].box, 0), max(best[2].line, 0)
        raise PrintingError(
            Message(
                "chart.no_room",
                name=self.paper.name,
                games=self.games,
                players=len(self.players),
                box=f"{box:.1f}",
                line=f"{line:.1f}",
                smallest_box=f"{SMALLEST_BOX[0]:g}",
                smallest_box2=f"{SMALLEST_BOX[1]:g}",
                way_out=way_out,
            )
        )

    def _best(self, games: int) -> tuple[int, int, Measures]:
        tried = [(across, math.ceil(games / across), self._measures(games, across)) for across in (1, 2)[:games]]
        return max(tried, key=lambda found: (found[2].readable, found[2].comfort))

    def _measures(self, games: int, across: int) -> Measures:
        """The sizes; measured twice, because the foot runs as wide as the charts turn out to be."""
        draft = self._measured(games, across, self._foot_lines(self.paper.area[0]))
        return self._measured(games, across, self._foot_lines(self._whole(draft, across)))

    def _measured(self, games: int, across: int, foot_lines: int) -> Measures:
        down = math.ceil(games / across)
        width = (self.paper.area[0] - (across - 1) * GAP[0]) / across
        foot = FOOT_GAP + foot_lines * FOOT_LEADING
        height = (self.paper.area[1] - _header(down) - foot - (down - 1) * GAP[1]) / down
        stretch = sum(_stretch(line) for line in self.ledger.lines)
        least = Measures(0, 0, 0, 0, SMALLEST_BOX[1])
        spare = height - least.name - least.head - stretch * least.line
        line = min(LARGEST_BOX[1], least.line + spare / (stretch + 0.65))
        size = min(LARGEST_TYPE, max(SMALLEST_TYPE, 8 + 0.45 * (line - SMALLEST_BOX[1])))
        icon = min(8.0, 0.8 * line) if any(entry.icon for entry in self.ledger.lines) else 0.0
        label = self._label_width(size, icon, line >= HINT_FROM)
        box = min(LARGEST_BOX[0], (width - label) / len(self.players) / len(self.ledger.columns))
        return Measures(-_floor(-label), round(icon, 2), round(size, 2), _floor(box), _floor(line))

    @property
    def _headed(self) -> bool:
        """Whether the columns have names; where they have none, the boxes for the players' names are higher."""
        return any(column.label for column in self.ledger.columns)

    def _label_width(self, size: float, icon: float, hints: bool) -> float:
        """Room for the longest label with its icon and number."""
        numbers = [text_width(line.number, font(), size) for line in self.ledger.lines]
        labels = [
            max(
                text_width(line.label, font("serif", "semibold"), size),
                text_width(line.hint, font(italic=True), SMALLEST_TYPE) if hints else 0.0,
            )
            + (icon + 1.2 if line.icon else 0.0)
            + (number + 2.0 if line.number else 0.0)
            for line, number in zip(self.ledger.lines, numbers, strict=True)
        ]
        caption = self.words["round"].format(n=self.games) if self.games > 1 else ""
        corner = text_width(caption, font("serif", "semibold"), size) + 2.0
        corner += text_width(self.words["name"], font(italic=True), SMALLEST_TYPE)
        return max(*labels, corner) + 3.2

    def _size(self, measures: Measures) -> tuple[float, float]:
        width = measures.label + len(self.players) * len(self.ledger.columns) * measures.box
        lines = sum(_stretch(line) for line in self.ledger.lines) * measures.line
        return round(width, 2), round(measures.name + measures.head + lines, 2)

    def _table(self, number: int, x: float, y: float, measures: Measures) -> GameChart:
        width, height = self._size(measures)
        caption = self.words["round"].format(n=number) if self.games > 1 else ""
        seats = [self._seat(number, seat, x, y, measures) for seat in range(len(self.players))]
        strips: list[ChartStrip] = []
        at = y + measures.name + measures.head
        for line in self.ledger.lines:
            strips.append(self._strip(number, line, seats, at, measures))
            at = round(at + strips[-1].height, 3)
        return GameChart(
            x=x,
            y=y,
            width=width,
            height=height,
            label_width=measures.label,
            label_size=measures.type,
            icon_width=measures.icon,
            name_height=measures.name,
            head_height=measures.head,
            caption=caption,
            date=self._date(number, x, y, measures),
            seats=tuple(seats),
            strips=tuple(strips),
        )

    def _date(self, number: int, x: float, y: float, measures: Measures) -> Box:
        """A place for the day, on the left of the heads."""
        before = text_width(self.words["date"], font(italic=True), SMALLEST_TYPE) + 2.6
        tip = f"{self.words['round'].format(n=number)} · {self.words['date']}"
        wide = measures.label - before - 1.2
        return _box(f"g{number}.date", x + before, y + measures.name, wide, measures.head, tip)

    def _seat(self, number: int, seat: int, x: float, y: float, measures: Measures) -> Seat:
        width = len(self.ledger.columns) * measures.box
        left = round(x + measures.label + seat * width, 2)
        heads = [
            (self._head(column.label, column.short, measures.box), left + place * measures.box, measures.box)
            for place, column in enumerate(self.ledger.columns)
            if self._headed
        ]
        tip = f"{self.words['player'].format(n=seat + 1)} · {self.words['name']}"
        hang = SEAL if self.ledger.mark else 0.0
        height = measures.name - hang + (0.0 if self._headed else measures.head)
        name = _box(f"g{number}.p{seat + 1}.name", left, y + hang, width, height, tip, self.players[seat])
        return Seat(left, width, name, self._mark(seat), tuple(heads))

    def _head(self, label: str, short: str, width: float) -> str:
        """The label, or its short form where that is too wide."""
        for head in (label, short):
            if text_width(head, font(italic=True), SMALLEST_TYPE) <= width - 2 * INSET:
                return head
        raise DoesNotFitError(
            Message("chart.wide_head", short=repr(short), width=f"{width:.1f}", smallest_type=f"{SMALLEST_TYPE:g}")
        )

    def _mark(self, seat: int) -> Mark | None:
        mark = self.ledger.mark
        if mark is None or seat >= len(self.game.tables[mark.table]):
            return None
        key = self.game.tables[mark.table][seat][mark.key]
        colour = str(self.game.palette[mark.group][key])
        words: Any = self.game.words[self.language].get(mark.group)
        named: Any = words.get(key) if isinstance(words, dict) else None
        letter = str(named.get("letter", "")) if isinstance(named, dict) else ""
        red, green, blue = rgb(colour)
        dark = 0.2126 * red + 0.7152 * green + 0.0722 * blue < 118
        return Mark(colour, letter, "#ffffff" if dark else "#221c14")

    def _strip(self, number: int, line: Line, seats: Sequence[Seat], y: float, measures: Measures) -> ChartStrip:
        height = round(measures.line * _stretch(line), 3)
        boxes = [
            box for seat in range(len(seats)) for box in self._boxes(number, seat, line, seats[seat].x, y, measures)
        ]
        hint = line.hint if measures.line >= HINT_FROM else ""
        return ChartStrip(y, height, line.style, line.label, hint, line.icon, line.number, tuple(boxes))

    def _boxes(self, number: int, seat: int, line: Line, x: float, y: float, measures: Measures) -> list[Box]:
        """A player's boxes in a line."""
        columns, height = self.ledger.columns, round(measures.line * _stretch(line), 3)
        width = len(columns) * measures.box
        before = f"g{number}.p{seat + 1}."
        sums = {box: tuple(_prefixed(term, before) for term in added) for box, added in self.ledger.terms(line).items()}

        def box(name: str, left: float, wide: float, what: str) -> Box:
            who = self.players[seat] or self.words["player"].format(n=seat + 1)
            tip = " · ".join(filter(None, (who, line.label, what, self.words["sum"] if name in sums else "")))
            drop = BELOW_DOUBLE_RULE if line.style == "total" else 0.0
            return _box(before + name, left, y, wide, height, tip, sums=sums.get(name, ()), drop=drop)

        if line.factor is not None:
            count = measures.box if len(columns) > 1 else width / 2
            return [
                box(f"{line.id}.count", x, count, self.words["count"]),
                box(f"{line.id}.points", x + count, width - count, self.words["points"]),
            ]
        if line.span:
            return [box(line.id, x, width, "")]
        return [
            box(f"{line.id}.{column.id}", x + place * measures.box, measures.box, column.label)
            if column.id in line.columns
            else Box(x + place * measures.box, y, measures.box, height)
            for place, column in enumerate(columns)
        ]


def _header(down: int) -> float:
    return HEADER if down == 1 else NARROW_HEADER


def _stretch(line: Line) -> float:
    return TOTAL_STRETCH if line.style == "total" else 1.0


def _floor(length: float) -> float:
    """Down to a hundredth of a millimetre, so that a sum of lengths never outgrows the page."""
    return math.floor(length * 100) / 100


def _prefixed(term: str, before: str) -> str:
    factor, star, name = term.rpartition("*")
    return f"{factor}{star}{before}{name}"


def _box(
    name: str,
    x: float,
    y: float,
    width: float,
    height: float,
    tip: str,
    value: str = "",
    sums: tuple[str, ...] = (),
    drop: float = 0.0,
) -> Box:
    edges = (x + INSET, y + INSET + drop, width - 2 * INSET, height - 2 * INSET - drop)
    left, top, wide, high = (round(edge, 3) for edge in edges)
    field = Field(name, left, top, wide, high, value, sums, tip)
    return Box(round(x, 3), round(y, 3), round(width, 3), round(height, 3), field)
