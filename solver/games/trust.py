"""Which rules a person has said to trust: remembered by their content, so that any change has to be looked at again."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from shelf.atomic_write import write_whole
from shelf.errors import PrintingError, message_of, sentence
from shelf.home import home
from shelf.messages import Message
from shelf.safe_files import read_text


def memory() -> Path:
    """The file that keeps it, in the user's configuration folder."""
    return home() / "trusted.json"


def trusted() -> Mapping[str, str]:
    """The fingerprints of trusted rules, each with the folder in which they lay."""
    file = memory()
    if not file.exists():
        return {}
    try:
        known = json.loads(read_text(file))
        if not isinstance(known, dict) or not all(isinstance(folder, str) for folder in known.values()):
            raise ValueError(Message("rules.no_list"))
    except (PrintingError, ValueError, RecursionError) as fault:
        reason = sentence(message_of(fault))
        raise PrintingError(Message("rules.trust_unreadable", file=file, reason=reason)) from fault
    return known


def remember(fingerprint: str, folder: Path) -> None:
    """From now on these rules are trusted, and no earlier ones of the same folder."""
    place = str(folder.resolve())
    _write({ink: other for ink, other in trusted().items() if other != place} | {fingerprint: place})


def forget(folder: Path, fingerprint: str | None = None) -> bool:
    """Trusts the rules of a folder no more, nor those of this fingerprint; whether there was anything to forget."""
    known, place = trusted(), str(folder.resolve())
    kept = {ink: other for ink, other in known.items() if other != place and ink != fingerprint}
    if len(kept) == len(known):
        return False
    _write(kept)
    return True


def _write(known: Mapping[str, str]) -> None:
    write_whole(memory().resolve(), (json.dumps(known, indent=2) + "\n").encode())
