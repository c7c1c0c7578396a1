"""What a program shows on a terminal that is none."""

from __future__ import annotations

import os


def shown_on(leader: int) -> bytes:
    """All that comes until the program has closed its end; then this end is closed, too."""
    shown = b""
    try:
        while chunk := os.read(leader, 4096):
            shown += chunk
    except OSError:  # Linux tells the end of a terminal so
        pass
    finally:
        os.close(leader)
    return shown
