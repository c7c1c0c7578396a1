"""Turns of the card game as text; docs/notation.md tells the grammar.

    FR1      take a card            FR1=T    with the law tile found on it     FR1-SA3  paid with the stone on SA3
    !R       play a law tile        +SA3     set a stone                       SA3>UN2  move one           --  skip

The end of the text stops taking and ends the turn, so `stop` and `done` need not be written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from solver.contract import Bytes
from solver.games.kk_card import refusals
from solver.games.kk_card.codes import CODE, LETTERS, find_card, find_kind
from solver.games.kk_card.kernel import (
    DONE,
    LIFT,
    MOST_STEPS,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_FROM,
    PLACE,
    PLAY,
    RETURN,
    SKIP,
    STATE,
    STONE,
    STOP,
    TAKE,
    UNKNOWN,
    apply,
    legal,
)
from solver.games.kk_card.refusals import code_at
from solver.games.kk_card.tables import COLUMNS, LAWS
from solver.playable import NotationError, Turn
from solver.typed import folded, shown

_WORD = re.compile(
    rf"""(?:
        (?P<skip>--|SKIP\b) | (?P<stop>STOP\b) | (?P<done>DONE\b)
      | !\s*(?P<law>[A-Z?])(?![A-Z0-9])
      | \+\s*(?P<place>{CODE})
      | -\s*(?P<pay>{CODE})
      | (?P<lift>{CODE})\s*>
      | >\s*(?P<drop>{CODE})
      | =\s*(?P<tile>[A-Z?])
      | (?P<take>{CODE})
    )[\s,]*""",
    re.VERBOSE,
)
_WORDS = {STOP: "stop", SKIP: "--", DONE: "done"}


def opened(state: Bytes) -> Any:
    """The fields of a state."""
    return state.view(STATE)[0]


def legal_steps(state: Bytes) -> list[int]:
    """The legal steps as numbers."""
    room = np.empty(MOST_STEPS, dtype=np.int16)
    return [int(step) for step in room[: legal(state, room)]]


def legal_texts(state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them."""
    s = opened(state)
    return {_step_text(s, step): step for step in legal_steps(state)}


def next_words(state: Bytes) -> list[str]:
    """What may be written next: the legal steps, and where taking may stop also those that follow then."""
    words = legal_texts(state)
    if STOP in words.values():
        stopped = state.copy()
        apply(stopped, STOP)
        words |= legal_texts(stopped)
    return [word for word, step in words.items() if step not in (STOP, DONE)]


def end_cell(s: Any, step: int) -> int:
    """The cell from which a taking step takes."""
    row = step >> 1
    return int(row * COLUMNS + (s.hi[row] if step & 1 else s.lo[row]))


def _step_text(s: Any, step: int) -> str:
    if step < STOP:
        return code_at(s, end_cell(s, step))
    if step in _WORDS:
        return _WORDS[step]
    if step < PAY_FROM:
        return f"!{LETTERS[step - PLAY]}"
    if step < PLACE:
        return f"-{code_at(s, step - PAY_FROM)}"
    if step < LIFT:
        return f"{'>' if s.phase == MOVE else '+'}{code_at(s, step - PLACE)}"
    return f"{code_at(s, step - LIFT)}>"


def check_tiles(s: Any) -> None:
    """Whether the law tiles that were seen can all be there."""
    kinds = range(UNKNOWN)
    check_kinds([int(s.played[k]) + int(s.hand[:, k].sum()) + int((s.tile == k).sum()) for k in kinds])


def check_kinds(seen: Sequence[int]) -> None:
    """There are only so many law tiles of a kind."""
    for kind in range(RETURN, UNKNOWN):
        if seen[kind] > LAWS[kind]:
            raise NotationError(f"there are only {LAWS[kind]} law tiles of the kind {LETTERS[kind]}")


