"""What stands on a scoring chart: its columns, its lines and what adds up, read from `chart.toml` and an own file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from pnp.definition.game import Bilingual, Game
from shelf.csv_files import LINE, Row
from shelf.errors import DefinitionError, PrintingError, nearest
from shelf.language import Language
from shelf.messages import Message
from shelf.safe_files import file_in, parse_toml, read_text
from shelf.toml_models import Strict, fault_at, spelled_out

Style = Literal["plain", "sum", "total"]
Id = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]*$")]
MOST_LINES = 200
"""Far more than a page has room for."""
Words = Annotated[Bilingual, BeforeValidator(lambda words: {"de": words, "en": words} if _plain(words) else words)]
"""A text in both languages, or one that is the same in both."""


def _plain(words: object) -> bool:
    return isinstance(words, str)


class MarkSpec(Strict):
    """How players are told apart: the table of their stones, the column that names a colour, the colours' group."""

    table: str
    key: str
    group: str


class ColumnSpec(Strict):
    """A column that every player has."""

    id: Id
    label: Words | None = None
    short: Words | None = None
    add: bool = True


class LineSpec(Strict):
    """A line of the chart, or with `table` one for each row of that table."""

    id: Id
    label: Words | None = None
    hint: Words | None = None
    table: str | None = None
    words: str | None = None
    number: str | None = None
    icon: str | None = None
    prefix: str = Field(default="", pattern=r"^[a-z0-9-]*$")
    columns: tuple[str, ...] | None = Field(default=None, max_length=MOST_LINES)
    span: bool = False
    factor: int | None = Field(default=None, ge=-10_000, le=10_000)
    sum: tuple[str, ...] = Field(default=(), max_length=MOST_LINES)
    style: Style = "plain"


class ChartSpec(Strict):
    """The contents of a game's `chart.toml`."""

    title: Words
    foot: Words | None = None
    games: int = Field(default=1, ge=1, le=8)
    mark: MarkSpec | None = None
    column: tuple[ColumnSpec, ...] = Field(min_length=1, max_length=MOST_LINES)
    row: tuple[LineSpec, ...] = Field(min_length=1, max_length=MOST_LINES)


class ExtraColumn(ColumnSpec):
    """A column of one's own, at the right or after a named one."""

    after: str | None = None
    add: bool = False


class ExtraLine(LineSpec):
    """A line of one's own, at the end or after a named one; with `add` it goes into the next sum below it."""

    after: str | None = None
    add: bool = False


class ExtraSpec(Strict):
    """The contents of the file that `--extra` names."""

    title: Words | None = None
    foot: Words | None = None
    column: tuple[ExtraColumn, ...] = Field(default=(), max_length=MOST_LINES)
    row: tuple[ExtraLine, ...] = Field(default=(), max_length=MOST_LINES)


@dataclass(frozen=True)
class Column:
    """A column that every player has, in one language."""

    id: str
    label: str
    short: str
    add: bool


@dataclass(frozen=True)
class Line:
    """A line of the chart in one language; `sums` names the lines above that it adds up."""

    id: str
    group: str
    label: str
    hint: str
    icon: str
    number: str
    columns: tuple[str, ...]
    span: bool
    factor: int | None
    sums: tuple[str, ...]
    style: Style

    def boxes(self) -> list[str]:
        """The boxes of one player: one over all columns, number and points, or one for each open column."""
        if self.factor is not None:
            return [f"{self.id}.count", f"{self.id}.points"]
        return [self.id] if self.span else [f"{self.id}.{column}" for column in self.columns]


@dataclass(frozen=True)
class Ledger:
    """A chart before it is laid out; `games` of it fill a page unless another number is asked for."""

    title: str
    foot: str
    mark: MarkSpec | None
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    games: int = 1

    def terms(self, line: Line) -> dict[str, tuple[str, ...]]:
        """The boxes of a line that add up by themselves, and what each adds: `name`, or `-2*name` for a product."""
        if line.factor is not None:
            return {f"{line.id}.points": (f"{line.factor}*{line.id}.count",)}
        sources = [other for other in self.lines if other.id in line.sums]
        if line.span:
            counted = {column.id for column in self.columns if column.add}
            return {line.id: tuple(box for source in sources for box in _points(source, counted))} if sources else {}
        return {
            f"{line.id}.{column}": tuple(f"{source.id}.{column}" for source in sources if column in source.columns)
            for column in line.columns
            if any(column in source.columns for source in sources)
        }


def _cell(row: Row, braces: re.Match[str]) -> str:
    """The cell that a column's name in braces stands for."""
    return row.get(braces[1], braces[0])


def _points(line: Line, counted: set[str]) -> list[str]:
    """The boxes of a line that hold points."""
    if line.factor is not None:
        return [f"{line.id}.points"]
    return [line.id] if line.span else [f"{line.id}.{column}" for column in line.columns if column in counted]


