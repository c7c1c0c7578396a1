"""The table on a terminal, drawn from what any game gives as letters."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from solver.kernel.playable import Drawing, Playable
    from table.log.referee import Match, Move
    from table.screens.words import Words


def can_draw_signs() -> bool:
    """Whether the terminal knows more than ASCII; Textual puts something else in the place of standard output."""
    encoding = getattr(sys.stdout, "encoding", None) or getattr(sys.__stdout__, "encoding", None)
    try:
        "✚▼⚜★≈■".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def picture_of(match: Match, steps: str | None = "") -> dict[str, Any]:
    """The position as the log's owner sees it; of the legal steps those that begin with `steps`, or none."""
    over = match.to_move is None
    viewer = None if over else match.me
    picture = match.game.picture(match.state, viewer, match.players, match.states[:-1])
    wanted = [] if steps is None else [step for step in picture["steps"] if step.upper().startswith(steps.upper())]
    return picture | {"steps": wanted}


def drawing_of(match: Match, words: Words, steps: str | None = "") -> Drawing:
    """The position in letters, as the log's owner sees it."""
    return match.game.drawing(picture_of(match, steps), not can_draw_signs(), words.language)


def show(match: Match, words: Words, players: bool = True, steps: str = "") -> None:
    """Prints the table; without the players' columns it is short enough to be printed every turn."""
    from rich.text import Text

    from table.screens.board import board
    from table.screens.console import Console

    console = Console()
    drawing = drawing_of(match, words, steps)
    for line in board(drawing, console.width if console.is_terminal else None):
        console.print(line, soft_wrap=True)
    if players:
        console.print()
        for part in holdings(drawing):
            console.print(part, soft_wrap=isinstance(part, Text) and not console.is_terminal)


def holdings(drawing: Drawing) -> list[RenderableType]:
    """What everybody has, side by side or else one below the other, and what the marks mean."""
    from rich.console import Group
    from rich.text import Text

    from table.screens.fitting import FirstThatFits

    seats = list[Text]()
    for title, *lines in (_has(drawing, seat) for seat in range(len(drawing.players[0]) - 1)):
        seats.append(Text.assemble((title[1], "bold"), "  ", "; ".join(f"{name}: {what}" for name, what in lines)))
    forms: list[RenderableType] = [_table(drawing.players), Group(*seats)]
    return [FirstThatFits(forms), *(Text(line, style="dim") for line in drawing.legend)]


def fits(drawing: Drawing, width: int) -> bool:
    """Whether what everybody has stands side by side in so many columns."""
    from rich.cells import cell_len

    widest = (max(cell_len(entry) for entry in column) for column in zip(*drawing.players, strict=True))
    return sum(widest) + 2 * len(drawing.players[0]) - 2 <= width


def holding_of(drawing: Drawing, seat: int) -> RenderableType:
    """What one seat has."""
    from rich.console import Group
    from rich.text import Text

    from table.screens.fitting import FirstThatFits

    title, *lines = _has(drawing, seat)
    below = Group(Text(title[1], style="bold"), *(Text.assemble((name, "dim"), " ", what) for name, what in lines))
    return FirstThatFits([_table([title, *lines]), below])


def _has(drawing: Drawing, seat: int) -> list[tuple[str, str]]:
    """The title, and the lines of what a seat has."""
    title, *lines = ((line[0], line[seat + 1]) for line in drawing.players)
    return [title, *(line for line in lines if line[1] not in ("", "-", "0"))]


def _table(lines: Sequence[tuple[str, ...]]) -> Table:
    """A table whose first line has the headings."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for title in lines[0]:
        table.add_column(title, overflow="fold")
    for line in lines[1:]:
        table.add_row(*line)
    return table


def scored(match: Match, move: Move, words: Words) -> list[RenderableType]:
    """What a turn caused to be scored before the end of the game, whoever made it."""
    before = match.states[match.moves.index(move)]
    lines = match.game.scored(before, move.after, match.players, words.language)
    return ["", _table(lines), ""] if lines else []


def print_parts(parts: Sequence[RenderableType]) -> None:
    """Prints what stands below each other; a terminal breaks sentences at words, a pipe gets them whole."""
    from table.screens.console import Console
    from table.screens.fitting import Numbered

    console = Console()
    for part in parts:
        console.print(part, soft_wrap=isinstance(part, str | Numbered) and not console.is_terminal)


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
