"""Collected decisions in a file, so that training can go on: one line says what is played, then a line a game.

Decisions outlive the weights and even the features that they were collected with; only the layout of a state and the
numbers of steps have to be the same.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from shelf.atomic_write import write_whole
from shelf.errors import DefinitionError, near
from shelf.messages import Message
from shelf.safe_files import MOST_KEPT_BYTES, read_text
from solver.kernel.contract import Kernel
from solver.players.training.self_play import Decision, Lesson, SelfPlay


@dataclass(frozen=True)
class LessonRecord:
    """A file of games that were learnt from."""

    file: Path
    kernel: Kernel

    def lessons(self, play: SelfPlay) -> list[Lesson]:
        """What was collected, nothing if the file is not there yet; another training's file is refused."""
        if not self.file.exists():
            return []
        first, *lines = read_text(self.file, MOST_KEPT_BYTES).splitlines() or [""]
        if self._value(first, 1) != self._terms(play):
            raise DefinitionError(self.file, Message("training.other", file=near(self.file), first=first[:300]), 1)
        lessons = [self._lesson(line, number) for number, line in enumerate(lines, 2)]
        return [lesson for lesson in lessons if lesson.number < play.games]

    def keep(self, play: SelfPlay, lessons: Iterable[Lesson]) -> None:
        """Writes all of it down."""
        lines = [self._terms(play), *(_noted(lesson) for lesson in sorted(lessons, key=lambda one: one.number))]
        write_whole(self.file, "".join(json.dumps(line) + "\n" for line in lines).encode())

    def _terms(self, play: SelfPlay) -> dict[str, Any]:
        return {**play.terms(), "bytes": self.kernel.size, "steps": self.kernel.step_space}

    def _lesson(self, line: str, number: int) -> Lesson:
        try:
            value = self._value(line, number)
            lesson = Lesson(int(value["game"]), tuple(self._decision(*one) for one in value["decisions"]))
        except (TypeError, ValueError, KeyError, OverflowError):
            raise DefinitionError(self.file, Message("training.no_lesson"), number) from None
        return lesson

    def _decision(self, view: str, steps: list[int], visits: list[int]) -> Decision:
        state = np.frombuffer(b64decode(view, validate=True), dtype=np.uint8).copy()
        made, tried = np.array(steps, dtype=np.int64), np.array(visits, dtype=np.int64)
        shaped = len(state) == self.kernel.size and made.shape == tried.shape and made.ndim == 1 and len(made) > 1
        if not shaped or made.min() < 0 or made.max() >= self.kernel.step_space or tried.min() < 0 or not tried.any():
            raise ValueError
        return Decision(state, made, tried)

    def _value(self, line: str, number: int) -> Any:
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise DefinitionError(self.file, Message("training.no_record"), number) from None


def _noted(lesson: Lesson) -> dict[str, Any]:
    decisions = [
        [b64encode(one.view.tobytes()).decode(), one.steps.tolist(), one.visits.tolist()] for one in lesson.decisions
    ]
    return {"game": lesson.number, "decisions": decisions}
