"""Turns of the card game as text; docs/notation.md tells the grammar.

    FR1      take a card            FR1=T    with the law tile found on it     FR1-SA3  paid with the stone on SA3
    !R       play a law tile        +SA3     set a stone                       SA3>UN2  move one           --  skip

The end of the text stops taking and ends the turn, so `stop` and `done` need not be written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from solver.games.kk_card import illegal_reasons
from solver.games.kk_card.codes import CODE, LETTERS, find_card, find_kind
from solver.games.kk_card.illegal_reasons import code_at
from solver.games.kk_card.rules import actor, apply, legal
from solver.games.kk_card.state import (
    DONE,
    LIFT,
    MOST_STEPS,
    MOVE,
    NONE,
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
    State,
)
from solver.games.kk_card.tables import COLUMNS, LAWS, refused
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError, PlayedTurn
from solver.words.input_text import folded
from solver.words.turn_text import RulesInUse, Scribe

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

RULES = RulesInUse(STATE, MOST_STEPS, actor, legal, apply)
legal_steps = RULES.legal_steps


def legal_texts(state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them."""
    s = State.of(state)
    return {_step_text(s, step): step for step in legal_steps(state)}


def next_words(state: Bytes) -> list[str]:
    """What may be written next: the legal steps, and where taking may stop also those that follow then."""
    words = legal_texts(state)
    if STOP in words.values():
        stopped = state.copy()
        apply(stopped, STOP)
        words |= legal_texts(stopped)
    return [word for word, step in words.items() if step not in (STOP, DONE)]


def end_cell(s: State, step: int) -> int:
    """The cell from which a taking step takes."""
    row = step >> 1
    return int(row * COLUMNS + (s.hi[row] if step & 1 else s.lo[row]))


def _step_text(s: State, step: int) -> str:
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


def check_tiles(s: State) -> None:
    """Whether the law tiles that were seen can all be there."""
    kinds = range(UNKNOWN)
    check_kinds([int(s.played[k]) + int(s.hand[:, k].sum()) + int((s.tile == k).sum()) for k in kinds])


def check_kinds(seen: Sequence[int]) -> None:
    """There are only so many law tiles of a kind."""
    for kind in range(RETURN, UNKNOWN):
        if seen[kind] > LAWS[kind]:
            raise NotationError(refused("notation.only", laws=LAWS[kind], letters=LETTERS[kind]))


