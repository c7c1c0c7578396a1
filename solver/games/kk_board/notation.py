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
from functools import partial

from solver.games.kk_board import illegal_reasons
from solver.games.kk_board.codes import CARD, CODES, LETTER, find_field, find_kind, find_land, read_cards, written
from solver.games.kk_board.rules import actor, apply, legal, unseen_cards
from solver.games.kk_board.state import (
    BLIND,
    EXCHANGE,
    MIXED,
    MOST_STEPS,
    OVER,
    PLACE,
    STATE,
    STOP,
    TAKE,
    TARGETS,
    UNKNOWN,
)
from solver.games.kk_board.tables import CARD_OF, FIELDS, KINDS, LAND_OF
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError
from solver.kernel.playable import PlayedTurn as Turn
from solver.words.turn_text import RulesInUse as Table
from solver.words.turn_text import Scribe

_WORD = re.compile(
    rf"""(?:
        (?P<stop>STOP\b)
      | (?P<fields>{LETTER}[0-9]+)(?:\*(?P<pair>{CARD}))?
      | \+\s*(?P<courts>{LETTER}+)(?:\*(?P<pair2>{CARD}))?
      | -\s*(?P<exchange>{CARD})
      | \??=\s*(?P<seen>{CARD}(?![0-9])) | (?P<unseen>\?)
      | [/|]\s*(?P<turned>(?:(?:{CARD}|\?)[\s,]*)*)
      | (?P<take>{CARD}(?![0-9]))
    )[\s,]*""",
    re.VERBOSE,
)


TABLE = Table(STATE, MOST_STEPS, actor, legal, apply)
opened, legal_steps = TABLE.opened, TABLE.legal_steps


