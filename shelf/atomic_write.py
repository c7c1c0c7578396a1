"""Writing a file whole or not at all: the one way in which the house puts anything on the disk.

Everything is written into a draft beside its place and moved there when it is on the disk. A draft has a name that
nobody can foresee, and its writer keeps it locked; one that nobody locks was left by a program that was killed, and
goes when the next file is written into that folder. filelock knows no such lock: it opens its files by their names, and
what it locks is a file for that alone, where here it is the very draft, opened under a name that was not there before.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from shelf.errors import PrintingError, reason
from shelf.messages import Message

_DRAFT = re.compile(r"\.timbuktu-[0-9a-f]{16}\.draft")
_NO_LINK = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def write_whole(file: Path, content: bytes) -> None:
    """Writes a file in the place of an old one, or anew; a full disk or a crash leaves the old one, or none."""
    with _told(file):
        rights = _rights(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, content, rights, os.replace)


def write_new(file: Path, content: bytes, rights: int | None = None) -> None:
    """Writes a file that must not be there yet; a FileExistsError when it is, even if it came this very moment."""
    with _told(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        _write(file, content, rights, _put_down)


@contextmanager
def _told(file: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        if not os.path.lexists(file):  # a file stands where a folder was to be made
            raise PrintingError(Message("write.no_folder", file=file, parent=file.parent)) from None
        raise
    except (OSError, ValueError) as fault:
        raise PrintingError(Message("write.fault", file=file, fault=reason(fault))) from fault


def _rights(file: Path) -> int | None:
    """The rights of the file to be replaced, None when there is none; what is no plain file is let alone."""
    try:
        old = file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    if stat.S_ISLNK(old.st_mode):
        raise PrintingError(Message("write.link", file=file))
    if not stat.S_ISREG(old.st_mode):
        raise PrintingError(Message("write.not_plain", file=file))
    if not old.st_mode & 0o222 or not os.access(file, os.W_OK):
        raise PrintingError(Message("write.protected", file=file))
    return old.st_mode & 0o777


def _write(file: Path, content: bytes, rights: int | None, put: Callable[[Path, Path], None]) -> None:
    _sweep(file.parent)
    draft, handle = _begin(file.parent, 0o666 if rights is None else 0o600)
    try:
        with ExitStack() as closing:
            closing.callback(os.close, handle)
            with os.fdopen(handle, "wb", closefd=False) as paper:
                paper.write(content)
            if rights is not None and hasattr(os, "fchmod"):
                os.fchmod(handle, rights)
            os.fsync(handle)
            if os.name == "nt":
                closing.close()  # no open file moves there; elsewhere the lock lasts until the draft is in its place
            put(draft, file)
    finally:
        with suppress(OSError):
            draft.unlink()
    with suppress(OSError):  # the file is in its place; whoever said now that it is not would be wrong
        _sync(file.parent)


def _begin(folder: Path, rights: int) -> tuple[Path, int]:
    """A new draft, open and locked; the umask takes its share of the rights."""
    while True:
        draft = folder / f".timbuktu-{secrets.token_hex(8)}.draft"
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK, rights)
        _lock(handle)
        if draft.exists():
            return draft, handle
        os.close(handle)  # swept away by another program in the moment before it was locked


def _put_down(draft: Path, file: Path) -> None:
    """Gives the draft its name unless there is something of that name."""
    try:
        os.link(draft, file)
    except FileExistsError:
        raise
    except OSError:  # a stick that knows no second names; whoever makes the same file at this moment wins or loses
        if os.path.lexists(file):
            raise FileExistsError(file) from None
        draft.rename(file)


def _sweep(folder: Path) -> None:
    """Removes the drafts that killed programs left; whatever else has such a name stays."""
    with suppress(OSError), os.scandir(folder) as entries:
        for draft in [Path(entry) for entry in entries if _DRAFT.fullmatch(entry.name)]:
            with suppress(OSError):
                _remove_unless_locked(draft)


if sys.platform == "win32":

    def _lock(_handle: int) -> None:
        """An open file is lock enough: nobody can remove it."""

    def _remove_unless_locked(draft: Path) -> None:
        draft.unlink()

    def _sync(_folder: Path) -> None:
        """Windows knows no such thing."""

else:
    import fcntl

    def _lock(handle: int) -> None:
        """The lock ends with the program, however it ends."""
        with suppress(OSError):  # where there are no locks, nobody sweeps either
            fcntl.flock(handle, fcntl.LOCK_EX)

    def _remove_unless_locked(draft: Path) -> None:
        handle = os.open(draft, os.O_RDONLY | _NO_LINK)
        try:
            if stat.S_ISREG(os.fstat(handle).st_mode):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                draft.unlink()
        finally:
            os.close(handle)

    def _sync(folder: Path) -> None:
        """The new name is on the disk only when the folder is."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
