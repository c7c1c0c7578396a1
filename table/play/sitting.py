"""A log that people sit at: what the table answers to the lines they type.

Whoever shows it, line by line or on the whole screen, hands lines in and prints what comes back; every turn is on the
disk before the next one is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from shelf.catalogue import USUAL, Catalogue
from shelf.messages import Message
from table.log import gamelog, questions, referee
from table.log.refusal import RefusalError
from table.play.hints import Hint
from table.play.requests import KINDS, WITH_MORE, Kind, Request, request_of, word_for
from table.screens import points_table, screen

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.search.advice import Limit, Watch
    from table.answers.advice import Consultation
    from table.log.referee import Match, Move
    from table.screens.words import Words

ADVISED = 5
"""Turns that advice ranks at the table."""

Think = Callable[["Consultation | None"], "AbstractContextManager[Watch | None]"]
"""Tells that a search goes on, and gives what watches it; a hint is thought about without showing how."""


@dataclass(frozen=True)
class Reply:
    """What is answered to a line, in parts that stand below each other."""

    kind: Kind
    parts: Sequence[RenderableType] = ()


class Sitting:
    """The table at which a log is kept: everybody's turns are typed in."""

    shows_all = False
    """Whether the players' columns are printed every turn where lines are printed one below the other."""
    ends = False
    """Whether nobody is asked for anything when the game is over."""

    def __init__(self, file: Path, words: Words, limit: Limit, catalogue: Catalogue = USUAL) -> None:
        self.file, self.words, self.catalogue = file, words, catalogue
        self.stop = Event()
        """Set to stop whoever thinks now, who then answers or plays by what is known; cleared before each thought."""
        self.limit = replace(limit, stopped=self.stop.is_set)
        self.match, self.wrong = referee.load_as_far(file, catalogue)
        """As far as the log can be played, and what is wrong with the line behind that."""
        self.hint: Hint | None = None
        self.begun = ""
        """What is played of a turn already, by somebody who has stopped to look."""
        self.refused = ""
        """The line that was refused last, to be offered again."""
        self.board_in_sight = False
        """Whether it need not be shown when the table is asked for."""

    # ---- looking --------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Who is to move; below 0 when the game is over."""
        return self.match.game.kernel.actor(self.match.state)

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        return f"{self.match.to_move or self.words.said('screen.prompt_over')}> "

    def as_seen(self) -> Match:
        """The match with the eyes of whoever looks at the screen."""
        return self.match

    def before_news(self) -> Match:
        """The match before what is news to whoever looks at the screen: the last move."""
        return replace(self.match, moves=self.match.moves[:-1])

    def greeting(self, brief: bool = False) -> list[RenderableType]:
        """What is told before anything is typed; in brief, where the words one may type are in sight anyway."""
        return [*([self.words.said("help.turn")] if brief else [self.help()]), *self._what_is_wrong()]

    def _what_is_wrong(self) -> list[RenderableType]:
        """The wrong line of the log, and how it is mended."""
        return [self.words.told(self.wrong), self.words.said("screen.mend_wrong")] if self.wrong else []

    def farewell(self) -> list[RenderableType]:
        """What is told to whoever leaves."""
        return []

    # ---- answering ------------------------------------------------------------------------------------------------

    def asked(self, line: str) -> Request:
        """What a line asks for; a `?` that is a word of the turn itself, as in `F5 ?`, makes no question of it."""
        request = request_of(line, self.refused)
        if "?" not in (line.split()[:1] + line.split()[-1:]) or request.kind not in ("turn", "legal"):
            return request
        if request.kind == "legal":
            return Request("turn", line.strip()) if "?" in self._next_words("") else request
        about = questions.asked_about(self.as_seen(), line, self.begun)
        return request if about is None else Request("legal", line.strip().removesuffix("?"))

    def answer(self, request: Request, think: Think) -> Reply:
        """Does what is asked; a refusal changes nothing, and the line that was refused is kept to be mended."""
        refused, self.refused = self.refused, ""
        try:
            return Reply(request.kind, self._parts(request, think))
        except click.ClickException:
            self.refused = request.rest if request.kind == "turn" else refused
            self._look_again()
            raise

    def _parts(self, request: Request, think: Think) -> Sequence[RenderableType]:
        match request.kind:
            case "turn":
                return self._play(request.rest)
            case "undo":
                return self._undo()
            case "hint":
                return self._hint(think)
            case "advise":
                return self._advise(request.rest, think)
            case "legal":
                return [" ".join(self._next_words(request.rest)) or self.words.said("screen.nothing")]
            case "score":
                return self.points()
            case "show":
                return self._whole_table()
            case "help":
                return [self.help()]
            case "quit":
                return self.farewell()

    def _look_again(self) -> None:
        """Somebody else may have written into the log meanwhile."""
        moves = len(self.match.moves)
        match, wrong = referee.load_as_far(self.file, self.catalogue)
        if len(match.moves) != moves:
            self.match, self.wrong, self.hint = match, wrong, None

    # ---- turns ----------------------------------------------------------------------------------------------------

    def _play(self, line: str) -> list[RenderableType]:
        if not line.split(";", 1)[0].strip():
            return []
        if self.wrong:
            return self._mend(line)
        move = self._append(line)
        told: list[RenderableType] = [self.match.told_line(move), *self._consequences(move)]
        if move.seat == self.match.me and "?" in move.text:
            told.append(self.words.said("screen.name_it", undo=word_for("undo", self.words.language)))
        return told

    def _append(self, line: str) -> Move:
        self.match, moves = referee.append(self.file, [line], len(self.match.moves), self.catalogue)
        self.hint = None
        return moves[0]

    def _mend(self, line: str) -> list[RenderableType]:
        """Puts a turn in the place of the wrong line, or where a line is missing before it."""
        from table.log.correction import Change, correct
        from table.screens import correction_report

        at, entry = self.match.turns + 1, gamelog.read(self.file).entries[len(self.match.moves)]
        change = Change(at, "insert" if (entry.number or 0) > at else "replace", [line])
        done = correct(self.file, change, "keep", len(self.match.moves), self.catalogue)
        self.match, self.wrong = referee.load_as_far(self.file, self.catalogue)
        self.hint = None
        mend = [self.words.said("screen.mend_wrong")] if self.wrong else []
        return [*correction_report.told(done, self.words), *mend]

    def _undo(self) -> list[RenderableType]:
        try:
            self.match, cut = referee.undo(self.file, self.catalogue)
        except gamelog.GameLogError as fault:  # a line before the last one is wrong
            raise RefusalError(Message("told.plain", said=fault)) from None
        self.wrong = self.hint = None
        return [self.words.said("screen.undone", turn=cut)]

    def _consequences(self, move: Move) -> list[RenderableType]:
        """What a move caused to be scored, and what it brought in points."""
        match = self.as_seen()
        return [*screen.scored(match, move, self.words), points_table.brought_by(match, [move], self.words)]

    # ---- what is asked --------------------------------------------------------------------------------------------

    def _next_words(self, begun: str) -> list[str]:
        return questions.next_words(self.as_seen(), f"{self.begun} {begun}")

    def in_question(self) -> Match:
        """The match that hints and advice are for."""
        return self.match

    def _hint(self, think: Think) -> list[RenderableType]:
        if self.hint is None:
            asked = self._consultation()
            with think(None) as watch:
                self.hint = Hint.on(asked.match, self.limit, self.words, watch)
        return list(self.hint.tell())

    def _advise(self, turn: str, think: Think) -> list[RenderableType]:
        from table.screens import advice_table

        asked = self._consultation(*([turn] if turn else []))
        with think(asked) as watch:
            answer = asked.hold(self.limit, watch)
        return advice_table.told(answer, self.words)

    def _consultation(self, *own: str) -> Consultation:
        """A question that may be asked now; `own` is a turn to be judged beside the best."""
        from table.answers.advice import Consultation
        from table.screens import advice_table

        match = self.in_question()
        if match.to_move is None:
            raise RefusalError(Message("refused.over_no_advice"))
        asked = Consultation(match, self.words.language, ADVISED, advice_table.REASONS, own)
        asked.check()
        return asked

    def points(self) -> list[RenderableType]:
        """The points now, or at the end."""
        from table.answers.points import result_of_match

        return points_table.points(result_of_match(self.as_seen()), self.words)

    def _whole_table(self) -> list[RenderableType]:
        from table.screens.board import board

        drawing = screen.drawing_of(self.as_seen(), self.words)
        lines: list[RenderableType] = [] if self.board_in_sight else [*board(drawing), ""]
        return lines + screen.holdings(drawing)

    def help(self) -> RenderableType:
        """What one may type."""
        from table.screens.help_table import help_table

        language = self.words.language
        meanings = [(word_for(kind, language), self.words.said(f"help.{self._meaning(kind)}")) for kind in KINDS]
        return help_table([self.words.said("help.turn"), self.words.said("help.or")], meanings)

    def _meaning(self, kind: Kind) -> str:
        return kind

    # ---- completing -----------------------------------------------------------------------------------------------

    def complete(self, before: str, word: str) -> list[str]:
        """Words that go on from here; a word of the game may grow in parts, as FR1 does to FR1-SA3."""
        offered = [word_for(kind, self.words.language) for kind in KINDS] if not before.strip() else []
        asked = request_of(before)
        begun = (asked.rest if asked.kind in WITH_MORE else before).split(":", 1)[-1]
        fitting = [text for text in offered if text.startswith(word.casefold())]
        return [*self._steps_from(begun, word), *fitting]

    def _steps_from(self, begun: str, word: str) -> list[str]:
        for split in range(len(word) + 1):
            try:
                following = self._next_words(f"{begun} {word[:split]}")
            except click.ClickException:
                continue
            for start in (split, max(split - 1, 0)):
                rest = word[start:].upper()
                if found := [word[:start] + text for text in following if text.upper().startswith(rest)]:
                    return found
        return []
