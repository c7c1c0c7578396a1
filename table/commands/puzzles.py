"""`timbuktu puzzles`: looks for puzzles in games of its own and prints them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.log.spoken import spoken
from table.options.completing import complete_played
from table.options.language import language_option
from table.options.printing import paper_option
from table.screens.progress_bar import progress_bar
from table.screens.terminal import json_document
from table.screens.words import Words

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from shelf.language import Language
    from solver.kernel.playable import Playable
    from solver.puzzles.finding import Puzzle

LEVELS_MIXED = 3
"""No level has more than one in so many of the puzzles."""


@click.command("puzzles")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option("--count", type=click.IntRange(1, 60), default=6, show_default=True, help="How many puzzles.")
@click.option("--level", type=click.IntRange(1, 5), help="Only puzzles of this level; 5 is the hardest.")
@click.option("--players", type=click.IntRange(min=2), help="How many play; the fewest that can, if not given.")
@click.option(
    "--seed", type=click.IntRange(0, 1_000_000), default=0, show_default=True, help="Finds the same puzzles again."
)
@click.option("--time", "seconds", type=click.FloatRange(min=0.1), help="Stop looking after so many seconds.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="The PDF to write; the logs go into a folder of the same name.",
)
@paper_option
@language_option
@click.option("--low-ink", is_flag=True, help="Grounds left out, colours at half strength.")
@click.option("--greyscale", is_flag=True, help="For printers without colour.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    count: int,
    level: int | None,
    players: int | None,
    seed: int,
    seconds: float | None,
    out: Path | None,
    paper: str,
    language: Language,
    low_ink: bool,
    greyscale: bool,
    as_json: bool,
) -> None:
    """Make puzzles: positions with one best turn, which is proved and hard to see, and print them.

    The program plays with itself and looks for them. Each puzzle also becomes a log, so that it can be laid out, played
    on and asked about; `timbuktu solve` checks an answer. Ctrl-C stops looking and prints what was found.
    """
    from shelf.atomic_write import write_whole
    from table.log.referee import rules
    from table.log.refusal import RefusalError
    from table.puzzles import collection
    from table.puzzles.making import keep
    from table.puzzles.printing import Press, puzzle_pages

    playable, words = rules(game, catalogue=catalogue), Words(spoken())
    file = out or Path(f"{playable.id}-puzzles.pdf")
    folder = file.with_suffix("")
    if folder == file:
        raise click.BadParameter(Message("puzzles.no_pdf", file=file), param_hint="--out")
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise click.UsageError(Message("puzzles.folder_exists", folder=folder))
    found, games = _looked_for(playable, _players(playable, players), seed, level, count, seconds, words)
    if not found:
        raise RefusalError(Message("puzzles.none", games=games))
    logs = keep(playable, found, folder)
    kept = collection.read(folder)
    content, pages = puzzle_pages(kept.positions(catalogue), Press(paper, language, low_ink, greyscale))
    write_whole(file, content)
    if as_json:
        entries = [{**entry.model_dump(), "log": str(log)} for entry, log in zip(kept.entries, logs, strict=True)]
        document = {"game": playable.id, "file": str(file), "pages": pages, "games": games, "puzzles": entries}
        click.echo(json_document(document))
        return
    told: dict[str, Any] = {"n": len(found), "games": games, "file": file, "folder": folder}
    click.echo(str(words.entry("puzzles.find")["found"]).format(**told))


def _players(game: Playable, players: int | None) -> int:
    counts = game.player_counts()
    if players is not None and players not in counts:
        told = {"id": game.id, "fewest": counts[0], "most": counts[-1], "names": players}
        raise click.BadParameter(Message("referee.player_count", **told), param_hint="--players")
    return players or counts[0]


def _looked_for(
    game: Playable, players: int, seed: int, level: int | None, count: int, seconds: float | None, words: Words
) -> tuple[list[Puzzle], int]:
    """The puzzles, and in how many games they were found."""
    from solver.puzzles.finding import Finder
    from table.log.refusal import RefusalError

    if not Finder.can_ask(game):
        raise RefusalError(Message("puzzles.no_questions", game=game.id))
    until = float("inf") if seconds is None else time.monotonic() + seconds
    found: list[Puzzle] = []
    games, label = 0, str(words.entry("puzzles.find")["progress"])
    with progress_bar(game.id) as progress:
        try:
            for puzzle in Finder(game, players).search(seed, level, None if level else -(-count // LEVELS_MIXED)):
                games += 1
                found += [puzzle] if puzzle else []
                progress(label.format(found=len(found), count=count, games=games), len(found), count)
                if len(found) == count or time.monotonic() > until:
                    break
        except KeyboardInterrupt:
            if not found:
                raise
    return found, games
