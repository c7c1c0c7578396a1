"""Who sits where in solo play: people, and bots of a level; the log remembers it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from shelf.catalogue import USUAL, Catalogue
from shelf.errors import PrintingError
from shelf.messages import Message
from table.log import gamelog, referee
from table.screens.screen import tell_if_elsewhere

if TYPE_CHECKING:
    from solver.kernel.contract import Bytes
    from solver.kernel.playable import Playable
    from table.log.referee import Match
    from table.screens.words import Words

HUMAN = "human"
AI = "ai:"
LEVEL = "normal"
SEATS = "; seats: "
"""The comment at the top of a log that tells who plays which seat."""


@dataclass(frozen=True)
class Chair:
    """A seat: somebody's name, and the level of the bot that plays for it or None."""

    name: str
    level: str | None = None

    def called(self, words: Words) -> str:
        """The name, and of a bot also how well it plays."""
        return words.said("play.seat_ai", name=self.name, level=self.level) if self.level else self.name

    @property
    def kind(self) -> str:
        """As the log and the command line write it."""
        return f"{AI}{self.level}" if self.level else HUMAN


class SeatError(PrintingError):
    """A seat that nobody can take as it was written."""


def chair(text: str) -> Chair:
    """`Anna`, `Anna=human` or `Ben=ai:hard`; a SeatError tells what is wrong."""
    from shelf.errors import nearest, quoted
    from solver.players.bots import LEVELS

    name, _, kind = (piece.strip() for piece in text.partition("="))
    level = kind.lower().removeprefix(AI)
    if kind.lower() in ("", HUMAN):
        return Chair(name)
    if not kind.lower().startswith(AI) or level not in LEVELS:
        raise SeatError(Message("seats.no_level", kind=quoted(kind), hint=nearest(level, LEVELS)))
    return Chair(name, level)


def seating(game: Playable, given: Sequence[Chair], words: Words) -> list[Chair]:
    """The chairs of a new game; where too few are given, one person and normal bots fill them up."""
    chairs = list(given) or [Chair(words.said("play.human"))]
    spare = [name for name in words.entry("play.names") if name not in {chair.name for chair in chairs}]
    missing = max(0, game.player_counts()[0] - len(chairs))
    return chairs + [Chair(name, LEVEL) for name in spare[:missing]]


@dataclass(frozen=True)
class Laid:
    """A table that is ready to begin: the opening, and what the header of its log says about it."""

    opening: Bytes
    facts: Mapping[str, str]


def dealt(game: Playable, players: int, seed: int, options: Mapping[str, str]) -> Laid:
    """Shuffled and dealt by the program."""
    return Laid(game.deal(players, seed, options), {"seed": str(seed), **options})


def begin(
    game: Playable,
    chairs: Sequence[Chair],
    laid: Laid,
    file: Path,
    words: Words,
    catalogue: Catalogue = USUAL,
    me: str | None = None,
) -> None:
    """Writes the log of a new game; a log with a single person is that person's."""
    from datetime import datetime

    from solver.kernel.variants import elsewhere, name_of

    people = [chair.name for chair in chairs if chair.level is None]
    header = {"game": name_of(game.data, file.parent), "players": ", ".join(chair.name for chair in chairs)}
    if owner := me or (people[0] if len(people) == 1 else None):
        header["me"] = owner
    header |= {"date": datetime.now().astimezone().date().isoformat(), **laid.facts}
    text = gamelog.written(header, game.write_setup(laid.opening))
    text = f"{SEATS}{', '.join(chair.kind for chair in chairs)}\n{text}"
    referee.read_back(text, file, replace(catalogue, map_folder=elsewhere(game.data, file.parent)))
    tell_if_elsewhere(game, file, words)
    gamelog.create(file, text)


def check_players(game: Playable, chairs: Sequence[Chair]) -> None:
    """Refuses names that a log cannot have, and too many or too few."""
    if problem := referee.players_fault(game, [chair.name for chair in chairs]):
        raise click.UsageError(problem)


def taken_over(file: Path, match: Match, given: Sequence[Chair]) -> list[str]:
    """The players of a real table for whom bots would play although nobody has said so."""
    if match.to_move is None or remembered(file, match.players):
        return []
    named = {_seat(match, chair) for chair in given} | {match.me or 0}
    return [name for seat, name in enumerate(match.players) if seat not in named]


def _seat(match: Match, chair: Chair) -> int:
    try:
        return gamelog.find_name(match.players, chair.name)
    except gamelog.NobodyError as fault:
        raise click.UsageError(fault.message) from None


def seated_in(file: Path, match: Match, given: Sequence[Chair]) -> list[Chair]:
    """The chairs of a log that goes on: as given now, else as the log says, else its owner against normal bots."""
    owner = match.players[match.me or 0]
    chairs = remembered(file, match.players) or [
        Chair(name, None if name == owner else LEVEL) for name in match.players
    ]
    for new in given:
        seat = _seat(match, new)
        chairs[seat] = Chair(match.players[seat], new.level)
    return chairs


def remembered(file: Path, names: Sequence[str]) -> list[Chair]:
    """The chairs as the log says; none where it does not."""
    for number, line in enumerate(gamelog.read_log_text(file).splitlines(), start=1):
        if line.startswith(SEATS):
            kinds = line.removeprefix(SEATS).split(",")
            try:
                if len(kinds) != len(names):
                    raise SeatError(Message("seats.count", seats=len(kinds), players=len(names)))
                return [chair(f"{name}={kind}") for name, kind in zip(names, kinds, strict=True)]
            except SeatError as fault:
                raise gamelog.GameLogError(file, Message("seats.unreadable", fault=fault), number) from None
    return []