def has_chart(game: Game) -> bool:
    """Whether the game comes with a scoring chart."""
    return file_in(game.folder, "chart.toml") is not None


def read_ledger(game: Game, language: Language, extra: Path | None = None) -> Ledger:
    """The game's chart with what an own file adds to it."""
    if not has_chart(game):
        raise PrintingError(Message("chart.none", id=game.id, folder=game.folder))
    source = _Source(game.folder / "chart.toml", game, language)
    spec = source.read(ChartSpec)
    ledger = _drafted(source, spec)
    if extra is None:
        return ledger
    own = _Source(extra, game, language)
    return _extended(ledger, own, own.read(ExtraSpec))


_Model = TypeVar("_Model", bound=BaseModel)


@dataclass
class _Source:
    """A TOML file with its text, to name the line of a fault."""

    file: Path
    game: Game
    language: Language
    text: str = ""

    def read(self, model: type[_Model]) -> _Model:
        self.text = read_text(self.file)
        try:
            return model.model_validate(parse_toml(self.file, self.text))
        except ValidationError as fault:
            raise spelled_out(self.file, self.text, fault, model) from None

    def fault(self, message: str, *place: str | int) -> DefinitionError:
        return fault_at(self.file, self.text, message, *place)

    def say(self, words: Bilingual | None) -> str:
        return words.in_(self.language) if words else ""

    def column(self, spec: ColumnSpec) -> Column:
        label = self.say(spec.label)
        return Column(spec.id, label, self.say(spec.short) or label, spec.add)

    def lines(self, number: int, spec: LineSpec, columns: Sequence[str]) -> list[Line]:
        """The lines of one entry: one, or one for each row of its table."""
        if spec.factor is not None and (spec.sum or spec.columns is not None):
            raise self.fault(Message("chart.factor"), "row", number, "factor")
        for column in spec.columns or ():
            if column not in columns:
                raise self.fault(
                    Message("chart.no_column", column=repr(column), hint=nearest(column, columns)),
                    "row",
                    number,
                    "columns",
                )
        opened = tuple(column for column in columns if spec.columns is None or column in spec.columns)
        common = Line(
            id=spec.id,
            group=spec.id,
            label=self.say(spec.label) or spec.id,
            hint=self.say(spec.hint),
            icon=spec.icon or "",
            number=f"× {spec.factor}".replace("-", "−") if spec.factor is not None else "",
            columns=opened,
            span=spec.span or spec.factor is not None,
            factor=spec.factor,
            sums=spec.sum,
            style=spec.style,
        )
        return [common] if spec.table is None else list(self._from_table(number, spec, common))

    def _from_table(self, number: int, spec: LineSpec, common: Line) -> Iterator[Line]:
        rows = self.table(spec.table or "", "row", number, "table")
        for key in ("id", *([spec.number] if spec.number else [])):
            if rows and key not in rows[0]:
                known = [name for name in rows[0] if name != LINE]
                raise self.fault(
                    Message("chart.table_column", table=spec.table, key=repr(key), hint=nearest(key, known)),
                    "row",
                    number,
                    "number",
                )
        for row in rows:
            name = row["id"]
            if not re.fullmatch(r"[\w-]+", name):
                message = Message("chart.box_id", name=repr(name), table=spec.table)
                raise self.fault(message, "row", number, "table")
            yield replace(
                common,
                id=spec.prefix + name,
                label=self._word(number, spec.words, name) if spec.words else name,
                icon=re.sub(r"\{(\w+)\}", partial(_cell, row), common.icon),
                number=row[spec.number] if spec.number else common.number,
            )

    def _word(self, number: int, group: str, name: str) -> str:
        words: Any = self.game.words[self.language].get(group)
        if not isinstance(words, dict) or name not in words:
            missing = Message("chart.no_word", language=self.language, group=group, name=name)
            raise self.fault(missing, "row", number, "words")
        word = words[name]
        return str(word.get("name", name)) if isinstance(word, dict) else str(word)

    def table(self, name: str, *place: str | int) -> tuple[Row, ...]:
        if name not in self.game.tables:
            raise self.fault(Message("chart.no_table", name=repr(name), hint=nearest(name, self.game.tables)), *place)
        return self.game.tables[name]


def _drafted(source: _Source, spec: ChartSpec) -> Ledger:
    columns = [source.column(column) for column in spec.column]
    names = [column.id for column in columns]
    for number, name in enumerate(names):
        _refuse_twice(source, "column", [name], names[:number], number)
    lines: list[Line] = []
    for number, row in enumerate(spec.row):
        added = source.lines(number, row, names)
        _refuse_twice(source, "row", [line.id for line in added], [line.id for line in lines], number)
        lines += [_resolved(source, number, line, lines) for line in added]
    if spec.mark:
        _check_mark(source, spec.mark)
    return Ledger(source.say(spec.title), source.say(spec.foot), spec.mark, tuple(columns), tuple(lines), spec.games)


