"""When a position comes back: what was missed tomorrow, what was found after longer and longer times.

Kept in the user's configuration folder. Spaced boxes as Leitner had them, and no library: it is one list of days.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from shelf.atomic_write import write_whole
from shelf.errors import PrintingError, message_of, sentence
from shelf.home import home
from shelf.messages import Message
from shelf.safe_files import read_text
from table.practice.questions import Question

DAYS = (1, 3, 7, 16, 35, 90)
"""Until a position comes back that was found never, once, twice ... one after another."""


@dataclass(frozen=True)
class Place:
    """How often a position was found in a row, and when it is due."""

    found: int
    due: date


def memory() -> Path:
    """The file that keeps it."""
    return home() / "practice.json"


class Schedule:
    """The places of all positions that were ever asked."""

    def __init__(self, today: date) -> None:
        self.today = today
        self.places = _read(memory())

    def due(self, asked: Sequence[Question]) -> list[Question]:
        """What is to be asked today: what has waited longest first, new ones last."""
        found = [question for question in asked if self._when(question) <= self.today]
        return sorted(found, key=lambda question: (question.key not in self.places, self._when(question)))

    def next(self, asked: Sequence[Question]) -> date:
        """When the first of them is due."""
        return min(self._when(question) for question in asked)

    def _when(self, question: Question) -> date:
        place = self.places.get(question.key)
        return place.due if place else self.today

    def note(self, question: Question, found: bool) -> None:
        """Remembers at once how it went, beside what others have noted meanwhile."""
        self.places = _read(memory())
        before = self.places.get(question.key)
        times = (before.found if before else 0) + 1 if found else 0
        due = self.today + timedelta(days=DAYS[min(times, len(DAYS) - 1)])
        self.places[question.key] = Place(times, due)
        content = {key: asdict(place) for key, place in self.places.items()}
        write_whole(memory(), json.dumps(content, default=str, indent=1).encode())


def _read(file: Path) -> dict[str, Place]:
    if not file.exists():
        return {}
    try:
        return TypeAdapter(dict[str, Place]).validate_json(read_text(file))
    except ValidationError as fault:
        raise PrintingError(Message("practice.unreadable", file=file, reason=Message("practice.no_list"))) from fault
    except PrintingError as fault:
        reason = sentence(message_of(fault))
        raise PrintingError(Message("practice.unreadable", file=file, reason=reason)) from fault
