"""The process in which inputs are judged: it lives for many of them, and dies of one that takes too much.

The system itself keeps the limits: RLIMIT_AS the memory, a timer of computing time the seconds, so that a busy machine
makes nobody slow. What sleeps or waits is ended by whoever asked.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from tests.fuzz.targets import Files, RefusedError, Target, Use

SECONDS = 5.0
"""Of computing."""
PATIENCE = 60.0
"""By the clock."""
MEGABYTES = 1_000
LONGEST_MESSAGE = 1_000

_PROCESSES = multiprocessing.get_context("spawn")
_SIZE = Path("/proc/self/statm")
_LAST_WORDS = "last-words.txt"
"""Where a process that dies writes what it was doing."""
_FRAME = re.compile(r'  File "(.*)", line \d+ in (\w+)')


@dataclass(frozen=True)
class Verdict:
    """What came of an input: `accepted`, `refused`, or the failure by its kind and place."""

    outcome: str
    message: str = ""
    seconds: float = 0.0
    megabytes: float = 0.0
    """By which the process grew."""

    @property
    def failed(self) -> bool:
        """Neither done nor refused in the house's own words."""
        return self.outcome not in ("accepted", "refused")


class Worker:
    """One process, started anew after it died."""

    def __init__(self, compiled: bool) -> None:
        self._compiled = compiled
        self._place = tempfile.TemporaryDirectory(prefix="fuzz-")
        self._start()

    def _start(self) -> None:
        self._pipe, other = _PROCESSES.Pipe()
        arguments = other, self._compiled, Path(self._place.name)
        self._process = _PROCESSES.Process(target=_serve, args=arguments, daemon=True)
        self._process.start()
        other.close()
        assert self._pipe.recv() == "ready"

    def judge(self, target: Target, files: Files) -> Verdict:
        """The verdict on an input; this process survives whatever it does to the other."""
        begun = time.monotonic()
        self._pipe.send((target.name, target.use, target.folder, dict(files)))
        try:
            if self._pipe.poll(PATIENCE):
                verdict: Verdict = self._pipe.recv()
                return verdict
            death = f"hangs for {PATIENCE:g} s"
        except (EOFError, ConnectionError):
            self._process.join()
            death = _cause(self._process.exitcode or 0)
        self._end()
        told = (Path(self._place.name) / _LAST_WORDS).read_text(encoding="utf-8")
        self._start()
        return Verdict(f"{death} {_place(_FRAME.findall(told)[::-1])}".strip(), told, time.monotonic() - begun)

    def close(self) -> None:
        """Ends the process and clears up behind it."""
        self._end()
        self._place.cleanup()

    def _end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _cause(code: int) -> str:
    if code == -signal.SIGPROF:
        return f"computes for more than {SECONDS:g} s"
    return f"the process died: {signal.Signals(-code).name if code < 0 else code}"


def _serve(pipe: Connection, compiled: bool, place: Path) -> None:
    os.environ |= {"TIMBUKTU_TRACEBACK": "1", "PYTHONWARNINGS": "ignore"}
    if not compiled:
        os.environ["NUMBA_DISABLE_JIT"] = "1"
    _prepare(compiled)
    last_words = (place / _LAST_WORDS).open("w", encoding="utf-8")
    faulthandler.enable(last_words, all_threads=False)
    faulthandler.register(signal.SIGPROF, last_words, all_threads=False, chain=True)
    os.environ["TIMBUKTU_HOME"] = str(place)
    silent = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silent, stream)
    pipe.send("ready")
    while True:
        try:
            name, use, around, files = pipe.recv()
        except EOFError:
            return
        pipe.send(_judged(use, around, files, place / name.replace(" ", "-")))


def _prepare(compiled: bool) -> None:
    """Everything imported and warm; what the house stops by itself it stops well within the limits here."""
    from shelf import paths

    os.environ |= {"TIMBUKTU_SECONDS": "30", "TIMBUKTU_MEGABYTES": str(MEGABYTES // 2)}
    if compiled:
        from table.log.referee import rules

        for game in paths.game_ids():
            rules(game)


def _judged(use: Use, around: Path | None, files: Files, folder: Path) -> Verdict:
    if not folder.exists():
        shutil.copytree(around, folder) if around else folder.mkdir()
        (folder / "templates").mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    before, begun = _peak(), time.process_time()
    _limit()
    outcome, message = _outcome(use, folder)
    signal.setitimer(signal.ITIMER_PROF, 0)
    seconds, grown = time.process_time() - begun, _peak() - before
    for name in files:
        if around:
            shutil.copyfile(around / name, folder / name)
    if grown > MEGABYTES and outcome in ("accepted", "refused"):
        outcome = f"needs more than {MEGABYTES:,} MB"
    return Verdict(outcome, message, seconds, grown)


def _limit() -> None:
    """From here on so much time, and so much more memory than there is now."""
    if _SIZE.exists():
        used = int(_SIZE.read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (used + MEGABYTES * 1_000_000, hard))
    signal.setitimer(signal.ITIMER_PROF, SECONDS)


def _peak() -> float:
    """The most memory that this process ever had, in megabytes."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000


def _outcome(use: Use, folder: Path) -> tuple[str, str]:
    from click import ClickException

    from shelf.errors import PrintingError

    try:
        use(folder)
    except (PrintingError, ClickException, RefusedError, OSError) as refusal:
        message = str(refusal)
        if not message.strip() or len(message) > LONGEST_MESSAGE:
            return f"refused in {len(message):,} letters", message[:LONGEST_MESSAGE]
        return "refused", message
    except BaseException as fault:
        told = "".join(traceback.format_exception(fault, limit=-12))
        frames = [(frame.filename, frame.name) for frame in traceback.extract_tb(fault.__traceback__)]
        return f"{type(fault).__name__} {_place(frames)}", told[-4_000:]
    return "accepted", ""


def _place(frames: Sequence[tuple[str, str]]) -> str:
    """The last place in the house on the way to a fault: files and functions, the last one called at the end."""
    own = [frame for frame in frames if {"shelf", "pnp", "solver", "table"} & set(Path(frame[0]).parts[-4:])]
    own = [frame for frame in own if "site-packages" not in frame[0]]
    for file, name in [*frames[-1:], *own][-1:]:
        return f"in {'/'.join(Path(file).parts[-2:])}, {name}"
    return ""