def legal_texts(state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them."""
    return {step_text(step): step for step in legal_steps(state)}


def next_words(state: Bytes) -> list[str]:
    """What may be written next: the legal steps, and where placing may stop also those that follow then."""
    words = legal_texts(state)
    if STOP in words.values():
        stopped = state.copy()
        apply(stopped, STOP)
        if opened(stopped).turn == opened(state).turn:
            words |= legal_texts(stopped)
    return [word for word, step in words.items() if step != STOP]


def step_text(step: int) -> str:
    """A step as one would write it, without what chance brings."""
    if step < EXCHANGE:
        kind, target = divmod(step, TARGETS)
        own = CARD_OF[LAND_OF[target] if target < FIELDS else target - FIELDS]
        return illegal_reasons.target_text(target) + ("" if own == kind else f"*{CODES[kind]}")
    if step < STOP:
        return f"-{CODES[step - EXCHANGE]}"
    if step == STOP:
        return "stop"
    return CODES[UNKNOWN] if step == BLIND else CODES[step - TAKE]


class BoardScribe(Scribe):
    """A drawn card ends the placing; what was turned up is named when the turn is over."""

    rules = TABLE
    word = _WORD
    afterwards = frozenset({"turned"})

    def __init__(self, state: Bytes) -> None:
        super().__init__(state)
        self.turned: list[int] = []
        """The open cards that came up at the end, in their order."""
        self._named = False
        self._half, self._old = 0, 0
        """Before the last step: the half of the game, and the cards of the stack that could still be turned up."""

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        text = step_text(step)
        if step == BLIND and (top := int(self.s.stack[self.s.left - 1])) != UNKNOWN:
            text = f"={CODES[top]}"
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

    def turn(self) -> Turn:
        """What was written so far; open cards that nobody knows are left out."""
        turned = [f"/ {written(self.turned)}"] if set(self.turned) - {UNKNOWN} else []
        return Turn(tuple(self.steps), " ".join([*self.words, *turned]), self.state, self.complete)

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""
        said = word[kind]
        if kind == "turned":
            self._name_turned(read_cards(said))
        elif kind == "stop":
            self.attempt(STOP, lambda: illegal_reasons.why_not_stop(self.s))
        elif kind == "fields":
            self._place([find_field(said[0] + number) for number in said[1:]], word["pair"])
        elif kind == "courts":
            self._place([FIELDS + find_land(letter) for letter in said], word["pair2"])
        elif kind == "exchange":
            card = find_kind(said)
            self.attempt(EXCHANGE + card, lambda: illegal_reasons.why_not_exchange(self.s, card))
        elif kind == "take":
            card = find_kind(said)
            self._stop_placing()
            self.attempt(TAKE + card, lambda: illegal_reasons.why_not_draw(self.s, card))
        else:
            self._draw(word["seen"])

    def end(self) -> None:
        """Stops placing, and misses nothing that the log has to know."""
        if not self.complete:
            self._stop_placing()
        missing = self.turned.count(UNKNOWN)
        if self.complete and missing and not self._named:
            cards = "card was" if missing == 1 else "two cards were"
            raise NotationError(f"which {cards} turned up? End the turn with a stroke and the code, as in / FA")

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return legal_texts(self.state)

    def _place(self, targets: Sequence[int], pair: str | None) -> None:
        """Pieces; a pair of cards pays for the last of them."""
        for number, target in enumerate(targets, start=1):
            if self.complete:
                raise NotationError(f"the turn is over after {' '.join(self.words)}")
            land = int(LAND_OF[target]) if target < FIELDS else target - FIELDS
            kind = int(CARD_OF[land]) if pair is None or number < len(targets) else find_kind(pair)
            if pair is not None and number == len(targets) and kind == CARD_OF[land]:
                name = illegal_reasons.LAND_NAMES[land]
                raise self.refusal(f"{CODES[kind]} shows {name} itself: each of them pays alone")
            self.attempt(kind * TARGETS + target, partial(illegal_reasons.why_not_place, self.s, kind, target))

    def _stop_placing(self) -> None:
        if self.s.phase == PLACE and self.s.placed:
            self.make(STOP)

    def _draw(self, seen: str | None) -> None:
        self._stop_placing()
        if self.complete or BLIND not in legal_steps(self.state):
            raise self.refusal(illegal_reasons.why_not_draw(self.s, UNKNOWN))
        if seen is not None:
            kind, top = find_kind(seen), int(self.s.left) - 1
            known = int(self.s.stack[top])
            if known == UNKNOWN:
                self._must_be_left(kind)
                self.s.stack[top] = kind
            elif known != kind:
                raise NotationError(f"the top card of the stack is {CODES[known]}, not {CODES[kind]}")
        self.make(BLIND)

    def _must_be_left(self, kind: int) -> None:
        if kind != UNKNOWN and unseen_cards(self.s, kind) <= 0:
            raise NotationError(f"all cards {CODES[kind]} have been seen elsewhere; none is left to come up")

    def _name_turned(self, kinds: list[int]) -> None:
        """Names the cards that were turned up; what the state knew has to be the same."""
        if not self.complete:
            self._stop_placing()
        if not self.complete or self._named:
            raise self.refusal("cards are turned up once, when the turn is over")
        if len(kinds) != len(self.turned):
            number = len(self.turned)
            raise NotationError(f"{number or 'no'} card{'s' * (number != 1)} should have come up, not {len(kinds)}")
        known = [kind for kind in self.turned if kind != UNKNOWN]
        rest = list(kinds)
        for kind in known:
            if kind not in rest and UNKNOWN not in rest:
                raise NotationError(f"the log has {written(known)} come up, not {written(kinds)}")
            rest.remove(kind if kind in rest else UNKNOWN)
        self._named = True
        if len(known) < len(self.turned):
            self.turned = kinds
            for place, kind in enumerate(kinds):
                self._turn_up(place, kind)

    def _turn_up(self, place: int, kind: int) -> None:
        if kind == UNKNOWN:
            return
        self._must_be_left(kind)
        self.s.open[UNKNOWN] -= 1
        self.s.open[kind] += 1
        if self.s.mixed == MIXED and (self._half or place >= self._old):
            self.s.shown[kind] += 1


read_turn, write_turn = BoardScribe.read, BoardScribe.write


def reveal(state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
    """Cards that a seat shows without playing them; everybody knows them from then on."""
    after = state.copy()
    s = opened(after)
    kinds = sorted(read_cards(text))
    if not kinds or UNKNOWN in kinds:
        raise NotationError(f"which cards are shown? They are {' '.join(CODES[:UNKNOWN])}")
    for kind in range(KINDS):
        news = max(0, kinds.count(kind) - int(s.hand[seat, kind]))
        if news > min(int(s.hand[seat, UNKNOWN]), int(unseen_cards(s, kind))):
            raise NotationError(f"there is no unseen card in this hand that could be {CODES[kind]}")
        s.hand[seat, UNKNOWN] -= news
        s.hand[seat, kind] += news
        s.public[seat, kind] = max(int(s.public[seat, kind]), kinds.count(kind))
    return after, written(kinds)


def is_over(state: Bytes) -> bool:
    """Whether the game has ended."""
    return bool(opened(state).phase == OVER)
