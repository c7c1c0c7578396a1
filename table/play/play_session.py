"""Solo play at the terminal: people and bots round one log, which is on the disk after every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.catalogue import USUAL, Catalogue
from table.log import questions, referee
from table.log.referee import Move
from table.log.refusal import RefusalError
from table.play.hints import Hint
from table.screens import prompting, screen

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import PlayedTurn
    from table.log.referee import Match
    from table.play.seats import Chair
    from table.screens.words import Words

REQUESTS = ("?", "help", "hint", "undo", "legal", "score", "show", "quit")
"""What one may type instead of a turn."""


class SoloTable:
    """The table while it is being played at."""

    def __init__(
        self,
        file: Path,
        chairs: Sequence[Chair],
        words: Words,
        seconds: float,
        seed: int,
        catalogue: Catalogue = USUAL,
    ) -> None:
        from solver.players import bots

        self.file, self.chairs, self.words, self.seconds, self.seed = file, list(chairs), words, seconds, seed
        self.catalogue = catalogue
        self.match = referee.load(file, catalogue)
        self.bots = [bots.seated(chair.level, seconds) if chair.level else None for chair in chairs]
        self.begun = ""
        self.hint: Hint | None = None

    def play(self) -> None:
        """Plays until the game is over or everybody leaves; the log goes on from there another time."""
        players = ", ".join(chair.called(self.words) for chair in self.chairs)
        self._say("play.begin", players=players, file=self.file)
        if None in self.bots:
            self._say("play.help")
        try:
            while self.match.to_move is not None:
                if self.bots[self._seat()] is not None:
                    self._let_bot_play()
                elif not self._let_human_play():
                    break
        except KeyboardInterrupt:
            click.echo()
        if self.match.to_move is not None:
            self._say("play.left", game=self.match.game.id, file=self.file)
            return
        self._show()
        self._say("play.over", turns=self.match.turns)
        self._score()
        self._say("play.log", file=self.file)

    def _say(self, key: str, **values: object) -> None:
        click.echo(self.words.said(key, **values))

    def _seat(self) -> int:
        return self.match.game.kernel.actor(self.match.state)

    # ---- bots -----------------------------------------------------------------------------------------------------

    def _let_bot_play(self) -> None:
        from rich.text import Text

        from table.screens.console import Console

        seat = self._seat()
        with Console(stderr=True).status(Text(self.words.said("play.thinking", name=self.match.players[seat]))):
            steps = self._bot_steps(seat)
        self._append(self.match.game.write_turn(self.match.state, steps))
        self._tell(self.match.moves[-1])

    def _bot_steps(self, seat: int) -> Sequence[int]:
        from solver.players.bots import take_turn

        bot, match = self.bots[seat], self.match
        assert bot is not None
        seed = self.seed * 4096 + match.turns
        return take_turn(bot, match.game.kernel, match.state, len(match.players), seed)

    def _tell(self, move: Move) -> None:
        self._say("play.turn", number=move.number, name=self.match.players[move.seat], words=self._told(move))
        screen.show_scored(self.match, move, self.words)

    def _told(self, move: Move) -> str:
        """A turn in words: a person's with all that it brought, a bot's as the people here could see it."""
        match = self._as_seen()
        if match.sealed(move):
            return self.words.said("play.sealed")
        before = match.states[match.moves.index(move)].copy()
        if match.me is not None and self.bots[move.seat] is not None:
            match.game.kernel.observe(before, match.me)
        return match.game.tell(before, move.steps, self.words.language)

    def _append(self, text: str) -> None:
        self.match, _ = referee.append(self.file, [text], len(self.match.moves), self.catalogue)
        self.begun, self.hint = "", None

    # ---- people ---------------------------------------------------------------------------------------------------

    def _let_human_play(self) -> bool:
        """Asks until a turn is played; False when the player leaves."""
        self._show()
        click.echo(screen.headline(self.match, self.words))
        seat, moves = self._seat(), len(self.match.moves)
        correct = ""
        while len(self.match.moves) == moves and self._seat() == seat:
            kind = "play.prompt_begun" if self.begun else "play.prompt"
            prompt = self.words.said(kind, name=self.match.players[seat], begun=self.begun)
            line = prompting.ask(prompt, self._complete, correct)
            if line is None or line.strip().lower() == "quit":
                return False
            correct = ""
            try:
                self._do(line.strip())
            except click.ClickException as fault:
                fault.show()
                correct = "" if line.strip().lower() in REQUESTS else line
        return True

    def _do(self, line: str) -> None:
        if (begun := questions.asked_about(self._as_seen(), line, self.begun)) is not None:
            click.echo(" ".join(questions.next_words(self._as_seen(), begun)) or self.words.said("screen.nothing"))
            return
        match line.lower():
            case "help":
                self._say("play.help")
            case "hint":
                self._give_hint()
            case "undo":
                self._take_back()
            case "score":
                self._score()
            case "show":
                self._show()
            case _:
                self._play_line(line)

    def _play_line(self, line: str) -> None:
        """Plays a turn; where it ends with something coming to light, the player may go on with it."""
        text, semicolon, comment = line.partition(";")
        whole = f"{self.begun} {text}".strip()
        if not whole:
            raise RefusalError(self.words.said("play.nothing_begun"))
        turn = self._as_seen().begin(whole)
        news = self._news(turn)
        if text.strip() and news and not turn.complete:
            self.begun, self.hint = turn.text, None
            self._say("play.found", name=self.match.players[self._seat()], words=news)
            return
        self._as_seen().play(whole)
        self._append(whole + semicolon + comment)
        self._tell(self.match.moves[-1])

    def _news(self, turn: PlayedTurn) -> str:
        """In words what a begun turn has brought to light since the player was asked last, or nothing."""
        game, seat = self.match.game, self._seat()
        before = self._state_begun()
        steps = turn.steps[len(self._steps_begun()) :]
        view = before.copy()
        game.kernel.observe(view, seat)
        if game.write_turn(view, steps) == game.write_turn(before, steps):
            return ""
        return game.tell(before, steps, self.words.language)

    def _match_begun(self) -> Match:
        """The match as if the begun turn stood in the log."""
        if not self.begun:
            return self.match
        begun = Move(self._seat(), self.begun, self._state_begun())
        return replace(self.match, moves=[*self.match.moves, begun])

    def _steps_begun(self) -> tuple[int, ...]:
        return self.match.begin(self.begun).steps if self.begun else ()

    def _state_begun(self) -> Bytes:
        return self.match.begin(self.begun).after if self.begun else self.match.state

    def _give_hint(self) -> None:
        from solver.search.advice import Limit
        from table.screens.console import Console

        if self.hint is None:
            with Console(stderr=True).status("..."):
                self.hint = Hint.on(self._match_begun(), Limit(self.seconds, seed=self.seed), self.words)
        for sentence in self.hint.tell():
            click.echo(sentence)

    def _take_back(self) -> None:
        """Cuts turns until a person's last one is cut; a begun turn goes first, alone."""
        if self.begun:
            self.begun, self.hint = "", None
            self._say("play.begun_dropped")
            return
        own = [index for index, move in enumerate(self.match.moves) if self.bots[move.seat] is None and move.steps]
        if not own:
            raise RefusalError(self.words.said("play.nothing_to_undo"))
        while len(self.match.moves) > own[-1]:
            self.match, _ = referee.undo(self.file, self.catalogue)
        self.hint = None
        self._say("play.taken_back", number=self.match.turns + 1)

    def _complete(self, before: str, word: str) -> list[str]:
        try:
            words = questions.next_words(self._as_seen(), f"{self.begun} {before}")
        except click.ClickException:
            return []
        words += [] if before.strip() or self.begun else REQUESTS
        return [text for text in words if text.upper().startswith(word.upper())]

    # ---- looking --------------------------------------------------------------------------------------------------

    def _as_seen(self) -> Match:
        """The match with the eyes of the person to move; of the only one while bots play; open when none is here."""
        people = [seat for seat, bot in enumerate(self.bots) if bot is None]
        seat = self._seat()
        me = seat if seat in people else people[0] if people else None
        return replace(self.match, me=me, moves=[*self.match.moves])

    def _show(self) -> None:
        screen.show(self._as_seen(), self.words)

    def _score(self) -> None:
        from table.answers.points import result_of_match
        from table.screens.points_table import print_points

        print_points(result_of_match(self._as_seen()), self.words)
