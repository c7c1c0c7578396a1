"""`timbuktu train`: a quick policy learns from long searches, what a seat's standing is worth from many short ones."""

from __future__ import annotations

import os
from dataclasses import dataclass
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
    from solver.kernel.playable import Playable
    from solver.players.crew import Crew
    from solver.players.standings import Table
    from solver.players.training.course import Course
    from solver.players.training.fitting import Fit
    from solver.players.training.trial import Judged, Trial
    from solver.players.training.value_match import ValueMatch
    from solver.players.training.valuing import Fitted
    from table.screens.words import Words

BETWEEN = (0.0, 40.0)
"""What the match tells apart: new weights are adopted if they lead by about the higher number of Elo, or more."""
POLICY, EVALUATION = "policy", "evaluation"


@dataclass(frozen=True)
class _Order:
    """What is to be trained, and by whom."""

    catalogue: Catalogue
    game: Playable
    players: int
    seed: int
    trial: Trial
    crew: Crew
    kept: Path | None
    out: Path | None
    words: Words
    as_json: bool

    def tell(self, key: str, **values: object) -> None:
        """How far it is."""
        click.echo(self.words.said(f"train.{key}", **values), err=True)

    def tell_block(self, table: Table) -> None:
        """How the match stands."""
        new = table.bots[0]
        share, between = percent(new.share, 0.0, self.words), interval(new.ci95, self.words)
        self.tell("block", number=table.blocks, of=self.trial.blocks, share=share, between=between)

    def say(self, key: str, **values: object) -> None:
        """What came out, unless it is told as JSON in the end."""
        if not self.as_json:
            click.echo(self.words.said(f"train.{key}", **values))


