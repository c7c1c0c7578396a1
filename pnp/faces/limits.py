"""How much time and memory a stranger's folder may take.

The whole job has limits that nothing inside it can evade: `pnp.jobbing` gives it a process of its own, which lowers
what the system grants it (`lower`) and is stopped from outside. A single face has less time, so that the message can
say which one was slow (`limited`).
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from shelf.errors import PrintingError, quoted
from shelf.messages import Message

SECONDS = "TIMBUKTU_SECONDS"
MEGABYTES = "TIMBUKTU_MEGABYTES"
"""The variables of the environment with which one allows more, or less."""

_FACES = 15
"""A face, and a picture made of faces, may take this part of the whole job's time."""


@dataclass(frozen=True)
class Limits:
    """What one job may take: two thousand cards take 8 seconds, a picture of 80 million pixels 1,300 MB."""

    seconds: float = 300.0
    megabytes: float = 2_000.0
    part: float = 1.0
    """The part of what the environment allows that these seconds are."""

    @property
    def too_long(self) -> str:
        """What is said about a job that takes longer."""
        allow = f"{SECONDS}={2 * self.seconds / self.part:g}"
        return Message("limits.too_long", seconds=f"{self.seconds:g}", allow=allow)

    @property
    def too_large(self) -> str:
        """What is said about a job that needs more."""
        allow = f"{MEGABYTES}={2 * self.megabytes:g}"
        return Message("limits.too_large", megabytes=f"{self.megabytes:,g}", allow=allow)


def of_a_picture() -> Limits:
    """The limits of a single picture, for which somebody waits."""
    whole = allowed()
    return Limits(whole.seconds / _FACES, whole.megabytes, 1 / _FACES)


def allowed() -> Limits:
    """The limits as the environment sets them."""
    usual = Limits()
    return Limits(_number(SECONDS, usual.seconds), _number(MEGABYTES, usual.megabytes))


def _number(variable: str, usual: float) -> float:
    given = os.environ.get(variable, "")
    try:
        number = float(given or usual)
    except ValueError:
        number = math.nan
    if not 0 < number < 1e9:
        raise PrintingError(Message("limits.number", variable=variable, given=quoted(given)))
    return number


class _TooLongError(BaseException):
    """Raised by the alarm in the middle of whatever runs; no Exception, for Jinja2 swallows those as it compiles."""


@contextmanager
def limited() -> Iterator[None]:
    """Stops what a face draws when it takes too long, as far as an alarm can: not on Windows, not in a step of C."""
    limits = allowed()
    seconds = limits.seconds / _FACES
    try:
        with _alarm(seconds):
            yield
    except _TooLongError as fault:
        raise PrintingError(Message("limits.face_too_long", seconds=f"{seconds:g}")) from fault
    except MemoryError as fault:
        raise PrintingError(limits.too_large) from fault


if sys.platform == "win32":

    def lower(limits: Limits) -> None:
        """Windows lets no process limit itself."""

    @contextmanager
    def _alarm(_seconds: float) -> Iterator[None]:
        yield

else:
    import resource
    import signal
    import threading
    from types import FrameType

    _SIZE = Path("/proc/self/statm")

    def lower(limits: Limits) -> None:
        """Limits this process for good: its processor time, the memory it may add, and no byte in any file.

        The memory only where the system tells a process its size; macOS would take the limit and not keep it.
        """
        # Whoever reaches the first limit of processor time is told so by a signal, and killed a little later.
        seconds = math.ceil(limits.seconds)
        _at_most(resource.RLIMIT_CPU, seconds, seconds + 5)
        _at_most(resource.RLIMIT_FSIZE, 0, 0)
        _at_most(resource.RLIMIT_CORE, 0, 0)
        if _SIZE.exists():
            used = int(_SIZE.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
            most = used + int(limits.megabytes * 1_000_000)
            _at_most(resource.RLIMIT_AS, most, most)

    def _at_most(kind: int, *most: int) -> None:
        """Lowers the soft and the hard limit, never raises one."""
        before = resource.getrlimit(kind)
        soft, hard = (
            wanted if granted == resource.RLIM_INFINITY else min(wanted, granted)
            for wanted, granted in zip(most, before, strict=True)
        )
        resource.setrlimit(kind, (soft, hard))

    @contextmanager
    def _alarm(seconds: float) -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def stop(_number: int, _frame: FrameType | None) -> None:
            raise _TooLongError

        # Of the processor's time: a face is not refused because others keep the machine busy.
        before = signal.signal(signal.SIGPROF, stop)
        # It rings again: an alarm that rings while Python collects garbage is lost.
        signal.setitimer(signal.ITIMER_PROF, seconds, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGPROF, before)
