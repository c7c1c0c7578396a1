"""`make ladder`: how strong the bots are, for every game and number of players, as a table in Markdown.

Two columns answer what people ask first: how often `hard` wins when all others are `greedy`, and when all others are
`textbook` and think as long. Then the rungs: every bot against the next lower one, or with `--all` against every lower
one, one of it at a table of the others; Elo is fitted to all of these matches together, `greedy` being 0.

All matches take turns, some games each, and games are kept (`bench/played/`) and never played twice: it can be
stopped, tells what there is by then, and goes on, there or on a cluster (`--ray`); into a page (`--write`) come whole
tables only, unless it is asked what there is (`--tell`). Bots think `--time` seconds of the processor, so what else the
machine does costs time, not strength (but for what cores share).
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np

from solver.games import playable, playable_ids
from solver.players.bots import LEVELS
from solver.players.crew import Crew, Job, Part, Waiting, processes
from solver.players.game_record import GameRecord
from solver.players.programme import Programme
from solver.players.ray_crew import on_cluster
from solver.players.standings import Standing
from solver.players.tournament import Tournament

STRONGEST, MEASURES, ZERO = "hard", ("greedy", "textbook"), "greedy"
Z95 = 1.96
PORTION = 40
"""Games of a match before the next one has its turn."""
PLAYED = Path("bench/played")
"""A folder for each time a turn. Games are true of the version that played them: they go when the search changes."""
BEGIN, END = "<!-- ladder -->", "<!-- end of the ladder -->"


@dataclass(frozen=True)
class Seats:
    """A game with so many players."""

    game: str
    players: int


@dataclass(frozen=True)
class Match:
    """One bot at a table of others, and what came of it."""

    bot: str
    others: str
    games: int
    standing: Standing

    @property
    def elo(self) -> tuple[float, float]:
        """How far the bot is above the others, and the error of that; a table of two tells the distance to its mean."""
        elo, (low, high) = self.standing.elo, self.standing.elo_ci95
        return 2 * elo, max(1.0, 2 * max(elo - low, high - elo) / Z95)


@dataclass(frozen=True)
class Pairing:
    """One bot at a table of another."""

    seats: Seats
    bot: str
    others: str


@dataclass(frozen=True)
class Hall:
    """Where and how matches are played."""

    folder: Path
    crew: Crew
    seconds: float
    simulations: int | None

    def play(self, pairing: Pairing, games: int) -> None:
        """Plays what was not played yet of the first so many games."""
        tournament = self._tournament(pairing, games)
        done = tournament.run(self.crew)
        print(f"{_name(pairing)}: {done.games} games", flush=True)
        if done.blocks < tournament.programme.blocks:
            raise KeyboardInterrupt

    def match(self, pairing: Pairing, games: int) -> Match | None:
        """What came of the games that were played."""
        done = self._tournament(pairing, games).run(nobody)
        return Match(pairing.bot, pairing.others, done.games, done.bots[0]) if done.games else None

    def _tournament(self, pairing: Pairing, games: int) -> Tournament:
        seats = pairing.seats
        lineup = (pairing.bot, *[pairing.others] * (seats.players - 1))
        programme = Programme(seats.game, lineup, -(-games // seats.players), self.seconds, self.simulations)
        return Tournament(programme, record=GameRecord(self.folder / f"{_name(pairing)}.jsonl"))


def nobody(job: Job[Part], waiting: Waiting) -> Iterator[Part]:
    """A crew that plays nothing."""
    return iter(())


def _name(pairing: Pairing) -> str:
    return f"{pairing.seats.game}-{pairing.seats.players}-{pairing.bot}-{pairing.others}"


def main() -> None:
    """Plays, and writes the tables."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", nargs="*", default=[], metavar="GAME:PLAYERS", help="some tables, such as kk-card:3")
    options.add_argument("--games", type=int, default=200, help="at least so many of each match")
    options.add_argument("--time", type=float, default=1.0, help="seconds of the processor a turn of hard and textbook")
    options.add_argument("--simulations", type=int, help="instead of --time: repeatable")
    options.add_argument("--against", nargs="*", default=MEASURES, choices=MEASURES, help="only one of the two columns")
    options.add_argument("--no-rungs", action="store_true", help="only the columns")
    options.add_argument("--all", action="store_true", help="every bot against every lower one")
    options.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options.add_argument("--ray", metavar="ADDRESS")
    options.add_argument("--keep", type=Path, help=f"where the games are kept, instead of a folder in {PLAYED}")
    options.add_argument("--tell", action="store_true", help="what was played by now, and play nothing")
    options.add_argument("--write", type=Path, help=f"a page with the lines {BEGIN} and {END}")
    asked = options.parse_args()
    keep = asked.keep or PLAYED / (f"{asked.simulations}-simulations" if asked.simulations else f"{asked.time:g}s")
    keep.mkdir(parents=True, exist_ok=True)
    crew = on_cluster(asked.ray) if asked.ray else processes(asked.workers)
    hall = Hall(keep, crew, asked.time, asked.simulations)
    tables = [one for one in every_table() if not asked.only or f"{one.game}:{one.players}" in asked.only]
    climbed = () if asked.no_rungs else tuple(combinations(LEVELS, 2)) if asked.all else tuple(pairwise(LEVELS))
    whole = asked.tell or all_played(hall, pairings(tables, asked.against, climbed), asked.games)
    page = "\n".join(table(hall, tables, asked.games, asked.against, climbed))
    print(page)
    if asked.write and whole:
        write(asked.write, page)


