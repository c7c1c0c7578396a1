"""What a view of a table shows: the position, the turn that is being built, and what may follow."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from solver.kernel.playable import NotationError
from table.answers.points import Result, result_of_match
from table.log.referee import IllegalMoveError, Match, Move
from table.scenes.match_scenes import scene_of
from table.scenes.scene import Scene, Shape
from table.screens.words import Words
from table.web.folder import OpenLog
from table.web.views import View

if TYPE_CHECKING:
    from solver.kernel.playable import PlayedTurn

MOST_BROUGHT = 6
"""Things that a turn brings in its end."""


@dataclass(frozen=True)
class ToldTurn:
    """A turn as a view may know it."""

    move: Move
    name: str
    text: str
    words: str


@dataclass(frozen=True)
class Look:
    """One look at a table: by whom, after which turn, and with which steps of a turn begun."""

    log: OpenLog
    view: View
    words: Words
    begun: str = ""
    at: int | None = None
    """The turn after which the table is looked at again; None is now."""
    shape: Shape = "wide"
    considered: str = ""
    """A turn that is shown as a ghost."""
    corrects: bool = False
    """Whether the turn that is built takes the place of the one that was played here."""

    @cached_property
    def match(self) -> Match:
        """The match as this view sees it, as far as it is looked at."""
        return self.view.match(self.log, self.at)

    @property
    def building(self) -> bool:
        """Whether a turn may be built here."""
        if self.corrects:
            return self.view.hosts and self.match.to_move is not None
        return self.at is None and self.view.may_move(self.log)

    @property
    def mover(self) -> int:
        """The seat whose turn it is, -1 when the game is over."""
        return self.match.game.kernel.actor(self.match.state)

    @cached_property
    def turn(self) -> PlayedTurn | None:
        """The turn that is being built; an illegal step is refused."""
        if not self.building:
            return None
        try:
            return self.board.begin(self.begun)
        except IllegalMoveError:
            if self.ended is None:
                raise
            return self.ended

    @cached_property
    def ended(self) -> PlayedTurn | None:
        """The turn as it is entered if it ends here; None where it cannot.

        What it brings in the end only the table knows, and stays unseen as long as nobody tells it.
        """
        if not self.building:
            return None
        endings = ("", *(f" / {' '.join('?' * number)}" for number in range(1, MOST_BROUGHT + 1)))
        for ending in endings[: 1 if "/" in self.begun else None]:
            with suppress(NotationError):
                turn = self.match.game.read_turn(self.board.state, f"{self.begun}{ending}")
                return turn if turn.complete else None
        return None

    @cached_property
    def scene(self) -> Scene:
        """The picture of it: after the steps that were made, with what they brought, or with a turn that might be."""
        language, eyes = self.words.language, self.match.me
        if self.building and self.considered:
            return scene_of(self.board, language, eyes, shape=self.shape, considered=self.considered)
        begun, table = self.begun if self.building else "", replace(self.board, me=None)
        return scene_of(table, language, eyes, shape=self.shape, begun=begun, taps=self.building)

    @property
    def board(self) -> Match:
        """The table on which the turn is built.

        Who enters another one's turn does not learn from what is legal what that one holds: it is all legal that the
        rules allow as far as one can see, and the referee has the last word.
        """
        if not self.building or self.match.me in (None, self.mover):
            return self.match
        return replace(self.match, opening=self.match.seen(), moves=[])

    @property
    def steps(self) -> list[str]:
        """What may follow the begun turn."""
        if self.turn is None or self.turn.complete:
            return []
        return self.match.game.next_words(self.turn.after)

    @property
    def entry(self) -> str:
        """The turn as it goes to the referee: as it was built, with what nobody told as unseen."""
        return self.ended.text if self.ended and "?" in self.ended.text else self.begun

    @property
    def done(self) -> bool:
        """Whether the turn may end here."""
        return self.ended is not None

    @cached_property
    def result(self) -> Result:
        """The points."""
        return result_of_match(self.match)

    def told(self, move: Move) -> ToldTurn:
        """A turn in notation and in words, without what this view cannot have seen."""
        match = self.match
        name = match.players[move.seat]
        if move.number is None:
            return ToldTurn(move, name, move.text, self.words.said("web.shown", text=move.text))
        if match.sealed(move):
            return ToldTurn(move, name, "?", self.words.said("play.sealed"))
        before = match.states[match.moves.index(move)].copy()
        if match.me is not None:
            match.game.kernel.observe(before, match.me)
        return ToldTurn(move, name, match.told(move), match.game.tell(before, move.steps, self.words.language))

    @cached_property
    def last(self) -> ToldTurn | None:
        """The last turn before this look."""
        return self.told(self.match.moves[-1]) if self.match.moves else None

    @property
    def turns(self) -> list[ToldTurn]:
        """All of them, last first."""
        whole = replace(self, at=None, corrects=False)
        return [whole.told(move) for move in reversed(whole.match.moves)]
