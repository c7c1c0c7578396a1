"""Turns of Cartino as text; docs/notation.md tells the grammar.

    a1     the stone of that place is laid there      K10@a1  the same      K10  the same, if only one half is free
    *a1    a joker is laid there                      xa1     the joker there is exchanged for the stone of the place
    --     passes                                     / K10 ? what was drawn afterwards

The end of the line ends the turn, so `done` need not be written.
"""

from __future__ import annotations

import re
from functools import partial

from solver.games.cartino import illegal_reasons
from solver.games.cartino.codes import (
    CODES,
    PLACE,
    STONE,
    find_place,
    find_stone,
    read_stones,
    sorted_stones,
    written,
)
from solver.games.cartino.rules import actor, apply, legal, unseen_stones
from solver.games.cartino.state import (
    DONE,
    EXCHANGE,
    LAY_JOKER,
    MOST_STEPS,
    PASS,
    STATE,
    UNKNOWN,
    State,
    put_in,
    rack_of,
    show,
)
from solver.games.cartino.tables import KIND, PLACE_IDS, UPPER, refused
from solver.kernel.contract import Bytes
from solver.kernel.playable import NotationError, PlayedTurn
from solver.words.turn_text import RulesInUse, Scribe, filled_in

_WORD = re.compile(
    rf"""(?:
        (?P<done>(?:DONE|STOP)\b)
      | (?P<pass>--?|PASS\b|SKIP\b)
      | (?P<named>{STONE})\s*@\s*(?P<at>{PLACE})
      | (?P<joker>\*\s*(?:@\s*)?{PLACE})
      | (?P<exchange>X\s*{PLACE})
      | (?P<place>{PLACE})
      | (?P<stone>{STONE})
      | [/|]\s*(?P<drawn>(?:(?:{STONE}|\*|\?)[\s,]*)*)
    )[\s,]*""",
    re.VERBOSE,
)

RULES = RulesInUse(STATE, MOST_STEPS, actor, legal, apply)
legal_steps = RULES.legal_steps


def step_text(step: int) -> str:
    """A step as one would write it."""
    if step < LAY_JOKER:
        return PLACE_IDS[step]
    if step < EXCHANGE:
        return f"*{PLACE_IDS[step - LAY_JOKER]}"
    if step < DONE:
        return f"x{PLACE_IDS[step - EXCHANGE]}"
    return "done" if step == DONE else "--"