class Scribe:
    """Makes steps on a copy of a state and writes them down."""

    def __init__(self, state: Bytes) -> None:
        self.state = state.copy()
        self.s = opened(self.state)
        self.steps: list[int] = []
        self.words: list[str] = []
        self._turn = int(self.s.turn)

    @property
    def complete(self) -> bool:
        """Whether the turn is over."""
        return bool(self.s.phase == OVER or self.s.turn != self._turn)

    def make(self, step: int) -> None:
        """Makes a legal step."""
        text = _step_text(self.s, step)
        if step < STOP:
            tile = self.s.tile[end_cell(self.s, step)]
            text += f"={LETTERS[tile]}" if tile else ""
        if PAY_FROM <= step < PLACE:
            self.words[-1] += text
        elif PLACE <= step < LIFT and self.s.phase == MOVE:
            self.words[-1] += text.removeprefix(">")
        elif step not in (STOP, DONE):
            self.words.append(text)
        apply(self.state, step)
        self.steps.append(step)

    def turn(self) -> Turn:
        """What was written so far."""
        return Turn(tuple(self.steps), " ".join(self.words), self.state, self.complete)


def write_turn(state: Bytes, steps: Sequence[int]) -> str:
    """The canonical text of a turn; law tiles that the state does not know are `?`."""
    scribe = Scribe(state)
    for step in steps:
        scribe.make(step)
    return scribe.turn().text


def read_turn(state: Bytes, text: str, ends: bool = True) -> Turn:
    """Plays a turn as written; a step that is not legal is refused with the reason and what was legal."""
    reader = _Reader(state)
    rest, at = folded(text), 0
    while at < len(rest):
        word = _WORD.match(rest, at)
        if word is None:
            raise reader.refusal(f"{shown(rest[at:].split()[0])} is not a step")
        if reader.complete and word.lastgroup != "tile":
            raise NotationError(f"the turn is over after {reader.told()}; {shown(rest[at:])} is too much")
        reader.read(str(word.lastgroup), word[word.lastindex or 0])
        at = word.end()
    if ends:
        reader.end()
    check_tiles(reader.s)
    return reader.turn()


