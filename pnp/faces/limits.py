"""Time and memory that a stranger's template or drawing may take; beyond, it is stopped with a message."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shelf.errors import PrintingError

SECONDS = 20.0
MEGABYTES = 1_000


class _TooLongError(Exception):
    """Raised by the alarm in the middle of whatever runs."""


@contextmanager
def limited() -> Iterator[None]:
    """Stops what runs inside when it takes too long or too much; where the system knows no limits, it runs on."""
    try:
        with _memory(), _alarm():
            yield
    except _TooLongError as fault:
        raise PrintingError(f"takes longer than {SECONDS:g} seconds; is there a loop in a loop?") from fault
    except MemoryError as fault:
        raise PrintingError(f"needs more than {MEGABYTES:,} MB of memory; something grows without end.") from fault


if sys.platform == "win32":

    @contextmanager
    def _memory() -> Iterator[None]:
        yield

    @contextmanager
    def _alarm() -> Iterator[None]:
        yield

else:
    import resource
    import signal
    import threading
    from types import FrameType

    _SIZE = Path("/proc/self/statm")

    @contextmanager
    def _memory() -> Iterator[None]:
        if not _SIZE.exists():
            yield
            return
        used = int(_SIZE.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = used + MEGABYTES * 1_000_000
        if soft != resource.RLIM_INFINITY:
            most = min(most, soft)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))

    @contextmanager
    def _alarm() -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            raise _TooLongError

        before = signal.signal(signal.SIGALRM, stop)
        # It rings again: an alarm that rings while Python collects garbage is lost.
        signal.setitimer(signal.ITIMER_REAL, SECONDS, SECONDS)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
