"""Turns of Kardinal as text: `T2,0 @3,1`, read from what people type and written in one way; see docs/notation.md."""

from __future__ import annotations

import re

from solver.games.kardinal import illegal_reasons
from solver.games.kardinal.codes import (
    PAINT,
    SHAPE,
    SHAPE_LETTERS,
    colour_letter,
    find_paint,
    square_of,
    square_text,
)
from solver.games.kardinal.rules import actor, apply, legal, raising
from solver.games.kardinal.sites import second, shape_of
from solver.games.kardinal.state import (
    BONUS,
    BUILD,
    CARDINAL,
    FORMS,
    KEEP,
    LYING,
    MOST_STEPS,
    MOVE,
    PASS,
    RAISE,
    STANDING,
    STATE,
    TAKE_STONE,
    State,
)
from solver.games.kardinal.tables import CELLS, CHOICES, COURT, OWN, cell_at, refused
from solver.kernel.contract import Bytes
from solver.words.turn_text import RulesInUse, Scribe

_SQUARE = r"((?:[+-]\s*)?[0-9]{1,3})\s*,\s*((?:[+-]\s*)?[0-9]{1,3})"
_WORD = re.compile(
    rf"""(?:
        (?P<skip>--|PASS\b|SKIP\b)
      | (?P<keep>KEEP\b)
      | (?P<stone>\+\s*(?:{PAINT})(?![A-Z]))
      | (?P<move>[@*K]\s*{_SQUARE})
      | (?P<build>(?:(?:{PAINT})\s*(?:{SHAPE})|(?:{SHAPE})\s*(?:{PAINT})|(?:{SHAPE}))\s*{_SQUARE}
            (?:\s*/\s*{_SQUARE}|\s*[<>^V])?)
    )[\s;]*""",
    re.VERBOSE,
)
_BUILD = re.compile(
    rf"(?:(?P<before>{PAINT})\s*)?(?P<shape>{SHAPE})\s*(?:(?P<behind>{PAINT})\s*)?{_SQUARE}"
    rf"(?:\s*/\s*{_SQUARE}|\s*(?P<way>[<>^V]))?"
)
_WAYS = {">": (1, 0), "<": (-1, 0), "^": (0, 1), "V": (0, -1)}
_WORDS = {KEEP: "keep", PASS: "--"}

Square = tuple[int, int]

RULES = RulesInUse(STATE, MOST_STEPS, actor, legal, apply)
legal_steps = RULES.legal_steps


