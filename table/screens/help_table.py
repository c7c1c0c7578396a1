"""What one may type at the table, on a screen."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table


def help_table(before: Sequence[str], meanings: Sequence[tuple[str, str]]) -> RenderableType:
    """How to type a turn, and below it the words with their meanings."""
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for word, meaning in meanings:
        table.add_row(f"  {word}", meaning)
    return Group(*before, table)
