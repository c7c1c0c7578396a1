"""The table on a terminal, drawn from what any game gives as letters."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.text import Text

    from solver.kernel.playable import Cell, Drawing, Playable
    from table.log.referee import Match, Move
    from table.screens.console import Console
    from table.screens.words import Words


def can_draw_signs() -> bool:
    """Whether the terminal knows more than ASCII."""
    try:
        "✚▼⚜★≈■".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def picture_of(match: Match, steps: str = "") -> dict[str, Any]:
    """The position as the log's owner sees it; of the legal steps those that begin with `steps`."""
    over = match.to_move is None
    viewer = None if over else match.me
    picture = match.game.picture(match.state, viewer, match.players, match.states[:-1])
    return picture | {"steps": [step for step in picture["steps"] if step.upper().startswith(steps.upper())]}


def show(match: Match, words: Words, players: bool = True, steps: str = "") -> None:
    """Prints the table; without the players' columns it is short enough to be printed every turn."""
    from table.screens.console import Console

    console = Console()
    drawing = match.game.drawing(picture_of(match, steps), not can_draw_signs(), words.language)
    _draw_grid(console, drawing)
    if players:
        _draw_table(console, drawing.players)
        for line in drawing.legend:
            console.print(line, style="dim", soft_wrap=True)


def show_scored(match: Match, move: Move, words: Words) -> None:
    """Prints what a turn caused to be scored before the end of the game, whoever made it."""
    from table.screens.console import Console

    before = match.states[match.moves.index(move)]
    if lines := match.game.scored(before, move.after, match.players, words.language):
        console = Console()
        _draw_table(console, lines)
        console.print()


def headline(match: Match, words: Words) -> str:
    """Where the game stands."""
    if match.to_move is None:
        return words.said("screen.over", turns=match.turns)
    return words.said("screen.to_move", number=match.turns + 1, name=match.to_move)


def tell_if_elsewhere(game: Playable, log: Path, words: Words) -> None:
    """Says what a new log needs whose map it cannot lead to by itself."""
    from solver.kernel.variants import elsewhere

    if folder := elsewhere(game.data, log.parent):
        click.echo(words.said("screen.map_elsewhere", folder=folder), err=True)


def _draw_grid(console: Console, drawing: Drawing) -> None:
    from rich.text import Text

    if not drawing.grid:
        return
    columns = drawing.columns or tuple(str(number + 1) for number in range(max(len(row) for row in drawing.grid)))
    rows = drawing.rows or tuple(str(number + 1) for number in range(len(drawing.grid)))
    margin = max(len(name) for name in rows)
    numbers = " ".join(f"{name:<4}" for name in columns)
    console.print(f"{' ' * margin} {numbers}".rstrip(), style="dim", soft_wrap=True)
    for name, row in zip(rows, drawing.grid, strict=True):
        height = max((len(cell.lines) for cell in row if cell), default=0)
        for line in range(height):
            text = Text().append(f"{name if line == 0 else '':>{margin}}", style="dim")
            last = max(column for column, cell in enumerate(row) if cell)
            for cell in row[: last + 1]:
                text.append(" ").append_text(_cell_line(cell, line))
            console.print(text, soft_wrap=True)


def _cell_line(cell: Cell | None, line: int) -> Text:
    from rich.style import Style
    from rich.text import Text

    if cell is None:
        return Text("    ")
    style = Style(color=cell.ink or None, bgcolor=cell.ground or None, bold=True) if cell.near else Style()
    return Text(f"{cell.lines[line]:<4}", style=style)


def _draw_table(console: Console, lines: Sequence[tuple[str, ...]]) -> None:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in lines[0]:
        table.add_column(title)
    for line in lines[1:]:
        table.add_row(*line)
    console.print()
    console.print(table)
