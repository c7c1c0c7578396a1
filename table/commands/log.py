"""`timbuktu log`: adds turns to a log, or cuts the last one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.catalogue import USUAL, Catalogue
from table.options.language import words_option
from table.options.maps import map_option
from table.options.turns import TurnCommand
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from table.log.referee import Match, Move
    from table.screens.words import Words


@click.command("log", cls=TurnCommand)
@click.argument("log", metavar="LOG", type=click.Path(path_type=Path))
@click.argument("turns", metavar="[TURN]...", nargs=-1)
@click.option("--undo", is_flag=True, help="Cut the last turn.")
@map_option
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue, log: Path, turns: tuple[str, ...], undo: bool, words: Words, as_json: bool
) -> None:
    """Add turns to LOG, each in quotes and for the player to move; with none, sit down at an interactive table.

    A turn that is not legal changes nothing.
    """
    from table.log import referee

    if undo:
        if turns:
            raise click.UsageError("--undo goes alone.")
        match, cut = referee.undo(log, catalogue)
        _report(match, [], words, as_json, cut)
    elif turns:
        match, moves = referee.append(log, turns, catalogue=catalogue)
        _report(match, moves, words, as_json)
    elif as_json:
        raise click.UsageError("--json goes with turns or with --undo.")
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
        number = "reveal" if move.number is None else move.number
        click.echo(f"{number} {match.players[move.seat]}: {match.told(move)}")
        show_scored(match, move, words)


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
        return f"{self.match.to_move or 'over'}> "

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