@click.command("train")
@click.argument("game", metavar="GAME", shell_complete=complete_played)
@click.option("--players", type=click.IntRange(min=2), required=True, help="For how many players.")
@click.option("--only", type=click.Choice([POLICY, EVALUATION]), help="Train only one of the two.")
@click.option("--games", type=click.IntRange(min=8), default=56, help="Games to learn from.")
@click.option("--simulations", type=click.IntRange(min=1), default=4000, help="Of each search that is learnt from.")
@click.option("--positions", type=click.IntRange(min=100), default=150_000, help="Of which the evaluation learns.")
@click.option(
    "--play-simulations",
    type=click.IntRange(min=0),
    default=40,
    help="For each turn of the games that the evaluation learns from; 0 for quick play.",
)
@click.option("--match-games", type=click.IntRange(min=1), default=2000, help="The longest match to wait for.")
@click.option("--match-simulations", type=click.IntRange(min=1), default=400, help="For each turn of the match.")
@click.option("--seed", type=click.IntRange(min=0), default=0, help="The first deal.")
@workers_option
@words_option
@ray_option
@click.option("--resume", "kept", type=click.Path(path_type=Path), help="Keep all in this folder, and go on there.")
@click.option("--out", type=click.Path(path_type=Path), help="Write the tables into this folder, not into the game's.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
@click.pass_obj
def command(
    catalogue: Catalogue,
    game: str,
    players: int,
    only: str | None,
    games: int,
    simulations: int,
    positions: int,
    play_simulations: int,
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
    """Train what the searches of a game go by: its quick policy, and its evaluation of how the seats stand.

    The policy guides searches and plays games to their end. Long searches play with themselves; weights of its features
    are fitted to what they tried most. The evaluation judges a position at once; it is fitted to who wins
    games of short searches. Then the new weights play the old ones, and only if they win they are written down, with
    the figures of the match. Ctrl-C ends it; with --resume nothing is lost.
    """
    from solver.players.sequential import Question
    from solver.players.training.trial import Trial
    from table.log.referee import rules

    played = rules(game, catalogue=catalogue)
    counts = played.player_counts()
    if players not in counts:
        raise click.UsageError(Message("usage.train_players", fewest=counts[0], most=counts[-1]))
    trial = Trial(Question(*BETWEEN), -(-match_games // players), match_simulations)
    crew = crew_of(address, workers)
    if kept:
        kept.mkdir(parents=True, exist_ok=True)
    order = _Order(catalogue, played, players, seed, trial, crew, kept, out, words, as_json)
    parts = _parts(played, only)
    told: dict[str, Any] = {"game": played.id, "players": players, POLICY: None, EVALUATION: None}
    column = None
    if POLICY in parts:
        told[POLICY], column = _train_policy(order, games, simulations)
    if EVALUATION in parts:
        told[EVALUATION] = _train_evaluation(order, positions, play_simulations, column)
    if as_json:
        click.echo(json_document(told))


def _parts(game: Playable, only: str | None) -> list[str]:
    """What of a game can be trained, and is to be."""
    named = {POLICY: game.policy, EVALUATION: game.value}
    found = [part for part, module in named.items() if module is not None and only in (None, part)]
    if not found:
        key = "training.no_standing" if only == EVALUATION else "training.no_features"
        raise click.UsageError(Message(key, game=game.id))
    return found


def _writable(folder: Path) -> Path:
    """It is asked before long work, not after it."""
    there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise click.UsageError(Message("usage.train_out", folder=folder))
    return folder


# ---- the quick policy -----------------------------------------------------------------------------------------------


def _train_policy(order: _Order, games: int, simulations: int) -> tuple[dict[str, Any], tuple[float, ...] | None]:
    """What is told about it, and the weights if they were adopted."""
    from solver.players.training.course import FEWEST, Course
    from solver.players.training.self_play import SelfPlay

    play = SelfPlay(order.game.id, order.players, games, simulations, order.seed, order.catalogue)
    course = Course(play, order.kept)
    folder = _writable(order.out or course.policy.TABLE.folder)
    lessons = course.collect(
        order.crew, lambda done, found: order.tell("lesson", number=done, of=games, decisions=found)
    )
    if len(lessons) < max(FEWEST, games):
        raise click.ClickException(Message("training.broken_off", games=len(lessons), of=games))
    found = course.fit(lessons)
    if not order.as_json:
        _print_fit(course, found, order.words)
    judged = course.judge(found.weights, order.trial, order.crew, order.tell_block)
    if judged.won:
        folder.mkdir(parents=True, exist_ok=True)
        course.adopt(found, judged, order.trial, folder)
    if not order.as_json:
        _print_match(judged, folder, order.words)
    return _policy_document(course, found, judged, folder), found.weights if judged.won else None


def _print_fit(course: Course, found: Fit, words: Words) -> None:
    click.echo(words.said("train.learnt", learnt=found.learnt, held=found.held))
    rows = zip(course.policy.TABLE.features, course.old, found.weights, strict=True)
    for name, old, new in rows:
        click.echo(words.decimals(f"{old:+7.2f} {new:+7.2f}") + f"  {name}")
    for key, close in (("before", found.before), ("after", found.after)):
        divergence, agreement = words.decimals(f"{close.divergence:.3f}"), percent(close.agreement, 0.0, words)
        click.echo(words.said(f"train.{key}", divergence=divergence, agreement=agreement))


def _policy_document(course: Course, found: Fit, judged: Judged, folder: Path) -> dict[str, Any]:
    close = {"before": found.before, "after": found.after}
    return {
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


# ---- the evaluation -------------------------------------------------------------------------------------------------


def _train_evaluation(
    order: _Order, positions: int, simulations: int, policy: tuple[float, ...] | None
) -> dict[str, Any]:
    """What is told about it; it goes by the policy that was adopted just now."""
    from solver.players.training.evaluation import Evaluation

    course = Evaluation(order.game.id, order.players, order.seed, order.catalogue, order.kept, policy, simulations)
    folder = _writable(order.out or course.value.VALUES.folder)
    found = course.fit(
        course.collect(order.crew, positions, lambda done, of: order.tell("positions", number=done, of=of))
    )
    loss, by_points = (order.words.decimals(f"{one:.3f}") for one in (found.loss, found.loss_by_points))
    order.say("standing", learnt=found.learnt, held=found.held, loss=loss, points=by_points)
    match = course.match(found, order.trial)
    order.say("against_values" if match.old else "against_games", pace=order.words.decimals(f"{match.pace:.2f}"))
    judged = course.judge(match, order.trial, order.crew, order.tell_block)
    if judged.won:
        folder.mkdir(parents=True, exist_ok=True)
        course.adopt(found, match, judged, order.trial, folder)
    if not order.as_json:
        _print_match(judged, folder, order.words)
    return _evaluation_document(found, match, judged, folder)


def _evaluation_document(found: Fitted, match: ValueMatch, judged: Judged, folder: Path) -> dict[str, Any]:
    return {
        "positions": {"learnt": found.learnt, "held_back": found.held},
        "held_back": {"loss": round(found.loss, 4), "loss_by_points": round(found.loss_by_points, 4)},
        "pace": match.pace,
        "match": standings_document(judged.table, judged.verdict),
        "written": str(folder) if judged.won else None,
    }


def _print_match(judged: Judged, folder: Path, words: Words) -> None:
    from shelf.errors import near

    if not judged.table.blocks:
        click.echo(words.said("tournament.nothing"))
        return
    print_standings(judged.table, words)
    print_verdict(judged.verdict, judged.table.bots[0].bot, BETWEEN, words)
    click.echo(words.said("train.written", folder=near(folder)) if judged.won else words.said("train.not_written"))