def _refuse_twice(source: _Source, kind: str, new: Iterable[str], old: Sequence[str], number: int) -> None:
    seen = set(old)
    for name in new:
        if name in seen:
            raise source.fault(Message("chart.stands_already", name=repr(name), kind=kind), kind, number, "id")
        seen.add(name)


def _check_mark(source: _Source, mark: MarkSpec) -> None:
    colours: Any = source.game.palette.get(mark.group)
    if not isinstance(colours, dict):
        known = [name for name, group in source.game.palette.items() if isinstance(group, dict)]
        raise source.fault(
            Message("chart.no_group", group=repr(mark.group), hint=nearest(mark.group, known)), "mark", "group"
        )
    for row in source.table(mark.table, "mark", "table"):
        if mark.key not in row:
            known = [name for name in row if name != LINE]
            raise source.fault(
                Message("chart.table_column", table=mark.table, key=repr(mark.key), hint=nearest(mark.key, known)),
                "mark",
                "key",
            )
        if row[mark.key] not in colours:
            missing = Message(
                "chart.no_colour", group=mark.group, row=row[mark.key], hint=nearest(row[mark.key], colours)
            )
            raise source.fault(missing, "mark", "group")


def _resolved(source: _Source, number: int, line: Line, above: Sequence[Line]) -> Line:
    """The line with the groups in its sum replaced by their lines, all of which must stand above it."""
    sums: list[str] = []
    for name in line.sums:
        found = [other for other in above if name in (other.id, other.group)]
        if not found:
            known = {name for other in above for name in (other.id, other.group)}
            raise source.fault(
                Message("chart.none_above", name=repr(name), hint=nearest(name, known)), "row", number, "sum"
            )
        for other in found:
            _refuse_wide(source, number, other, line, "sum")
        sums += [other.id for other in found]
    return replace(line, sums=tuple(sums))


def _refuse_wide(source: _Source, number: int, part: Line, whole: Line, key: str) -> None:
    """A box over all columns cannot be added to the sum of one column."""
    if part.span and not whole.span:
        message = Message("chart.spans", id=repr(part.id), sum=repr(whole.id))
        raise source.fault(message, "row", number, key)


def _extended(ledger: Ledger, source: _Source, extra: ExtraSpec) -> Ledger:
    columns = list(ledger.columns)
    for number, wish in enumerate(extra.column):
        known = [column.id for column in columns]
        _refuse_twice(source, "column", [wish.id], known, number)
        columns.insert(_place(source, "column", number, wish.after, known, known), source.column(wish))
    added = [column.id for column in columns if column not in ledger.columns]
    everywhere = tuple(column.id for column in columns)
    lines = [
        replace(line, columns=tuple(name for name in everywhere if name in (*line.columns, *added)))
        for line in ledger.lines
    ]
    for number, row in enumerate(extra.row):
        lines = _with(lines, source, number, row, everywhere)
    title, foot = source.say(extra.title) or ledger.title, source.say(extra.foot) or ledger.foot
    return replace(ledger, title=title, foot=foot, columns=tuple(columns), lines=tuple(lines))


def _with(lines: list[Line], source: _Source, number: int, wish: ExtraLine, columns: Sequence[str]) -> list[Line]:
    """The lines with the wished ones at their place, and in the next sum below if they are to be added."""
    new = source.lines(number, wish, columns)
    ids, groups = [line.id for line in lines], [line.group for line in lines]
    _refuse_twice(source, "row", [line.id for line in new], ids, number)
    place = _place(source, "row", number, wish.after, ids, groups)
    above, below = lines[:place], lines[place:]
    new = [_resolved(source, number, line, above) for line in new]
    if wish.add:
        total = next((position for position, line in enumerate(below) if line.sums), None)
        if total is None:
            raise source.fault(Message("chart.no_sum"), "row", number, "add")
        for line in new:
            _refuse_wide(source, number, line, below[total], "add")
        below[total] = replace(below[total], sums=(*below[total].sums, *(line.id for line in new)))
    return [*above, *new, *below]


def _place(
    source: _Source, kind: str, number: int, after: str | None, ids: Sequence[str], groups: Sequence[str]
) -> int:
    """The position behind a named line or the last line of a named group; the end where nothing is named."""
    if after is None:
        return len(ids)
    found = [position for position, names in enumerate(zip(ids, groups, strict=True)) if after in names]
    if not found:
        raise source.fault(
            Message("chart.no_such", kind=kind, after=repr(after), hint=nearest(after, {*ids, *groups})),
            kind,
            number,
            "after",
        )
    return found[-1] + 1
