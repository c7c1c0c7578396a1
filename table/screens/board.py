"""The cards or squares on the table, row by row, in as many letters as there is room for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

if TYPE_CHECKING:
    from solver.kernel.playable import Cell, Drawing

CELL = 4
"""Letters of a cell."""
MARK = "›"
PLAIN_MARK = ">"
"""Stands before what the last move has changed."""

Place = tuple[str, str]
"""A cell by its row and its column."""


def board(
    drawing: Drawing, width: int | None = None, marked: Collection[Place] = (), mark: str = MARK, tight: bool = False
) -> list[Text]:
    """The lines of a board; where it would be wider than the screen its cells stand close together.

    `tight` leaves out lines that are blank in a whole row.
    """
    if not drawing.grid:
        return []
    columns, rows = _names(drawing)
    margin = max(len(name) for name in rows)
    gap = 0 if width is not None and margin + (CELL + 1) * len(columns) > width else 1
    numbers = "".join(f"{' ' * gap}{name:<{CELL}}" for name in columns)
    lines = [Text(f"{' ' * margin}{numbers}".rstrip(), style="dim")]
    for name, key, row in zip(rows, _keys(rows), drawing.grid, strict=True):
        places = [(key, column) in marked for column in _keys(columns)]
        for number, line in enumerate(_row_lines(row, places, gap, mark)):
            if not (tight and number and not line.plain.strip()):
                lines.append(Text(f"{'' if number else name:>{margin}}", style="dim").append_text(line))
    return lines


def changed(before: Drawing, after: Drawing) -> set[Place]:
    """The cells that look different now, also those that are empty now."""
    old, new = _cells(before), _cells(after)
    return {place for place in old.keys() | new.keys() if _letters(old.get(place)) != _letters(new.get(place))}


def _cells(drawing: Drawing) -> Mapping[Place, Cell | None]:
    columns, rows = _names(drawing)
    return {
        (name, column): cell
        for name, row in zip(_keys(rows), drawing.grid, strict=True)
        for column, cell in zip(_keys(columns), row, strict=False)
    }


def _keys(names: Sequence[str]) -> Sequence[str]:
    """What tells rows or columns apart: their names, as a board may grow on any side, or their numbers."""
    return names if len(set(names)) == len(names) else [str(number) for number in range(len(names))]


def _letters(cell: Cell | None) -> tuple[str, ...]:
    return tuple(line.strip() for line in cell.lines) if cell else ()


def _names(drawing: Drawing) -> tuple[Sequence[str], Sequence[str]]:
    """What columns and rows are called."""
    most = max((len(row) for row in drawing.grid), default=0)
    columns = drawing.columns or tuple(str(number + 1) for number in range(most))
    return columns, drawing.rows or tuple(str(number + 1) for number in range(len(drawing.grid)))


def _row_lines(row: Sequence[Cell | None], marked: Sequence[bool], gap: int, mark: str) -> list[Text]:
    height = max((len(cell.lines) for cell in row if cell), default=1 if any(marked) else 0)
    shown = [column for column, cell in enumerate(row) if cell or marked[column]]
    lines = []
    for line in range(height):
        text = Text()
        for cell, changed in zip(row[: max(shown, default=-1) + 1], marked, strict=False):
            here = changed and line == 0
            if gap:
                text.append(mark if here else " ", style="bold yellow" if here else "")
            text.append_text(_cell_line(cell, line, changed, mark))
        lines.append(text)
    return lines


def _cell_line(cell: Cell | None, line: int, changed: bool, mark: str) -> Text:
    if cell is None:
        return Text(f"{'·' if changed and line == 0 and mark == MARK else '':<{CELL}}", style="dim")
    style = Style(color=cell.ink or None, bgcolor=cell.ground or None, bold=True) if cell.near else Style()
    return Text(f"{cell.lines[line]:<{CELL}}", style=style + Style(underline=True) if changed else style)