def legal_texts(state: Bytes) -> dict[str, int]:
    """The legal steps as one would write them, building by building."""
    s = State.of(state)
    steps = sorted(legal_steps(state), key=lambda step: (step - RAISE) // CELLS if step >= RAISE else -1)
    return {step_text(s, step): step for step in steps}


def next_words(state: Bytes) -> list[str]:
    """What may be written next; that the cardinal stays need not be."""
    return [word for word, step in legal_texts(state).items() if step != KEEP]


def building_of(s: State, step: int) -> tuple[int, int, list[int]]:
    """Shape, colour and cells of the building that a step puts up."""
    code = step - RAISE
    cell, form = code % CELLS, code // CELLS % FORMS
    colour = int(OWN[s.players, s.seat, code // (CELLS * FORMS)])
    return shape_of(form), colour, [cell, second(form, cell)] if form >= LYING else [cell]


def step_text(s: State, step: int) -> str:
    """A step as one would write it."""
    if step in _WORDS:
        return _WORDS[step]
    if step < MOVE:
        return f"+{colour_letter(s, step - TAKE_STONE)}"
    if step < RAISE:
        return f"@{square_text(s, step - MOVE)}"
    shape, colour, cells = building_of(s, step)
    letter = colour_letter(s, colour) if CHOICES[s.players] > 1 else ""
    return f"{letter}{SHAPE_LETTERS[shape]}{'/'.join(square_text(s, cell) for cell in cells)}"


class BuildingScribe(Scribe):
    """The cardinal stays where he is unless it is said that he moves."""

    rules = RULES
    s: State
    word = _WORD

    def note(self, step: int) -> None:
        """Writes down a step that is about to be made."""
        if step != KEEP:
            self.words.append(step_text(self.s, step))

    def hear(self, kind: str, word: re.Match[str]) -> None:
        """One word of the turn."""
        getattr(self, f"_{kind}")(word[kind])

    def end(self) -> None:
        """Leaves the cardinal where he is, if the turn can end so."""
        if not self.complete and KEEP in legal_steps(self.state):
            self.make(KEEP)

    def legal_texts(self) -> dict[str, int]:
        """The legal steps as one would write them."""
        return legal_texts(self.state)

    def next_words(self) -> list[str]:
        """What may be written next."""
        return next_words(self.state)

    # ---- one word of the turn ---------------------------------------------------------------------------------------

    def _skip(self, _word: str) -> None:
        """`--`."""
        self.attempt(PASS, lambda: illegal_reasons.why_not_pass(self.s))

    def _keep(self, _word: str) -> None:
        """`keep`."""
        self.attempt(KEEP, lambda: illegal_reasons.why_not_cardinal(self.s, None))

    def _stone(self, word: str) -> None:
        """`+R`."""
        if self.s.phase != BONUS:
            raise self.refusal(illegal_reasons.why_not_stone())
        colour = self.s.paint.tolist().index(find_paint(word.lstrip("+ ")))
        self.attempt(TAKE_STONE + colour, illegal_reasons.why_not_stone)

    def _move(self, word: str) -> None:
        """`@3,1`."""
        square = _squares(word[1:])[0]
        if self.s.phase != CARDINAL:
            raise self.refusal(illegal_reasons.why_not_yet(self.s))
        cell = self._cell(square)
        if cell is None:
            raise self.refusal(illegal_reasons.far_away(square))
        self.attempt(MOVE + cell, lambda: illegal_reasons.why_not_cardinal(self.s, cell))

    def _build(self, word: str) -> None:
        """`T2,0`, `RT2,0`, `C2,0/3,0`, `C2,0>`."""
        if self.s.phase != BUILD:
            raise self.refusal(illegal_reasons.why_not_yet(self.s))
        read = _BUILD.fullmatch(word)
        assert read is not None
        shape = SHAPE_LETTERS.index(read["shape"])
        squares = _squares(word[read.end("behind") if read["behind"] else read.end("shape") :])
        if read["way"]:
            (x, y), (dx, dy) = squares[0], _WAYS[read["way"]]
            squares.append((x + dx, y + dy))
        form, cell = self._place(shape, squares)
        letter = read["before"] or read["behind"]
        which = self._which(shape, form, cell, None if letter is None else find_paint(letter))
        self.attempt(raising(which, form, cell), lambda: illegal_reasons.why_not_build(self.s, which, form, cell))

    def _cell(self, square: Square) -> int | None:
        """The cell of a square, or None where that is too far away to be one of the fortress."""
        cell = cell_at(*square)
        return cell if square_of(self.s, cell) == square else None

    def _place(self, shape: int, squares: list[Square]) -> tuple[int, int]:
        """Form and cell of a building on these squares."""
        if (len(squares) == 2) != (shape == COURT):
            hint = refused("notation.two_squares") if shape == COURT else refused("notation.only_court")
            raise self.refusal(hint)
        first, *_, last = sorted(squares) if len(squares) == 2 else squares * 2
        step = (last[0] - first[0], last[1] - first[1])
        if shape == COURT and step not in ((1, 0), (0, 1)):
            raise self.refusal(refused("notation.side_by_side"))
        for square in squares:
            if self._cell(square) is None:
                raise self.refusal(illegal_reasons.far_away(square))
        return (shape if shape != COURT else LYING if step == (1, 0) else STANDING), cell_at(*first)

    def _which(self, shape: int, form: int, cell: int, paint: int | None) -> int:
        """Which of the seat's colours is meant: the one that is named, or the only one that can be."""
        own = [int(colour) for colour in OWN[self.s.players, self.s.seat] if colour >= 0]
        if paint is not None:
            colour = self.s.paint.tolist().index(paint)
            if colour not in own:
                raise self.refusal(illegal_reasons.not_yours(self.s, colour, own))
            return own.index(colour)
        legal_now = legal_steps(self.state)
        fitting = [which for which in range(len(own)) if raising(which, form, cell) in legal_now]
        if len(fitting) > 1:
            letters = " or ".join(colour_letter(self.s, colour) + SHAPE_LETTERS[shape] for colour in own)
            raise self.refusal(refused("notation.which_colour", letters=letters))
        return fitting[0] if fitting else 0


def _squares(text: str) -> list[Square]:
    found = re.findall(_SQUARE, text)
    return [(int("".join(x.split())), int("".join(y.split()))) for x, y in found]


read_turn, write_turn = BuildingScribe.read, BuildingScribe.write
