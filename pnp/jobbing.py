"""Jobbing: a stranger's folder is worked on in a process of its own, which can be stopped whatever it does.

Printers call jobbing what they print for customers, beside the books of the house. The house's own games are trusted
and need no second process.

The child lowers its own limits before it reads a byte of the folder (`pnp.faces.limits`); the parent keeps the time
and, where the system does not, the memory. What comes back is told in messages of bytes: one letter for the kind, then
JSON, checked as strictly as a definition. Nothing is unpickled, and the child writes no file: what it has printed is
the last message, and the parent puts it on the disk.
"""

from __future__ import annotations

import ctypes
import json
import multiprocessing
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from traceback import format_exc
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import Field, TypeAdapter

from pnp.faces.limits import Limits, allowed, lower, of_a_picture
from shelf import paths
from shelf.errors import PrintingError, reason
from shelf.kept import Kept, packed, unpacked
from shelf.language import LANGUAGES, Language
from shelf.messages import Message, Tellable, Translated
from shelf.safe_files import inside

if TYPE_CHECKING:
    from multiprocessing.context import ForkContext, SpawnContext

Report = TypeVar("Report")
Progress = Callable[[str, int, int], None]
"""What is being printed, how many sheets of it are done, and of how many."""
Work = Callable[..., tuple[Report, bytes]]
"""Takes a game's name, wishes and where to tell the progress; gives a report for JSON, and a file's content."""

MOST_TOLD = 1_000_000
MOST_PRINTED = 1_000_000_000
"""Bytes of a message and of a file that the parent takes."""
_GLANCE = 0.1
"""Seconds between two looks at the child's memory."""
_PARTING = 1.0
"""Seconds that a child that tells no more has to end, so that one can say how it ended."""
_SIGNAL_ON_PARENTS_DEATH = 1
"""PR_SET_PDEATHSIG of Linux's prctl()."""
_STEP = TypeAdapter(tuple[Annotated[str, Field(pattern=r"^[a-z0-9 -]*$")], int, int])
_TEXTS = TypeAdapter(dict[Language, str])
_PROGRESS, _FAULT, _BREAKDOWN, _FRESH, _REPORT = b"p", b"f", b"b", b"k", b"a"
_READY = b"r"
"""What one that stays says first: its time counts from then on."""
MOST_FRESH = 64_000_000
"""Bytes that a child made new and hands over, so that they are made but once."""


class BreakdownError(RuntimeError):
    """The house's own fault, which broke the work in the child."""


def trusted(name: str | Path) -> bool:
    """Whether a game is the house's own, by its id or by where its folder lies; every other is a stranger's."""
    return str(name) in paths.game_ids() or inside(paths.ASSETS, str(Path(name).absolute())) is not None


def outside(work: Work[Report], kind: Any, name: str, *wishes: object, progress: Progress) -> tuple[Report, bytes]:
    """Does the work in a child; its report has to be of that kind. No child, file or thread stays behind."""
    limits, context = allowed(), _context()
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_toil, args=(theirs, limits, work, name, *wishes), daemon=True)
    child.start()
    theirs.close()
    try:
        with _watched(child, limits) as watch:
            try:
                return _heard(ours, TypeAdapter(kind), progress, Kept(_room(name)))
            except (EOFError, OSError, ValueError):
                child.join(_PARTING)
                verdict = watch.verdict or _ending(child.exitcode, limits)
                raise PrintingError(Message("jobbing.broken", name=name, verdict=verdict)) from None
    finally:
        child.kill()
        child.join()
        child.close()
        ours.close()


