"""Advice on a terminal: the turns, the reasons, and what everybody can still reach."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from table.screens.advice_reasons import going_on, judged, percent, reasons

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
LEFT_OUT = ((), ("answer",), ("answer", "margin"), ("answer", "margin", "points"))
"""Columns that a narrow table does without, the narrower the more; the expected answer is told in the reasons, too."""


def show(answer: Answer, words: Words) -> None:
    """The table of turns, how they go on, the reasons, and what everybody can still reach."""
    from table.screens.console import Console

    console = Console(width=None if sys.stdout.isatty() else PIPE)
    for part in told(answer, words):
        console.print(part, soft_wrap=not console.is_terminal)


def told(answer: Answer, words: Words) -> list[RenderableType]:
    """All of it in parts, one below the other."""
    from rich.text import Text

    from table.screens.fitting import Numbered

    effort = Text(_effort(answer.advice, words), style="dim")
    parts: list[RenderableType] = [drawn(answer.lines, words)]
    if not answer.advice.simulations:
        parts.append(effort)
    if plans := going_on(answer.lines, words):
        parts += ["", words.said("advice.plans"), *map(Numbered, plans)]
    if why := reasons(answer, REASONS, words):
        parts += ["", *map(Numbered, why)]
    if verdicts := judged(answer, words):
        parts += ["", *verdicts]
    if any(line.why for line in answer.lines):
        parts.append(Text(words.said("advice.counted"), style="dim"))
    if answer.now and answer.now.points:
        parts += ["", words.said("advice.now", turn=answer.now.turn, points=answer.now.points)]
    if answer.reach:
        parts += ["", _bounds(answer, words)]
    if answer.advice.simulations:
        parts += ["", effort]
    return parts


def drawn(lines: Sequence[Line], words: Words) -> RenderableType:
    """The turns as a table; behind the best one each has its distance to it."""
    from table.screens.fitting import FirstThatFits

    columns = {
        "turn": [line.turn + (words.said("advice.goes_on") if line.plan else "") for line in lines],
        "win": [percent(line.win, line.win_se, words) for line in lines],
        "behind": ["", *(percent(-line.behind, line.behind_se, words) for line in lines[1:])],
        "points": [words.decimals(f"{line.points:.1f}") for line in lines],
        "margin": [words.decimals(f"{line.margin:+.1f}") for line in lines],
        "answer": [line.answer for line in lines],
    }
    table = _Turns(
        [f"{number}{'*' if line.own else ''}" for number, line in enumerate(lines, start=1)],
        {name: cells for name, cells in columns.items() if any(cells)},
        words.entry("advice.columns"),
    )
    return FirstThatFits([*(table.without(names) for names in LEFT_OUT), table.stacked()])


@dataclass(frozen=True)
class _Turns:
    """What is told of the turns, column by column."""

    numbers: Sequence[str]
    columns: Mapping[str, Sequence[str]]
    titles: Mapping[str, str]

    def without(self, left_out: Sequence[str]) -> Table:
        """A line a turn."""
        table = _numbered()
        shown = {name: cells for name, cells in self.columns.items() if name not in left_out}
        for name in shown:
            justify: Literal["left", "right"] = "left" if name in ("turn", "answer") else "right"
            table.add_column(self.titles[name], justify=justify, overflow="fold")
        for number, cells in zip(self.numbers, zip(*shown.values(), strict=True), strict=True):
            table.add_row(number, *cells)
        return table

    def stacked(self) -> Table:
        """Each turn in a line of its own, the chance and the distance below it."""
        from rich.text import Text

        names = [name for name in ("win", "behind") if name in self.columns]
        wide = {name: max(map(len, (self.titles[name], *self.columns[name]))) for name in names}
        table = _numbered()
        table.add_column("  ".join(self.titles[name].rjust(wide[name]) for name in names))
        for place, number in enumerate(self.numbers):
            table.add_row(number, Text(self.columns["turn"][place], style="bold"))
            table.add_row("", "  ".join(self.columns[name][place].rjust(wide[name]) for name in names))
        return table


def _numbered() -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("", justify="right", style="dim")
    return table


def _effort(advice: Advice, words: Words) -> str:
    if advice.proved:
        return words.said("advice.proved")
    if not advice.simulations:
        return words.said("advice.searched")
    seconds = words.decimals(f"{advice.seconds:.1f}")
    return words.said("advice.estimated", simulations=advice.simulations, seconds=seconds)


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
