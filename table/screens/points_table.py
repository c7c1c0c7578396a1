"""Points on a terminal: by category, who wins, and what each player got for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.kernel.playable import Playable
    from table.answers.points import Result
    from table.screens.words import Words


def print_points(result: Result, words: Words) -> None:
    """A table of points, and who wins."""
    from table.screens.console import Console

    table, *sentences = points(result, words)
    Console().print(table)
    for sentence in sentences:
        click.echo(sentence)


def points(result: Result, words: Words) -> list[RenderableType]:
    """The table, what the score cannot know, and who wins."""
    from rich.table import Table

    document = result.document()
    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    for part in _columns(result.game, words):
        table.add_column(part, justify="right")
    for player in document["players"]:
        numbers = (*player["parts"].values(), player["total"], player["tiebreak"])
        table.add_row(player["name"], *(str(number) for number in numbers))
    return [table, *_doubts(result, words), _verdict(result.over, document["winners"], words)]


def _columns(game: Playable, words: Words) -> list[str]:
    """The parts of the score as the table calls them."""
    names = game.part_names(words.language)
    return [*(names[part] for part in game.parts), words.said("score.total"), words.said("score.tiebreak")]


def _doubts(result: Result, words: Words) -> list[str]:
    """What the score cannot know, in sentences."""
    unknown = zip(result.players, result.game.unknown(result.state, words.language), strict=True)
    return [words.said("score.unknown", name=name, what=what) for name, what in unknown if what]


def _verdict(over: bool, winners: list[str], words: Words) -> str:
    names = words.said("score.and").join(winners)
    if not over:
        return words.said("score.would_win", names=names or words.said("score.nobody"))
    if not winners:
        return words.said("score.tie")
    return words.said("score.win" if len(winners) > 1 else "score.wins", names=names)


def print_detail(result: Result, words: Words) -> None:
    """What each player got for what, and why."""
    from rich.table import Table

    from table.screens.console import Console

    console, names = Console(), result.game.part_names(words.language)
    for name, entries in zip(result.players, result.game.score_detail(result.state, words.language), strict=True):
        table = Table(box=None, show_header=False, pad_edge=False)
        for entry in entries:
            table.add_row(names[entry["part"]], entry["of"], str(entry["points"]), entry["why"])
        console.print()
        console.print(name, style="bold")
        console.print(table)
