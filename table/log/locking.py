"""One program at a time may change a log.

The log itself bears the lock where the system allows it; filelock would lay a second file beside it, for all to see.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    @contextmanager
    def locked(file: Path) -> Iterator[None]:
        """Waits until nobody else changes the file; Windows replaces no open file, so a second one bears the lock."""
        with file.with_name(f".{file.name}.lock").open("ab") as mark:
            while True:
                try:
                    mark.seek(0)
                    msvcrt.locking(mark.fileno(), msvcrt.LK_LOCK, 1)
                    break
                except OSError:
                    continue
            try:
                yield
            finally:
                mark.seek(0)
                msvcrt.locking(mark.fileno(), msvcrt.LK_UNLCK, 1)

else:
    import fcntl

    @contextmanager
    def locked(file: Path) -> Iterator[None]:
        """Waits until nobody else changes the file; the lock ends with the program, however it ends."""
        while True:
            with file.open("rb") as handle:
                fcntl.flock(handle, fcntl.LOCK_EX)
                if _is_still(file, handle.fileno()):
                    yield
                    return

    def _is_still(file: Path, descriptor: int) -> bool:
        """Whether the file was not replaced while this program waited for the old one."""
        import os

        now, then = file.stat(), os.fstat(descriptor)
        return (now.st_dev, now.st_ino) == (then.st_dev, then.st_ino)