class Journeyman:
    """A child that stays and does work of one kind again and again, as the pictures of a table are drawn.

    One that takes too long is ended, and the next work gets a new one. What the parent sends is its own; what comes
    back is told as strictly as by any child. It lives as long as the program does, whichever thread wants it first.
    """

    def __init__(self, work: Work[None]) -> None:
        self.work = work
        self._child: BaseProcess | None = None

    def do(self, name: str, *wishes: object) -> bytes:
        """Does the work within the limits of a picture, for one who asks at a time."""
        if self._child is not None and self._child.is_alive():
            with suppress(_GoneError):  # perhaps of what it did before: the system's limits count a whole life
                return self._done(name, *wishes)
        self._hire()
        try:
            return self._done(name, *wishes)
        except _GoneError as fault:
            raise PrintingError(Message("jobbing.broken", name=name, verdict=fault.verdict)) from None

    def _hire(self) -> None:
        context = _context()
        self._pipe, theirs = context.Pipe()
        self._child = context.Process(target=_stay, args=(theirs, allowed(), self.work), daemon=True)
        _start_for_good(self._child)
        theirs.close()
        with suppress(EOFError, OSError):
            self._pipe.recv_bytes(len(_READY))

    def _done(self, name: str, *wishes: object) -> bytes:
        limits, child = of_a_picture(), self._child
        assert child is not None
        with _watched(child, limits) as watch:
            try:
                self._pipe.send((name, *wishes))
                _, content = _heard(self._pipe, TypeAdapter(None), lambda *_: None, Kept(_room(name)))
                return content
            except (EOFError, OSError, ValueError):
                child.join(_PARTING)
                verdict = watch.verdict or _ending(child.exitcode, limits)
                child.kill()
                raise _GoneError(verdict) from None


class _GoneError(Exception):
    """The child that was to do a work is gone; the verdict says why."""

    def __init__(self, verdict: str) -> None:
        super().__init__(verdict)
        self.verdict = verdict


def _context() -> ForkContext | SpawnContext:
    """To fork takes no time, but a fork of several threads may wait for ever for a lock that none of them holds."""
    if sys.platform == "linux" and threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    return multiprocessing.get_context("spawn")


def _start_for_good(child: BaseProcess) -> None:
    """Starts one that stays: Linux ends a child with the thread that started it, so that has to stay, too."""
    if threading.current_thread() is threading.main_thread():
        child.start()
    else:
        _hiring_office().submit(child.start).result()


@cache
def _hiring_office() -> ThreadPoolExecutor:
    """A thread that lives as long as the program."""
    return ThreadPoolExecutor(1, "hiring")


def _room(name: str) -> str:
    return str(Path(name).resolve())


def _heard(ours: Connection, report: TypeAdapter[Report], progress: Progress, kept: Kept) -> tuple[Report, bytes]:
    """What the child tells until it is done; a message that is none is a ValueError."""
    while True:
        message = ours.recv_bytes(MOST_TOLD)
        kind, told = message[:1], message[1:]
        if kind == _PROGRESS:
            progress(*_STEP.validate_json(told, strict=True))
        elif kind == _FRESH:
            kept.save(unpacked(ours.recv_bytes(MOST_FRESH)))
        elif kind == _REPORT:
            return report.validate_json(told, strict=True), ours.recv_bytes(MOST_PRINTED)
        elif kind == _FAULT:
            raise PrintingError(Translated(_TEXTS.validate_json(told, strict=True)))
        elif kind == _BREAKDOWN:
            raise BreakdownError(told.decode(errors="replace"))
        else:
            raise ValueError(kind)


def _ending(code: int | None, limits: Limits) -> str:
    """What is said about a child that ended with that code, or lives on, and gave no proper answer."""
    if code is None or code >= 0:
        return Message("jobbing.no_answer")
    if sys.platform != "win32" and code == -signal.SIGXCPU:
        return limits.too_long
    name = signal.Signals(-code).name if -code in list(signal.Signals) else f"signal {-code}"
    return Message("jobbing.killed", signal=name, perhaps=limits.too_large)


# ---- keeping watch ------------------------------------------------------------------------------------------------


@dataclass
class _Watch:
    """Looks at the clock and the memory; a child that takes too much is killed, and the verdict says why."""

    child: BaseProcess
    limits: Limits
    verdict: str = ""
    over: threading.Event = field(default_factory=threading.Event)

    def keep(self) -> None:
        """Until the work is over or the child is killed."""
        end = time.monotonic() + self.limits.seconds
        memory = _memory_of(self.child.pid)
        while not self.over.wait(min(_GLANCE, max(0.0, end - time.monotonic()))):
            if time.monotonic() >= end:
                self.verdict = self.limits.too_long
            elif memory() > self.limits.megabytes * 1_000_000:
                self.verdict = self.limits.too_large
            if self.verdict:
                self.child.kill()
                return