class _Reader(Scribe):
    """A scribe who is told words; it refuses what is not legal and fills in what goes without saying."""

    _fresh_tile = NONE
    """The law tile of the card that was just taken; its kind may be told now."""

    def read(self, kind: str, word: str) -> None:
        """One word of the turn."""
        if kind == "tile":
            self._name_tile(find_kind(word))
            return
        if self.s.phase == PAY and kind != "pay":
            self._pay_the_only_way()
        if kind != "pay":
            self._fresh_tile = NONE
        if kind == "take" and self.s.phase == MOVE:
            kind = "drop"
        getattr(self, f"_{kind}")(word)

    def end(self) -> None:
        """Stops taking and ends the turn, where that is possible."""
        if self.s.phase == PAY:
            self._pay_the_only_way()
        for step in (STOP, DONE):
            if not self.complete and step in legal_steps(self.state):
                self.make(step)

    def told(self) -> str:
        """The turn so far, for messages."""
        return " ".join(self.words) or "nothing"

    def refusal(self, reason: str) -> NotationError:
        """An error that says what would be legal instead."""
        return NotationError(reason, list(legal_texts(self.state)))

    def _try(self, step: int, reason: Callable[[], str]) -> None:
        if step not in legal_steps(self.state):
            raise self.refusal(reason())
        self.make(step)

    def _cell(self, word: str) -> int:
        """The cell of a card; of the cards that a shortened code can mean those on the table come first."""
        cards = self.s.card.tolist()
        try:
            card = find_card(word, {cards[cell] for cell in refusals.display(self.s)})
        except NotationError as fault:
            raise self.refusal(str(fault)) from None
        return int(cards.index(card))

    def _name_tile(self, kind: int) -> None:
        known = self._fresh_tile
        if known == NONE:
            raise NotationError("a law tile is named right after the card it lay on, and there lay none")
        if UNKNOWN not in (known, kind) and known != kind:
            raise NotationError(f"the law tile there is {LETTERS[known]}, not {LETTERS[kind]}")
        if known == UNKNOWN != kind:
            hand = self.s.hand[self.s.seat]
            hand[UNKNOWN] -= 1
            hand[kind] += 1
            self.words[-1] = self.words[-1].replace(f"={LETTERS[UNKNOWN]}", f"={LETTERS[kind]}")
            self._fresh_tile = kind
            check_tiles(self.s)

    def _pay_the_only_way(self) -> None:
        ways = legal_steps(self.state)
        if len(ways) > 1:
            code = self.words[-1]
            choices = " or ".join(f"{code}{_step_text(self.s, way)}" for way in ways)
            raise self.refusal(f"{code} bears another player's stone: say which own stone pays, {choices}")
        self.make(ways[0])

    def _stop_taking(self) -> None:
        if self.s.phase == TAKE and STOP in legal_steps(self.state):
            self.make(STOP)

    def _take(self, word: str) -> None:
        cell = self._cell(word)
        for step in legal_steps(self.state):
            if self.s.phase == TAKE and step < STOP and end_cell(self.s, step) == cell:
                self._fresh_tile = int(self.s.tile[cell])
                self.make(step)
                return
        raise self.refusal(refusals.why_not_take(self.s, cell))

    def _pay(self, word: str) -> None:
        cell = self._cell(word)
        self._try(PAY_FROM + cell, lambda: refusals.why_not_pay(self.s, cell))

    def _law(self, word: str) -> None:
        kind = find_kind(word)
        if kind == UNKNOWN:
            raise self.refusal("a law tile that is played is seen by all: name it")
        hand = self.s.hand[self.s.seat]
        held = bool(hand[kind] or hand[UNKNOWN])
        self._try(PLAY + kind, lambda: refusals.why_not_play(self.s, kind, held))

    def _place(self, word: str) -> None:
        cell = self._cell(word)
        self._stop_taking()
        if self.s.phase != STONE:
            raise self.refusal(refusals.why_not_stop(self.s))
        self._try(PLACE + cell, lambda: refusals.why_not_stone(self.s, cell))

    def _lift(self, word: str) -> None:
        cell = self._cell(word)
        self._stop_taking()
        if self.s.phase != STONE:
            raise self.refusal(refusals.why_not_stop(self.s))
        self._try(LIFT + cell, lambda: refusals.why_not_lift(self.s, cell))

    def _drop(self, word: str) -> None:
        cell = self._cell(word)
        if self.s.phase != MOVE:
            raise self.refusal("first say which stone moves, as in SA3>UN2")
        self._try(PLACE + cell, lambda: refusals.why_not_stone(self.s, cell))

    def _stop(self, _word: str) -> None:
        self._try(STOP, lambda: refusals.why_not_stop(self.s))

    def _done(self, _word: str) -> None:
        self._stop_taking()
        self._try(DONE, lambda: refusals.why_not_stop(self.s))

    def _skip(self, _word: str) -> None:
        self._try(SKIP, lambda: refusals.why_not_skip(self.s))


def reveal(state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
    """Law tiles that a seat shows without playing them; those that were unseen get their kind."""
    after = state.copy()
    hand = opened(after).hand[seat]
    letters = re.sub(r"[\s,=]", "", folded(text))
    kinds = [find_kind(letter) for letter in letters]
    if not kinds or UNKNOWN in kinds:
        raise NotationError(f"which law tiles are shown? The letters are {' '.join(LETTERS[1:UNKNOWN])}")
    for kind in range(RETURN, UNKNOWN):
        news = max(0, kinds.count(kind) - int(hand[kind]))
        if news > hand[UNKNOWN]:
            raise NotationError(f"there is no unseen law tile left that could be {LETTERS[kind]}")
        hand[UNKNOWN] -= news
        hand[kind] += news
    check_tiles(opened(after))
    return after, " ".join(LETTERS[kind] for kind in sorted(kinds))
