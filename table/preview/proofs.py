"""The faces of a folder as they are now, or what is wrong with it."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field
from pathlib import Path

from shelf.errors import PrintingError
from shelf.language import Language
from shelf.messages import in_language
from shelf.safe_files import stamp_of

DPI = 110


@dataclass(frozen=True)
class Proof:
    """A face: where its picture is found, what it is, and how large in millimetres."""

    picture: str
    part: str
    row: str
    side: str
    copies: int
    width: float


@dataclass
class Proofs:
    """What the page shows; a fault leaves the faces that were there before it."""

    folder: Path
    language: Language
    faces: list[Proof] = field(default_factory=list)
    fault: str = ""
    seconds: float = 0.0
    version: int = 0
    pictures: dict[str, bytes] = field(default_factory=dict)
    _seen: int = 0

    def look(self) -> bool:
        """Draws the folder anew if anything in it was saved; whether that was so."""
        seen = stamp_of(self.folder)
        if seen == self._seen:
            return False
        self._seen = seen
        begun = time.perf_counter()
        try:
            self._draw()
            self.fault = ""
        except PrintingError as fault:
            self.fault = in_language(fault, self.language)
        self.seconds = time.perf_counter() - begun
        self.version += 1
        return True

    def _draw(self) -> None:
        from pnp import jobs
        from pnp.print_options import Order

        told, files = jobs.pictures(str(self.folder), Order(language=self.language), DPI, 0.0, False)
        names = {name: hashlib.sha256(content).hexdigest()[:24] for name, content in files.items()}
        self.pictures = {names[name]: content for name, content in files.items()}
        self.faces = [
            Proof(names[item.file], item.part, item.row, item.side, item.copies, item.width / DPI * 25.4)
            for item in told
        ]
