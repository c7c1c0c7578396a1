"""A review on a terminal: the curves in letters, what decided it, every turn, and luck apart from skill."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from table.screens.review_words import (
    BALANCE,
    LEAST_LOSS,
    balance_lines,
    effort,
    hundredths,
    moments,
    named_better,
    notes,
    points_lost,
    title,
    verdict_word,
)
from table.screens.screen import can_draw_signs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType
    from rich.table import Table
    from rich.text import Text

    from table.answers.review import Review, TurnReview
    from table.screens.words import Words

SEATS = ("red", "yellow", "green", "magenta", "blue")
"""Colours of the players, as their stones have them in the games of the house."""
VERDICTS = {"slip": "bold", "mistake": "bold dark_orange", "turning": "bold white on red"}
BARS, DIGITS = " ▁▂▃▄▅▆▇█", "0123456789"
HIGH = 2
"""Lines of a curve."""
MARK = 10
"""Turns between two marks below the curves."""
PIPE = 200
"""Columns for whatever reads it through a pipe."""


def show(review: Review, words: Words) -> None:
    """All of it."""
    from rich.text import Text

    from table.screens.console import Console

    console = Console(width=None if sys.stdout.isatty() else PIPE)
    for part in told(review, words, console.width):
        console.print(part, soft_wrap=isinstance(part, str | Text) and not console.is_terminal)


def told(review: Review, words: Words, width: int) -> list[RenderableType]:
    """All of it in parts, one below the other."""
    from rich.text import Text

    def head(key: str) -> Text:
        return Text(words.said(f"review.{key}"), style="bold")

    found = moments(review, words)
    parts: list[RenderableType] = [Text(title(review, words), style="bold"), ""]
    parts += [head("curve"), *curves(review, width), ""]
    parts += [head("moments")]
    parts += [f"{number}. {moment.told}" for number, moment in enumerate(found, start=1)] or [words.said("review.none")]
    parts += ["", head("turns"), turns_table(review, words), "", head("balance"), balance(review, words), ""]
    parts += [Text(note, style="dim") for note in (words.said("review.adds_up"), *notes(review, words))]
    return [*parts, Text(effort(review, words), style="dim")]


# ---- curves ----------------------------------------------------------------------------------------------------------


def curves(review: Review, width: int) -> list[Text]:
    """For each player the chance to win before every turn and at the end, as bars; in tenths where there are none."""
    from rich.cells import cell_len
    from rich.text import Text

    names = review.match.players
    indent = max(cell_len(name) for name in names) + 1
    room = max(10, width - indent - 5)
    columns = _columns(len(review.turns) + 1, room)
    lines: list[Text] = []
    for seat, name in enumerate(names):
        chances = [*(turn.before[seat] for turn in review.turns), review.result[seat]]
        shown = [chances[column] for column in columns]
        drawn = _bars(shown) if can_draw_signs() else ["".join(DIGITS[min(9, int(10 * chance))] for chance in shown)]
        for number, line in enumerate(drawn):
            last = number == len(drawn) - 1
            label = f"{name}{' ' * (indent - cell_len(name))}" if last else " " * indent
            end = f" {100 * chances[-1]:3.0f} %" if last else ""
            lines.append(Text.assemble((label, SEATS[seat % len(SEATS)]), (line, SEATS[seat % len(SEATS)]), end))
    return [*lines, Text(" " * indent + _axis(review.turns, columns), style="dim")]


def _columns(points: int, room: int) -> list[int]:
    """Which points are drawn: all, or as many as there is room for."""
    if points <= room:
        return list(range(points))
    return [round(index * (points - 1) / (room - 1)) for index in range(room)]


def _bars(chances: Sequence[float]) -> list[str]:
    """Lines from top to bottom; even no chance at all has a foot."""
    levels = [max(1, round(chance * 8 * HIGH)) for chance in chances]
    return ["".join(BARS[min(8, max(0, level - 8 * (HIGH - 1 - line)))] for level in levels) for line in range(HIGH)]


def _axis(turns: Sequence[TurnReview], columns: Sequence[int]) -> str:
    line, place = "", 0
    for at, column in enumerate(columns):
        number = turns[column].number if column < len(turns) else 0
        if number and (number == 1 or number % MARK == 0) and at >= place:
            line = f"{line:<{at}}{number}"
            place = len(line) + 1
    return line


# ---- tables ----------------------------------------------------------------------------------------------------------


def turns_table(review: Review, words: Words) -> Table:
    """Every turn: the mover's chance before it, what it cost and what chance brought, and a better one."""
    from rich.text import Text

    table = _table(words, ("number", "name", "turn", "win", "loss", "points", "luck", "verdict", "best"), left="nvtb")
    for turn in review.turns:
        seat, verdict = turn.seat, review.verdict(turn)
        style = VERDICTS.get(verdict, "dim" if not turn.judged else "")
        lost = turn.loss >= LEAST_LOSS
        table.add_row(
            str(turn.number),
            Text(review.match.players[seat], style=SEATS[seat % len(SEATS)]),
            review.played(turn),
            hundredths(turn.before[seat], words) or "0",
            hundredths(turn.loss, words, turn.loss_se or None) if lost else "",
            points_lost(turn, words) if lost else "",
            hundredths(turn.luck[seat], words, turn.luck_se[seat] or None, signed=True),
            Text(verdict_word(review, turn, words), style=style),
            named_better(turn),
        )
    return table


def balance(review: Review, words: Words) -> Table:
    """What became of everybody's chance."""
    from rich.text import Text

    table = _table(words, BALANCE, left="n")
    for seat, (name, *cells) in enumerate(balance_lines(review, words)):
        table.add_row(Text(name, style=SEATS[seat % len(SEATS)]), *cells)
    return table


def _table(words: Words, columns: Sequence[str], left: str) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        justify: Literal["left", "right"] = "left" if column[0] in left and column != "number" else "right"
        table.add_column(words.entry("review.columns")[column], justify=justify, overflow="fold")
    return table
