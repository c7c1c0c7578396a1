"""Turns as text, as far as it is the same in all games.

A scribe makes steps and writes them down, or is told words and makes the steps they mean. What the words are is for
each game's `notation` to say.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from shelf.messages import Message
from solver.kernel.contract import Bytes, Steps, same_turn
from solver.kernel.playable import NotationError, PlayedTurn
from solver.words.input_text import folded, shown


@dataclass(frozen=True)
class RulesInUse:
    """The rules by which a turn is read, written or retold, and the fields of a state."""

    fields: np.dtype[Any]
    most_steps: int
    actor: Callable[[Bytes], int]
    legal: Callable[[Bytes, Steps], int]
    apply: Callable[[Bytes, int], None]

    def opened(self, state: Bytes) -> Any:
        """The fields of a state."""
        return state.view(self.fields)[0]

    def legal_steps(self, state: Bytes) -> list[int]:
        """The legal steps as numbers."""
        room = np.empty(self.most_steps, dtype=np.int16)
        return [int(step) for step in room[: self.legal(state, room)]]


def filled_in(known: Sequence[int], told: Sequence[int], unknown: int) -> list[int] | None:
    """What chance brought, with what is told of it: each thing that was unknown is the next one told.

    None where the two disagree. In `told` anything may be left `unknown`, known things too.
    """
    news = list(told)
    for thing in known:
        if thing != unknown:
            if thing not in news and unknown not in news:
                return None
            news.remove(thing if thing in news else unknown)
    return [news.pop(0) if thing == unknown else thing for thing in known]


class Scribe(ABC):
    """Makes steps on a copy of a state and writes them down.

    Told what is not legal it refuses; what goes without saying it fills in.
    """

    rules: ClassVar[RulesInUse]
    word: re.Pattern[str]
    """One word of a turn and the space behind it; its first named group that matches says which kind of word it is."""
    afterwards: ClassVar[frozenset[str]] = frozenset()
    """The kinds of words that may follow when the turn is over: what chance brought."""

    def __init__(self, state: Bytes) -> None:
        self._before, self.state = state, state.copy()
        self.s = self.rules.opened(self.state)
        self.steps: list[int] = []
        self.words: list[str] = []

    @abstractmethod
    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""

    @property
    def complete(self) -> bool:
        """Whether the turn is over."""
        return self.rules.actor(self.state) < 0 or not same_turn(self._before, self.state)

    def make(self, step: int) -> None:
        """Makes a legal step."""
        self.note(step)
        self.rules.apply(self.state, step)
        self.steps.append(step)

    def turn(self) -> PlayedTurn:
        """What was written so far."""
        return PlayedTurn(tuple(self.steps), " ".join(self.words), self.state, self.complete)

    @classmethod
    def write(cls, state: Bytes, steps: Sequence[int]) -> str:
        """The canonical text of a turn; what the state does not know is `?`."""
        return cls(state).noted(steps)

    def noted(self, steps: Sequence[int]) -> str:
        """The canonical text of steps that are made now."""
        for step in steps:
            self.make(step)
        return self.turn().text

    # ---- being told -------------------------------------------------------------------------------------------------

    @abstractmethod
    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""

    @abstractmethod
    def end(self) -> None:
        """Nothing more is written: ends the turn, where that is possible."""

    @abstractmethod
    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""

    def told(self) -> str:
        """The turn so far, for messages."""
        return " ".join(self.words) or Message("notation.nothing")

    def next_words(self) -> list[str]:
        """What may be written next, without steps that go without saying."""
        return list(self.legal_texts())

    def refusal(self, reason: str) -> NotationError:
        """An error that says what could be written instead."""
        return NotationError(reason, self.next_words() or list(self.legal_texts()))

    def is_legal(self, step: int) -> bool:
        """Whether a step may be made now."""
        return step in self.rules.legal_steps(self.state)

    def attempt(self, step: int, reason: Callable[[], str]) -> None:
        """Makes a step if it is legal; else it is refused with the reason."""
        if not self.is_legal(step):
            raise self.refusal(reason())
        self.make(step)

    @classmethod
    def read(cls, state: Bytes, text: str, ends: bool = True) -> PlayedTurn:
        """Plays a turn as written; its end ends the turn where it can end, unless `ends` is false."""
        return cls(state).played(text, ends)

    def played(self, text: str, ends: bool = True) -> PlayedTurn:
        """Plays as `read` does, with this scribe."""
        rest, at = folded(text), 0
        while at < len(rest):
            word = self.word.match(rest, at)
            if word is None or not word[0].strip():
                raise self.refusal(Message("notation.no_step", word=shown(rest[at:].split()[0])))
            kind = next(kind for kind, found in word.groupdict().items() if found is not None)
            if self.complete and kind not in self.afterwards:
                raise NotationError(Message("notation.too_much", told=self.told(), rest=shown(rest[at:])))
            self.hear(kind, word)
            at = word.end()
        if ends:
            self.end()
        return self.turn()


class CodedScribe(Scribe):
    """For games in which every step has a code of its own, and a turn ends by itself."""

    word = re.compile(r"(?P<step>[^\s,]+)[\s,]*")
    codes: ClassVar[Sequence[str]]
    """The code of each step, by its number."""

    def why_not(self, step: int) -> str:
        """Why a step is not legal now."""
        return Message("notation.not_now", step=self.codes[step])

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        self.words.append(self.codes[step])

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return {self.codes[step]: step for step in self.rules.legal_steps(self.state)}

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """The code of a step."""
        step = next((step for step, code in enumerate(self.codes) if folded(code) == word[kind]), None)
        if step is None:
            raise self.refusal(Message("notation.no_such_step", word=shown(word[kind])))
        self.attempt(step, lambda: self.why_not(step))

    def end(self) -> None:
        """There is nothing to fill in."""
