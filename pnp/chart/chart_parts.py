"""What a chart on a page is made of: its lines, seats and boxes, and what is written into these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.chart.chart_spec import Style
from pnp.faces.fields import Field, summed, writing_size


@dataclass(frozen=True)
class Box:
    """A place on the chart; without a field it is closed."""

    x: float
    y: float
    width: float
    height: float
    field: Field | None = None


@dataclass(frozen=True)
class ChartStrip:
    """A line of the chart at its height."""

    y: float
    height: float
    style: Style
    label: str
    hint: str
    icon: str
    number: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class Mark:
    """A player's stone: its colour, its letter and the ink that shows on it."""

    colour: str
    letter: str
    ink: str


@dataclass(frozen=True)
class Seat:
    """A player's columns."""

    x: float
    width: float
    name: Box
    mark: Mark | None
    heads: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True)
class GameChart:
    """One game's chart on the page."""

    x: float
    y: float
    width: float
    height: float
    label_width: float
    label_size: float
    icon_width: float
    name_height: float
    head_height: float
    caption: str
    date: Box
    seats: tuple[Seat, ...]
    strips: tuple[ChartStrip, ...]

    @property
    def fields(self) -> list[Field]:
        """All boxes to write into."""
        boxes = [self.date, *(seat.name for seat in self.seats), *(box for strip in self.strips for box in strip.boxes)]
        return [box.field for box in boxes if box.field]


def filled(tables: Sequence[GameChart], values: Mapping[str, str]) -> list[GameChart]:
    """The tables with the values in their boxes, and with the sums that follow; all must be readable."""
    fields = [written for table in tables for written in table.fields]
    held = summed(fields, values)
    for written in fields:
        writing_size(held[written.name], written.width, written.height)
    return [_with_values(table, held) for table in tables]


def _with_values(table: GameChart, values: Mapping[str, str]) -> GameChart:
    def written(box: Box) -> Box:
        return replace(box, field=replace(box.field, value=values[box.field.name])) if box.field else box

    return replace(
        table,
        date=written(table.date),
        seats=tuple(replace(seat, name=written(seat.name)) for seat in table.seats),
        strips=tuple(replace(strip, boxes=tuple(map(written, strip.boxes))) for strip in table.strips),
    )
