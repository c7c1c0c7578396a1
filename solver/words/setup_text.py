"""The setup part of a log for games whose opening is a few lines of things with codes.

A game says which lines there are; dealing, reading, writing and typing in are then the same for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from shelf.messages import Message
from solver.kernel.contract import Bytes
from solver.kernel.playable import Lines, NotationError, on_line
from solver.kernel.random import below, seeded
from solver.words.input_text import folded, shown

UNKNOWN = -1
"""A thing that nobody here has seen."""
Things = Mapping[str, Sequence[int]]
"""What lies in each line, by its label: numbers of the line's pile, or UNKNOWN."""


@dataclass(frozen=True)
class SetupLine:
    """`hand 1: 4 9 17`: so many things of a pile, by their codes. Lines that name the same pile share it."""

    label: str
    pile: tuple[str, ...]
    """The code of each thing; each is there once."""
    count: int
    hidden: bool = False
    """Whether somebody at the table may not know it."""
    seat: int | None = None
    """Who holds it, where somebody does: the others are not asked for it."""

    def read(self, text: str) -> list[int]:
        """The things as written; a lone `?` stands for all of them."""
        codes = {folded(code): number for number, code in enumerate(self.pile)}
        words = folded(text).replace(",", " ").split()
        if self.hidden and words == ["?"]:
            return [UNKNOWN] * self.count
        for word in words:
            if word not in codes and not (self.hidden and word == "?"):
                known = Message("opening.known", first=self.pile[0], last=self.pile[-1])
                raise NotationError(Message("opening.no_thing", label=self.label, word=shown(word), known=known))
        if len(words) != self.count:
            raise NotationError(Message("opening.count", label=self.label, count=self.count, words=len(words)))
        return [codes.get(word, UNKNOWN) for word in words]

    def written(self, things: Sequence[int]) -> str:
        """As the log has it."""
        codes = ["?" if thing == UNKNOWN else self.pile[thing] for thing in things]
        return f"{self.label}: {'?' if set(codes) == {'?'} else ' '.join(codes)}"


def dealt(lines: Sequence[SetupLine], seed: int) -> dict[str, list[int]]:
    """Every pile shuffled by a seed and dealt out, line by line."""
    random, piles = seeded(seed), dict[tuple[str, ...], list[int]]()
    things = {}
    for line in lines:
        pile = piles.setdefault(line.pile, list(range(len(line.pile))))
        things[line.label] = [pile.pop(below(random, len(pile))) for _ in range(line.count)]
    return things


def check(lines: Sequence[SetupLine], things: Things) -> None:
    """Each thing of a pile lies in one place."""
    met = set[tuple[tuple[str, ...], int]]()
    for line in lines:
        for thing in things.get(line.label, ()):
            if thing != UNKNOWN and (line.pile, thing) in met:
                raise NotationError(Message("opening.thing_twice", label=line.label, thing=line.pile[thing]))
            met.add((line.pile, thing))


def labelled(lines: Sequence[SetupLine], text: str) -> tuple[SetupLine, str]:
    """The line that a text begins with the label of, and the rest."""
    label, colon, rest = folded(text).partition(":")
    line = next((line for line in lines if folded(line.label) == " ".join(label.split())), None)
    if line is None or not colon:
        labels = ", ".join(f"`{line.label}: ...`" for line in lines)
        raise NotationError(Message("opening.labels", labels=labels, text=shown(text)))
    return line, rest


def read(lines: Sequence[SetupLine], written: Lines) -> dict[str, list[int]]:
    """The setup of a log; a fault names its line, and what may be hidden may be left out."""
    things: dict[str, list[int]] = {}
    for number, text in written:
        with on_line(number):
            line, rest = labelled(lines, text)
            if line.label in things:
                raise NotationError(Message("opening.twice", label=line.label))
            things[line.label] = line.read(rest)
            check(lines, things)
    for line in lines:
        if line.label not in things and not line.hidden:
            raise NotationError(Message("opening.missing", label=line.label))
    return {line.label: things.get(line.label, [UNKNOWN] * line.count) for line in lines}


class LineEntry:
    """An opening that is typed in from the real table, line by line."""

    def __init__(self, lines: Sequence[SetupLine], opening: Callable[[Things], Bytes], me: int | None = None) -> None:
        self._lines, self._opening = lines, opening
        self._things: dict[str, list[int]] = {}
        self._asked = [line for line in lines if me is None or line.seat in (None, me)]

    def help(self) -> str:
        """How to type it, where there is something to type."""
        how = Message("opening.help")
        return how if self._asked else ""

    def prompt(self) -> str | None:
        """What comes next."""
        return next((line.label for line in self._asked if line.label not in self._things), None)

    def enter(self, text: str) -> list[str]:
        """Takes a line in, with its label or for what comes next."""
        line, rest = labelled(self._lines, text if ":" in text else f"{self.prompt()}: {text}")
        draft = self._things | {line.label: line.read(rest)}
        check(self._lines, draft)
        self._things = draft
        return [line.written(draft[line.label])]

    def words(self, begun: str = "") -> list[str]:
        """The codes of what comes next, of things that lie nowhere yet."""
        wanted = next((line for line in self._lines if line.label == self.prompt()), None)
        if wanted is None:
            return []
        laid = {thing for line in self._lines if line.pile == wanted.pile for thing in self._things.get(line.label, ())}
        typed = folded(begun).rpartition(":")[2].replace(",", " ").split()
        codes = [code for thing, code in enumerate(wanted.pile) if thing not in laid and folded(code) not in typed]
        return [*codes, *(["?"] if wanted.hidden else [])]

    def lines(self) -> list[str]:
        """What was typed so far."""
        return [line.written(self._things[line.label]) for line in self._lines if line.label in self._things]

    def state(self) -> Bytes:
        """The opening position; what nobody was asked for is unseen."""
        return self._opening({line.label: self._things.get(line.label, [UNKNOWN] * line.count) for line in self._lines})
