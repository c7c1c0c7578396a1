"""`timbuktu train`: a quick policy learns from long searches."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.messages import Message
from table.options.completing import complete_played
from table.options.crews import crew_of, ray_option, workers_option
from table.options.language import words_option
from table.screens.advice_reasons import percent
from table.screens.standings_table import interval, print_standings, print_verdict, standings_document
from table.screens.terminal import json_document

if TYPE_CHECKING:
    from shelf.catalogue import Catalogue
    from solver.players.standings import Table
    from solver.players.training.course import Course, Judged
    from solver.players.training.fitting import Fit
    from table.screens.words import Words

BETWEEN = (0.0, 40.0)
"""What the match tells apart: new weights are adopted if they lead by about the higher number of Elo, or more."""


@click.command("train")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option("--players", type=click.IntRange(min=2), required=True, help="For how many players.")
@click.option("--games", type=click.IntRange(min=8), default=56, help="Games to learn from.")
@click.option("--simulations", type=click.IntRange(min=1), default=4000, help="Of each search that is learnt from.")
@click.option("--match-games", type=click.IntRange(min=1), default=2000, help="The longest match to wait for.")
@click.option("--match-simulations", type=click.IntRange(min=1), default=400, help="For each turn of the match.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The first deal.")
@workers_option
@words_option
@ray_option
@click.option("--resume", "kept", type=click.Path(path_type=Path), help="Keep all in this folder, and go on there.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the table into this folder, not into the game's.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    players: int,
    games: int,
    simulations: int,
    match_games: int,
    match_simulations: int,
    seed: int,
    workers: int | None,
    words: Words,
    address: str | None,
    kept: Path | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Train the quick policy of a game, by which searches are guided and played to the end.

    Long searches play with themselves; weights of the policy's features are fitted to what they tried most. Then the
    new weights play the old ones, and only if they win they are written down, with the figures of the match. Ctrl-C
    ends it; with --resume nothing is lost.
    """
    from solver.players.sequential import Question
    from solver.players.training.course import FEWEST, Course, Trial
    from solver.players.training.self_play import SelfPlay
    from table.log.referee import rules

    counts = rules(game, catalogue=catalogue).player_counts()
    if players not in counts:
        raise click.UsageError(Message("usage.train_players", fewest=counts[0], most=counts[-1]))
    course = Course(SelfPlay(game, players, games, simulations, seed, catalogue), kept)
    folder = _writable(out or course.policy.TABLE.folder)
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
    crew = crew_of(address, workers)
    lessons = course.collect(crew, lambda done, found: _tell_lesson(done, games, found, words))
    if len(lessons) < max(FEWEST, games):
        raise click.ClickException(Message("training.broken_off", games=len(lessons), of=games))
    found = course.fit(lessons)
    if not as_json:
        _print_fit(course, found, words)
    trial = Trial(Question(*BETWEEN), -(-match_games // players), match_simulations)
    judged = course.judge(found.weights, trial, crew, lambda table: _tell_block(table, trial.blocks, words))
    if judged.won:
        folder.mkdir(parents=True, exist_ok=True)
        course.adopt(found, judged, trial, folder)
    if as_json:
        click.echo(json_document(_document(course, found, judged, folder)))
    else:
        _print_match(judged, folder, words)


def _writable(folder: Path) -> Path:
    """It is asked before long work, not after it."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise click.UsageError(Message("usage.train_out", folder=folder))
    return folder


def _tell_lesson(done: int, games: int, decisions: int, words: Words) -> None:
    click.echo(words.said("train.lesson", number=done, of=games, decisions=decisions), err=True)


def _tell_block(table: Table, blocks: int, words: Words) -> None:
    new = table.bots[0]
    share, between = percent(new.share, 0.0, words), interval(new.ci95, words)
    said = words.said("train.block", number=table.blocks, of=blocks, share=share, between=between)
    click.echo(said, err=True)


def _print_fit(course: Course, found: Fit, words: Words) -> None:
    click.echo(words.said("train.learnt", learnt=found.learnt, held=found.held))
    rows = zip(course.policy.TABLE.features, course.old, found.weights, strict=True)
    for name, old, new in rows:
        click.echo(words.decimals(f"{old:+7.2f} {new:+7.2f}") + f"  {name}")
    for key, close in (("before", found.before), ("after", found.after)):
        divergence, agreement = words.decimals(f"{close.divergence:.3f}"), percent(close.agreement, 0.0, words)
        click.echo(words.said(f"train.{key}", divergence=divergence, agreement=agreement))


def _print_match(judged: Judged, folder: Path, words: Words) -> None:
    from shelf.errors import near

    if not judged.table.blocks:
        click.echo(words.said("tournament.nothing"))
        return
    print_standings(judged.table, words)
    print_verdict(judged.verdict, judged.table.bots[0].bot, BETWEEN, words)
    click.echo(words.said("train.written", folder=near(folder)) if judged.won else words.said("train.not_written"))


def _document(course: Course, found: Fit, judged: Judged, folder: Path) -> dict[str, Any]:
    close = {"before": found.before, "after": found.after}
    return {
        "game": course.game.id,
        "players": course.play.players,
        "decisions": {"learnt": found.learnt, "held_back": found.held},
        "weights": {
            name: {"before": old, "after": new}
            for name, old, new in zip(course.policy.TABLE.features, course.old, found.weights, strict=True)
        },
        "held_back": {
            name: {"divergence": round(one.divergence, 4), "agreement": round(one.agreement, 4)}
            for name, one in close.items()
        },
        "match": standings_document(judged.table, judged.verdict),
        "written": str(folder) if judged.won else None,
    }
