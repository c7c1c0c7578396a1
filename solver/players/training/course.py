"""The whole way of training: collect decisions, fit weights, let them play for their place, write them down."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from types import FrameType

from shelf.errors import PrintingError
from shelf.messages import Message
from solver.games import playable
from solver.kernel.playable import Playable
from solver.kernel.weights import WeighedPolicy
from solver.players.crew import Crew
from solver.players.tournament import Watch
from solver.players.training import justified
from solver.players.training.fitting import HELD_BACK, Fit, fit
from solver.players.training.lesson_record import LessonRecord
from solver.players.training.match import Match, lineup
from solver.players.training.self_play import Lesson, SelfPlay
from solver.players.training.trial import Judged, Trial, judged

LESSONS = "decisions.jsonl"
FEWEST = HELD_BACK + 1
"""Games of which the first is held back and some are learnt from."""

Told = Callable[[int, int], None]
"""Hears how many games were collected, and how many decisions."""


class Course:
    """The training of one game for one number of players."""

    def __init__(self, play: SelfPlay, kept: Path | None = None) -> None:
        self.play, self.kept = play, kept
        self.game: Playable = playable(play.game, catalogue=play.catalogue)
        self.policy = _trainable(self.game, play.players)
        self.old = self.policy.TABLE.columns[play.players]

    def collect(self, crew: Crew, tell: Told | None = None) -> list[Lesson]:
        """All games, those that are kept already and the others; Ctrl-C ends it with what there is."""
        record = LessonRecord(self.kept / LESSONS, self.game.kernel) if self.kept else None
        lessons = record.lessons(self.play) if record else []
        done = {lesson.number for lesson in lessons}
        waiting = ((game,) for game in range(self.play.games) if game not in done)
        with suppress(KeyboardInterrupt), _heard_between_games() as interrupts:
            for lesson in crew(self.play, waiting):
                lessons.append(lesson)
                if record:
                    record.keep(self.play, lessons)
                if tell:
                    tell(len(lessons), sum(len(one.decisions) for one in lessons))
                if interrupts:
                    break
        return sorted(lessons, key=lambda lesson: lesson.number)

    def fit(self, lessons: list[Lesson]) -> Fit:
        """The weights that suit the lessons."""
        return fit(self.policy, lessons, self.old)

    def judge(self, new: tuple[float, ...], trial: Trial, crew: Crew, watch: Watch | None = None) -> Judged:
        """Plays the match of new weights against those there are."""
        play = self.play
        match = Match(
            play.game,
            lineup(play.players),
            trial.blocks,
            simulations=trial.simulations,
            seed=play.seed,
            catalogue=play.catalogue,
            new=new,
            old=self.old,
        )
        return judged(match, self.game, trial, self.kept, crew, watch)

    def adopt(self, found: Fit, judged: Judged, trial: Trial, folder: Path) -> None:
        """Writes the table with the new column, and what justified it."""
        table = self.policy.TABLE
        table.changed(self.play.players, found.weights).write(folder)
        learnt = {"decisions": found.learnt, "simulations": self.play.simulations}
        figures = {"learnt_from": learnt, "match": {**judged.figures(), "simulations": trial.simulations}}
        justified.keep(folder, table.folder, justified.WEIGHTS, self.play.players, figures)


@contextmanager
def _heard_between_games() -> Iterator[list[int]]:
    """Notes a Ctrl-C, for one that meets compiled code may be lost there; a second one ends at once."""
    heard: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        heard.append(number)
        if len(heard) > 1:
            signal.default_int_handler(number, frame)

    if current_thread() is not main_thread():
        yield heard
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGINT, before)


def _trainable(game: Playable, players: int) -> WeighedPolicy:
    if game.policy is None:
        raise PrintingError(Message("training.no_features", game=game.id))
    if players not in game.policy.TABLE.columns:
        raise PrintingError(Message("training.no_column", game=game.id, players=players))
    return game.policy
