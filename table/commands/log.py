"""`timbuktu log`: adds turns to a log, cuts the last one, or corrects one in the middle."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.catalogue import USUAL, Catalogue
from shelf.messages import Message
from table.options.completing import complete_logs, complete_steps
from table.options.language import words_option
from table.options.maps import map_option
from table.options.turns import TurnCommand
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from table.log.correction import Change, How, Otherwise
    from table.log.referee import Match, Move
    from table.screens.words import Words


@click.command("log", cls=TurnCommand)
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path), shell_complete=complete_logs)
@click.argument("turns", metavar="[TURN]...", nargs=-1, shell_complete=complete_steps)
@click.option("--undo", is_flag=True, help="Cut the last turn.")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="Correct turn N: TURN stands there instead.")
@click.option("--insert", "how", flag_value="insert", help="With --at: put TURN before turn N.")
@click.option("--remove", "how", flag_value="remove", help="With --at: take turn N out.")
@click.option(
    "--keep", "otherwise", flag_value="keep", help="With --at: correct it even if a later turn does not fit any more."
)
@click.option(
    "--cut", "otherwise", flag_value="cut", help="With --at: make comments of all from the turn that does not fit."
)
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    log: Path,
    turns: tuple[str, ...],
    undo: bool,
    at: int | None,
    how: How | None,
    otherwise: Otherwise | None,
    words: Words,
    as_json: bool,
) -> None:
    """Add turns to LOG, each in quotes and for the player to move; with none, sit down at an interactive table.

    A turn that is not legal changes nothing. --at N corrects a turn in the middle and replays the rest: a later one
    that does not fit any more is shown, and nothing is changed, unless you say --keep (correct that one next) or --cut.
    """
    from table.log import referee

    if undo and (turns or at is not None):
        raise click.UsageError(Message("usage.undo_alone"))
    if at is None and (how or otherwise):
        raise click.UsageError(Message("usage.with_at"))
    if at is not None:
        _correct(catalogue, log, _change(at, how, turns), otherwise or "refuse", words, as_json)
    elif undo:
        match, cut = referee.undo(log, catalogue)
        _report(match, [], words, as_json, cut)
    elif turns:
        match, moves = referee.append(log, turns, catalogue=catalogue)
        _report(match, moves, words, as_json)
    elif as_json:
        raise click.UsageError(Message("usage.log_json_at"))
    else:
        Seat(log, words, catalogue).sit_down()


def _report(match: Match, moves: list[Move], words: Words, as_json: bool, cut: str | None = None) -> None:
    from table.screens.screen import headline

    if as_json:
        document: dict[str, Any] = {
            "turns": [f"{match.players[move.seat]}: {match.told(move)}" for move in moves],
            "undone": cut,
            "played": match.turns,
            "to_move": match.to_move,
        }
        click.echo(json_document(document))
        return
    if cut:
        click.echo(words.said("screen.undone", turn=cut))
    _tell(match, moves, words)
    click.echo(headline(match, words))


def _tell(match: Match, moves: list[Move], words: Words) -> None:
    from table.screens.screen import show_scored

    for move in moves:
        click.echo(match.told_line(move))
        show_scored(match, move, words)


def _change(at: int, how: How | None, turns: tuple[str, ...]) -> Change:
    from table.log.correction import Change

    if how == "remove" and turns:
        raise click.UsageError(Message("usage.remove_turn"))
    if how != "remove" and not turns:
        raise click.UsageError(Message("usage.at_needs", at=at))
    if how is None and len(turns) > 1:
        raise click.UsageError(Message("usage.at_one"))
    return Change(at, how or "replace", turns)


def _correct(
    catalogue: Catalogue, log: Path, change: Change, otherwise: Otherwise, words: Words, as_json: bool
) -> None:
    from table.log.correction import correct
    from table.screens import correction_report

    done = correct(log, change, otherwise, catalogue=catalogue)
    if as_json:
        click.echo(json_document(correction_report.document(done)))
    else:
        correction_report.show(done, words)
    if not done.written:
        correction_report.tell_refused(done, words)
        click.get_current_context().exit(1)


class Seat:
    """The interactive table; every turn is on the disk before the next one is asked for."""

    def __init__(self, file: Path, words: Words, catalogue: Catalogue = USUAL) -> None:
        from table.log import referee

        self.file, self.words, self.catalogue = file, words, catalogue
        self.match = referee.load(file, catalogue)

    def sit_down(self) -> None:
        """Asks for turns until the input ends; a fault in a pipe ends it, for what follows would hit wrong seats."""
        from table.screens import prompting

        correct = ""
        typing = prompting.interactive()
        if typing:
            click.echo(self.words.said("screen.log_help"))
        self._show()
        while (line := prompting.ask(self._prompt(), self.complete, correct)) is not None:
            correct = ""
            if line.strip().lower() in ("quit", "q", "exit"):
                break
            try:
                self._do(line.strip())
            except click.ClickException as fault:
                if not typing:
                    raise
                fault.show()
                self._look_again()
                correct = "" if line.strip().lower() in ("undo", "?") else line

    def _prompt(self) -> str:
        return f"{self.match.to_move or self.words.said('screen.prompt_over')}> "

    def _show(self) -> None:
        from table.screens import prompting, screen

        if prompting.interactive():
            screen.show(self.match, self.words, players=False)
        click.echo(screen.headline(self.match, self.words))
        if self.match.to_move is None:
            self._score()

    def _score(self) -> None:
        from table.answers.points import result_of_match
        from table.screens.points_table import print_points

        print_points(result_of_match(self.match), self.words)

    def _look_again(self) -> None:
        """Somebody else may have written into the log meanwhile."""
        from table.log import referee

        moves = len(self.match.moves)
        self.match = referee.load(self.file, self.catalogue)
        if len(self.match.moves) != moves:
            self._show()

    def _do(self, line: str) -> None:
        from table.log import questions, referee
        from table.screens import screen

        word = line.lower()
        if not line.split(";", 1)[0].strip():
            return
        if word == "undo":
            self.match, cut = referee.undo(self.file, self.catalogue)
            click.echo(self.words.said("screen.undone", turn=cut))
            self._show()
        elif word == "show":
            screen.show(self.match, self.words)
        elif word == "score":
            self._score()
        elif word in ("help", "h"):
            click.echo(self.words.said("screen.log_help"))
        elif (begun := questions.asked_about(self.match, line)) is not None:
            click.echo(" ".join(questions.next_words(self.match, begun)) or self.words.said("screen.nothing"))
        else:
            self._play(line)

    def _play(self, line: str) -> None:
        from table.log import referee

        self.match, moves = referee.append(self.file, [line], len(self.match.moves), self.catalogue)
        _tell(self.match, moves, self.words)
        self._remind(moves[0])
        self._show()

    def _remind(self, move: Move) -> None:
        """The owner of the log has seen the own tile; without its kind the log knows less than the player."""
        if move.seat == self.match.me and "?" in move.text:
            click.echo(self.words.said("screen.name_it"))

    def complete(self, before: str, word: str) -> list[str]:
        """Words of the game that go on from here; a word may grow in parts, as FR1 does to FR1-SA3."""
        from table.log.questions import next_words

        before = before.split(":", 1)[-1]
        for split in range(len(word) + 1):
            try:
                following = next_words(self.match, f"{before} {word[:split]}")
            except click.ClickException:
                continue
            for start in (split, max(split - 1, 0)):
                rest = word[start:].upper()
                if found := [word[:start] + text for text in following if text.upper().startswith(rest)]:
                    return found
        return []