class CardScribe(Scribe):
    """Pays the only way where there is one, and stops taking when something follows that comes after it."""

    rules = RULES
    s: State
    word = _WORD
    afterwards = frozenset({"tile"})
    _fresh_tile = NONE
    """The law tile of the card that was just taken; its kind may be told now."""

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        text = _step_text(self.s, step)
        if step < STOP:
            tile = self.s.tile[end_cell(self.s, step)]
            text += f"={LETTERS[tile]}" if tile else ""
        if PAY_FROM <= step < PLACE and self.words:
            self.words[-1] += text
        elif PLACE <= step < LIFT and self.s.phase == MOVE:
            self.words[-1] += text.removeprefix(">")
        elif step not in (STOP, DONE):
            self.words.append(text)

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""
        if kind == "tile":
            self._name_tile(find_kind(word[kind]))
            return
        if self.s.phase == PAY and kind != "pay":
            self._pay_the_only_way()
        if kind != "pay":
            self._fresh_tile = NONE
        meant = "drop" if kind == "take" and self.s.phase == MOVE else kind
        getattr(self, f"_{meant}")(word[kind])

    def end(self) -> None:
        """Stops taking and ends the turn, where that is possible."""
        if self.s.phase == PAY:
            self._pay_the_only_way()
        for step in (STOP, DONE):
            if not self.complete and step in legal_steps(self.state):
                self.make(step)

    def turn(self) -> PlayedTurn:
        """What was written so far, if the law tiles can be so."""
        check_tiles(self.s)
        return super().turn()

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return legal_texts(self.state)

    def next_words(self) -> list[str]:
        """What may be written next."""
        return next_words(self.state)

    def _cell(self, word: str) -> int:
        """The cell of a card; of the cards that a shortened code can mean those on the table come first."""
        cards = self.s.card.tolist()
        try:
            card = find_card(word, {cards[cell] for cell in illegal_reasons.display(self.s)})
        except NotationError as fault:
            raise self.refusal(fault.message) from None
        return int(cards.index(card))

    def _name_tile(self, kind: int) -> None:
        known = self._fresh_tile
        if known == NONE:
            raise NotationError(refused("notation.no_law_there"))
        if UNKNOWN not in (known, kind) and known != kind:
            raise NotationError(refused("notation.other_law", known=LETTERS[known], given=LETTERS[kind]))
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
            raise self.refusal(refused("notation.which_pays", code=code, choices=choices))
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
        raise self.refusal(illegal_reasons.why_not_take(self.s, cell))

    def _pay(self, word: str) -> None:
        cell = self._cell(word)
        self.attempt(PAY_FROM + cell, lambda: illegal_reasons.why_not_pay(self.s, cell))

    def _law(self, word: str) -> None:
        kind = find_kind(word)
        if kind == UNKNOWN:
            raise self.refusal(refused("notation.name_it"))
        hand = self.s.hand[self.s.seat]
        held = bool(hand[kind] or hand[UNKNOWN])
        self.attempt(PLAY + kind, lambda: illegal_reasons.why_not_play(self.s, kind, held))

    def _place(self, word: str) -> None:
        cell = self._cell(word)
        self._stop_taking()
        if self.s.phase != STONE:
            raise self.refusal(illegal_reasons.why_not_stop(self.s))
        self.attempt(PLACE + cell, lambda: illegal_reasons.why_not_stone(self.s, cell))

    def _lift(self, word: str) -> None:
        cell = self._cell(word)
        self._stop_taking()
        if self.s.phase != STONE:
            raise self.refusal(illegal_reasons.why_not_stop(self.s))
        self.attempt(LIFT + cell, lambda: illegal_reasons.why_not_lift(self.s, cell))

    def _drop(self, word: str) -> None:
        cell = self._cell(word)
        if self.s.phase != MOVE:
            raise self.refusal(refused("notation.which_moves"))
        self.attempt(PLACE + cell, lambda: illegal_reasons.why_not_stone(self.s, cell))

    def _stop(self, _word: str) -> None:
        self.attempt(STOP, lambda: illegal_reasons.why_not_stop(self.s))

    def _done(self, _word: str) -> None:
        self._stop_taking()
        self.attempt(DONE, lambda: illegal_reasons.why_not_stop(self.s))

    def _skip(self, _word: str) -> None:
        self.attempt(SKIP, lambda: illegal_reasons.why_not_skip(self.s))


read_turn, write_turn = CardScribe.read, CardScribe.write


def reveal(state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
    """Law tiles that a seat shows without playing them; those that were unseen get their kind."""
    after = state.copy()
    hand = State.of(after).hand[seat]
    letters = re.sub(r"[\s,=]", "", folded(text))
    kinds = [find_kind(letter) for letter in letters]
    if not kinds or UNKNOWN in kinds:
        raise NotationError(refused("notation.shown_which", letters=" ".join(LETTERS[1:UNKNOWN])))
    if not hand.any():
        raise NotationError(refused("notation.none_to_show"))
    for kind in range(RETURN, UNKNOWN):
        news = max(0, kinds.count(kind) - int(hand[kind]))
        if news > hand[UNKNOWN]:
            raise NotationError(refused("notation.not_unseen", letters=LETTERS[kind]))
        hand[UNKNOWN] -= news
        hand[kind] += news
    check_tiles(State.of(after))
    return after, " ".join(LETTERS[kind] for kind in sorted(kinds))
