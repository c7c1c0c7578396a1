"""What a campaign tells at its end."""

from __future__ import annotations

from collections.abc import Mapping

from rich.table import Table

from table.screens.console import Console
from tests.fuzz.campaign import Record

_COLUMNS = ("target", "inputs", "inputs/s", "refused", "accepted", "failed", "slowest", "most memory")


def print_report(records: Mapping[str, Record]) -> None:
    """The table, and below it every kind of failure with the file that replays it."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in _COLUMNS:
        table.add_column(column, justify="left" if column == "target" else "right")
    for name, record in records.items():
        speed = record.inputs / record.seconds if record.seconds else 0
        counts = (record.refused, record.accepted, record.failed)
        limits = (f"{record.slowest:.2f} s", f"+{record.megabytes:.0f} MB")
        table.add_row(name, str(record.inputs), f"{speed:.1f}", *map(str, counts), *limits)
    console = Console()
    console.print(table)
    for name, record in records.items():
        for outcome, file in record.failures.items():
            console.print(f"{name}: {outcome}\n    {file}", soft_wrap=True)
