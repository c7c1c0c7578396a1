"""Where the program keeps what a person has told it: the printer's calibration, which rules are trusted."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_config_path


def home() -> Path:
    """The user's configuration folder."""
    given = os.environ.get("TIMBUKTU_HOME")
    return Path(given) if given else user_config_path("timbuktu", appauthor=False, roaming=True)
