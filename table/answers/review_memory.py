"""What a review found of each turn, kept in a file beside the log, so that a second look goes on where one stopped.

A turn is known again by everything that its judgement depends on: the setup, the players, all turns up to it, whether
cards lay open, and the seed. Where anything of that has changed, the turn is looked at anew.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from shelf.atomic_write import write_whole
from shelf.errors import DefinitionError, PrintingError, message_of
from shelf.messages import Message
from shelf.safe_files import read_text
from table.answers.review import Effort, TurnReview

if TYPE_CHECKING:
    from table.log.referee import Match

KIND = "timbuktu review 2"
"""The first words of such a file; another number is another way to judge."""
OUTDATED = ("timbuktu review 1",)
"""Files of ours with which nothing can be begun any more."""
MOST_TURNS = 4_000
"""What is remembered of a log; the oldest goes first."""
ENOUGH = 0.5
"""Part of the time that is given now from which on an earlier review is as good."""
PAUSE = 1.0
"""Seconds between two writings."""


@dataclass(frozen=True)
class Record:
    """A turn, known by its key; for how many simulations it was asked, or else the review's seconds for a turn."""

    key: str
    asked: int | None
    seconds: float
    turn: TurnReview


@dataclass(frozen=True)
class _Content:
    kind: str
    turns: list[Record]


@dataclass
class Memory:
    """The file of a log, for one way to look at it."""

    file: Path
    match: Match
    effort: Effort
    open_cards: bool
    trouble: str = ""
    """Why nothing is remembered, if so."""
    _records: dict[tuple[str, int | None], Record] = field(default_factory=dict)
    _written: float = 0.0
    _fresh: bool = False

    def __post_init__(self) -> None:
        self._keys = _keys(self.match, self.open_cards, self.effort.seed)
        try:
            found = TypeAdapter(_Content).validate_json(read_text(self.file)) if self.file.exists() else None
            if found and found.kind not in (KIND, *OUTDATED):
                raise ValueError(found.kind)
        except (DefinitionError, ValidationError, ValueError, OSError):
            self.trouble = Message("review.foreign", file=self.file)
            return
        if found and found.kind == KIND:
            self._records = {(record.key, record.asked): record for record in found.turns}

    def known(self) -> dict[int, TurnReview]:
        """The turns that were looked at long enough."""
        return self._known(self.effort.simulations, ENOUGH * self._share)

    @property
    def _share(self) -> float:
        """The seconds for each turn."""
        return self.effort.seconds / max(1, len(self._keys))

    def whole(self) -> dict[int, TurnReview]:
        """The longest look that left no turn out, whatever it was asked for; nothing where there was none."""
        looks = [self._known(asked, least=0.0) for asked in {asked for _, asked in self._records}]
        finished = [look for look in looks if len(look) == len(self._keys)]
        return max(finished, key=lambda look: sum(turn.seconds for turn in look.values()), default={})

    def _known(self, asked: int | None, least: float) -> dict[int, TurnReview]:
        seats = len(self.match.players)
        movers = {move.number: move.seat for move in self.match.moves}
        records = {number: self._records.get((key, asked)) for number, key in self._keys.items()}
        return {
            number: record.turn
            for number, record in records.items()
            if record
            and (record.turn.number, record.turn.seat) == (number, movers[number])
            and len(record.turn.before) == len(record.turn.luck) == seats
            and (asked is not None or record.turn.proved or record.seconds >= least)
        }

    def keep(self, turn: TurnReview) -> None:
        """Remembers a turn; it is written soon."""
        record = Record(self._keys[turn.number], self.effort.simulations, self._share, turn)
        self._records.pop((record.key, record.asked), None)
        self._records[record.key, record.asked] = record
        self._fresh = True
        if time.monotonic() - self._written > PAUSE:
            self.write()

    def write(self) -> None:
        """Puts on the disk what is new."""
        if not self._fresh or self.trouble:
            return
        content = _Content(KIND, [*self._records.values()][-MOST_TURNS:])
        try:
            write_whole(self.file, json.dumps(asdict(content), separators=(",", ":")).encode())
        except PrintingError as fault:
            self.trouble = Message("review.unwritten", fault=message_of(fault))
        self._written, self._fresh = time.monotonic(), False


def beside(log: Path) -> Path:
    """Where the review of a log is remembered."""
    return log.with_name(f"{log.name}.review")


def position_keys(match: Match) -> dict[int, str]:
    """By what a position is known again, whatever the log is called and however it was looked at."""
    return _keys(match, open_cards=False, seed=0)


def _keys(match: Match, open_cards: bool, seed: int) -> dict[int, str]:
    """The key of each turn."""
    owner = None if match.to_move is None else match.me
    beginning = [match.game.id, match.game.data.variant, match.players, owner, sorted(match.options), open_cards, seed]
    digest = hashlib.sha256(json.dumps(beginning, default=str).encode() + match.opening.tobytes())
    keys: dict[int, str] = {}
    for move in match.moves:
        digest.update(f"\n{match.players[move.seat]}: {move.text}".encode() + move.after.tobytes())
        if move.number is not None:
            keys[move.number] = digest.hexdigest()[:24]
    return keys