@contextmanager
def _watched(child: BaseProcess, limits: Limits) -> Iterator[_Watch]:
    watch = _Watch(child, limits)
    thread = threading.Thread(target=watch.keep, daemon=True)
    thread.start()
    try:
        yield watch
    finally:
        watch.over.set()
        thread.join()


def _memory_of(pid: int | None) -> Callable[[], int]:
    """The bytes that a process has in memory; Linux keeps that limit by itself."""
    if sys.platform == "linux":
        return lambda: 0
    import psutil

    process = psutil.Process(pid)

    def resident() -> int:
        try:
            return int(process.memory_info().rss)
        except psutil.Error:
            return 0

    return resident


# ---- in the child -------------------------------------------------------------------------------------------------


def _toil(theirs: Connection, limits: Limits, work: Work[Any], *arguments: object) -> None:
    """The child's life: silence, limits, work, an answer."""
    _settle(limits)
    for message in _answer(theirs, limits, work, *arguments):
        theirs.send_bytes(message)
    os._exit(0)


def _stay(theirs: Connection, limits: Limits, work: Work[Any]) -> None:
    """The life of one that stays: the same, again and again, until the parent has gone."""
    _settle(limits)
    theirs.send_bytes(_READY)
    with suppress(EOFError):
        while True:
            for message in _answer(theirs, limits, work, *theirs.recv()):
                theirs.send_bytes(message)
    os._exit(0)


def _settle(limits: Limits) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _leave_with_parent()
    _be_silent()
    from pnp.pdf import booklet, printing  # noqa: F401 - the house is set up before limits count

    tempfile.gettempdir()  # is found by writing there; libraries that ask for it later get what was found
    lower(limits)


def _answer(theirs: Connection, limits: Limits, work: Work[Any], *arguments: object) -> tuple[bytes, ...]:
    kept = Kept(_room(str(arguments[0])))

    def told(*step: object) -> None:
        theirs.send_bytes(_PROGRESS + json.dumps(step).encode())

    try:
        report, content = work(*arguments, told, kept)
        fresh = packed(kept.fresh)
        handed = (_FRESH, fresh) if kept.fresh and len(fresh) <= MOST_FRESH else ()
        return *handed, _REPORT + TypeAdapter(Any).dump_json(report), content
    except PrintingError as fault:
        return (_FAULT + _in_all_languages(fault),)
    except MemoryError:
        return (_FAULT + _in_all_languages(Message("jobbing.broken", name=arguments[0], verdict=limits.too_large)),)
    except OSError as fault:
        return (_FAULT + _in_all_languages(Message("told.stop", message=reason(fault))),)
    except Exception as fault:
        where = format_exc() if os.environ.get("TIMBUKTU_TRACEBACK") else f"{type(fault).__name__}: {fault}"
        return (_BREAKDOWN + _told(where),)


def _in_all_languages(message: Tellable) -> bytes:
    return json.dumps({language: message.said(language) for language in LANGUAGES}).encode()


def _told(message: object) -> bytes:
    return str(message).encode(errors="replace")[: MOST_TOLD - 1]


def _be_silent() -> None:
    """What libraries print in their last moments is nobody's business, nor what a fork had not printed yet."""
    nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for as long as the child lives
    for stream in (1, 2):
        os.dup2(nowhere.fileno(), stream)
    sys.stdout = sys.stderr = nowhere


def _leave_with_parent() -> None:
    """Whoever killed the parent wants no child to go on: Linux sees to that, elsewhere a thread as soon as it may."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SIGNAL_ON_PARENTS_DEATH, signal.SIGKILL)
        if os.getppid() != parent.pid:
            os._exit(1)
        return
    threading.Thread(target=lambda: (parent.join(), os._exit(1)), daemon=True).start()
