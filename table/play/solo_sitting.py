"""Solo play: people and bots round one log."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from shelf.catalogue import USUAL, Catalogue
from shelf.messages import Message
from table.log import referee
from table.log.referee import Move
from table.log.refusal import RefusalError
from table.play.requests import Kind, word_for
from table.play.sitting import Reply, Sitting

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.kernel.contract import Bytes
    from solver.kernel.playable import PlayedTurn
    from solver.search.advice import Limit
    from table.log.referee import Match
    from table.play.seats import Chair
    from table.screens.words import Words


class SoloSitting(Sitting):
    """The table while it is being played at; whoever finds something may stop and look before the turn goes on."""

    shows_all = True
    ends = True

    def __init__(
        self,
        file: Path,
        chairs: Sequence[Chair],
        words: Words,
        limit: Limit,
        catalogue: Catalogue = USUAL,
    ) -> None:
        from solver.players import bots

        super().__init__(file, words, limit, catalogue)
        if self.wrong:
            raise self.wrong
        self.chairs = list(chairs)
        threads, game = min(limit.threads, os.cpu_count() or 1), self.match.game.id
        self.bots = [
            bots.seated(chair.level, limit.seconds, stopped=self.stop.is_set, game=game, threads=threads)
            if chair.level
            else None
            for chair in chairs
        ]

    # ---- looking --------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> str:
        """The name, and what is begun."""
        kind = "play.prompt_begun" if self.begun else "play.prompt"
        name = self.match.to_move or self.words.said("screen.prompt_over")
        return self.words.said(kind, name=name, begun=self.begun)

    @property
    def _people(self) -> list[int]:
        return [seat for seat, bot in enumerate(self.bots) if bot is None]

    def as_seen(self) -> Match:
        """The match with the eyes of the person to move; of the only one while bots play; open when none is here."""
        people = self._people
        me = self.seat if self.seat in people else people[0] if people else None
        return replace(self.match, me=me, moves=[*self.match.moves])

    def before_news(self) -> Match:
        """Before what happened since the person to move had the last turn."""
        viewer = self.as_seen().me
        own = [index for index, move in enumerate(self.match.moves) if move.seat == viewer]
        since = own[-1] + 1 if own else 0
        return replace(self.as_seen(), moves=self.match.moves[: min(since, max(0, len(self.match.moves) - 1))])

    def greeting(self, brief: bool = False) -> list[RenderableType]:
        """Who plays, and for people what one may type."""
        players = ", ".join(chair.called(self.words) for chair in self.chairs)
        begin = self.words.said("play.begin", players=players, file=self.file)
        return [begin, *super().greeting(brief)] if self._people else [begin]

    def farewell(self) -> list[RenderableType]:
        """How to go on, or how it ended."""
        if self.match.to_move is not None:
            return [self.words.said("play.left", game=self.match.game.id, file=self.file)]
        return [self.words.said("play.over", turns=self.match.turns), *self.points(),
                self.words.said("play.log", file=self.file)]  # fmt: skip

    def _meaning(self, kind: Kind) -> str:
        return {"undo": "undo_own", "quit": "quit_kept"}.get(kind, kind)

    # ---- bots -----------------------------------------------------------------------------------------------------

    @property
    def bot_thinks(self) -> str | None:
        """That a bot is to move, in a sentence; None when a person is, or nobody."""
        if self.seat < 0 or self.bots[self.seat] is None:
            return None
        return self.words.said("play.thinking", name=self.match.players[self.seat])

    def let_bot_play(self) -> Reply:
        """The turn of the bot that is to move."""
        from solver.players.bots import take_turn

        bot, match = self.bots[self.seat], self.match
        assert bot is not None
        seed = self.limit.seed * 4096 + match.turns
        steps = take_turn(bot, match.game.kernel, match.state, len(match.players), seed, match.played)
        move = self._append(match.game.write_turn(match.state, steps))
        return Reply("turn", [self._told(move), *self._consequences(move)])

    def _told(self, move: Move) -> str:
        """A turn in words: a person's with all that it brought, a bot's as the people here could see it."""
        match = self.as_seen()
        if match.sealed(move):
            told = self.words.said("play.sealed")
        else:
            before = match.states[match.moves.index(move)]
            if match.me is not None and self.bots[move.seat] is not None:
                before = match.game.witnessed(before, move.steps, match.me)
            told = match.game.tell(before, move.steps, self.words.language)
        return self.words.said("play.turn", number=move.number, name=match.players[move.seat], words=told)

    def _append(self, line: str) -> Move:
        self.begun = ""
        return super()._append(line)

    # ---- people ---------------------------------------------------------------------------------------------------

    def _play(self, line: str) -> list[RenderableType]:
        """Plays a turn; where it ends with something coming to light, the player may go on with it."""
        text, semicolon, comment = line.partition(";")
        whole = f"{self.begun} {text}".strip()
        if not whole and self.match.to_move is None:
            raise RefusalError(Message("referee.over"))
        if not whole:
            legal = word_for("legal", self.words.language)
            raise RefusalError(self.words.said("play.nothing_begun", legal=legal))
        turn = self.as_seen().begin(whole)
        news = self._news(turn)
        if text.strip() and news and self.match.game.next_words(turn.after) and not turn.complete:
            self.begun, self.hint = turn.text, None
            return [self.words.said("play.found", name=self.match.players[self.seat], words=news)]
        self.as_seen().play(whole)
        move = self._append(whole + semicolon + comment)
        return [self._told(move), *self._consequences(move)]

    def _news(self, turn: PlayedTurn) -> str:
        """In words what a begun turn has brought to light since the player was asked last, or nothing."""
        game = self.match.game
        before = self._state_begun()
        steps = turn.steps[len(self._steps_begun()) :]
        view = before.copy()
        game.kernel.observe(view, self.seat)
        if game.write_turn(view, steps) == game.write_turn(before, steps):
            return ""
        return game.tell(before, steps, self.words.language)

    def in_question(self) -> Match:
        """The match as if the begun turn stood in the log."""
        if not self.begun:
            return self.match
        begun = Move(self.seat, self.begun, self._state_begun())
        return replace(self.match, moves=[*self.match.moves, begun])

    def _steps_begun(self) -> tuple[int, ...]:
        return self.match.begin(self.begun).steps if self.begun else ()

    def _state_begun(self) -> Bytes:
        return self.match.begin(self.begun).after if self.begun else self.match.state

    def _undo(self) -> list[RenderableType]:
        """Cuts turns until a person's last one is cut; a begun turn goes first, alone."""
        if self.begun:
            self.begun, self.hint = "", None
            return [self.words.said("play.begun_dropped")]
        own = [index for index, move in enumerate(self.match.moves) if self.bots[move.seat] is None and move.steps]
        if not own:
            raise RefusalError(self.words.said("play.nothing_to_undo"))
        while len(self.match.moves) > own[-1]:
            self.match, _ = referee.undo(self.file, self.catalogue)
        self.hint = None
        return [self.words.said("play.taken_back", number=self.match.turns + 1)]
