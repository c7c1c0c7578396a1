"""`timbuktu solve`: checks the answer to a puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from table.options.completing import complete_logs
from table.options.language import words_option
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from table.puzzles.answers import Verdict
    from table.puzzles.collection import PuzzlePosition
    from table.screens.words import Words


@click.command("solve")
@click.argument("puzzle", metavar="PUZZLE", shell_complete=complete_logs)
@click.argument("turn", metavar="[TURN]...", nargs=-1)
@click.option("--show", is_flag=True, help="Tell the solution, and why it is the best turn.")
@words_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(catalogue: Catalogue, puzzle: str, turn: tuple[str, ...], show: bool, words: Words, as_json: bool) -> None:
    """Check an answer: can it be played, is it the best turn, and if not, what is missing?

    PUZZLE is the log of a puzzle that `timbuktu puzzles` made, or one of the house's booklets, such as kk-card/3.
    Without a TURN the question is asked.
    """
    from table.puzzles import collection
    from table.puzzles.answers import judged

    asked = collection.named(puzzle, catalogue)
    text = " ".join(turn).strip()
    verdict = judged(asked, text) if text else None
    if as_json:
        click.echo(json_document(_document(puzzle, asked, text, verdict, show, words)))
        return
    click.echo("\n".join(_told(asked, text, verdict, show, words)))


def _told(asked: PuzzlePosition, text: str, verdict: Verdict | None, show: bool, words: Words) -> Iterator[str]:
    from table.puzzles import telling

    said = words.entry("puzzles.solve")
    yield str(said["asked"]).format(game=asked.match.game.id, number=asked.number, level=asked.entry.level)
    if text:
        yield from telling.verdict(asked, verdict, words)
    else:
        yield f"{telling.question(asked, words)} {telling.known(asked, words)}"
    if show:
        yield telling.solution(asked, words).striptags()
    elif text and not (verdict and verdict.right):
        yield str(said["again"])


def _document(
    name: str, asked: PuzzlePosition, text: str, verdict: Verdict | None, show: bool, words: Words
) -> dict[str, Any]:
    from table.puzzles import telling

    document: dict[str, Any] = {
        "puzzle": name,
        "game": asked.match.game.id,
        "to_move": asked.match.to_move,
        "kind": asked.entry.kind,
        "level": asked.entry.level,
        "question": telling.question(asked, words),
        "known": telling.known(asked, words),
    }
    if text:
        document |= {"turn": text, "legal": True, "proved": verdict is not None}
    if verdict:
        document |= {
            "turn": verdict.turn,
            "right": verdict.right,
            "wins": verdict.wins,
            "points": verdict.points,
            "behind": verdict.behind,
            "among": verdict.among,
            "answer": list(verdict.answer),
        }
    if show:
        document["best"] = asked.entry.answer
        document["why"] = telling.solution(asked, words).striptags()
    return document