def legal_texts(state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them."""
    return {step_text(step): step for step in legal_steps(state)}


def next_words(state: Bytes) -> list[str]:
    """What may be written next; the end of a turn goes without saying."""
    return [word for word, step in legal_texts(state).items() if step != DONE]


class CartinoScribe(Scribe):
    """What was drawn is named when the turn is over."""

    rules = RULES
    s: State
    word = _WORD
    afterwards = frozenset({"drawn"})

    def __init__(self, state: Bytes) -> None:
        super().__init__(state)
        self.drawn: list[int] = []
        self._seat = int(self.s.seat)
        self._followed = not self.s.hidden[self._seat]
        """Whether all stones of the rack were known."""
        self._named = False

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        if step != DONE:
            self.words.append(step_text(step))

    def make(self, step: int) -> None:
        """Makes a legal step, and sees what is drawn after it."""
        waiting = [int(stone) for stone in self.s.bag[: self.s.left]]
        super().make(step)
        if self.complete:
            self.drawn = waiting[int(self.s.left) :][::-1]

    def turn(self) -> PlayedTurn:
        """What was written so far; stones that nobody knows are left out, unless they were told to be unknown."""
        known = self._named or set(self.drawn) - {UNKNOWN}
        drawn = [f"/ {written(self.drawn)}"] if self.drawn and known else []
        return PlayedTurn(tuple(self.steps), " ".join([*self.words, *drawn]), self.state, self.complete)

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return legal_texts(self.state)

    def next_words(self) -> list[str]:
        """What may be written next."""
        return next_words(self.state)

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""
        if kind == "done":
            self.attempt(DONE, lambda: illegal_reasons.why_not_done(self.s))
        elif kind == "pass":
            self.attempt(PASS, lambda: illegal_reasons.why_not_pass(self.s))
        elif kind == "drawn":
            self._name_drawn(read_stones(word["drawn"]))
        elif kind == "stone":
            self._lay(self._only_place(find_stone(word["stone"])))
        elif kind == "named":
            self._lay_named(find_stone(word["named"]), find_place(word["at"]))
        else:
            place = find_place(word[kind][-2:])
            if kind == "place":
                self._lay(place)
            elif kind == "joker":
                self.attempt(LAY_JOKER + place, partial(illegal_reasons.why_not_joker, self.s, place))
            else:
                self.attempt(EXCHANGE + place, partial(illegal_reasons.why_not_exchange, self.s, place))

    def end(self) -> None:
        """Ends the turn, and misses nothing that the log has to know."""
        if not self.complete and self.is_legal(DONE):
            self.make(DONE)
        missing = self.drawn.count(UNKNOWN)
        if self.complete and missing and self._followed and not self._named:
            key = "notation.which_drawn" if missing == 1 else "notation.which_many_drawn"
            raise NotationError(refused(key, missing=missing))

    def _lay(self, place: int) -> None:
        self.attempt(place, partial(illegal_reasons.why_not_lay, self.s, place))

    def _lay_named(self, stone: int, place: int) -> None:
        if KIND[place] != stone:
            raise self.refusal(
                refused("notation.place_of", place=PLACE_IDS[place], stone=CODES[KIND[place]], given=CODES[stone])
            )
        self._lay(place)

    def _only_place(self, stone: int) -> int:
        places = [place for place in (int(UPPER[stone]), int(UPPER[stone]) + 8) if self.is_legal(place)]
        if len(places) == 1:
            return places[0]
        if not places and not int(self.s.taken) >> int(UPPER[stone]) & int(self.s.taken) >> int(UPPER[stone]) + 8 & 1:
            return int(UPPER[stone])
        raise self.refusal(illegal_reasons.which_half(self.s, stone))

    def _name_drawn(self, stones: list[int]) -> None:
        """Names the stones that were drawn; what the state knew has to be the same."""
        if not self.complete and self.is_legal(DONE):
            self.make(DONE)
        if not self.complete or self._named:
            raise self.refusal(refused("notation.drawn_once"))
        if len(stones) != len(self.drawn):
            key = {0: "notation.none_drawn", 1: "notation.one_drawn"}.get(len(self.drawn), "notation.many_drawn")
            raise NotationError(refused(key, number=len(self.drawn), stones=len(stones)))
        self._named = True
        told = filled_in(self.drawn, stones, UNKNOWN)
        if told is None:
            known = [stone for stone in self.drawn if stone != UNKNOWN]
            raise NotationError(refused("notation.drawn_other", known=written(known), stones=written(stones)))
        for before, stone in zip(self.drawn, told, strict=True):
            if before == UNKNOWN:
                self._take_in(stone)
        self.drawn = told

    def _take_in(self, stone: int) -> None:
        if stone == UNKNOWN:
            return
        if unseen_stones(self.s, stone) <= 0:
            raise NotationError(illegal_reasons.why_not_drawn(stone))
        self.s.hidden[self._seat] -= 1
        put_in(self.s, self._seat, stone)


read_turn, write_turn = CartinoScribe.read, CartinoScribe.write


def reveal(state: Bytes, seat: int, text: str) -> tuple[Bytes, str]:
    """Stones that a seat shows without laying them; everybody knows them from then on."""
    after = state.copy()
    s = State.of(after)
    stones = sorted_stones(read_stones(text))
    if not stones or UNKNOWN in stones:
        raise NotationError(refused("notation.shown_which"))
    if not s.held[seat]:
        raise NotationError(refused("notation.none_to_show"))
    for stone in dict.fromkeys(stones):
        held = rack_of(s, seat).count(stone)
        for _ in range(max(0, stones.count(stone) - held)):
            if not s.hidden[seat] or unseen_stones(s, stone) <= 0:
                raise NotationError(refused("notation.not_unseen", stone=CODES[stone]))
            s.hidden[seat] -= 1
            put_in(s, seat, stone)
        show(s, seat, stone, stones.count(stone))
    return after, written(stones)
