"""The process beside the server that thinks: it takes questions from a pipe and sends answers back, some of them early.

It reads the log by itself and keeps nothing, so it may be killed and replaced at any moment.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from shelf.catalogue import Catalogue
from shelf.errors import PrintingError, message_of
from shelf.language import Language
from table.log.refusal import RefusalError

if TYPE_CHECKING:
    from solver.search.advice import Advice
    from table.log.referee import Match

STOP = "stop"
NICE = 10
"""How far the thinking steps back behind the pages."""
TOP = 5


@dataclass(frozen=True)
class Question:
    """What is asked about a log."""

    file: Path
    folders: tuple[Path, ...]
    map_folder: Path | None
    played: int
    """Lines of play that the log has to have: about another table nobody asked."""


@dataclass(frozen=True)
class AdviceWanted(Question):
    """Which turn is best; the answer is what the seat to move may know."""

    language: Language
    seconds: float
    threads: int


@dataclass(frozen=True)
class HintWanted(Question):
    """Where to look, and then the turn: two helpings."""

    language: Language
    seconds: float


@dataclass(frozen=True)
class MoveWanted(Question):
    """The turn of the opponent that is to move."""

    level: str
    seconds: float
    threads: int
    seed: int


@dataclass(frozen=True)
class TryWanted(Question):
    """What somebody's answer to a question of the log's review is worth."""

    language: Language
    seconds: float
    number: int
    turn: str


Tell = Callable[[str, Any], None]
"""Sends an event and what belongs to it."""


def work(pipe: Connection) -> None:
    """Answers until the pipe is closed. Every question ends with `end` or `refused`."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(NICE)
    with suppress(EOFError, OSError):
        while True:
            question = pipe.recv()
            if question == STOP:
                continue  # it came too late
            try:
                _answer(question, lambda event, content: pipe.send((event, content)), lambda: _stopped(pipe))
            except click.ClickException as fault:
                pipe.send(("refused", fault.message))
            except PrintingError as fault:
                pipe.send(("refused", message_of(fault)))


def _stopped(pipe: Connection) -> bool:
    return pipe.poll() and pipe.recv() == STOP


def _answer(question: Question, tell: Tell, stopped: Callable[[], bool]) -> None:
    from table.log import referee

    match = referee.load(question.file, Catalogue(question.folders, question.map_folder))
    referee.check_unchanged(match, question.played)
    if isinstance(question, AdviceWanted):
        _advise(match, question, tell, stopped)
    elif isinstance(question, HintWanted):
        _hint(match, question, tell)
    elif isinstance(question, MoveWanted):
        _move(match, question, tell)
    elif isinstance(question, TryWanted):
        _judge(match, question, tell)


def _advise(match: Match, question: AdviceWanted, tell: Tell, stopped: Callable[[], bool]) -> None:
    from solver.search.advice import Limit
    from table.answers.advice import Consultation

    early = Consultation(match, question.language, TOP, reasons=0)

    def watch(advice: Advice) -> None:
        tell("rows", {"turns": [asdict(line) for line in early.lines(advice)], "simulations": advice.simulations})
        if stopped():
            raise KeyboardInterrupt  # as Ctrl-C at the terminal: the search keeps what it has

    limit = Limit(question.seconds, threads=question.threads)
    tell("end", Consultation(match, question.language, TOP, reasons=TOP).hold(limit, watch).document())


def _hint(match: Match, question: HintWanted, tell: Tell) -> None:
    from solver.search.advice import Limit
    from table.play.hints import Hint
    from table.screens.words import Words

    hint = Hint.on(match, Limit(question.seconds), Words(question.language))
    tell("end", [hint.tell()] if len(hint.lines) == 1 else [[hint.where()], hint.why()])


def _move(match: Match, question: MoveWanted, tell: Tell) -> None:
    from solver.players.bots import seated, take_turn

    bot = seated(question.level, question.seconds, game=match.game.id, threads=question.threads)
    steps = take_turn(bot, match.game.kernel, match.state, len(match.players), question.seed, match.played)
    tell("end", match.game.write_turn(match.state, steps))


def _judge(match: Match, question: TryWanted, tell: Tell) -> None:
    from solver.search.advice import Limit
    from table.practice.answers import judged
    from table.practice.questions import remembered
    from table.screens.words import Words

    words = Words(question.language)
    asked = next((each for each in remembered(question.file, match) if each.turn.number == question.number), None)
    if asked is None:
        raise RefusalError(words.said("web.changed_meanwhile"))
    tell("end", asdict(judged(asked, question.turn, Limit(question.seconds), words)))
