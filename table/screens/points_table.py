"""Points on a terminal: by category, who wins, and what each player got for what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from solver.kernel.playable import Playable
    from table.answers.points import Result
    from table.log.referee import Match, Move
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
    from table.screens.fitting import FirstThatFits

    document = result.document()
    titles = columns(result.game, words)
    names = [player["name"] for player in document["players"]]
    numbers = [(*player["parts"].values(), player["total"], player["tiebreak"]) for player in document["players"]]
    by_player = _table(titles, zip(names, numbers, strict=True))
    by_part = _table(names, zip(titles, zip(*numbers, strict=True), strict=True))
    table = FirstThatFits([by_player, by_part])
    return [table, *doubts(result, words), verdict(result.over, document["winners"], words)]


def _table(titles: Sequence[str], lines: Iterable[tuple[str, Sequence[int]]]) -> Table:
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    table.add_column("")
    for title in titles:
        table.add_column(title, justify="right")
    for name, numbers in lines:
        table.add_row(name, *map(str, numbers))
    return table


def columns(game: Playable, words: Words) -> list[str]:
    """The parts of the score as the table calls them."""
    names = game.part_names(words.language)
    return [*(names[part] for part in game.parts), words.said("score.total"), words.said("score.tiebreak")]


def doubts(result: Result, words: Words) -> list[str]:
    """What the score cannot know, in sentences."""
    unknown = zip(result.players, result.game.unknown(result.state, words.language), strict=True)
    return [words.said("score.unknown", name=name, what=what) for name, what in unknown if what]


def verdict(over: bool, winners: list[str], words: Words) -> str:
    """Who wins, or would win."""
    *others, last = winners or [words.said("score.nobody")]
    names = words.said("score.and").join(filter(None, [", ".join(others), last]))
    if not over:
        return words.said("score.would_all_win" if others else "score.would_win", names=names)
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
            part, points = names[entry["part"]], str(entry["points"])
            table.add_row(part, _thing(result.game, entry, words), points, entry["why"])
        console.print()
        console.print(name, style="bold")
        console.print(table)


def _thing(game: Playable, entry: Mapping[str, Any], words: Words) -> str:
    """What points were given for, by its name; nothing where it is the part of the score itself."""
    if entry["of"] in (entry["part"], entry["part"].removesuffix("s")):
        return ""
    return game.data.called(entry["of"], words.language)


def brought_by(match: Match, moves: Sequence[Move], words: Words) -> str:
    """What moves brought in points, in a sentence."""
    if changes := changed_points(match, moves):
        return words.said("screen.brought", points=", ".join(changes))
    return words.said("screen.brought_nothing")


def changed_points(match: Match, moves: Sequence[Move]) -> list[str]:
    """Whose points moves changed, and by how much; who moved first comes first."""
    from table.answers.points import brought

    gains, first = list(zip(match.players, brought(match, moves), strict=True)), moves[0].seat
    return [f"{name} {gain:+d}" for name, gain in (*gains[first:], *gains[:first]) if gain]