def all_played(hall: Hall, matches: Sequence[Pairing], games: int) -> bool:
    """Plays so many of each match, in turns; whether nobody stopped it."""
    try:
        for portion in (*range(PORTION, games, PORTION), games):
            for pairing in matches:
                hall.play(pairing, portion)
    except KeyboardInterrupt:
        print("Stopped; what was played is kept, and the same command goes on.")
        return False
    return True


def every_table() -> Iterator[Seats]:
    """All games with all numbers of players."""
    for game in playable_ids():
        yield from (Seats(game, players) for players in playable(game).player_counts())


Rungs = Sequence[tuple[str, str]]
"""Pairs of a lower and a higher bot."""


def pairings(tables: Sequence[Seats], measures: Sequence[str], climbed: Rungs) -> list[Pairing]:
    """Every match once."""
    pairs = [(STRONGEST, measure) for measure in measures] + [(higher, lower) for lower, higher in climbed]
    return [Pairing(seats, *pair) for seats in tables for pair in dict.fromkeys(pairs)]


def table(hall: Hall, tables: Sequence[Seats], games: int, measures: Sequence[str], climbed: Rungs) -> Iterator[str]:
    """How often the strongest wins against each of the measures, and the rungs in Elo."""
    how = f"{hall.simulations} simulations" if hall.simulations else f"{hall.seconds:g} s"
    elo = f" Behind it, for each bot: Elo above `{ZERO}` (± 95 %)." if climbed else ""
    yield f"`{STRONGEST}`, {how} a turn: share of wins (95 % interval), games.{elo}"
    yield ""
    heads = [f"all others `{one}`" for one in measures] + [f"`{level}`" for level in LEVELS if climbed]
    yield f"| game | players | among equals | {' | '.join(heads)} |"
    yield "|---|---|---|" + "---|" * len(heads)
    for seats in tables:
        matches = {one: hall.match(one, games) for one in pairings([seats], measures, climbed)}
        cells = [_share(matches[Pairing(seats, STRONGEST, measure)]) for measure in measures]
        cells += _elos([*matches.values()]) if climbed else []
        yield f"| {seats.game} | {seats.players} | {1 / seats.players:.0%} | {' | '.join(cells)} |"


def _share(match: Match | None) -> str:
    if match is None:
        return "–"
    low, high = match.standing.ci95
    return f"{match.standing.share:.0%} ({low:.0%}–{high:.0%}), {match.games}"


def _elos(matches: Sequence[Match | None]) -> list[str]:
    """Of every level, from the matches between them, as soon as there are games of all."""
    played = [match for match in matches if match]
    if len(played) < len(matches):
        return ["–"] * len(LEVELS)
    among = [match for match in played if match.others in LEVELS]
    return [f"{elo:+.0f} ± {reach:.0f}" if reach else "0" for elo, reach in rungs(among)]


def rungs(matches: Sequence[Match]) -> list[tuple[float, float]]:
    """Elo of every level and how far it may be off, by least squares over all matches, each by its error."""
    rows = np.zeros((len(matches) + 1, len(LEVELS)))
    apart = np.zeros(len(matches) + 1)
    for row, match in enumerate(matches):
        distance, error = match.elo
        rows[row, LEVELS.index(match.bot)], rows[row, LEVELS.index(match.others)] = 1 / error, -1 / error
        apart[row] = distance / error
    zero = LEVELS.index(ZERO)
    rows[-1, zero] = 1e6  # one of them stands at nothing
    spread = np.linalg.inv(rows.T @ rows)
    elo = spread @ rows.T @ apart
    return [
        (0.0, 0.0) if level == zero else (float(elo[level]), Z95 * float(np.sqrt(spread[level, level])))
        for level in range(len(LEVELS))
    ]


def write(page: Path, tables: str) -> None:
    """Puts the tables between the two lines of a page."""
    text = page.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise SystemExit(f"{page} has no lines {BEGIN} and {END}.")
    page.write_text(f"{before}{BEGIN}\n{tables}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
