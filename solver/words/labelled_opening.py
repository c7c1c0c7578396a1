"""An opening told line by line, each with its label, as in `rack 1: K10 PA`; what the labels are each game says."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import ClassVar

from shelf.messages import Message
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.words.input_text import folded, shown


class LabelledOpening(ABC):
    """An opening while it is read from a log or typed in: a `SetupEntry`. A line with a fault changes nothing."""

    label: ClassVar[re.Pattern[str]]
    """A label with its colon; the named group that matches says which, and what it counts if anything."""
    examples: ClassVar[str]
    """Labels that may begin a line, for messages."""

    @abstractmethod
    def help(self) -> str:
        """How to type it, in two lines."""

    @abstractmethod
    def prompt(self) -> str | None:
        """The label of what comes next, or None when all is there."""

    @abstractmethod
    def words(self, begun: str = "") -> list[str]:
        """What may still be typed behind the beginning of a line, for completion."""

    @abstractmethod
    def take(self, label: re.Match[str], body: str) -> None:
        """One line."""

    @abstractmethod
    def lines(self) -> list[str]:
        """The lines so far, as a log has them."""

    @abstractmethod
    def state(self) -> Bytes:
        """The opening position; what nobody told is unseen."""

    def missing(self) -> str:
        """What a log has to tell and has not told, in words, or ""."""
        return ""

    def read(self, lines: Lines) -> Bytes:
        """The opening position from the setup part of a log; every fault names its line."""
        seen = set[str]()
        for number, text in lines:
            with on_line(number):
                label = self.label.match(folded(text))
                if label is None:
                    raise NotationError(Message("opening.expected", examples=self.examples, text=shown(text)))
                if _name(label) in seen:
                    raise NotationError(Message("opening.line_twice"))
                seen.add(_name(label))
                self.take(label, folded(text)[label.end() :])
        if missing := self.missing():
            raise NotationError(missing, line=lines[-1][0] if lines else None)
        return self.state()

    def enter(self, text: str) -> list[str]:
        """Takes a line in, with its label or for what comes next; answers with the lines that it completed."""
        text = folded(text)
        label = self.label.match(text)
        draft, before = deepcopy(self), self.lines()
        if label:
            draft.take(label, text[label.end() :])
        else:
            draft.go_on(text)
        self.__dict__ = draft.__dict__
        return [line for line in self.lines() if line not in before]

    def go_on(self, body: str) -> None:
        """A line without a label is for what comes next."""
        label = self.label.match(folded(f"{self.prompt()}:"))
        assert label is not None
        self.take(label, body)


def not_yet_laid(things: Mapping[str, int], laid: Iterable[str], begun: str) -> list[str]:
    """Of things by their codes, so many of each, those of which one is left besides what lies and what a line has."""
    gone = Counter([*laid, *folded(begun).rpartition(":")[2].replace(",", " ").split()])
    return [code for code, number in things.items() if gone[folded(code)] < number]


def _name(label: re.Match[str]) -> str:
    """A label without the words that people may use for it."""
    which = label.lastgroup or ""
    return f"{which} {label[which].lstrip('0') if label[which].isdigit() else ''}"
