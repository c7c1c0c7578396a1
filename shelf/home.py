"""Where the program keeps what a person has told it: the printer's calibration, which rules are trusted."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """The user's configuration folder."""
    import click

    given = os.environ.get("TIMBUKTU_HOME")
    return Path(given) if given else Path(click.get_app_dir("timbuktu"))
