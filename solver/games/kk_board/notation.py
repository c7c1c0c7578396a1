"""Turns of the board game as text; docs/notation.md tells the grammar.

    F3     a cloister on that field        F3*BB  paid with a pair of other cards        F35  short for F3 F5
    +F     a council at that court         -FA    exchanges a card
    LI     takes an open card              ?      draws from the stack                   =LI  and it was seen to be LI
    / ES   what was turned up afterwards

A drawn card ends the placing, so `stop` need not be written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial

from solver.games.kk_board import illegal_reasons
from solver.games.kk_board.codes import (
    card_pattern,
    find_field,
    find_kind,
    find_land,
    letter_pattern,
    read_cards,
    written,
)
from solver.games.kk_board.map import BoardMap
from solver.games.kk_board.refusals import refused
from solver.games.kk_board.rules import actor, apply, legal, unseen_cards
from solver.games.kk_board.state import (
    BLIND,
    COURTS,
    EXCHANGE,
    MIXED,
    MOST_STEPS,
    PLACE,
    STATE,
    STOP,
    TAKE,
    TARGETS,
    UNKNOWN,
    State,
)
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError, PlayedTurn
from solver.words.turn_text import RulesInUse, Scribe, filled_in


@cache
def _word(letter: str, card: str) -> re.Pattern[str]:
    return re.compile(
        rf"""(?:
            (?P<stop>STOP\b)
          | (?P<fields>{letter}[0-9]+)(?:\*(?P<pair>{card}))?
          | \+\s*(?P<courts>{letter}+)(?:\*(?P<pair2>{card}))?
          | -\s*(?P<exchange>{card})
          | \??=\s*(?P<seen>{card}(?![0-9])) | (?P<unseen>\?)
          | [/|]\s*(?P<turned>(?:(?:{card}|\?)[\s,]*)*)
          | (?P<take>{card}(?![0-9]))
        )[\s,]*""",
        re.VERBOSE,
    )


RULES = RulesInUse(STATE, MOST_STEPS, actor, legal, apply)
legal_steps = RULES.legal_steps


def legal_texts(board: BoardMap, state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them."""
    return {step_text(board, step): step for step in legal_steps(state)}


def next_words(board: BoardMap, state: Bytes) -> list[str]:
    """What may be written next: the legal steps, and where placing may stop also those that follow then."""
    words = legal_texts(board, state)
    if STOP in words.values():
        stopped = state.copy()
        apply(stopped, STOP)
        if State.of(stopped).turn == State.of(state).turn:
            words |= legal_texts(board, stopped)
    return [word for word, step in words.items() if step != STOP]


def step_text(board: BoardMap, step: int) -> str:
    """A step as one would write it, without what chance brings."""
    if step < EXCHANGE:
        kind, target = divmod(step, TARGETS)
        own = board.card_of[board.land_at(target)]
        return illegal_reasons.target_text(board, target) + ("" if own == kind else f"*{board.code(kind)}")
    if step < STOP:
        return f"-{board.code(step - EXCHANGE)}"
    if step == STOP:
        return "stop"
    return board.code(UNKNOWN if step == BLIND else step - TAKE)


