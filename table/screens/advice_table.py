"""Advice on a terminal: the turns, the reasons, and what everybody can still reach."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from solver.search.advice import Advice, Watch
    from table.answers.advice import Answer, Consultation, Line
    from table.screens.words import Words

REASONS = 3
"""Turns that are given reasons on a screen; a program gets them for all."""
REFRESH = 0.2
"""Seconds between two pictures of a search that goes on."""
PIPE = 250
"""Columns for whatever reads the table through a pipe: one line a turn."""


def show(answer: Answer, words: Words) -> None:
    """The table of turns, the reasons, and what everybody can still reach."""
    from table.screens.console import Console

    console = Console(width=None if sys.stdout.isatty() else PIPE)
    for part in told(answer, words):
        console.print(part, soft_wrap=not console.is_terminal)


def told(answer: Answer, words: Words) -> list[RenderableType]:
    """All of it in parts, one below the other."""
    from rich.text import Text

    parts: list[RenderableType] = [drawn(answer.lines, words), Text(_effort(answer.advice, words), style="dim")]
    if reasons := _numbered([line.why for line in answer.lines[:REASONS]]):
        parts += ["", *reasons, Text(words.said("advice.counted"), style="dim")]
    if answer.now and answer.now.points:
        parts += ["", words.said("advice.now", turn=answer.now.turn, points=answer.now.points)]
    if answer.reach:
        parts += ["", _bounds(answer, words)]
    return parts


def drawn(lines: Sequence[Line], words: Words) -> Table:
    """The turns as a table."""
    from rich.table import Table

    decimal = words.said("advice.decimal")
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", justify="right", style="dim")
    for column, title in words.entry("advice.columns").items():
        if column != "answer" or any(line.answer for line in lines):
            table.add_column(title, justify="left" if column in ("turn", "answer") else "right", overflow="fold")
    for number, line in enumerate(lines, start=1):
        error = f" ± {100 * line.win_se:.1f}" if line.win_se else ""
        numbers = (f"{100 * line.win:.1f}{error} %", f"{line.points:.1f}", f"{line.margin:+.1f}")
        shown = [value.replace(".", decimal) for value in numbers]
        table.add_row(str(number), line.turn, *shown, *([line.answer] if line.answer else []))
    return table


def _effort(advice: Advice, words: Words) -> str:
    if advice.proved:
        return words.said("advice.proved")
    if not advice.simulations:
        return words.said("advice.searched")
    seconds = f"{advice.seconds:.1f}".replace(".", words.said("advice.decimal"))
    return words.said("advice.estimated", simulations=advice.simulations, seconds=seconds)


def _numbered(reasons: Sequence[str]) -> list[str]:
    """Reasons with their numbers; how the first one begins is not said again, and an equal one not at all."""
    numbered = [f"1. {reason}" for reason in reasons[:1] if reason]
    for number, reason in enumerate(reasons[1:], start=2):
        begin, _, rest = reason.partition(". ")
        if reasons[0].startswith(f"{begin}. "):
            reason = f"... {rest}" if rest else ""
        if reason and reason != reasons[0]:
            numbered.append(f"{number}. {reason}")
    return numbered


def _bounds(answer: Answer, words: Words) -> str:
    players = [
        f"{name} {bound.most}" if bound.can_win else words.said("advice.no_win", player=f"{name} {bound.most}")
        for name, bound in zip(answer.asked.match.players, answer.reach, strict=False)
    ]
    return words.said("advice.at_most", players=", ".join(players))


@contextmanager
def live(asked: Consultation, words: Words) -> Iterator[Watch | None]:
    """On a terminal a table that gets better while the search goes on; nothing in a pipe."""
    if not sys.stdout.isatty():
        yield None
        return
    from rich.console import Group
    from rich.live import Live
    from rich.text import Text

    from table.screens.console import Console

    last = 0.0
    in_short = replace(asked, reasons=0)
    thinking = Text(words.said("advice.thinking"), style="dim")
    with Live(thinking, console=Console(), auto_refresh=False, transient=True) as screen:

        def watch(advice: Advice) -> None:
            nonlocal last
            if time.monotonic() - last >= REFRESH:
                last = time.monotonic()
                screen.update(Group(drawn(in_short.lines(advice), words), thinking), refresh=True)

        yield watch
