"""The program in a process of its own, without the second that it takes to load: one that has loaded everything forks.

A command finds there what it would find anywhere: standard streams as they were turned, a working directory, its
surroundings, a session and a terminal. Only what Python makes of the streams when it starts is made again here; where
the start itself is looked at, tests start the program afresh.
"""

from __future__ import annotations

import array
import fcntl
import gc
import io
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any, BinaryIO

ROOT = Path(__file__).parents[1]
LIMIT = 300.0
"""Seconds after which something hangs."""
LONGEST = 1 << 20
"""Bytes of a request: most of it are the surroundings."""


@dataclass
class Child:
    """A running command; there is one at a time, and whoever starts the next ends one that a test has left."""

    pid: int
    calls: socket.socket
    code: int | None = None

    @property
    def waits(self) -> bool:
        """Whether it does nothing, as when it waits for somebody who types; Linux knows, elsewhere it is not asked."""
        try:
            return Path(f"/proc/{self.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] not in "RD"
        except FileNotFoundError:
            return True

    def wait(self) -> int:
        """The exit code, as `subprocess` tells it."""
        if self.code is None:
            self.code = int(json.loads(self.calls.recv(LONGEST)))
        return self.code

    def end(self) -> None:
        """Ends it, if it has not ended."""
        if self.code is None and not select.select([self.calls], [], [], 0)[0]:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
        self.wait()


_running: list[Child] = []


@cache
def _oven() -> socket.socket:
    """The process that has loaded everything; it ends with whoever started it."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(LIMIT)
    command = [sys.executable, "-m", "tests.warmed", str(its.fileno())]
    surroundings = os.environ | {"PYTHONPATH": str(ROOT)}
    subprocess.Popen(command, pass_fds=[its.fileno()], env=surroundings, cwd=ROOT, stdin=subprocess.DEVNULL)
    its.close()
    return ours


def start(
    words: Sequence[str],
    streams: Sequence[int | None],
    surroundings: Mapping[str, str] | None = None,
    terminal: bool = False,
) -> Child:
    """Starts `timbuktu` with these words and standard streams; one that is None is closed.

    With a `terminal`, which is what the streams then are, it has a session of its own there.
    """
    calls = _oven()
    for left in _running:
        left.end()
    request = {
        "words": list(words),
        "folder": str(Path.cwd()),
        "surroundings": dict(os.environ if surroundings is None else surroundings),
        "open": [stream is not None for stream in streams],
        "terminal": terminal,
    }
    socket.send_fds(calls, [json.dumps(request).encode()], [stream for stream in streams if stream is not None])
    _running[:] = [Child(int(json.loads(calls.recv(LONGEST))), calls)]
    return _running[0]


def run(words: Sequence[str], typed: str = "", turned: Mapping[int, int | None] | None = None) -> CompletedProcess[str]:
    """Runs `timbuktu` to its end; `turned` are streams that go somewhere else than into the answer, or are closed."""
    with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        into.write(typed.encode())
        into.seek(0)
        files: tuple[BinaryIO, ...] = (into, out, err)
        streams = [(turned or {}).get(number, file.fileno()) for number, file in enumerate(files)]
        code = start(words, streams).wait()
        said = [file.seek(0) or file.read().decode() for file in (out, err)]
        return CompletedProcess(list(words), code, *said)


# ---- in the process -------------------------------------------------------------------------------------------------


def _serve(calls: socket.socket) -> dict[str, Any]:
    """Forks for every request; comes back only in the children, with what they are to do."""
    while True:
        message, ancillary, *_ = calls.recvmsg(LONGEST, socket.CMSG_SPACE(3 * array.array("i").itemsize))
        if not message:
            os._exit(0)
        streams = array.array("i", b"".join(data for *_, data in ancillary))
        pid = os.fork()
        if pid == 0:
            request: dict[str, Any] = json.loads(message)
            calls.close()
            _become(request, streams)
            return request
        for stream in streams:
            os.close(stream)
        calls.send(json.dumps(pid).encode())
        _, status = os.waitpid(pid, 0)
        calls.send(json.dumps(os.waitstatus_to_exitcode(status)).encode())


def _become(request: dict[str, Any], streams: array.array[int]) -> None:
    """Whoever is asked for."""
    passed = iter(streams)
    for number, is_open in enumerate(request["open"]):
        if is_open:
            os.dup2(next(passed), number)
        else:
            os.close(number)
    for stream in streams:
        os.close(stream)
    if request["terminal"]:
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["surroundings"])
    _open_streams()


def _open_streams() -> None:
    """As Python does it when it starts: what is closed is None, and only what goes to a terminal goes there at once."""
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        before, stream = getattr(sys, f"__{name}__"), None
        if _is_open(number):
            raw = io.FileIO(number, mode, closefd=False)
            buffer = io.BufferedReader(raw) if mode == "r" else io.BufferedWriter(raw)
            lines = name == "stderr" or raw.isatty()
            stream = io.TextIOWrapper(buffer, before.encoding, before.errors, "\n", line_buffering=lines)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _warm_up() -> None:
    """Loads what commands load."""
    from importlib import import_module

    from solver.games import playable, playable_ids
    from table.cli import COMMANDS

    for name in (*(f"table.commands.{command}" for command in COMMANDS), "table.play.full_screen.app"):
        import_module(name)
    from solver.players import tournament  # noqa: F401
    from table.log import referee  # noqa: F401

    for game in playable_ids():
        playable(game)
    gc.freeze()  # what is loaded stays, and need not be looked through when a child ends


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _warm_up()
    sys.argv[1:] = _serve(socket.socket(fileno=int(sys.argv[1])))["words"]
    from table.cli import main

    main()
