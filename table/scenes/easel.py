"""Where a scene is drawn: that of a game of the house here, that of a stranger's folder by a child that can be stopped.

What was drawn once is kept for the next scene, until something in the folder changes.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import TypeAdapter, ValidationError

from pnp.jobbing import Journeyman, Progress, trusted
from shelf.errors import PrintingError
from shelf.game_data import GameData
from shelf.kept import Kept
from shelf.language import Language
from shelf.messages import Message
from shelf.safe_files import stamp_of
from table.scenes.scene import Scene, Shape, View, Workshop, definition_of, scene_row

PATIENCE = 3.0
"""Seconds that a folder may keep somebody waiting in vain before it is left alone until it changes."""
_SCENE = TypeAdapter(Scene)


def draw_scene(
    data: GameData,
    view: View,
    language: Language,
    *,
    shape: Shape = "wide",
    steps: Sequence[str] = (),
    before: View | None = None,
    ghost: View | None = None,
    outlines: bool = False,
) -> Scene:
    """A position as its viewer sees it.

    `steps` are the legal next ones, which light up. `before` is the position before the last turn, `ghost` the one
    after a turn under consideration, both seen by the same viewer. With `outlines` the picture needs no typefaces;
    otherwise its text names those of `pnp.faces.fonts`, which a page brings along.
    """
    row = scene_row(data, view, language, shape) | {"before": before, "ghost": ghost, "steps": list(steps)}
    if trusted(data.folder):
        return _workshop(data, language, outlines, 0).drawn(row)
    return _easel(data.folder.resolve()).drawn(data, language, outlines, row)


def face_picture(data: GameData, name: str, language: Language) -> str | None:
    """A printed thing of a game of the house by the id of its row, as a picture of its own, where there is one."""
    return _workshop(data, language, True, 0).portrait(name) if trusted(data.folder) else None


@lru_cache(maxsize=32)
def _workshop(data: GameData, language: Language, outlines: bool, _stamp: int) -> Workshop:
    """Kept from one scene to the next: what was drawn once need not be drawn again."""
    return Workshop(definition_of(data), data.id, language, outlines)


@lru_cache(maxsize=8)
def _easel(folder: Path) -> _Easel:
    return _Easel(folder)


@dataclass
class _Easel:
    """Draws for one stranger's folder."""

    folder: Path
    child: Journeyman = field(default_factory=lambda: Journeyman(_drawn))
    _turn: Lock = field(default_factory=Lock)
    _refused: tuple[int, str] = (0, "")

    def drawn(self, data: GameData, language: Language, outlines: bool, row: Mapping[str, Any]) -> Scene:
        """A scene of that folder, one at a time."""
        stamp = stamp_of(self.folder)
        with self._turn:
            if self._refused[1] and self._refused[0] == stamp:
                raise PrintingError(self._refused[1])
            begun = time.monotonic()
            try:
                wishes = (stamp, data.variant, data.plays, language, outlines, row)
                return _SCENE.validate_json(self.child.do(str(data.folder), *wishes), strict=True)
            except ValidationError:
                verdict = Message("jobbing.no_answer")
                raise PrintingError(Message("jobbing.broken", name=data.folder, verdict=verdict)) from None
            except PrintingError as fault:
                if time.monotonic() - begun > PATIENCE:
                    self._refused = (stamp, fault.args[0])
                raise


def _drawn(
    name: str,
    stamp: int,
    variant: str,
    plays: str,
    language: Language,
    outlines: bool,
    row: Mapping[str, Any],
    _progress: Progress,
    _kept: Kept,
) -> tuple[None, bytes]:
    """In the child: a scene as JSON."""
    data = GameData(Path(name), variant, plays)
    return None, _SCENE.dump_json(_workshop(data, language, outlines, stamp).drawn(row))