class BoardScribe(Scribe):
    """A drawn card ends the placing; what was turned up is named when the turn is over."""

    rules = RULES
    afterwards = frozenset({"turned"})

    def __init__(self, board: BoardMap, state: Bytes) -> None:
        super().__init__(state)
        self.board, self.word = board, _word(letter_pattern(board), card_pattern(board))
        self.turned: list[int] = []
        """The open cards that came up at the end, in their order."""
        self._named = False
        self._half, self._old = 0, 0
        """Before the last step: the half of the game, and the cards of the stack that could still be turned up."""

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        text = step_text(self.board, step)
        if step == BLIND and (top := int(self.s.stack[self.s.left - 1])) != UNKNOWN:
            text = f"={self.board.code(top)}"
        if step != STOP:
            self.words.append(text)

    def make(self, step: int) -> None:
        """Makes a legal step, and sees what is turned up after it."""
        self._half, self._old = int(self.s.half), int(self.s.left) - (step == BLIND)
        waiting = [int(kind) for kind in self.s.stack[: self.s.left]]
        if step == BLIND:
            waiting.pop()
        lying = [int(number) for number in self.s.open]
        if TAKE <= step < BLIND:
            lying[step - TAKE if lying[step - TAKE] else UNKNOWN] -= 1
        super().make(step)
        if self.complete:
            came = [kind for kind in range(UNKNOWN + 1) for _ in range(int(self.s.open[kind]) - lying[kind])]
            self._order(came, waiting[::-1])

    def _order(self, came: list[int], waiting: list[int]) -> None:
        """What lay in the stack came up first, then what was shuffled into it."""
        for kind in waiting[: len(came)]:
            came.remove(kind)
            self.turned.append(kind)
        self.turned += came

    def turn(self) -> PlayedTurn:
        """What was written so far; open cards that nobody knows are left out, unless they were told to be unknown."""
        known = self._named or set(self.turned) - {UNKNOWN}
        turned = [f"/ {written(self.board, self.turned)}"] if self.turned and known else []
        return PlayedTurn(tuple(self.steps), " ".join([*self.words, *turned]), self.state, self.complete)

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""
        said = word[kind]
        if kind == "turned":
            self._name_turned(read_cards(self.board, said))
        elif kind == "stop":
            self.attempt(STOP, lambda: illegal_reasons.why_not_stop(self.s))
        elif kind == "fields":
            self._place([find_field(self.board, said[0] + number) for number in said[1:]], word["pair"])
        elif kind == "courts":
            self._place([COURTS + find_land(self.board, letter) for letter in said], word["pair2"])
        elif kind == "exchange":
            card = find_kind(self.board, said)
            self.attempt(EXCHANGE + card, lambda: illegal_reasons.why_not_exchange(self.board, self.s, card))
        elif kind == "take":
            card = find_kind(self.board, said)
            self._stop_placing()
            self.attempt(TAKE + card, lambda: illegal_reasons.why_not_draw(self.board, self.s, card))
        else:
            self._draw(word["seen"])

    def end(self) -> None:
        """Stops placing, and misses nothing that the log has to know."""
        if not self.complete:
            self._stop_placing()
        missing = self.turned.count(UNKNOWN)
        if self.complete and missing and not self._named:
            raise NotationError(refused("notation.which_turned" if missing == 1 else "notation.which_two_turned"))

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return legal_texts(self.board, self.state)

    def next_words(self) -> list[str]:
        """What may be written next."""
        return next_words(self.board, self.state)

    def _place(self, targets: Sequence[int], pair: str | None) -> None:
        """Pieces; a pair of cards pays for the last of them."""
        for number, target in enumerate(targets, start=1):
            if self.complete:
                raise NotationError(refused("notation.over_after", words=" ".join(self.words)))
            land = self.board.land_at(target)
            own = self.board.card_of[land]
            kind = own if pair is None or number < len(targets) else find_kind(self.board, pair)
            if pair is not None and number == len(targets) and kind == own:
                name = self.board.land_named(land)
                raise self.refusal(refused("notation.pays_alone", kind=self.board.code(kind), name=name))
            self.attempt(
                kind * TARGETS + target, partial(illegal_reasons.why_not_place, self.board, self.s, kind, target)
            )

    def _stop_placing(self) -> None:
        if self.s.phase == PLACE and self.s.placed:
            self.make(STOP)

    def _draw(self, seen: str | None) -> None:
        self._stop_placing()
        if self.complete or BLIND not in legal_steps(self.state):
            raise self.refusal(illegal_reasons.why_not_draw(self.board, self.s, UNKNOWN))
        if seen is not None:
            kind, top = find_kind(self.board, seen), int(self.s.left) - 1
            known = int(self.s.stack[top])
            if known == UNKNOWN:
                self._must_be_left(kind)
                self.s.stack[top] = kind
            elif known != kind:
                raise NotationError(
                    refused("notation.top_card", known=self.board.code(known), kind=self.board.code(kind))
                )
        self.make(BLIND)

    def _must_be_left(self, kind: int) -> None:
        if kind != UNKNOWN and unseen_cards(self.s, kind) <= 0:
            raise NotationError(refused("notation.all_seen", kind=self.board.code(kind)))

    def _name_turned(self, kinds: list[int]) -> None:
        """Names the cards that were turned up; what the state knew has to be the same."""
        if not self.complete:
            self._stop_placing()
        if not self.complete or self._named:
            raise self.refusal(refused("notation.turned_once"))
        if len(kinds) != len(self.turned):
            key = {0: "notation.none_turned", 1: "notation.one_turned"}.get(len(self.turned), "notation.many_turned")
            raise NotationError(refused(key, number=len(self.turned), kinds=len(kinds)))
        told = filled_in(self.turned, kinds, UNKNOWN)
        if told is None:
            known = written(self.board, [kind for kind in self.turned if kind != UNKNOWN])
            raise NotationError(refused("notation.turned_other", known=known, given=written(self.board, kinds)))
        self._named = True
        for place, (before, kind) in enumerate(zip(self.turned, told, strict=True)):
            if before == UNKNOWN:
                self._turn_up(place, kind)
        self.turned = told

    def _turn_up(self, place: int, kind: int) -> None:
        if kind == UNKNOWN:
            return
        self._must_be_left(kind)
        self.s.open[UNKNOWN] -= 1
        self.s.open[kind] += 1
        if self.s.mixed == MIXED and (self._half or place >= self._old):
            self.s.shown[kind] += 1


def reveal(board: BoardMap, state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
    """Cards that a seat shows without playing them; everybody knows them from then on."""
    after = state.copy()
    s = State.of(after)
    kinds = sorted(read_cards(board, text))
    if not kinds or UNKNOWN in kinds:
        raise NotationError(refused("notation.shown_which", card_ids=" ".join(board.card_ids)))
    if not s.held[seat]:
        raise NotationError(refused("notation.none_to_show"))
    for kind in board.kinds:
        news = max(0, kinds.count(kind) - int(s.hand[seat, kind]))
        if news > min(int(s.hand[seat, UNKNOWN]), int(unseen_cards(s, kind))):
            raise NotationError(refused("notation.not_unseen", kind=board.code(kind)))
        s.hand[seat, UNKNOWN] -= news
        s.hand[seat, kind] += news
        s.public[seat, kind] = max(int(s.public[seat, kind]), kinds.count(kind))
    return after, written(board, kinds)
