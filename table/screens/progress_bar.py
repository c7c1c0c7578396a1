"""How far a print run is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(label: str) -> Iterator[Callable[[str, int, int], None]]:
    """A bar on a terminal, nothing in a pipe; it has no thread of its own, for that would forbid to fork."""
    if not sys.stderr.isatty():
        yield lambda _label, _done, _whole: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from table.screens.console import Console

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task(label, total=None)
        yield lambda label, done, whole: bar.update(task, description=label, completed=done, total=whole, refresh=True)
