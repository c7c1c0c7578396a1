"""Writing a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from shelf.errors import PrintingError


def write_whole(file: Path, content: bytes) -> None:
    """Writes beside the old file first, so that a full disk or a crash loses nothing and leaves no half."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, prefix=f".{file.name}.", delete=False) as draft:
            try:
                draft.write(content)
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).chmod(0o644)
                Path(draft.name).replace(file)
            except BaseException:
                Path(draft.name).unlink(missing_ok=True)
                raise
    except OSError as fault:
        raise PrintingError(f"Cannot write {file}: {fault.strerror or fault}.") from fault
